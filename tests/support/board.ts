import { sql } from 'kysely'
import type { Operator } from '../../app/features/accounts/accounts.ts'
import { purgeDeleted } from '../../app/features/articles/commands.server.ts'
import {
  type ArticleChange,
  type Board,
  type ChangeSummary,
  parseBoard,
} from '../../app/features/newsroom/board/board.ts'
import { changeMany } from '../../app/features/newsroom/board/commands.server.ts'
import { findBoard } from '../../app/features/newsroom/board/queries.server.ts'
import { db } from '../../app/platform/store/database.server.ts'
import { isRefusal } from '../../app/shared/refusal.ts'

/** Returns a page of an operator's board; `search` is the query of its URL. */
export const readBoard = (operator: Operator, search: Record<string, string> = {}): Promise<Board> =>
  findBoard(operator, parseBoard(new URLSearchParams(search)))

/** Changes articles. Throws if that is refused. */
export async function change(
  operator: Operator,
  ids: string[],
  wanted: ArticleChange,
): Promise<ChangeSummary> {
  const done = await changeMany(operator, ids, wanted)
  if (isRefusal(done)) throw new Error(done.reason)
  return done
}

/** Unpublishes an article. */
export const unpublishArticle = (operator: Operator, id: string) =>
  change(operator, [id], { kind: 'unpublish' })

/** Publishes an article that was unpublished. */
export const publishAgain = (operator: Operator, id: string) => change(operator, [id], { kind: 'publish' })

/** Deletes an article. */
export const deleteArticle = (operator: Operator, id: string) => change(operator, [id], { kind: 'delete' })

/** Lets the hour pass in which a deletion can be undone. */
export async function passUndoTime(): Promise<void> {
  await sql`update blog_posts set deletion_asked_at = deletion_asked_at - interval '1 hour'`.execute(db)
  await purgeDeleted()
}
