/** Spec §5 and §9: a search runs for more than 2 characters and finds at most 10 articles. */
export const QUERY_MIN_LENGTH = 3
export const QUERY_MAX_LENGTH = 100
export const SEARCH_LIMIT = 10

/** So many are counted, and can be leafed through. */
export const SEARCH_MOST = 60

/** What a search shows of an article. */
export interface SearchHit {
  id: string
  title: string
  metaDescription: string | null
  author: string
  /** Like Jan 05, 2025. */
  date: string
  category: string | undefined
  /** The words around the first match in the text; undefined where only the title or the description has one. */
  passage: string | undefined
}

/** A page of what a search found. */
export interface SearchResult {
  hits: SearchHit[]
  /** How many there are. */
  total: number
  /** Whether there are more than were counted. */
  isMore: boolean
  page: number
  pageCount: number
}

/** How many of them are shown here, such as `10 of 57`. */
export function toCountText({ hits, total, isMore, page }: SearchResult): string {
  const all = `${total}${isMore ? ' or more' : ''}`
  if (page > 1)
    return `${(page - 1) * SEARCH_LIMIT + 1} to ${(page - 1) * SEARCH_LIMIT + hits.length} of ${all}`
  return hits.length === total && !isMore
    ? `${total} ${total === 1 ? 'result' : 'results'}`
    : `${hits.length} of ${all}`
}

/** A text cut at what was searched for, without case: every second part is a match. */
export const splitAtMatches = (text: string, query: string): string[] =>
  text.split(new RegExp(`(${query.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')})`, 'giu'))

/** What was typed, as it is searched for: cut where it is too long, undefined while it is too short. */
export function parseQuery(typed: string | null): string | undefined {
  const query = Array.from((typed ?? '').replaceAll('\0', '').trim()).slice(0, QUERY_MAX_LENGTH)
  return query.length >= QUERY_MIN_LENGTH ? query.join('') : undefined
}

/** Where a hit leads (spec §2): the id's address, which leads on to the slug's. */
export const hitPath = (hit: SearchHit) => `/article/${hit.id}`
