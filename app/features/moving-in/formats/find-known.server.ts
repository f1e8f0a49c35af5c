import { sql } from 'kysely'
import { z } from 'zod'
import { db } from '../../../platform/store/database.server.ts'
import { OWN_SOURCE } from '../../articles/articles.ts'
import { isOfNoDeleted, isOnSite, isTakingNames } from '../../articles/queries.server.ts'

/** An article that an import finds by its key. */
export interface Known {
  id: string
  siteId: string | null
  slug: string
  importHash: string | null
  publishedAt: Date | null
  tags: string[]
  author: string
  /** True for a draft that was never published. Its text is left as its writer has it. */
  isDraft?: true
}

/**
 * Returns the articles of an owner on a site by their import keys, with drafts that were never published. An article that
 * was written here has no import key until its own export is imported; then its id identifies it.
 */
export async function findKnown(
  { siteId, ownerId }: { siteId: string; ownerId: string | null },
  importKeys: string[],
): Promise<Map<string, Known>> {
  if (importKeys.length === 0) return new Map()
  const keyOf = sql<string>`coalesce(import_key, ${OWN_SOURCE}::text || ':' || id::text)`
  const prefix = `${OWN_SOURCE}:`
  const ownIds = importKeys
    .flatMap((key) => (key.startsWith(prefix) ? key.slice(prefix.length) : []))
    .filter(isUuid)
  const rows = await db
    .selectFrom('blogPosts')
    .select(['id', 'siteId', 'slug', 'publishedAt', 'tags', 'author', keyOf.as('key')])
    // A deleted article comes back by its import, also if its file is the same.
    .select(sql<string | null>`case when deletion_asked_at is null then import_hash end`.as('importHash'))
    .where(isOnSite(siteId))
    .where(isTakingNames)
    .where(sql<boolean>`user_id is not distinct from ${ownerId}::uuid`)
    .where((where) =>
      where.or([
        where('importKey', 'in', importKeys),
        ...(ownIds.length > 0
          ? [where.and([where('importKey', 'is', null), where('id', 'in', ownIds)])]
          : []),
      ]),
    )
    .execute()
  const drafts = ownIds.length > 0 ? await findDrafts(ownerId, ownIds) : []
  return new Map([...drafts, ...rows].map((row) => [row.key, row]))
}

async function findDrafts(ownerId: string | null, ids: string[]): Promise<(Known & { key: string })[]> {
  const rows = await db
    .selectFrom('drafts')
    .select('id')
    .where(sql<boolean>`user_id is not distinct from ${ownerId}::uuid`)
    .where('id', 'in', ids)
    .where(isOfNoDeleted)
    .execute()
  const unknown = { siteId: null, slug: '', importHash: null, publishedAt: null, tags: [], author: '' }
  return rows.map(({ id }) => ({ ...unknown, isDraft: true as const, id, key: `${OWN_SOURCE}:${id}` }))
}

const isUuid = (path: string) => z.uuid().safeParse(path).success
