import { sql } from 'kysely'
import pLimit from 'p-limit'
import { db } from '../../platform/database.server.ts'
import { toShortDate } from '../../shared/dates.ts'
import { categoryOf } from './articles.ts'
import { SEARCH_LIMIT, SEARCH_MOST, type SearchHit, type SearchResult, splitAtMatches } from './search.ts'

const CONCURRENT_SEARCHES = 5
// Words that most articles hold are found among the newest, where an index would gather them all first.
const NEWEST_READ = 2000

// Characters of a text that are shown with a match.
const BEFORE = 90
const AROUND = 260

const limit = pLimit(CONCURRENT_SEARCHES)

/**
 * Published articles of a site whose title, description or text contains the query, without case, 10 a page: best
 * first (title, then description, then text), the newest among equals. `%`, `_` and `\` are plain characters.
 */
export function searchArticles(siteId: string, query: string, page = 1): Promise<SearchResult> {
  return limit(() => search({ siteId, query, page: Math.min(page, SEARCH_MOST / SEARCH_LIMIT) }))
}

const toPattern = (query: string) => `%${query.replace(/[\\%_]/g, '\\$&')}%`

const COUNTED = SEARCH_MOST + 1 // one more tells that there are more

interface Search {
  siteId: string
  query: string
  page: number
}

async function search({ siteId, query, page: asked }: Search): Promise<SearchResult> {
  const named = await findNamed(siteId, toPattern(query))
  const missing = COUNTED - named.length
  const needed = asked * SEARCH_LIMIT - named.length
  const written = missing > 0 ? await findWritten({ siteId, query, missing, needed }) : NO_MORE
  const ids = [...named, ...written.ids]
  const total = Math.min(ids.length, SEARCH_MOST)
  const pageCount = Math.max(1, Math.ceil(total / SEARCH_LIMIT))
  const page = Math.min(asked, pageCount)
  const hits = await findHits(ids.slice((page - 1) * SEARCH_LIMIT, page * SEARCH_LIMIT), query)
  return { hits, total, isMore: ids.length > total || written.isPart, page, pageCount }
}

const NO_MORE = { ids: [], isPart: false }

/** Ids whose title holds it, then whose description does. Both are short, so their indexes answer at once. */
async function findNamed(siteId: string, pattern: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with titled as (
      select article_id, published_at, 0 as tier from article_search
      where site_id = ${siteId} and title like lower(${pattern})
      order by published_at desc, article_id desc limit ${COUNTED}
    ), described as (
      select article_id, published_at, 1 as tier from article_search
      where site_id = ${siteId} and description like lower(${pattern}) and title not like lower(${pattern})
      order by published_at desc, article_id desc limit ${COUNTED}
    )
    select article_id as id from (select * from titled union all select * from described) as named
    order by tier, published_at desc, article_id desc limit ${COUNTED}
  `.execute(db)
  return rows.map((row) => row.id)
}

interface Wanted {
  siteId: string
  query: string
  /** So many are gathered where that is cheap, */
  missing: number
  /** and so many wherever they are. */
  needed: number
}

/** Those whose text alone has it; `isPart` where older ones were not looked at. */
async function findWritten(wanted: Wanted): Promise<{ ids: string[]; isPart: boolean }> {
  const newest = await findAmongNewest(wanted)
  const isAll = newest.length === wanted.missing || !(await hasOlder(wanted.siteId))
  if (isAll || newest.length >= wanted.needed) return { ids: newest, isPart: !isAll }
  return { ids: await findAnywhere(wanted), isPart: false }
}

/** Reads the newest articles one by one until enough are found. Looking for a plain text is twice as fast as LIKE. */
async function findAmongNewest({ siteId, query, missing }: Wanted): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select article_id as id from (
      select * from article_search where site_id = ${siteId}
      order by published_at desc, article_id desc limit ${NEWEST_READ}
    ) as newest
    where strpos(content, lower(${query})) > 0 and strpos(title, lower(${query})) = 0
      and strpos(description, lower(${query})) = 0
    order by published_at desc, article_id desc limit ${missing}
  `.execute(db)
  return rows.map((row) => row.id)
}

async function hasOlder(siteId: string): Promise<boolean> {
  const { rows } = await sql`
    select from article_search where site_id = ${siteId} offset ${NEWEST_READ} limit 1
  `.execute(db)
  return rows.length > 0
}

/** Asks the index: it gathers all matches, which are few when the newest articles hold hardly any. */
async function findAnywhere({ siteId, query, missing }: Wanted): Promise<string[]> {
  const pattern = toPattern(query)
  const { rows } = await sql<{ id: string }>`
    with matches as materialized (
      select article_id, published_at from article_search where site_id = ${siteId}
        and content like lower(${pattern}) and title not like lower(${pattern}) and description not like lower(${pattern})
    )
    select article_id as id from matches order by published_at desc, article_id desc limit ${missing}
  `.execute(db)
  return rows.map((row) => row.id)
}

async function findHits(ids: string[], query: string): Promise<SearchHit[]> {
  if (ids.length === 0) return []
  const at = sql<number>`strpos(lower(content), lower(${query}))`
  const rows = await db
    .selectFrom('blogPosts')
    .select(['id', 'title', 'metaDescription', 'author', 'tags', 'publishedAt'])
    .select(
      sql<
        string | null
      >`case when ${at} > 0 then substr(content, greatest(1, ${at} - ${BEFORE}), ${AROUND}) end`.as('around'),
    ) // prettier-ignore
    .where('id', 'in', ids)
    .execute()
  const hits = rows.map(({ tags, publishedAt, around, ...hit }) => ({
    ...hit,
    date: publishedAt ? toShortDate(publishedAt) : '',
    category: categoryOf({ tags }),
    passage: toPassage(around, query),
  }))
  const byId = new Map(hits.map((hit) => [hit.id, hit]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Returns a piece of Markdown as plain text, cut between words. Undefined if the match was in markup, such as an address. */
function toPassage(around: string | null, query: string): string | undefined {
  if (around === null) return undefined
  const isBegun = around.toLowerCase().indexOf(query.toLowerCase()) >= BEFORE
  const goesOn = Array.from(around).length === AROUND
  const text = around
    .replaceAll(/!?\[([^\]]*)\]\([^)\s]*\)?/g, '$1')
    .replaceAll(/<[^>]*>?|[*_`#>|~]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
  const words = text
    .slice(isBegun ? text.indexOf(' ') + 1 : 0, goesOn ? text.lastIndexOf(' ') : undefined)
    .trim()
  return splitAtMatches(words, query).length > 1
    ? `${isBegun ? '… ' : ''}${words}${goesOn ? ' …' : ''}`
    : undefined
}
