/** A page with fewer points of 100 is not published, or not shown to search engines. */
export const GATE = 60

const MOST = { similarity: 45, local: 35, thin: 20 }
/** Shares of common shingles: up to the first a page gets all points, from the second on none. */
const OWN_UP_TO = 0.55
const COPY_FROM = 0.85

const LOCAL_WORDS = 40
/** A paragraph with this many words gets all points for its length. */
export const DESCRIPTOR_WORDS = 50
/** A page with this many words is not thin. */
export const ENOUGH_WORDS = 250

/** The measures of a city's notes. */
export interface LocalSubstance {
  /** The number of words in all notes. */
  words: number
  /** The number of words in the longest paragraph. */
  longestParagraph: number
  /** True if there is a picture, a table, a list or a question with its answer. */
  hasMore: boolean
}

/** The facts that a page is scored by. */
interface ScoreInput {
  /** The similarity to the most similar page of the same service, from 0 to 1. */
  similarity: number
  local: LocalSubstance
  /** Without the values of fields and lists of links. */
  words: number
  hasDescription: boolean
}

/** The points of a page, at most 100: 45 for being unlike other pages, 35 for local facts, 20 for enough words. */
export interface ScoreParts {
  similarity: number
  local: number
  thin: number
}

/**
 * The points of a page, with the facts that they come from. `likeness` is the similarity to the page at `siblingSlug`.
 */
export interface PageScore extends ScoreParts {
  likeness: number
  siblingSlug: string | null
  words: number
  localWords: number
}

/** Returns the points of a page by the formula of decision 25. */
export const toScoreParts = ({ similarity, local, words, hasDescription }: ScoreInput): ScoreParts => ({
  similarity: MOST.similarity * toShare((COPY_FROM - similarity) / (COPY_FROM - OWN_UP_TO)),
  local:
    20 * toShare(local.words / LOCAL_WORDS) +
    10 * toShare(local.longestParagraph / DESCRIPTOR_WORDS) +
    (local.hasMore ? 5 : 0),
  // A page has one h1, its title, with every template.
  thin: 10 * toShare(words / ENOUGH_WORDS) + 5 + (hasDescription ? 5 : 0),
})

/** Returns the score of a page: the sum of its points, rounded down. */
export const toScore = ({ similarity, local, thin }: ScoreParts): number =>
  Math.floor(similarity + local + thin)

const toShare = (share: number) => Math.min(1, Math.max(0, share))

const SHINGLE = 5

/** Lists the shingles of a block: each five words in a row, or all words of a shorter block. */
export function listShingles(words: string[]): string[] {
  if (words.length === 0) return []
  if (words.length <= SHINGLE) return [words.join(' ')]
  return Array.from({ length: words.length - SHINGLE + 1 }, (_, at) =>
    words.slice(at, at + SHINGLE).join(' '),
  )
}
