import { sql } from 'kysely'
import type { BlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import {
  insertArticle,
  resolveTranslation,
  toTextColumns,
  type TranslationRefusal,
} from '../../articles/commands.server.ts'
import type { ArticleText } from '../../articles/fields/fields.ts'
import type { RenderedMarkdown } from '../../articles/markdown/markdown.ts'
import { insertFirstRevision } from '../../articles/revisions/commands.server.ts'
import { hashText, toArticleState } from '../../articles/revisions/queries.server.ts'
import { isRefusal, type Refusal } from '../../../shared/refusal.ts'
import { endDraft } from '../drafts/commands.server.ts'
import { lockOwnArticle, ownArticleOf } from './queries.server.ts'

// Rows of a draft that go with it when it becomes an article.
const MOVED = [
  ['draft_shares', 'draft_id'],
  ['reviews', 'article_id'],
] as const

/**
 * Stores a draft as an article that no reader sees, in the caller's transaction. So it has a slug before it is
 * published. Its revisions and its links become those of the article, and the draft ends. Returns undefined if the draft was saved
 * again or deleted in the meantime, and a refusal if it names no article that it can be a translation of.
 */
export async function insertUnpublished(
  trx: Transaction,
  operator: Operator,
  draft: { id: string; version: number; text: ArticleText; rendered: RenderedMarkdown },
): Promise<BlogPost | Refusal<TranslationRefusal> | undefined> {
  const linked = await resolveTranslation(trx, operator, { typed: draft.text.translationOf })
  if (isRefusal(linked)) return linked
  if (!(await endDraft(trx, operator, { ...draft, keepsReview: true }))) return undefined
  if (await ownArticleOf(trx, operator, draft.id).executeTakeFirst()) return undefined
  const userId = operator.id
  const columns = { ...toTextColumns(draft.text, draft.rendered), translationOf: linked.translationOf }
  const { id } = await insertArticle(trx, {
    ...columns,
    draftHash: hashText(draft.text),
    publishedAt: null,
    updatedAt: new Date(),
    siteId: null,
    userId,
    draftId: draft.id,
  })
  const article = await lockOwnArticle(trx, operator, id)
  if (article) await insertFirstRevision(trx, draft.id, toArticleState(article))
  for (const [table, column] of MOVED)
    await sql`
      update ${sql.table(table)} set ${sql.id(column)} = ${id} where ${sql.id(column)} = ${draft.id} and user_id = ${userId}
    `.execute(trx)
  return article
}
