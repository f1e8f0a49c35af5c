import { data, useNavigation } from 'react-router'
import { endOtherSessions, endSession } from '../../features/account-settings/commands.server.ts'
import {
  otherSessionsEnded,
  passwordChanged,
  sessionEnded,
} from '../../features/account-settings/messages.ts'
import { PasswordForm } from '../../features/account-settings/password-form.tsx'
import { listSessions } from '../../features/account-settings/queries.server.ts'
import { SessionList } from '../../features/account-settings/session-list.tsx'
import { changePassword } from '../../features/accounts/commands.server.ts'
import { requireSession } from '../../features/accounts/guard.server.ts'
import { readId, readText } from '../../shared/text.ts'
import { Toast } from '../../ui/toast.tsx'
import type { Route } from './+types/account'

export async function loader({ context }: Route.LoaderArgs) {
  const { operator, id } = requireSession(context)
  return { email: operator.email, sessions: await listSessions(operator, id), now: new Date() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const session = requireSession(context)
  const form = await request.formData()
  const intent = readText(form, 'intent')
  if (intent === 'end-session') {
    await endSession(session.operator, readId(form, 'sessionId'))
    return { done: sessionEnded }
  }
  if (intent === 'end-other-sessions') {
    await endOtherSessions(session.operator, session.id)
    return { done: otherSessionsEnded }
  }
  const passwords = { password: readText(form, 'password'), newPassword: readText(form, 'newPassword') }
  const changed = await changePassword(session, passwords)
  if (!changed.ok) return data({ error: changed.message }, { status: 422 })
  const headers = changed.cookies.map((cookie): [string, string] => ['set-cookie', cookie])
  return data({ done: passwordChanged }, { headers })
}

export const meta = () => [{ title: 'Account' }]

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { email, sessions, now } = loaderData
  const busy = useNavigation().formMethod === 'POST'
  const done = actionData && 'done' in actionData ? actionData.done : undefined
  const error = actionData && 'error' in actionData ? actionData.error : undefined
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <PasswordForm key={done} email={email} error={error} busy={busy} />
      <SessionList sessions={sessions} now={now} busy={busy} />
      {!busy && done && <Toast title={done} tone="ok" />}
    </div>
  )
}
