import type { Passage } from './read-text.ts'
import { createTerms, findLanguage, type Term } from './terms.ts'
import { findSentenceEnds, findWords, isUnspaced, mapWords } from './words.ts'

/** A word of a text, with what it means. */
export interface TextWord {
  from: number
  to: number
  term: Term
}

/** A sentence that may get a link. */
export interface Sentence {
  passage: Passage
  from: number
  to: number
}

/** Words in a row with nothing but spaces between them. */
export interface Run {
  sentence: Sentence
  words: TextWord[]
  /** Whether something belongs to the first or to the last word that is none of it, such as a star or a dot. */
  isLoose: { first: boolean; last: boolean }
}

/** The words of a text. */
export interface TextWords {
  language: string
  /** How often the stem of each word that means something occurs. */
  counts: Map<string, number>
  runs: Run[]
}

// A long text has more room than three links need; what is looked at stays spread over all of it.
const MOST_CHARACTERS = 3500

/** Finds the rows of words in which an anchor may stand: not in the first sentence, nor in one that has a link. */
export function findRuns(all: Passage[], mostCharacters = MOST_CHARACTERS): TextWords {
  const passages = thinOut(all, mostCharacters)
  const language = findLanguage(sample(passages))
  const toTerm = createTerms(language)
  const counts = new Map<string, number>()
  const toTextWord = (word: string, from: number, to: number): TextWord => {
    const term = toTerm(word)
    if (!term.isWeak) counts.set(term.stem, (counts.get(term.stem) ?? 0) + 1)
    return { from, to, term }
  }
  const runs = passages.flatMap((passage) => findRunsOf(passage, mapWords(passage.text, toTextWord)))
  return { language, counts, runs }
}

const OF_ONE = 1000

function thinOut(passages: Passage[], mostCharacters: number): Passage[] {
  const characters = passages.reduce((sum, { text }) => sum + Math.min(text.length, OF_ONE), 0)
  const step = Math.ceil(characters / mostCharacters)
  return step > 1 ? passages.filter((_, place) => place % step === 0) : passages
}

const SAMPLE = 80

/** The first words of a text, as many as tell its language. */
function sample(passages: Passage[]): string[] {
  const words: string[] = []
  for (const { text } of passages) {
    if (words.length >= SAMPLE) break
    words.push(...findWords(text.slice(0, 500)).map(({ word }) => word))
  }
  return words
}

const LEAST_WORDS = 7
// What may be part of something else than a sentence: a link, code, HTML, a formula, a table, an address.
const UNPLAIN = /[[\]{}<>|$\\@#=^~`]/

function findRunsOf(passage: Passage, words: TextWord[]): Run[] {
  const runs: Run[] = []
  let [from, word] = [0, 0]
  let around = ''
  for (const [number, to] of findSentenceEnds(passage.text).entries()) {
    const first = word
    while ((words[word]?.from ?? Infinity) < to) word += 1
    const sentence = passage.text.slice(from, to)
    const isOpening = passage.isFirst && number === 0
    if (around === '' && word - first >= LEAST_WORDS && !isOpening && !UNPLAIN.test(sentence))
      runs.push(...splitRuns({ passage, from, to }, words.slice(first, word)))
    around = findOpen(around, sentence)
    from = to
  }
  return runs
}

const CLOSING: Record<string, string> = { '(': ')', '[': ']' }

/** The signs that are to close what was opened so far: a sentence within may be part of a link, its title, or code. */
function findOpen(before: string, sentence: string): string {
  let open = before
  for (const [sign] of sentence.matchAll(/[()[\]`]/g)) {
    if (sign === open.at(-1)) open = open.slice(0, -1)
    else if (sign === '`' || sign in CLOSING) open += CLOSING[sign] ?? sign
    if (open.length > DEEPEST) return open // whatever that is, nothing in it is a sentence
  }
  return open
}

const DEEPEST = 20

function splitRuns(sentence: Sentence, words: TextWord[]): Run[] {
  const rows: TextWord[][] = []
  for (const word of words) {
    const row = rows.at(-1)
    if (row && isJoined(sentence.passage.text, row.at(-1), word)) row.push(word)
    else rows.push([word])
  }
  return rows.filter(({ length }) => length > 1).map((row) => toRun(sentence, row))
}

function isJoined(text: string, last: TextWord | undefined, word: TextWord): boolean {
  const gap = word.from - (last?.to ?? 0)
  return gap === 1 ? text[word.from - 1] === ' ' : gap === 0 && isUnspaced(word.term.word)
}

function toRun(sentence: Sentence, words: TextWord[]): Run {
  const { text } = sentence.passage
  const from = words[0]?.from ?? 0
  const to = words.at(-1)?.to ?? 0
  const isLoose = {
    first: !BEFORE.test(text.slice(Math.max(0, from - 2), from)),
    last: !AFTER.test(text.slice(to, to + 2)),
  }
  return { sentence, words, isLoose }
}

// A sign that belongs to the word, such as the dot of `node.js` or the star of a strong word, is no place to cut; nor is
// the end of a line, where the phrase goes on.
const BEFORE = /^$|[ \t(（“‘"'«„—–，。、；：！？「『]$|(?:^|[^\p{L}\p{N}])\n$|\p{Script=Han}$/u
const AFTER =
  /^$|^[ \t)”’"'»“—–…，。、；：！？）」』（]|^\n(?![\p{L}\p{N}])|^[.,;:!?](?![\p{L}\p{N}])|^\p{Script=Han}/u
