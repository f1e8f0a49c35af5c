import {
  type ArticleScope,
  authorPath,
  categoryPath,
  pageTag,
  toAuthorNames,
} from '../../articles/articles.ts'
import { listByAuthor } from '../../articles/queries.server.ts'
import { findMovedTag } from '../../publishing/tags/queries.server.ts'

/** The target of a list without articles. */
export interface MovedList {
  /** Path of the page of the other list. */
  path: string
  /** The page tags of both lists. */
  tags: string[]
}

/**
 * Returns the target of a list without articles: a renamed tag leads to its new name, the text of several authors to
 * the first one's. Undefined if there is no target.
 */
export async function findMovedList(
  siteId: string,
  { category, author }: ArticleScope,
): Promise<MovedList | undefined> {
  if (category !== undefined) return findMovedCategory(siteId, category)
  return author === undefined ? undefined : findFirstAuthor(siteId, author)
}

async function findMovedCategory(siteId: string, category: string): Promise<MovedList | undefined> {
  const moved = await findMovedTag(siteId, category)
  if (moved === undefined) return undefined
  const tags = [category, moved].map((tag) => pageTag.category(siteId, tag))
  return { path: categoryPath(moved), tags }
}

async function findFirstAuthor(siteId: string, author: string): Promise<MovedList | undefined> {
  const [first] = toAuthorNames(author)
  if (first === undefined || first === author) return undefined
  const { total } = await listByAuthor(siteId, first, 1)
  return total === 0 ? undefined : { path: authorPath(first), tags: [pageTag.author(siteId, first)] }
}
