import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { isOwn, requireRight, writeAs } from '../../../platform/own-rows.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { enqueue } from '../../../platform/work/queue.server.ts'
import { refuse } from '../../../shared/refusal.ts'
import { type Operator, toPersonId } from '../../accounts/accounts.ts'
import { listPeople } from '../../accounts/members/queries.server.ts'
import { findMentioned, NOTE_LENGTH, NOTES_LIMIT } from './notes.ts'
import { countNotes } from './list-notes.server.ts'
import { findShownText } from './queries.server.ts'
import type { NotReviewed } from './messages.ts'

/** The job that mails somebody about a review. */
export const REVIEW_MAIL_JOB = 'mail-review'

/**
 * A mail to one person of an account: about a note that names the person, about a decision on the person's text, or about a
 * text to review.
 */
interface ReviewMail {
  accountId: string
  personId: string
  /** The id of the draft, or of the article. */
  articleId: string
  about: 'mention' | 'changes' | 'approve' | 'submit'
  noteId?: string
}

/** Enqueues a mail in the caller's transaction, if this site sends mails. */
export async function mailReviewLater(trx: Transaction, mail: ReviewMail): Promise<void> {
  if (env.SMTP_URL) await enqueue(trx, { name: REVIEW_MAIL_JOB, data: mail, delayS: 0 })
}

const limitNotes = (operator: Operator) => ({ name: 'note', of: toPersonId(operator), most: 60, windowS: 60 })

/**
 * Writes a note on a line of a text, or on the whole text. The people of the account whom it names as `@name` get a mail, if
 * they may read the text. Returns a refusal if it does not.
 */
export async function writeNote(
  operator: Operator,
  id: string,
  { line, body }: { line: number | undefined; body: string },
): Promise<NotReviewed | undefined> {
  requireRight(operator, 'write')
  const text = body.trim()
  if (text === '') return refuse('note-missing')
  if (text.length > NOTE_LENGTH) return refuse('message-too-long')
  if ((await consumeRateLimits([limitNotes(operator)])) > 0) return refuse('too-often')
  return writeAs(operator, async (trx) => {
    const shown = await findShownText(trx, operator, { id })
    if (!shown) return refuse('gone')
    const quote = line === undefined ? '' : shown.text.content.split(/\r?\n/)[line - 1]
    if (quote === undefined) return refuse('changed-meanwhile')
    if ((await countNotes(trx, operator, id)) >= NOTES_LIMIT) return refuse('too-many-notes')
    const noteId = uuidv7()
    const row = { id: noteId, userId: operator.id, articleId: id, line: line ?? null, quote, body: text }
    await trx.insertInto('reviewNotes').values(row).execute()
    for (const personId of findMentioned(text, await listPeople(trx, operator)))
      if (personId !== toPersonId(operator))
        await mailReviewLater(trx, {
          accountId: operator.id,
          personId,
          articleId: id,
          about: 'mention',
          noteId,
        })
    return undefined
  })
}

/** Marks a note as done, or as open again. */
export const settleNote = (
  operator: Operator,
  noteId: string,
  isSettled: boolean,
): Promise<NotReviewed | undefined> =>
  writeAs(operator, async (trx) => {
    const settled = isSettled
      ? { settledAt: new Date(), settledBy: toPersonId(operator) }
      : { settledAt: null, settledBy: null }
    const row = await trx
      .updateTable('reviewNotes')
      .set(settled)
      .where('id', '=', noteId)
      .where(isOwn(operator, 'userId'))
      .returning('id')
      .executeTakeFirst()
    return row ? undefined : refuse('note-gone')
  })

/** Deletes a note of the person's own. */
export const deleteNote = (operator: Operator, noteId: string): Promise<NotReviewed | undefined> =>
  writeAs(operator, async (trx) => {
    const row = await trx
      .deleteFrom('reviewNotes')
      .where('id', '=', noteId)
      .where(isOwn(operator, 'userId'))
      .where('madeBy', '=', toPersonId(operator))
      .returning('id')
      .executeTakeFirst()
    return row ? undefined : refuse('note-gone')
  })

/** Deletes the notes and the reviews of texts that are gone, and cannot be brought back. */
export async function pruneReviews(): Promise<void> {
  for (const table of ['review_notes', 'reviews'])
    await sql`
      delete from ${sql.table(table)} as left_over
      where not exists (select from blog_posts
          where left_over.article_id in (id, draft_id) and user_id = left_over.user_id)
        and not exists (select from drafts where id = left_over.article_id and user_id = left_over.user_id)
        and not exists (select from run_items where item_id = left_over.article_id::text)
    `.execute(db)
}
