import { type RawBuilder, sql } from 'kysely'
import pLimit from 'p-limit'
import { db } from '../../../platform/store/database.server.ts'
import { toShortDate } from '../../../shared/dates.ts'
import { toPageRange } from '../../../shared/page-list.ts'
import { toLikePattern } from '../../../shared/text.ts'
import { categoryOf } from '../articles.ts'
import {
  SEARCH_LIMIT,
  SEARCH_MOST,
  type SearchHit,
  type SearchResult,
  splitAtMatches,
  toMatcher,
} from './search.ts'

const CONCURRENT_SEARCHES = 5
// A common word is found quickly among the newest articles. The index would collect all matches first. So it is asked for
// some newer articles before it is asked for all.
const NEWEST_READ = 2000
const NEWEST_BY_INDEX = 10_000

// Characters of the text to show: those before a match, and all of them.
const BEFORE = 90
const AROUND = 260

const limit = pLimit(CONCURRENT_SEARCHES)

/**
 * Returns a page of a site's published articles that contain the query, in any letter case, 10 a page. Matches in the
 * title come first, then those in the description, then those in the text; the newest first in each group. `%`, `_`
 * and `\` are plain characters.
 */
export function searchArticles(siteId: string, query: string, page = 1): Promise<SearchResult> {
  return limit(() => search({ siteId, query, page: Math.min(page, SEARCH_MOST / SEARCH_LIMIT) }))
}

// As the table `article_search` keeps its texts.
const toFolded = (text: string) => sql`lower(search_text(${text}))`

const COUNTED = SEARCH_MOST + 1 // one more shows that there are more

interface Search {
  siteId: string
  query: string
  page: number
}

async function search({ siteId, query, page: asked }: Search): Promise<SearchResult> {
  const first = await listByTitleOrDescription(siteId, toLikePattern(query))
  const missing = COUNTED - first.length
  const needed = asked * SEARCH_LIMIT - first.length
  const byText = missing > 0 ? await listByText({ siteId, query, missing, needed }) : NO_MORE
  const ids = [...first, ...byText.ids]
  const total = Math.min(ids.length, SEARCH_MOST)
  const { page, pageCount } = toPageRange(total, asked, SEARCH_LIMIT)
  const hits = await listHits(ids.slice((page - 1) * SEARCH_LIMIT, page * SEARCH_LIMIT), query)
  return { hits, total, isMore: ids.length > total || byText.isPartial, page, pageCount }
}

const NO_MORE = { ids: [], isPartial: false }

/**
 * Returns the ids of matches in titles, then in descriptions. Both are short, so their indexes answer immediately. If enough
 * titles match, descriptions are not searched: nearly all that have a common word belong to one of those titles.
 */
async function listByTitleOrDescription(siteId: string, pattern: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with titled as (
      select article_id, published_at, 0 as tier from article_search
      where ${isPublishedOn(siteId)} and title like ${toFolded(pattern)}
      order by published_at desc, article_id desc limit ${COUNTED}
    ), described as (
      select article_id, published_at, 1 as tier from article_search
      where ${isPublishedOn(siteId)} and description like ${toFolded(pattern)} and title not like ${toFolded(pattern)}
        and (select count(*) from titled) < ${COUNTED}
      order by published_at desc, article_id desc limit ${COUNTED}
    )
    select article_id as id from (select * from titled union all select * from described) as named
    order by tier, published_at desc, article_id desc limit ${COUNTED}
  `.execute(db)
  return rows.map((row) => row.id)
}

// Needed because the table also has articles that are not published.
const isPublishedOn = (siteId: string) => sql`site_id = ${siteId} and published_at is not null`

interface Wanted {
  siteId: string
  query: string
  /** The maximum of matches to list: those up to COUNTED. */
  missing: number
  /** Matches up to the end of the page: the index is asked only if the newest articles have fewer. */
  needed: number
}

/** Returns the ids of matches in texts alone; `isPartial` if older articles were not searched. */
async function listByText(wanted: Wanted): Promise<{ ids: string[]; isPartial: boolean }> {
  const newest = await listAmongNewest(wanted)
  if (newest.length === wanted.missing) return { ids: newest, isPartial: false }
  const hasOlder = (await findDateOf(wanted.siteId, NEWEST_READ)) !== undefined
  if (!hasOlder || newest.length >= wanted.needed) return { ids: newest, isPartial: hasOlder }
  const pairs = await findPairs(wanted.query)
  if (pairs) return { ids: await listByPairs(wanted, pairs), isPartial: false }
  const since = await findDateOf(wanted.siteId, NEWEST_BY_INDEX)
  const newer = since ? await listByLetters(wanted, since) : []
  if (newer.length >= wanted.needed) return { ids: newer, isPartial: true }
  return { ids: await listByLetters(wanted), isPartial: false }
}

/** Reads the newest articles one by one until there are enough matches. `strpos` is twice as fast as LIKE. */
async function listAmongNewest({ siteId, query, missing }: Wanted): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select article_id as id from (
      select * from article_search where ${isPublishedOn(siteId)}
      order by published_at desc, article_id desc limit ${NEWEST_READ}
    ) as newest
    where strpos(content, ${toFolded(query)}) > 0 and strpos(title, ${toFolded(query)}) = 0
      and strpos(description, ${toFolded(query)}) = 0
    order by published_at desc, article_id desc limit ${missing}
  `.execute(db)
  return rows.map((row) => row.id)
}

/** Returns the date of the first article that is older than a number of newer ones; undefined if there are fewer. */
async function findDateOf(siteId: string, newer: number): Promise<Date | undefined> {
  const { rows } = await sql<{ publishedAt: Date }>`
    select published_at from article_search where ${isPublishedOn(siteId)}
    order by published_at desc offset ${newer} limit 1
  `.execute(db)
  return rows[0]?.publishedAt
}

/**
 * Searches the index of three letters: of all articles, or of those since a date. It reads each text that has the letters
 * of the query, wherever they stand. For a rare word of common letters those are many.
 */
function listByLetters(wanted: Wanted, since?: Date): Promise<string[]> {
  const isSince = since ? sql`and published_at >= ${since}` : sql``
  return listMatches(wanted, sql`content like ${toFolded(toLikePattern(wanted.query))} ${isSince}`)
}

/** Searches the index of pairs of words. Even common words rarely stand together. */
const listByPairs = (wanted: Wanted, pairs: number[]) =>
  listMatches(
    wanted,
    sql`search_pairs(content) @> ${pairs}::int[] and strpos(content, ${toFolded(wanted.query)}) > 0`,
  )

/**
 * Returns the keys of the pairs of neighbouring words in a query; null if it has none. The first and the last word may be
 * parts of longer ones: that does not change their letters at the space.
 */
async function findPairs(query: string): Promise<number[] | null> {
  const { rows } = await sql<{ pairs: number[] | null }>`
    select search_pairs(${toFolded(query)}) as pairs
  `.execute(db)
  return rows[0]?.pairs ?? null
}

/** Returns the ids of articles whose texts match, and whose titles and descriptions do not. */
async function listMatches(
  { siteId, query, missing }: Wanted,
  isMatch: RawBuilder<unknown>,
): Promise<string[]> {
  const pattern = toFolded(toLikePattern(query))
  const { rows } = await sql<{ id: string }>`
    with matches as materialized (
      select article_id, published_at from article_search where ${isPublishedOn(siteId)}
        and ${isMatch} and title not like ${pattern} and description not like ${pattern}
    )
    select article_id as id from matches order by published_at desc, article_id desc limit ${missing}
  `.execute(db)
  return rows.map((row) => row.id)
}

async function listHits(ids: string[], query: string): Promise<SearchHit[]> {
  if (ids.length === 0) return []
  const at = sql<number>`(select strpos(content, ${toFolded(query)}) from article_search where article_id = id)`
  const rows = await db
    .selectFrom('blogPosts')
    .select(['id', 'title', 'metaDescription', 'author', 'tags', 'publishedAt'])
    .select(
      sql<
        string | null
      >`case when ${at} > 0 then substr(search_text(content), greatest(1, ${at} - ${BEFORE}), ${AROUND}) end`.as(
        'around',
      ),
    )
    .where('id', 'in', ids)
    .execute()
  const hits = rows.map(({ tags, publishedAt, around, ...hit }) => {
    const passage = toPassage(around, query)
    return {
      ...hit,
      date: publishedAt ? toShortDate(publishedAt) : '',
      category: categoryOf({ tags }),
      passage,
      marked: {
        title: splitAtMatches(hit.title, query),
        text: splitAtMatches(passage ?? hit.metaDescription ?? '', query),
      },
    }
  })
  const byId = new Map(hits.map((hit) => [hit.id, hit]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

// Fences with their language, the rows under table heads and headings, and the signs of lists and tasks.
const MARKERS =
  /^[ \t]*(?:(?:`{3,}|~{3,}).*|[|:\s-]*-{3,}[|:\s-]*|={3,}|(?:[-+*]|\d{1,9}[.)])\s(?:\s*\[[ xX]\](?=\s))?)/gm

/** Returns a piece of Markdown as plain text, cut between words; undefined if the match was in markup. */
function toPassage(around: string | null, query: string): string | undefined {
  if (around === null) return undefined
  const isCutBefore = around.search(toMatcher(query)) >= BEFORE
  const isCutBehind = Array.from(around).length === AROUND
  const text = around
    .replaceAll(MARKERS, ' ')
    .replaceAll(/!?\[([^\]]*)\]\([^)\s]*\)?/g, '$1')
    .replaceAll(/\[\^[^\]\s]*\]:?|<[^>]*>?|[*_`#>|~]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
  const words = text
    .slice(isCutBefore ? text.indexOf(' ') + 1 : 0, isCutBehind ? text.lastIndexOf(' ') : undefined)
    .trim()
  return toMatcher(query).test(words)
    ? `${isCutBefore ? '… ' : ''}${words}${isCutBehind ? ' …' : ''}`
    : undefined
}
