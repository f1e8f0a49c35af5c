import { PASSWORD_AGAIN } from '../../../shared/password-again.ts'
import { readFormText } from '../../../shared/text.ts'
import { confirmPassword, renewSession } from './commands.server.ts'
import { passwordAgain } from './messages.ts'
import type { Session } from './queries.server.ts'
import { toSignInSentence } from './sign-in.ts'

/** The session that a form is done with. */
export interface Confirmed {
  session: Session
  /** The cookies of a session that was made fresh. */
  headers: Headers
  /** The sentence for the field of the password, if the command refuses the session as not fresh. */
  why: string
}

/**
 * Makes a session fresh by the password in the form that needs a fresh one. So the form is refused at most once, and
 * keeps its typed values. Without a password, or with a wrong one, the session stays as it is.
 */
export async function confirmInForm(session: Session, form: FormData): Promise<Confirmed> {
  const password = readFormText(form, PASSWORD_AGAIN)
  if (session.isFresh || password === '') return { session, headers: new Headers(), why: passwordAgain }
  const confirmed = await confirmPassword(session.operator, password)
  if (!confirmed.ok) return { session, headers: new Headers(), why: toSignInSentence(confirmed) }
  const headers = new Headers()
  const { id, aal } = session
  const amr = [...new Set([...session.amr, 'password'])]
  for (const cookie of await renewSession(id, { aal, amr })) headers.append('set-cookie', cookie)
  return { session: { ...session, isFresh: true }, headers, why: passwordAgain }
}
