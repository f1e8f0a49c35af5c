import { sql } from 'kysely'
import { log } from '../../platform/log.server.ts'
import { asInstallation, isOwn, writeAs } from '../../platform/own-rows.server.ts'
import { countAttempt } from '../../platform/rate-limits.server.ts'
import type { Operator } from './accounts.ts'
import { limitConfirmation } from './limits.server.ts'
import { mailLater } from './mail-account.server.ts'
import { confirmationRefused, passwordRefusals, tooManyAttempts } from './messages.ts'
import { hashPassword, NOBODYS_HASH, refusePassword, verifyPassword } from './password.server.ts'
import { findCredential, type Session } from './queries.server.ts'
import { renewSession } from './sessions.server.ts'

type Answer<T = object> = ({ ok: true } & T) | { ok: false; message: string }

/** Asks again for the password of an account that is signed in, before what cannot be taken back. */
export async function confirmPassword(operator: Operator, password: string): Promise<Answer> {
  const waitS = await countAttempt(limitConfirmation(operator.id))
  if (waitS > 0) return { ok: false, message: tooManyAttempts(waitS) }
  const credential = await findCredential(operator.email)
  const isRight = await verifyPassword({ hash: credential?.passwordHash ?? NOBODYS_HASH, password })
  return isRight ? { ok: true } : { ok: false, message: confirmationRefused }
}

/**
 * Gives an account another password. Every other session, access token and mailed link of it ends with the old one, this
 * session gets a new cookie, and a mail tells the owner.
 */
export async function changePassword(
  session: Session,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<Answer<{ cookies: string[] }>> {
  const { operator, id, aal, amr } = session
  const reason = await refusePassword(newPassword)
  if (reason) return { ok: false, message: passwordRefusals[reason] }
  const confirmed = await confirmPassword(operator, password)
  if (!confirmed.ok) return confirmed
  const hash = await hashPassword(newPassword)
  await writeAs(operator, async (trx) => {
    await trx
      .updateTable('accounts')
      .set({ password: hash, updatedAt: sql<Date>`now()` })
      .where(isOwn(operator, 'userId'))
      .where('providerId', '=', 'credential')
      .execute()
    await trx.deleteFrom('sessions').where(isOwn(operator, 'userId')).where('id', '!=', id).execute()
    await asInstallation(trx, () => sql`delete from verifications where value = ${operator.id}`.execute(trx))
    await mailLater(trx, { wish: 'password-changed', email: operator.email })
  })
  log.info({ account: operator.id }, 'account.password_changed')
  return { ok: true, cookies: await renewSession(id, { aal, amr }) }
}
