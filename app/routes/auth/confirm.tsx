import { data, redirect, useNavigation } from 'react-router'
import { parseNext } from '../../features/accounts/accounts.ts'
import { leave } from '../../features/accounts/answers.server.ts'
import { confirmPassword, renewSession } from '../../features/accounts/commands.server.ts'
import { ConfirmPassword } from '../../features/accounts/confirm-password.tsx'
import { sessionContext } from '../../features/accounts/guard.server.ts'
import type { Session } from '../../features/accounts/queries.server.ts'
import { readText } from '../../shared/text.ts'
import type { Route } from './+types/confirm'

export const loader = ({ context }: Route.LoaderArgs) => ({ email: readSession(context).operator.email })

export async function action({ request, context, url }: Route.ActionArgs) {
  const { id, operator, aal, amr } = readSession(context)
  const confirmed = await confirmPassword(operator, readText(await request.formData(), 'password'))
  if (!confirmed.ok) return data({ error: confirmed.message }, { status: 422 })
  throw leave(parseNext(url.searchParams.get('next')), { cookies: await renewSession(id, { aal, amr }) })
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
