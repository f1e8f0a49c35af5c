import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn } from '../../../platform/own-rows.server.ts'
import { type Operator, toPersonId } from '../../accounts/accounts.ts'
import { toPersonName } from '../../articles/revisions/queries.server.ts'
import type { ReviewNote } from './notes.ts'

// Notes keep the id of the draft that became the article.
const isOf = (articleId: string) =>
  sql<boolean>`review_notes.article_id in (${articleId}, (select draft_id from blog_posts where id = ${articleId}))`

/** Counts the notes on a text. */
export async function countNotes(trx: Transaction, operator: Operator, articleId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('reviewNotes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isOwn(operator, 'userId'))
    .where(isOf(articleId))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the notes on a text, the oldest first. */
export async function listNotes(
  trx: Transaction,
  operator: Operator,
  articleId: string,
): Promise<(ReviewNote & { line: number | null })[]> {
  const rows = await trx
    .selectFrom('reviewNotes')
    .leftJoin('users', 'users.id', 'madeBy')
    .select(['reviewNotes.id', 'madeAt', 'line', 'quote', 'body', 'madeBy', 'settledAt'])
    .select(toPersonName('users').as('by'))
    .where(isOwn(operator, 'reviewNotes.userId'))
    .where(isOf(articleId))
    .orderBy('madeAt')
    .execute()
  return rows.map(({ madeBy, settledAt, ...note }) => ({
    ...note,
    isSettled: settledAt !== null,
    isOwn: madeBy === toPersonId(operator),
  }))
}

/** Returns true if a text has a note that is not done. */
export async function hasOpenNote(trx: Transaction, operator: Operator, articleId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('reviewNotes')
    .select('id')
    .where(isOwn(operator, 'userId'))
    .where(isOf(articleId))
    .where('settledAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns a note that its reader reaches. */
export async function findNote(
  trx: Transaction,
  reader: Operator,
  noteId: string,
): Promise<{ quote: string; said: string; by: string } | undefined> {
  const note = await trx
    .selectFrom('reviewNotes')
    .leftJoin('users', 'users.id', 'madeBy')
    .select(['quote', 'body as said', toPersonName('users').as('by')])
    .where(sql`review_notes.id::text`, '=', noteId)
    .where(isOwn(reader, 'reviewNotes.userId'))
    .executeTakeFirst()
  return note && { ...note, by: note.by ?? 'Somebody' }
}
