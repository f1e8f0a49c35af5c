import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn } from '../../../platform/own-rows.server.ts'
import { pick } from '../../../shared/pick.ts'
import { withLineFeeds } from '../../../shared/text.ts'
import { type Operator, toPersonId } from '../../accounts/accounts.ts'
import { toTypedFields } from '../../articles/fields/fields.ts'
import { insertSavedRevision } from '../../articles/revisions/commands.server.ts'
import { findLastWriter, selectWriter, toArticleState } from '../../articles/revisions/queries.server.ts'
import { listChanged, REVISED_NAMES } from '../../articles/revisions/revisions.ts'
import type { DraftText, SavedDraft } from './drafts.ts'
import { readDraft } from './queries.server.ts'

/** A text of a draft or of a working copy. */
interface ToKeep {
  id: string
  text: DraftText
  /** The acting person if left out; null for a deleted one. */
  writtenBy?: string | null
  restoredFrom?: number | undefined
}

/** Stores a text as a revision of a draft or of a working copy, in the caller's transaction. Returns its number. */
export async function keepDraftText(
  trx: Transaction,
  operator: Operator,
  { id, text, writtenBy, restoredFrom }: ToKeep,
): Promise<number> {
  const row = await trx.selectFrom('blogPosts').selectAll().where('id', '=', id).executeTakeFirst()
  return insertSavedRevision(trx, {
    articleId: id,
    userId: operator.id,
    text: pick(text, REVISED_NAMES),
    article: row && toArticleState(row),
    restoredFrom,
    ...(writtenBy !== toPersonId(operator) && { writtenBy }),
  })
}

/**
 * Names the writer of a revision as that of its draft, which has the same text; without a number, of the newest one. Bringing
 * back the text of another person is not writing it.
 */
export async function keepWriter(
  trx: Transaction,
  operator: Operator,
  { id, number }: { id: string; number?: number },
): Promise<void> {
  const found = await selectWriter(trx, operator, id)
    .$if(number !== undefined, (upTo) => upTo.where('number', '<=', number ?? 0))
    .executeTakeFirst()
  if (!found) return
  await trx
    .updateTable('drafts')
    .set({ writtenBy: found.writer })
    .where('id', '=', id)
    .where(isOwn(operator, 'userId'))
    .execute()
}

/**
 * Returns the writer of a text that is saved as a working copy: that of the article, if this is the article's own text. Any
 * other text is the acting person's.
 */
export async function findWriter(
  trx: Transaction,
  operator: Operator,
  { id, text }: Pick<ToKeep, 'id' | 'text'>,
): Promise<string | null> {
  const person = toPersonId(operator)
  const article = await trx
    .selectFrom('blogPosts')
    .selectAll()
    .where('id', '=', id)
    .where(isOwn(operator, 'userId'))
    .executeTakeFirst()
  if (!article) return person
  const { slug, content } = article
  const present = { ...toTypedFields(article), content: withLineFeeds(content), slug }
  if (listChanged(present, pick(text, REVISED_NAMES)).length > 0) return person
  const writer = await findLastWriter(trx, operator, id)
  return writer === undefined ? person : writer
}

/**
 * Names the person who began a draft that was made again, because a trigger names the acting person, and authors reach only
 * what they began. Names nobody if that person is deleted.
 */
export async function keepBeginner(
  trx: Transaction,
  operator: Operator,
  { id, begunBy }: { id: string; begunBy: string | null },
): Promise<void> {
  await trx
    .updateTable('drafts')
    .set({ begunBy: sql<string | null>`(select id from users where id = ${begunBy})` })
    .where('id', '=', id)
    .where(isOwn(operator, 'userId'))
    .execute()
}

/** Waits for other writes of a draft; the lock ends with the transaction. A draft that does not exist is locked too. */
export async function lockDraft(trx: Transaction, operator: Operator, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${operator.id + id}, 0))`.execute(trx)
}

/** A draft that a transaction may end. */
interface ToEnd {
  id: string
  /** The version that the form was made from. Any version if left out. */
  version?: number | undefined
  /** True if its text goes on unpublished, in an article. Then its review goes on, too. */
  keepsReview?: boolean
}

/**
 * Deletes a draft in the transaction that publishes it, with its review. Returns false, and deletes nothing, if it was saved
 * again after `version`. Then the saved text is stored as a revision, because the next try may delete it. Without a version
 * the draft is deleted in any case.
 */
export async function endDraft(trx: Transaction, operator: Operator, toEnd: ToEnd): Promise<boolean> {
  const { isCurrent } = await lockToEnd(trx, operator, toEnd)
  if (isCurrent) await deleteDraft(trx, operator, toEnd)
  return isCurrent
}

/** Locks a draft as `endDraft` does, and deletes nothing. Returns the draft too, if there is one. */
export async function lockToEnd(
  trx: Transaction,
  operator: Operator,
  { id, version }: ToEnd,
): Promise<{ isCurrent: boolean; saved: SavedDraft | undefined }> {
  await lockDraft(trx, operator, id)
  const saved = await readDraft(trx, operator, id)
  const isCurrent = !saved || version === undefined || saved.version === version
  if (!isCurrent) await keepDraftText(trx, operator, saved)
  return { isCurrent, saved }
}

/** Deletes a draft that `lockToEnd` has locked. */
export async function deleteDraft(
  trx: Transaction,
  operator: Operator,
  { id, keepsReview = false }: ToEnd,
): Promise<void> {
  await sql`
    with ended as (
      delete from reviews where article_id = ${id} and ${isOwn(operator, 'userId')} and not ${keepsReview}::boolean
    )
    delete from drafts where id = ${id} and ${isOwn(operator, 'userId')}
  `.execute(trx)
}
