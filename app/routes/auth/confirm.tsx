import { data, redirect, useNavigation } from 'react-router'
import { parseNext } from '../../features/accounts/accounts.ts'
import { redirectToPage } from '../../features/accounts/sign-in/answers.server.ts'
import { confirmPassword, renewSession } from '../../features/accounts/sign-in/commands.server.ts'
import { ConfirmPassword } from '../../features/accounts/sign-in/confirm-password.tsx'
import { sessionContext } from '../../features/accounts/guard/guard.server.ts'
import type { Session } from '../../features/accounts/sign-in/queries.server.ts'
import { readFormText } from '../../shared/text.ts'
import type { RouteFacts } from '../../platform/route-facts.ts'
import type { Route } from './+types/confirm'

export const handle: RouteFacts = { access: 'open' }

/** Returns the address of the account, or redirects to `/auth` without a complete session. */
export const loader = ({ context }: Route.LoaderArgs) => ({ email: readSession(context).operator.email })

/** Checks the password once more and makes the session fresh again. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const { id, operator, aal, amr } = readSession(context)
  const confirmed = await confirmPassword(operator, readFormText(await request.formData(), 'password'))
  if (!confirmed.ok) return data({ error: confirmed.message }, { status: 422 })
  throw redirectToPage(parseNext(url.searchParams.get('next')), {
    cookies: await renewSession(id, { aal, amr }),
  })
}

function readSession(context: Route.LoaderArgs['context']): Session {
  const session = context.get(sessionContext)
  if (!session || session.aal !== session.nextAal) throw redirect('/auth')
  return session
}

export const meta = () => [{ title: 'Confirm your password' }]

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  return <ConfirmPassword {...loaderData} {...actionData} busy={busy} />
}
