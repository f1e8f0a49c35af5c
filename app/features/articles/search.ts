/** Spec §5 and §9: a search runs for more than 2 characters and finds at most 10 articles. */
export const QUERY_MIN_LENGTH = 3
export const QUERY_MAX_LENGTH = 100
export const SEARCH_LIMIT = 10

/** What a search shows of an article. */
export interface SearchHit {
  id: string
  title: string
  metaDescription: string | null
  author: string
}

/** What was typed, as it is searched for: cut where it is too long, undefined while it is too short. */
export function parseQuery(typed: string | null): string | undefined {
  const query = Array.from((typed ?? '').replaceAll('\0', '').trim()).slice(0, QUERY_MAX_LENGTH)
  return query.length >= QUERY_MIN_LENGTH ? query.join('') : undefined
}

/** Where a hit leads (spec §2): the id's address, which leads on to the slug's. */
export const hitPath = (hit: SearchHit) => `/article/${hit.id}`
