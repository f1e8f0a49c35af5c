import { type RawBuilder, sql } from 'kysely'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { prepareIn } from '../../../platform/store/prepared.server.ts'
import { asInstallation, isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { isOfNoDeleted } from '../../articles/queries.server.ts'
import { type BegunDraft, type DraftText, draftText, type SavedDraft, type ShownReview } from './drafts.ts'
import { type Conflict, mergeDrafts, settle } from './merge-drafts.ts'

/** Returns the SQL expression for the state of the review of a text; null without one. */
export const shownReview = (
  accountId: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
) => sql<ShownReview | null>`(
  select case when state = 'approved' and exists (
      select from drafts as written join revisions as approved
        on approved.article_id = written.id and approved.site_id is null and approved.number = reviews.revision
      where written.id = reviews.article_id and written.user_id = reviews.user_id
        and approved.text <> written.text - 'siteIds' - 'generateVariations')
    then 'stale' else state end
  from reviews where reviews.user_id = ${accountId} and reviews.article_id = ${id})`

/** Returns one of the operator's drafts; undefined for drafts of other accounts. */
export const findDraft = (operator: Operator, id: string): Promise<SavedDraft | undefined> =>
  readAs(operator, (trx) => readDraft(trx, operator, id))

/** Returns what `findDraft` returns, in the caller's transaction. */
export async function readDraft(
  trx: Transaction,
  operator: Operator,
  id: string,
): Promise<SavedDraft | undefined> {
  const [row] = await selectDraft(trx, operator.id, id)
  if (!row) return undefined
  const { articleVersion, base, text, ...draft } = row
  return {
    ...draft,
    text: draftText.parse(text),
    base: articleVersion === null ? null : { version: articleVersion, text: draftText.parse(base) },
  }
}

const selectDraft = prepareIn((accountId: string, id: string) =>
  db
    .selectFrom('drafts')
    .select(['id', 'version', 'text', 'savedAt', 'writtenBy', 'begunBy', 'articleVersion', 'base'])
    .select(shownReview(sql`drafts.user_id`, sql`drafts.id`).as('review'))
    .where('id', '=', id)
    .where(isOwn({ id: accountId }, 'userId'))
    .where(isOfNoDeleted),
)

/** The SQL condition that a draft is not a working copy, because its article was never published. */
export const isBegun = sql<boolean>`not exists (select from blog_posts where blog_posts.id = drafts.id)`

/** Lists the operator's drafts of articles that were never published, the last saved first. */
export const listBegun = (operator: Operator, limit: number): Promise<BegunDraft[]> =>
  readAs(operator, (trx) =>
    trx
      .selectFrom('drafts')
      .select(['id', sql<string>`text->>'title'`.as('title'), 'savedAt'])
      .where(isOwn(operator, 'userId'))
      .where(isBegun)
      .orderBy('savedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
  )

/** Returns the text with the changes of both sides; undefined if somebody has to choose between two of them. */
export function mergeCleanly(base: DraftText, mine: DraftText, theirs: DraftText): DraftText | undefined {
  const { conflicts, text } = mergeTexts(base, mine, theirs)
  return conflicts.length === 0 ? text : undefined
}

/** Returns the text with the changes of both sides, and the parts that both changed. The text has those of `mine`. */
export function mergeTexts(
  base: DraftText,
  mine: DraftText,
  theirs: DraftText,
): { text: DraftText; conflicts: Conflict[] } {
  const merged = mergeDrafts(base, mine, theirs)
  return { text: settle(merged, () => 'mine'), conflicts: merged.conflicts }
}

/**
 * Returns true if an article or a draft of another account has the id, or one of the account that the person does not
 * reach. No draft of another account keeps an account from its own article. Both may have a draft with one id if they
 * begin at the same moment: the key is the account's.
 */
export const isOfOthers = (trx: Transaction, operator: Operator, id: string): Promise<boolean> =>
  asInstallation(trx, async () => {
    const { rows } = await sql<{ isTaken: boolean }>`
      select exists (select from blog_posts where id = ${id} and user_id is distinct from ${operator.id})
        or exists (select from drafts where id = ${id} and user_id <> ${operator.id})
          and not exists (select from blog_posts where id = ${id} and user_id = ${operator.id})
        or not acts_for_all() and (
          exists (select from blog_posts where ${id} in (id, draft_id) and user_id = ${operator.id}
            and not reaches_article(id))
          or exists (select from drafts where id = ${id} and user_id = ${operator.id}
            and not reaches_draft(id, begun_by, text))) as is_taken
    `.execute(trx)
    return rows[0]?.isTaken === true
  })
