import { toStorable } from '../../../shared/storable.ts'
import { toLocalDate } from '../../../shared/words/local-dates.ts'
import { type Say, sayIn } from '../../../shared/words/say.ts'
import { sayTag } from '../articles.ts'

/** Characters that a query needs: a search runs for more than 2 (spec §5). */
export const QUERY_MIN_LENGTH = 3
const QUERY_MAX_LENGTH = 100
/** Results on one page (spec §9). */
export const SEARCH_LIMIT = 10

/** Maximum results that are counted and shown, on all pages together. */
export const SEARCH_MOST = 60

/** An article as a search result shows it. */
export interface SearchHit {
  id: string
  title: string
  metaDescription: string | null
  author: string
  /** Like Jan 05, 2025. */
  date: string
  category: string | undefined
  /** The words around the first match in the text; undefined if only the title or the description matches. */
  passage: string | undefined
  /** The title, and the passage or else the description, split at the matches. Every second part is a match. */
  marked: { title: string[]; text: string[] }
}

/** One page of search results. */
export interface SearchResult {
  hits: SearchHit[]
  /** Results on all pages, at most SEARCH_MOST. */
  total: number
  /** True if there are more results than `total`. */
  isMore: boolean
  page: number
  pageCount: number
}

/** Returns the range of results on this page and the total, such as `10 of 57`. */
export function toCountText({ hits, total, isMore, page }: SearchResult, say: Say = sayIn()): string {
  const all = isMore ? say('{n} or more', { n: total }) : total
  const before = (page - 1) * SEARCH_LIMIT
  if (page > 1) return say('{from} to {to} of {all}', { from: before + 1, to: before + hits.length, all })
  return hits.length === total && !isMore
    ? say(total === 1 ? '{n} result' : '{n} results', { n: total })
    : say('{from} of {all}', { from: hits.length, all })
}

/** Returns results with their date and category in a language. */
export const sayHits = (hits: SearchHit[], say: Say): SearchHit[] =>
  say.language === 'en'
    ? hits
    : hits.map((hit) => ({
        ...hit,
        date: hit.date && toLocalDate(say.language, 'short', new Date(`${hit.date} UTC`)),
        category: hit.category && sayTag(say, hit.category),
      }))

const SINGLE_QUOTES = "['‘’‚‛′]"
const DOUBLE_QUOTES = '["“”„‟″]'
// Scripts that are written without spaces: their words have no start that a sign could show.
const WITHOUT_SPACES =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Returns the pattern of a query in a composed text (NFC). Like `search_text` in the database, it treats similar quotes
 * and letters in any case as the same.
 */
export const toMatcher = (query: string): RegExp => new RegExp(toPattern(query), 'iu')

const toPattern = (query: string) =>
  query
    .normalize('NFC')
    .replaceAll('&amp;', '&')
    .replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replaceAll(new RegExp(SINGLE_QUOTES, 'g'), SINGLE_QUOTES)
    .replaceAll(new RegExp(DOUBLE_QUOTES, 'g'), DOUBLE_QUOTES)
    .replaceAll('&', '&(?:amp;)?')

/** Returns a text split at the words that begin with a query: every second part is a match, to the end of its word. */
export function splitAtMatches(text: string, query: string): string[] {
  const hasWords = !WITHOUT_SPACES.test(query)
  const start = hasWords ? '(?<![\\p{L}\\p{N}\\p{M}])' : ''
  const end = hasWords && ENDS_IN_WORD.test(query) ? '[\\p{L}\\p{N}\\p{M}]*' : ''
  return text.normalize('NFC').split(new RegExp(`${start}(${toPattern(query)}${end})`, 'giu'))
}

const ENDS_IN_WORD = /[\p{L}\p{N}\p{M}]$/u

/** Returns the query to search for: trimmed and cut to 100 characters, or undefined while it is too short. */
export function parseQuery(typed: string | null): string | undefined {
  const query = Array.from(toStorable(typed ?? '').trim()).slice(0, QUERY_MAX_LENGTH)
  return query.length >= QUERY_MIN_LENGTH ? query.join('') : undefined
}

/** Returns the URL that a result links to (spec §2): that of the id, which redirects to that of the slug. */
export const hitPath = (hit: SearchHit) => `/article/${hit.id}`
