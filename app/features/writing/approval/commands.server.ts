import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import type { Approval, Credits } from './approval.ts'

/** Ends the review of an article in the transaction that published its text, unless it has a working copy. */
export async function endReviewWithoutText(
  trx: Transaction,
  operator: Operator,
  articleId: string,
): Promise<void> {
  await trx
    .deleteFrom('reviews')
    .where('articleId', '=', articleId)
    .where(isOwn(operator, 'userId'))
    .where(
      sql<boolean>`not exists (select from drafts where id = reviews.article_id and user_id = reviews.user_id)`,
    )
    .execute()
}

/**
 * Names the people behind a state of an article: the state that the article has now, or the one with a number. Only a state
 * that this transaction has stored gets its writer; earlier ones have theirs.
 */
export async function creditRevision(
  trx: Transaction,
  { articleId, number }: { articleId: string; number?: number },
  { writtenBy, approvals }: Credits,
): Promise<void> {
  const credited = await trx
    .updateTable('revisions')
    .set({
      writtenBy: sql`case when made_at = now() then nullif(${writtenBy}::uuid, made_by) else written_by end`,
    })
    .where('articleId', '=', articleId)
    .where('siteId', 'is', null)
    .where('number', '=', (eb) =>
      eb
        .selectFrom('revisions')
        .select((max) => max.fn.max('number').as('number'))
        .where('articleId', '=', articleId)
        .where('siteId', 'is', null)
        .$if(number === undefined, (state) => state.where('hash', 'is not', null))
        .$if(number !== undefined, (state) => state.where('number', '=', number ?? 0)),
    )
    .returning(['id', 'userId'])
    .execute()
  await insertApprovals(trx, credited, approvals)
}

/** Stores approvals of some texts. Those of the same site are stored already. */
export async function insertApprovals(
  trx: Transaction,
  revisions: { id: string; userId: string | null }[],
  approvals: Approval[],
): Promise<void> {
  const rows = revisions.flatMap(({ id: revisionId, userId }) =>
    userId === null ? [] : approvals.map((approval) => ({ revisionId, userId, ...approval })),
  )
  if (rows.length === 0) return
  await trx
    .insertInto('approvals')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Stores the approvals of some states of an article. Without approvals, it takes back those that they have. */
export async function setApprovals(
  trx: Transaction,
  operator: { id: string },
  { articleId, numbers, approvals }: { articleId: string; numbers: number[]; approvals: Approval[] },
): Promise<void> {
  const states = trx
    .selectFrom('revisions')
    .select(['id', 'userId'])
    .where('articleId', '=', articleId)
    .where(isOwn(operator, 'userId'))
    .where('siteId', 'is', null)
    .where('number', '=', sql<number>`any(${numbers}::int[])`)
  if (approvals.length > 0) return insertApprovals(trx, await states.execute(), approvals)
  await trx.deleteFrom('approvals').where('revisionId', 'in', states.clearSelect().select('id')).execute()
}
