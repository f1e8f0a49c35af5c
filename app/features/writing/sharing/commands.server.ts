import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { isOwn, writeAs } from '../../../platform/own-rows.server.ts'
import { type Operator, toPersonId } from '../../accounts/accounts.ts'
import { findSharedDraft, findUnpublished } from './queries.server.ts'
import { SHARE_DAYS, type ShareRefusal, SHARES_LIMIT } from './sharing.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'

/**
 * Makes a link that shows a draft to every visitor who has it, for some days. Returns a refusal if none was made. A request
 * that arrives again with the id of its link makes no other one.
 */
export async function shareDraft(
  operator: Operator,
  draftId: string,
  { id = uuidv7(), days }: { id?: string; days: number },
): Promise<Refusal<ShareRefusal> | undefined> {
  if (!(await findUnpublished(operator, draftId))) return refuse('draft-gone')
  return writeAs(operator, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${operator.id + draftId}, 0))`.execute(trx)
    await trx
      .deleteFrom('draftShares')
      .where(isOwn(operator, 'userId'))
      .where('endsAt', '<', sql<Date>`now()`)
      .execute()
    const { count } = await trx
      .selectFrom('draftShares')
      .select(sql<number>`count(*)::int`.as('count'))
      .where(isOwn(operator, 'userId'))
      .where('draftId', '=', draftId)
      .executeTakeFirstOrThrow()
    if (count >= SHARES_LIMIT) return refuse('too-many-shares')
    await trx
      .insertInto('draftShares')
      .values({
        id,
        userId: operator.id,
        madeBy: toPersonId(operator),
        draftId,
        endsAt: sql`now() + make_interval(days => ${days})`,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    return undefined
  })
}

/** Returns the newest active link to a draft. Makes one for the usual number of days if there is none. */
export async function findOrMakeLink(
  operator: Operator,
  draftId: string,
): Promise<{ url: string } | Refusal<ShareRefusal>> {
  const before = await findSharedDraft(operator, draftId)
  const [newest] = before?.shares ?? []
  if (newest) return { url: newest.url }
  const refusal = await shareDraft(operator, draftId, { days: SHARE_DAYS[0] })
  if (refusal) return refusal
  const [made] = (await findSharedDraft(operator, draftId))?.shares ?? []
  return made ? { url: made.url } : refuse('draft-gone')
}

/** Withdraws a link to a draft of the operator, immediately. Returns false if the account has no such link. */
export async function withdrawShare(operator: Operator, draftId: string, shareId: string): Promise<boolean> {
  const withdrawn = await writeAs(operator, (trx) =>
    trx
      .deleteFrom('draftShares')
      .where(isOwn(operator, 'userId'))
      .where('draftId', '=', draftId)
      .where('id', '=', shareId)
      .executeTakeFirst(),
  )
  return withdrawn.numDeletedRows > 0n
}
