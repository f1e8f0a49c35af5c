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

/** Names the people behind the newest state of an article, in the transaction that stored it. */
export async function creditRevision(trx: Transaction, articleId: string, credits: Credits): Promise<void> {
  await trx
    .updateTable('revisions')
    .set({ ...credits, writtenBy: sql`nullif(${credits.writtenBy}::uuid, made_by)` })
    .where('articleId', '=', articleId)
    .where('siteId', 'is', null)
    .where('number', '=', (eb) =>
      eb
        .selectFrom('revisions')
        .select((max) => max.fn.max('number').as('number'))
        .where('articleId', '=', articleId)
        .where('siteId', 'is', null),
    )
    .execute()
}

/** Sets or takes back the approval of some states of an article that no reader has seen. */
export async function setApproval(
  trx: Transaction,
  operator: { id: string },
  { articleId, numbers, approval }: { articleId: string; numbers: number[]; approval: Approval | undefined },
): Promise<void> {
  await trx
    .updateTable('revisions')
    .set(approval ?? { approvedBy: null, approvedAt: null, approvedSites: null })
    .where('articleId', '=', articleId)
    .where(isOwn(operator, 'userId'))
    .where('siteId', 'is', null)
    .where('kind', '=', 'saved')
    .where('number', '=', sql<number>`any(${numbers}::int[])`)
    .execute()
}
