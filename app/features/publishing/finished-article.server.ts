import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { BlogPost } from '../../db/tables.ts'
import { batched } from '../../platform/batched.server.ts'
import { db } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { remember } from '../../platform/remember.server.ts'
import { toAbsoluteHtml } from '../../shared/absolute-html.ts'
import { articlePath } from '../articles/articles.ts'
import { toWantedHash } from './orders.server.ts'

const KEPT_CHARACTERS = 16_000_000

/** An article as it is stored, with what every site is given of it. */
export interface FinishedArticle {
  article: BlogPost
  /** Identifies what is delivered. */
  hash: string
  /** Every address in it is absolute. */
  html: string
}

interface Kept extends FinishedArticle {
  /** The transaction that wrote the row. */
  version: string
}

const kept = remember(
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
 * Finds an article, as it is now, for a delivery; undefined where it is gone. Deliveries of one article come together,
 * or soon after another: it is read once for all that ask at a time, and again only after it was changed.
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

/** The text of an article as it can be shown anywhere: every address in it is absolute. */
export const toSiteHtml = (article: Pick<BlogPost, 'contentHtml' | 'slug'>): string =>
  toAbsoluteHtml(article.contentHtml, env.SITE_URL + articlePath(article))
