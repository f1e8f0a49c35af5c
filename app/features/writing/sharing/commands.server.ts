import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { isOwn, writeAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { findUnpublished } from './queries.server.ts'
import { type ShareRefusal, SHARES_LIMIT } from './sharing.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'

/** Makes a link that shows a draft to every visitor who has it, for some days. Returns a refusal if none was made. */
export async function shareDraft(
  operator: Operator,
  draftId: string,
  days: number,
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
        id: uuidv7(),
        userId: operator.id,
        madeBy: operator.id,
        draftId,
        endsAt: sql`now() + make_interval(days => ${days})`,
      })
      .execute()
    return undefined
  })
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
