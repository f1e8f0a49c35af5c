import type { Updateable } from 'kysely'
import type { BlogPost, BlogPostsTable } from '../../db/tables.ts'
import type { Transaction } from '../../platform/database.server.ts'
import { dropPages } from '../../platform/page-drops.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { pageTagsOfArticle } from '../articles/articles.ts'
import { type RenderedMarkdown, toRenderedColumns } from '../articles/commands.server.ts'
import { noteArticleChange } from '../search-engines/commands.server.ts'
import { orderDeliveries, toWantedHash } from './orders.server.ts'
import { listWanted, selectOwnArticle } from './queries.server.ts'

/** One of the operator's own articles, kept from being changed until the transaction ends. */
export const lockAnyOwnArticle = (trx: Transaction, operator: Operator, articleId: string) =>
  selectOwnArticle(trx, operator, articleId).forUpdate()

/** The same, unless it is about to be deleted. */
export const lockOwnArticle = (trx: Transaction, operator: Operator, articleId: string) =>
  lockAnyOwnArticle(trx, operator, articleId).where('deletionAskedAt', 'is', null).executeTakeFirst()

/** Changes columns of an article, drops the pages that it was on and is on, and notes them for search engines. */
export async function changeArticle(
  trx: Transaction,
  before: BlogPost,
  changes: Updateable<BlogPostsTable>,
): Promise<BlogPost> {
  const after = await trx
    .updateTable('blogPosts')
    .set(changes)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await dropPages(trx, [...pageTagsOfArticle(before), ...pageTagsOfArticle(after)])
  await noteArticleChange(trx, { siteId: after.siteId, before, after })
  return after
}

/**
 * Puts another text into one of the operator's articles, in the caller's transaction, and has every site that it is on
 * get it at once. Refused when somebody changed the article after `version` was read.
 */
export async function replaceContent(
  trx: Transaction,
  operator: Operator,
  text: { articleId: string; version: string; content: string; rendered: RenderedMarkdown },
): Promise<'article-not-found' | 'changed-meanwhile' | undefined> {
  const { articleId, version, content, rendered } = text
  const before = await lockOwnArticle(trx, operator, articleId)
  if (!before) return 'article-not-found'
  if (before.updatedAt.toISOString() !== version) return 'changed-meanwhile'
  const columns = { content, ...toRenderedColumns(rendered), updatedAt: new Date() }
  const wantedHash = toWantedHash(await changeArticle(trx, before, columns))
  const orders = (await listWanted(trx, articleId)).map((order) => ({ ...order, wantedHash }))
  await orderDeliveries(trx, orders, 0)
  return undefined
}
