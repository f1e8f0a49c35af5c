import { sql } from 'kysely'
import { type Database, db, type Transaction } from '../../../platform/store/database.server.ts'
import { log } from '../../../platform/log.server.ts'
import { asInstallation, isOwn, requireRight, writeAs } from '../../../platform/own-rows.server.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import { type Operator, parseDisplayName, toPersonId } from '../accounts.ts'
import { confirmPassword } from '../sign-in/commands.server.ts'
import { isSiteOwner } from '../sign-in/queries.server.ts'
import { withdrawOf } from '../members/commands.server.ts'
import type { SignInRefusal } from '../sign-in/sign-in.ts'
import { note } from '../record/commands.server.ts'
import { DELETION_PAUSE_DAYS } from './settings.ts'

/** Saves another display name. Refuses one that cannot be used. */
export async function saveName(
  operator: Operator,
  typed: string,
): Promise<Refusal<'name-wrong'> | undefined> {
  const name = parseDisplayName(typed)
  if (!name) return refuse('name-wrong')
  await writeAs(operator, (trx) =>
    trx.updateTable('users').set({ name }).where(isOwn(operator, 'id')).execute(),
  )
}

/** Ends one of the account's sessions. Returns false if the account has no session with this id. */
export async function endSession(operator: Operator, sessionId: string): Promise<boolean> {
  const ended = await writeAs(operator, (trx) =>
    trx
      .deleteFrom('sessions')
      .where(isOwn(operator, 'userId'))
      .where('id', '=', sessionId)
      .returning('id')
      .executeTakeFirst(),
  )
  if (ended) log.info({ account: operator.id }, 'account.session_ended')
  return ended !== undefined
}

/** Ends every browser session of the account except the current one. */
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
 * Schedules the deletion of the account in seven days and ends all its sessions immediately. Needs the password of the
 * person again. Refuses the site's owner: otherwise the next new account would own the site. A person goes with the own
 * account. The last person of another one may delete it, too.
 */
export async function requestDeletion(
  operator: Operator,
  request: { password: string; keepsArticles: boolean },
): Promise<{ ok: true } | SignInRefusal | Refusal<Held | 'owns-site'>> {
  requireRight(operator, 'lead')
  const held = await findHeldBy(db, operator)
  if (held) return refuse(held)
  if (await isSiteOwner(operator)) return refuse('owns-site')
  const confirmed = await confirmPassword(operator, request.password)
  if (!confirmed.ok) return confirmed
  const refused = await writeAs(operator, async (trx) => {
    const heldNow = await asInstallation(trx, () => lockAndFindHeld(trx, operator))
    if (heldNow) return refuse(heldNow)
    await trx
      .updateTable('users')
      .set({
        deletionDueAt: sql<Date>`now() + make_interval(days => ${sql.lit(DELETION_PAUSE_DAYS)})`,
        deletionKeepsArticles: request.keepsArticles,
      })
      .where(isOwn(operator, 'id'))
      .execute()
    await endSessionsOf(trx, operator)
    await note(trx, operator, ['deletion-asked'])
    await asInstallation(trx, () => withdrawOf(trx, operator.id, toPersonId(operator)))
    return undefined
  })
  if (refused) return refused
  log.info({ account: operator.id }, 'account.deletion_requested')
  return { ok: true }
}

const endSessionsOf = (trx: Transaction, { id, member }: Operator) =>
  trx
    .deleteFrom('sessions')
    .where(member ? 'accountId' : 'userId', '=', id)
    .execute()

/**
 * Returns the reason why an account cannot go: other people are in it, or its person is the last owner of another one and
 * goes with it.
 */
async function findHeldBy(store: Database, operator: Operator): Promise<Held | undefined> {
  const personId = toPersonId(operator)
  const { rows } = await sql<{ hasMembers: boolean; isLastOwner: boolean }>`
    select
      exists (select from members where account_id = ${operator.id} and person_id <> ${personId} and ended_at is null)
        as has_members,
      ${personId === operator.id} and exists (select from members mine where person_id = ${personId} and account_id <> ${personId} and role = 'owner'
        and ended_at is null and not exists (
          select from members other join users on users.id = other.person_id
          where other.account_id = mine.account_id and other.person_id <> ${personId} and other.role = 'owner'
            and other.ended_at is null and users.deletion_due_at is null)) as is_last_owner
  `.execute(store)
  if (rows[0]?.hasMembers) return 'has-members'
  return rows[0]?.isLastOwner ? 'last-owner' : undefined
}

type Held = 'has-members' | 'last-owner'

// Somebody may join meanwhile, and another owner may go. Changes of the people of an account lock its row, too.
async function lockAndFindHeld(trx: Transaction, operator: Operator): Promise<Held | undefined> {
  const personId = toPersonId(operator)
  await sql`
    select from users where id in (${operator.id}, ${personId}) or id in (
      select account_id from members where person_id = ${personId} and role = 'owner' and ended_at is null)
    order by id for no key update
  `.execute(trx)
  return findHeldBy(trx, operator)
}

/** Cancels the deletion that `requestDeletion` scheduled. */
export async function keepAccount(operator: Operator): Promise<void> {
  await writeAs(operator, (trx) =>
    trx.updateTable('users').set({ deletionDueAt: null }).where(isOwn(operator, 'id')).execute(),
  )
}
