import { data, useNavigation } from 'react-router'
import { endOtherSessions, endSession, saveName } from '../../features/accounts/settings/commands.server.ts'
import {
  accountFailures,
  nameSaved,
  otherSessionsEnded,
  passwordChanged,
  sessionEnded,
  sessionGone,
} from '../../features/accounts/settings/messages.ts'
import { NameForm } from '../../features/accounts/settings/name-form.tsx'
import { PasswordForm } from '../../features/accounts/settings/password-form.tsx'
import { listSessions } from '../../features/accounts/settings/queries.server.ts'
import { SessionList } from '../../features/accounts/settings/session-list.tsx'
import { changePassword } from '../../features/accounts/sign-in/commands.server.ts'
import { toSignInSentence } from '../../features/accounts/sign-in/sign-in.ts'
import { requireSession } from '../../features/accounts/guard/guard.server.ts'
import { readId, readFormText } from '../../shared/text.ts'
import { Toast } from '../../ui/toast.tsx'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/account'

export const handle: RouteFacts = { access: 'screen', right: 'self' }

/** Lists the account's sessions, with the time of the server. */
export async function loader({ context }: Route.LoaderArgs) {
  const { operator, id } = requireSession(context)
  return { operator, sessions: await listSessions(operator, id), now: new Date() }
}

/** Changes the display name or the password, or ends one other session or all of them. */
export async function action({ request, context }: Route.ActionArgs) {
  const session = requireSession(context)
  const form = await request.formData()
  const intent = readFormText(form, 'intent')
  if (intent === 'end-session') {
    const hasEnded = await endSession(session.operator, readId(form, 'sessionId'))
    return { done: hasEnded ? sessionEnded : sessionGone }
  }
  if (intent === 'end-other-sessions') {
    await endOtherSessions(session.operator, session.id)
    return { done: otherSessionsEnded }
  }
  if (intent === 'save-name') {
    const name = readFormText(form, 'name')
    const refused = await saveName(session.operator, name)
    return refused
      ? data({ name, nameError: toSignInSentence(refused) }, { status: 422 })
      : { done: nameSaved }
  }
  const passwords = {
    password: readFormText(form, 'password'),
    newPassword: readFormText(form, 'newPassword'),
  }
  const changed = await changePassword(session, passwords)
  if (!changed.ok) return data({ error: toSignInSentence(changed) }, { status: 422 })
  const headers = changed.cookies.map((cookie): [string, string] => ['set-cookie', cookie])
  return data({ done: passwordChanged }, { headers })
}

export const clientMiddleware = [keepFormOnFailure(accountFailures)]

export const meta = () => [{ title: 'Account' }]

interface Answer {
  done?: string
  error?: string
  /** The display name that was refused. */
  name?: string
  nameError?: string
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { operator, sessions, now } = loaderData
  const busy = useNavigation().formMethod === 'POST'
  const { done, error, name, nameError }: Answer = actionData ?? {}
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="grid gap-5">
        <NameForm name={name ?? operator.name} error={nameError} busy={busy} />
        <PasswordForm key={done} email={operator.email} error={error} busy={busy} />
      </div>
      <SessionList sessions={sessions} now={now} busy={busy} />
      {!busy && done && <Toast title={done} tone="ok" />}
    </div>
  )
}
