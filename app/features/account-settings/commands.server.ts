import { sql } from 'kysely'
import { log } from '../../platform/log.server.ts'
import { isOwn, writeAs } from '../../platform/own-rows.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { confirmPassword } from '../accounts/commands.server.ts'
import { findSiteOwnerId } from '../accounts/queries.server.ts'
import { DELETION_PAUSE_DAYS } from './account-settings.ts'
import { siteOwnerStays } from './messages.ts'

/** Ends one of the account's sessions; one that is nobody's, or somebody else's, is not there. */
export async function endSession(operator: Operator, sessionId: string): Promise<{ ok: boolean }> {
  const ended = await writeAs(operator, (trx) =>
    trx
      .deleteFrom('sessions')
      .where(isOwn(operator, 'userId'))
      .where('id', '=', sessionId)
      .returning('id')
      .executeTakeFirst(),
  )
  if (ended) log.info({ account: operator.id }, 'account.session_ended')
  return { ok: ended !== undefined }
}

/** Ends every browser session of the account but one. */
export async function endOtherSessions(operator: Operator, currentId: string): Promise<void> {
  await writeAs(operator, (trx) =>
    trx
      .deleteFrom('sessions')
      .where(isOwn(operator, 'userId'))
      .where('kind', '=', 'browser')
      .where('id', '!=', currentId)
      .execute(),
  )
  log.info({ account: operator.id }, 'account.other_sessions_ended')
}

/**
 * Asks for the end of the account in seven days, and ends every session at once. The password is asked for again. The
 * site's owner is refused: the next account to come would own the site.
 */
export async function requestDeletion(
  operator: Operator,
  wish: { password: string; keepsArticles: boolean },
): Promise<{ ok: true } | { ok: false; message: string }> {
  if ((await findSiteOwnerId()) === operator.id) return { ok: false, message: siteOwnerStays }
  const confirmed = await confirmPassword(operator, wish.password)
  if (!confirmed.ok) return confirmed
  await writeAs(operator, async (trx) => {
    await trx
      .updateTable('users')
      .set({
        deletionDueAt: sql<Date>`now() + make_interval(days => ${sql.lit(DELETION_PAUSE_DAYS)})`,
        deletionKeepsArticles: wish.keepsArticles,
      })
      .where(isOwn(operator, 'id'))
      .execute()
    await trx.deleteFrom('sessions').where(isOwn(operator, 'userId')).execute()
  })
  log.info({ account: operator.id }, 'account.deletion_requested')
  return { ok: true }
}

/** Takes back what `requestDeletion` asked for. */
export async function keepAccount(operator: Operator): Promise<void> {
  await writeAs(operator, (trx) =>
    trx.updateTable('users').set({ deletionDueAt: null }).where(isOwn(operator, 'id')).execute(),
  )
}
