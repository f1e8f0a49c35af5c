import type { Run, TextWords } from './find-runs.ts'
import type { LinkIndex } from './link-index.ts'
import { rateForm } from './phrase-form.ts'
import type { Passage } from './read-text.ts'
import { createTerms } from './terms.ts'
import { findWords } from './words.ts'

/** Words that could carry a link. */
export interface Anchor {
  passage: Passage
  from: number
  to: number
  stems: string[]
  url: URL
  page: string
  score: number
}

/** The score of an anchor that a model picked, its first one; no other comes near. */
export const PICKED = 1_000_000

export const isPicked = ({ score }: Anchor): boolean => score > PICKED / 2

/** Where an anchor begins in the Markdown. */
export function placeOf({ passage, from }: Anchor): number {
  const line = passage.lines.findLast((candidate) => candidate.from <= from)
  return line ? line.at + from - line.from : 0
}

/** What anchors are looked for with. */
export interface Search {
  canonical: URL
  index: LinkIndex
  text: TextWords
  /** Stems that say what the text itself is about. */
  topic: Set<string>
  headings: Set<string>
}

/** Words in a row, by the places of the first and the last. */
export interface Phrase {
  run: Run
  first: number
  last: number
}

export const MOST_WORDS = 5
const LEAST_IDEOGRAPHS = 4
const UNSPACED = new Set(['zh', 'ja', 'th'])

/** The stems of a title, and of the words in an address. */
export function findTopic(title: string, canonical: URL, language: string): Set<string> {
  const path = canonical.pathname.split('/').findLast((part) => /[a-z]{3}/i.test(part)) ?? ''
  return toStems(`${title} ${path.replace(/\.\w{2,5}$/, '').replaceAll(/[-_+]|%20/g, ' ')}`, language)
}

/** The stems of the words of a text that mean something. */
export function toStems(text: string, language: string): Set<string> {
  const toTerm = createTerms(language)
  const terms = findWords(text).map(({ word }) => toTerm(word))
  return new Set(terms.flatMap(({ isFunction, stem }) => (isFunction ? [] : [stem])))
}

/** How well a phrase would read as a link, from 0. */
export function ratePhrase(phrase: Phrase, language: string): number {
  if (!isWhole(phrase, language)) return 0
  const { words } = phrase.run
  const neighbours = { before: words[phrase.first - 1]?.term, after: words[phrase.last + 1]?.term }
  return rateForm(language, toTerms(phrase), neighbours)
}

/** Whether nothing is cut off a phrase, and it is more than a word or two of a script without spaces. */
export function isWhole(phrase: Phrase, language: string): boolean {
  const { run, first, last } = phrase
  const isCut = (first === 0 && run.isLoose.first) || (last === run.words.length - 1 && run.isLoose.last)
  return !isCut && !(UNSPACED.has(language) && isShort(toTerms(phrase)))
}

const toTerms = ({ run, first, last }: Phrase) => run.words.slice(first, last + 1).map(({ term }) => term)

const isShort = (terms: { word: string; isFunction: boolean }[]) =>
  terms.some(({ isFunction }) => isFunction) ||
  terms.reduce((sum, { word }) => sum + word.length, 0) < LEAST_IDEOGRAPHS

/** A phrase as an anchor. */
export function toAnchor(
  { run, first, last }: Phrase,
  to: { url: URL; page: string; score: number },
): Anchor {
  const words = run.words.slice(first, last + 1)
  return {
    passage: run.sentence.passage,
    from: words[0]?.from ?? 0,
    to: words.at(-1)?.to ?? 0,
    stems: words.flatMap(({ term }) => (term.isFunction ? [] : [term.stem])),
    url: to.url,
    page: to.page,
    score: to.score,
  }
}
