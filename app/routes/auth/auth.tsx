import { data, redirect, useNavigation } from 'react-router'
import { parseNext } from '../../features/accounts/accounts.ts'
import { AuthCard } from '../../features/accounts/auth-card.tsx'
import { sessionContext } from '../../features/accounts/guard.server.ts'
import { signIn, signOut, signUp } from '../../features/accounts/commands.server.ts'
import { emailAndPasswordRequired } from '../../features/accounts/messages.ts'
import { env } from '../../platform/env.server.ts'
import { clientAddressContext } from '../../platform/request-context.server.ts'
import { readText } from '../../shared/text.ts'
import type { Route } from './+types/auth'

export function loader({ context, url }: Route.LoaderArgs) {
  const next = parseNext(url.searchParams.get('next'))
  if (context.get(sessionContext)) throw redirect(next)
  const tab = url.searchParams.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in'
  return { tab, next, signUpOpen: env.SIGN_UP === 'open' } as const
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => readText(form, name)
  const clientAddress = context.get(clientAddressContext)
  if (text('intent') === 'sign-out') {
    throw leave('/', await signOut(request, clientAddress))
  }
  const credentials = { email: text('email').trim(), password: text('password') }
  if (!credentials.email || !credentials.password) {
    return data({ error: emailAndPasswordRequired, email: credentials.email }, { status: 400 })
  }
  const enter = text('intent') === 'sign-up' ? signUp : signIn
  const outcome = await enter(request, clientAddress, credentials)
  if (!outcome.ok)
    return data({ error: outcome.message, email: credentials.email }, { status: outcome.status })
  throw leave(parseNext(text('next')), outcome.cookies)
}

// A whole page load: the page it leads to may be one that never runs in the browser.
function leave(path: string, cookies: string[]): Response {
  const response = redirect(path, { headers: { 'X-Remix-Reload-Document': 'true' } })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

export const meta = () => [{ title: 'Sign In' }]

export default function Auth({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  return <AuthCard {...loaderData} email={actionData?.email} error={actionData?.error} busy={busy} />
}
