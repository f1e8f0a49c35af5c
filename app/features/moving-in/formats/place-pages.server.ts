import type { Transaction } from '../../../platform/store/database.server.ts'
import { insertPages, reservePagePaths } from '../../articles/placement/commands.server.ts'
import { findPageSites } from '../../articles/queries.server.ts'

/** An article that is to be stored. */
interface Placeable {
  id: string
  siteId: string | null
  /** The path of a page. */
  page: string | undefined
}

interface Placing<Article> {
  placed: Article[]
  /** The ids of pages that are drafts on no site, because their path is not free. */
  withoutPath: Set<string>
  /** Adds the new pages to their site, once their articles are stored. */
  addPages: () => Promise<void>
}

/**
 * Finds the places of articles on the site of pages; without one they stay as they are. New pages get their paths. A page
 * whose path is not free is a draft on no site, so that no list of articles shows it. It stays one with later imports. A
 * page that readers see as an article stays that.
 */
export async function placePages<Article extends Placeable>(
  trx: Transaction,
  siteId: string | undefined,
  { articles, isNew }: { articles: Article[]; isNew: (article: Article) => boolean },
): Promise<Placing<Article>> {
  const pages = siteId === undefined ? [] : articles.filter(({ page }) => page !== undefined)
  const added = pages.filter(isNew)
  const paths = siteId === undefined ? new Map<string, string>() : await reservePagePaths(trx, siteId, added)
  const lacking = added.filter(({ id }) => !paths.has(id)).map(({ id }) => id)
  const known = pages.filter((page) => !isNew(page)).map(({ id }) => id)
  const withoutPath = new Set([...lacking, ...(await listUnplaced(trx, known))])
  const placed = articles.map((article) => {
    if (withoutPath.has(article.id)) return { ...article, siteId: null, publishedAt: null }
    return paths.has(article.id) ? { ...article, siteId: null } : article
  })
  return { placed, withoutPath, addPages: () => insertPages(trx, siteId, paths) }
}

// Those of some articles that are drafts and no pages.
async function listUnplaced(trx: Transaction, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const drafts = trx.selectFrom('blogPosts').select('id').where('id', 'in', ids)
  const rows = await drafts.where('publishedAt', 'is', null).execute()
  const homes = await findPageSites(trx, ids)
  return rows.flatMap(({ id }) => (homes.has(id) ? [] : [id]))
}
