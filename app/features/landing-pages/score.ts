/** Below so many points of a hundred a page is not published as a full one. */
export const GATE = 60

const MOST = { similarity: 45, local: 35, thin: 20 }
/** Shares of common shingles: up to the first a page counts as its own, from the second on as a copy. */
const OWN_UP_TO = 0.55
const COPY_FROM = 0.85

export const LOCAL_WORDS = 40
export const DESCRIPTOR_WORDS = 50
export const ENOUGH_WORDS = 250

/** What a place gives its pages, besides its name. */
export interface LocalSubstance {
  /** Of its notes. */
  words: number
  /** Of the longest paragraph of its notes. */
  longestParagraph: number
  /** Whether there is a picture, a table, a list or a question with its answer. */
  hasMore: boolean
}

/** What a page is scored by. */
export interface PageFacts {
  /** With the page of the same service that is most alike: common shingles by all of both, from 0 to 1. */
  similarity: number
  local: LocalSubstance
  /** Without the values of fields and lists of links. */
  words: number
  hasDescription: boolean
}

/** The points of a page, 100 at most: 45 for being unlike the others, 35 for what is local, 20 for not being thin. */
export interface ScoreParts {
  similarity: number
  local: number
  thin: number
}

/** What a page's score is the sum of; the similarity is that with the page at `siblingSlug`. */
export interface PageScore extends ScoreParts {
  likeness: number
  siblingSlug: string | null
  words: number
  localWords: number
}

/** Points by a published formula for local pages: shares of five words in a row, local substance, a floor of words. */
export const toScoreParts = ({ similarity, local, words, hasDescription }: PageFacts): ScoreParts => ({
  similarity: MOST.similarity * toShare((COPY_FROM - similarity) / (COPY_FROM - OWN_UP_TO)),
  local:
    20 * toShare(local.words / LOCAL_WORDS) +
    10 * toShare(local.longestParagraph / DESCRIPTOR_WORDS) +
    (local.hasMore ? 5 : 0),
  // A page has one h1 whatever the template says: its title.
  thin: 10 * toShare(words / ENOUGH_WORDS) + 5 + (hasDescription ? 5 : 0),
})

export const toScore = ({ similarity, local, thin }: ScoreParts): number =>
  Math.floor(similarity + local + thin)

const toShare = (share: number) => Math.min(1, Math.max(0, share))

const SHINGLE = 5

/** What a block of words is compared by: each five in a row, or all of a shorter one. */
export function listShingles(words: string[]): string[] {
  if (words.length === 0) return []
  if (words.length <= SHINGLE) return [words.join(' ')]
  return Array.from({ length: words.length - SHINGLE + 1 }, (_, at) =>
    words.slice(at, at + SHINGLE).join(' '),
  )
}
