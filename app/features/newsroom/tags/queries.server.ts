import { sql } from 'kysely'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { prepare } from '../../../platform/store/prepared.server.ts'
import { takePage } from '../../../shared/page-list.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { toTagKey } from '../../articles/articles.ts'
import { isPlanned } from '../../articles/revisions/queries.server.ts'
import { isBegun } from '../../writing/drafts/queries.server.ts'
import { listLabels } from '../board/queries.server.ts'
import { type Tag, type TagList, TAGS_PER_PAGE } from './tags.ts'

/**
 * Returns one page of the tags of the operator's own articles, in alphabetical order. `query` is a part of their names.
 * Past the last page it returns the last.
 */
export const listTags = (
  operator: Operator,
  { query, page }: { query: string; page: number },
): Promise<TagList> => findTags(operator, query).then((tags) => takePage(tags, page, TAGS_PER_PAGE))

/** Returns the tags of the operator's own articles, in alphabetical order, and those that have `query` in their names. */
export const findTags = (operator: Operator, query: string): Promise<{ all: Tag[]; found: Tag[] }> =>
  readAs(operator, async (trx) => {
    const all = await selectTags(trx, operator)
    const part = toTagKey(query)
    return { all, found: all.filter(({ key }) => key.includes(part)) }
  })

/** Returns a tag of the operator's own articles; undefined if no article has it. */
export const findTag = (operator: Operator, key: string): Promise<Tag | undefined> =>
  readAs(operator, async (trx) => (await selectTags(trx, operator, key))[0])

/** Returns a tag as its form shows it, with the names of all tags; undefined if no article has it. */
export async function findOpenTag(
  operator: Operator,
  key: string,
): Promise<(Tag & { names: string[] }) | undefined> {
  const tag = await findTag(operator, key)
  return tag && { ...tag, names: (await listLabels(operator)).tags }
}

// The count reads every article of the account, for any part of the list.
async function selectTags(trx: Transaction, operator: Operator, key?: string): Promise<Tag[]> {
  const { rows } = await sql<Tag>`
    select used.key, name, articles, coalesce(description, '') as description
    from (
      select fold_tag(tag) as key, mode() within group (order by tag) as name, count(distinct id)::int as articles
      from blog_posts, unnest(tags) as tag
      where ${isOwn(operator, 'userId')} and origin_id is null and deletion_asked_at is null
        and ${key === undefined ? sql`true` : sql`tag_keys @> array[${key}]::text[] and fold_tag(tag) = ${key}`}
      group by fold_tag(tag)
    ) as used left join tags on tags.tag_key = used.key and ${isOwn(operator, 'tags.userId')}
    order by used.key
  `.execute(trx)
  return rows.map((row) => ({ ...row, name: row.name.normalize('NFC') }))
}

/**
 * Returns the ids of the operator's own articles and unpublished drafts that have one of some tags, or will have it with a
 * plan. Leaves out articles in which the tag is spelled like `to`.
 */
export const listToRename = (operator: Operator, keys: string[], to: string): Promise<string[]> =>
  readAs(operator, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select id from blog_posts
      where ${isOwn(operator, 'userId')} and origin_id is null and deletion_asked_at is null
        and tag_keys && ${keys}::text[]
        and exists (select from unnest(tags) as tag where fold_tag(tag) = any(${keys}::text[]) and tag <> ${to})
      union all
      select id from drafts
      where ${isOwn(operator, 'userId')} and ${isBegun} and ${hasTag(keys)}
      union
      select plans.article_id from plans join revisions using (article_id) join blog_posts on blog_posts.id = article_id
      where ${isOwn(operator, 'plans.userId')} and ${isPlanned} and deletion_asked_at is null
        and revisions.site_id is null and number = revision and ${hasTag(keys)}
      order by id
    `.execute(trx)
    return rows.map(({ id }) => id)
  })

const hasTag = (keys: string[]) =>
  sql`regexp_split_to_array(fold_tag(trim(coalesce(text->>'tags', ''))), '\\s*,\\s*') && ${keys}::text[]`

/**
 * Returns the description on the page of a tag. That of the site's owner comes first. Otherwise it is that of the
 * account that used the tag on this site first. Empty if neither has written one.
 */
export async function findTagDescription(siteId: string, tag: string): Promise<string> {
  const key = toTagKey(tag)
  const [first] = await findFirstDescription(siteId, key)
  if (!first || first.isByOwner) return first?.description ?? ''
  const { rows } = await sql<{ description: string }>`
    select description from tags
    where tag_key = ${key} and description <> '' and (user_id = ${ownerOf(siteId)} or user_id = (
      select user_id from blog_posts
      where site_id = ${siteId} and tag_keys @> array[${key}]::text[] and published_at is not null
        and user_id is not null
      order by id limit 1
    ))
    order by user_id = ${ownerOf(siteId)} desc nulls last limit 1
  `.execute(db)
  return rows[0]?.description ?? ''
}

// Nearly all tags end here: they have no description, or that of the site's owner. The plan of the query above depends on
// its values, so it cannot be prepared.
const findFirstDescription = prepare((siteId: string, key: string) =>
  db
    .selectFrom('tags')
    .select(['description', sql<boolean>`user_id is not distinct from ${ownerOf(siteId)}`.as('isByOwner')])
    .where('tagKey', '=', key)
    .where('description', '<>', '')
    .orderBy('isByOwner', 'desc')
    .limit(sql.lit(1)),
)

const STEPS = 5

/**
 * Returns the key of the tag that replaced a renamed one and has articles on this site; undefined if there is none. The
 * rename of the site's owner comes first.
 */
export async function findMovedTag(siteId: string, tag: string): Promise<string | undefined> {
  let key = toTagKey(tag)
  for (let step = 0; step < STEPS; step += 1) {
    const next = await findNextTag(siteId, key)
    if (!next) return undefined
    if (next.isUsed) return next.movedTo
    key = next.movedTo
  }
  return undefined
}

async function findNextTag(siteId: string, key: string) {
  const { rows } = await sql<{ movedTo: string; isUsed: boolean }>`
    select moved_to, exists (
      select from blog_posts
      where site_id = ${siteId} and tag_keys @> array[moved_to] and published_at is not null
    ) as is_used
    from tags where tag_key = ${key} and moved_to is not null
    order by user_id = ${ownerOf(siteId)} desc nulls last, changed_at desc limit 1
  `.execute(db)
  return rows[0]
}

const ownerOf = (siteId: string) => sql`(
  select coalesce(owner_id, (select owner_id from installation)) from target_sites where id = ${siteId}
)`
