import type { WordSequence, TextWords } from './find-word-sequences.ts'
import type { LinkIndex } from './link-index.ts'
import { rateForm } from './phrase-form.ts'
import type { Passage } from './text-structure.ts'
import { createTerms } from './terms.ts'
import { findWords } from './words.ts'

/** Words that could become a link. */
export interface Anchor {
  passage: Passage
  /** The start and the end of the words in the passage's text. */
  from: number
  to: number
  stems: string[]
  url: URL
  /** The linked page, as `pageOf` names it. */
  page: string
  score: number
}

/** The score of the first anchor that a model picked. No anchor of the rules gets nearly as much. */
export const PICKED = 1_000_000

/** Returns true if a model picked an anchor. */
export const isPicked = ({ score }: Anchor): boolean => score > PICKED / 2

/** Returns where an anchor begins in the Markdown, in UTF-16 units. */
export function toPosition({ passage, from }: Anchor): number {
  const line = passage.lines.findLast((candidate) => candidate.from <= from)
  return line ? line.at + from - line.from : 0
}

/** The input of the search for anchors. */
export interface Search {
  canonical: URL
  index: LinkIndex
  text: TextWords
  /** The stems of the text's own title and address. */
  topic: Set<string>
  /** The stems of its headings. */
  headings: Set<string>
}

/** Neighbouring words of a sequence, by the indexes of the first and the last. */
export interface Phrase {
  sequence: WordSequence
  first: number
  last: number
}

/** The most words of an anchor that the rules choose. */
export const MOST_WORDS = 5
const LEAST_IDEOGRAPHS = 4
const UNSPACED = new Set(['zh', 'ja', 'th'])

/** Returns the stems of a title and of the words in an address. */
export function findTopic(title: string, canonical: URL, language: string): Set<string> {
  const name = canonical.pathname.split('/').findLast((part) => /[a-z]{3}/i.test(part)) ?? '' // `/` has no words
  return toStems(`${title} ${name.replace(/\.\w{2,5}$/, '').replaceAll(/[-_+]|%20/g, ' ')}`, language)
}

/** Returns the stems of a text without those of its function words. */
export function toStems(text: string, language: string): Set<string> {
  const toTerm = createTerms(language)
  const terms = findWords(text).map(({ word }) => toTerm(word))
  return new Set(terms.flatMap(({ isFunction, stem }) => (isFunction ? [] : [stem])))
}

/** Rates how well a phrase reads as a link; 0 if it should not be one. */
export function ratePhrase(phrase: Phrase, language: string): number {
  if (!isWhole(phrase, language)) return 0
  const { words } = phrase.sequence
  const neighbours = { before: words[phrase.first - 1]?.term, after: words[phrase.last + 1]?.term }
  return rateForm(language, toTerms(phrase), neighbours)
}

/** Returns true if a phrase cuts no word apart. In a script without spaces it must also be long enough. */
export function isWhole(phrase: Phrase, language: string): boolean {
  const { sequence, first, last } = phrase
  const isCut =
    (first === 0 && sequence.isLoose.first) || (last === sequence.words.length - 1 && sequence.isLoose.last)
  return !isCut && !(UNSPACED.has(language) && isShort(toTerms(phrase)))
}

const toTerms = ({ sequence, first, last }: Phrase) =>
  sequence.words.slice(first, last + 1).map(({ term }) => term)

const isShort = (terms: { word: string; isFunction: boolean }[]) =>
  terms.some(({ isFunction }) => isFunction) ||
  terms.reduce((sum, { word }) => sum + word.length, 0) < LEAST_IDEOGRAPHS

/** Returns the anchor that links a phrase to a page. */
export function toAnchor(
  { sequence, first, last }: Phrase,
  to: { url: URL; page: string; score: number },
): Anchor {
  const words = sequence.words.slice(first, last + 1)
  const [start, end] = [words[0], words.at(-1)]
  if (!start || !end) throw new RangeError('A phrase has at least one word.')
  return {
    passage: sequence.sentence.passage,
    from: start.from,
    to: end.to,
    stems: words.flatMap(({ term }) => (term.isFunction ? [] : [term.stem])),
    url: to.url,
    page: to.page,
    score: to.score,
  }
}
