import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { BlogPost } from '../../../db/tables.ts'
import { batched } from '../../../platform/batched.server.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { singleton } from '../../../platform/singleton.server.ts'
import { toAbsoluteHtml } from '../../../shared/absolute-html.ts'
import { articlePath } from '../../articles/articles.ts'
import { toWantedHash } from '../../articles/revisions/queries.server.ts'

const KEPT_CHARACTERS = 16_000_000

/** A stored article, with the HTML that every site receives. */
export interface FinishedArticle {
  article: BlogPost
  /** Identifies the content that is delivered. */
  hash: string
  /** All URLs in it are absolute. */
  html: string
}

interface Kept extends FinishedArticle {
  /** The id of the transaction that wrote the row. */
  version: string
}

const kept = singleton(
  'finished articles',
  () =>
    new LRUCache<string, Kept>({
      maxSize: KEPT_CHARACTERS,
      sizeCalculation: (each) => countCharacters(each),
    }),
)

const countCharacters = ({ article, html }: Kept) =>
  article.content.length + article.contentHtml.length + html.length + 1

/**
 * Returns an article, as it is now, for a delivery; undefined if it is deleted. Deliveries of one article come at the
 * same time or soon after each other. So simultaneous calls share one query, and the article is cached until it
 * changes.
 */
export const findFinished = batched(async (ids: string[]): Promise<(FinishedArticle | undefined)[]> => {
  const found = new Map<string, Kept>()
  const changed: string[] = []
  for (const { id, writtenBy } of await listVersions(ids)) {
    const before = kept.get(id)
    if (before?.version === writtenBy) found.set(id, before)
    else changed.push(id)
  }
  for (const finished of await listFinished(changed)) {
    found.set(finished.article.id, finished)
    kept.set(finished.article.id, finished)
  }
  return ids.map((id) => found.get(id))
})

const writtenBy = sql<string>`xmin::text`.as('writtenBy')

const listVersions = (ids: string[]) =>
  db
    .selectFrom('blogPosts')
    .select(['id', writtenBy])
    .where('id', 'in', [...new Set(ids)])
    .execute()

async function listFinished(ids: string[]): Promise<Kept[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('blogPosts').selectAll().select(writtenBy).where('id', 'in', ids).execute()
  return rows.map(({ writtenBy: version, ...article }) => ({
    article,
    version,
    hash: toWantedHash(article),
    html: toSiteHtml(article),
  }))
}

/** Returns the HTML of an article as any site can show it, with absolute URLs. */
export const toSiteHtml = (article: Pick<BlogPost, 'contentHtml' | 'slug'>): string =>
  toAbsoluteHtml(article.contentHtml, env.SITE_URL + articlePath(article))
