import type { Passage } from './text-structure.ts'
import { createTerms, findLanguage, type Term } from './terms.ts'
import { findSentenceEnds, findWords, isUnspaced, mapWords } from './words.ts'

/** A word of a text, with its stem and weight. */
export interface TextWord {
  from: number
  to: number
  term: Term
}

/** A sentence of a passage, by its start and its end in the passage's text. */
export interface Sentence {
  passage: Passage
  from: number
  to: number
}

/** Neighbouring words with only spaces between them, in a sentence that may get a link. */
export interface WordSequence {
  sentence: Sentence
  words: TextWord[]
  /** True if the first or the last word is incomplete, because a sign such as a dot belongs to it. */
  isLoose: { first: boolean; last: boolean }
}

/** The words of a text that may get links. */
export interface TextWords {
  /** ISO 639-1 code of the language. */
  language: string
  /** The number of occurrences of each stem; weak words are not counted. */
  counts: Map<string, number>
  sequences: WordSequence[]
}

// A long text has more sentences than three links need. The passages that are read stay spread over all of it.
const MOST_CHARACTERS = 3500

/** Finds the word sequences of a text that may get a link. The first sentence and sentences with a link have none. */
export function findWordSequences(all: Passage[], mostCharacters = MOST_CHARACTERS): TextWords {
  const passages = thinOut(all, mostCharacters)
  const language = findLanguage(sample(passages))
  const toTerm = createTerms(language)
  const counts = new Map<string, number>()
  const toTextWord = (word: string, from: number, to: number): TextWord => {
    const term = toTerm(word)
    if (!term.isStopWord) counts.set(term.stem, (counts.get(term.stem) ?? 0) + 1)
    return { from, to, term }
  }
  const sequences = passages.flatMap((passage) =>
    findSequencesOf(passage, mapWords(passage.text, toTextWord)),
  )
  return { language, counts, sequences }
}

const MOST_OF_PASSAGE = 1000

function thinOut(passages: Passage[], mostCharacters: number): Passage[] {
  const characters = passages.reduce((sum, { text }) => sum + Math.min(text.length, MOST_OF_PASSAGE), 0)
  const step = Math.ceil(characters / mostCharacters)
  return step > 1 ? passages.filter((_, index) => index % step === 0) : passages
}

const SAMPLE = 80

/** Returns the first words of a text, enough to recognise its language. */
function sample(passages: Passage[]): string[] {
  const words: string[] = []
  for (const { text } of passages) {
    if (words.length >= SAMPLE) break
    words.push(...findWords(text.slice(0, 500)).map(({ word }) => word))
  }
  return words
}

const LEAST_WORDS = 7
// Signs of text that is not plain: a link, code, HTML, a formula, a table, a URL.
const UNPLAIN = /[[\]{}<>|$\\@#=^~`]/

function findSequencesOf(passage: Passage, words: TextWord[]): WordSequence[] {
  const sequences: WordSequence[] = []
  let [from, next] = [0, 0]
  let open = ''
  for (const [number, to] of findSentenceEnds(passage.text).entries()) {
    const first = next
    while ((words[next]?.from ?? Infinity) < to) next += 1
    const sentence = passage.text.slice(from, to)
    const isOpening = passage.isFirst && number === 0
    if (open === '' && next - first >= LEAST_WORDS && !isOpening && !UNPLAIN.test(sentence))
      sequences.push(...splitSequences({ passage, from, to }, words.slice(first, next)))
    open = findOpenSigns(open, sentence)
    from = to
  }
  return sequences
}

const CLOSING: Record<string, string> = { '(': ')', '[': ']' }

/**
 * Returns the signs that must still follow to close the open ones. A sentence between may belong to a link or to code.
 */
function findOpenSigns(before: string, sentence: string): string {
  let open = before
  for (const [sign] of sentence.matchAll(/[()[\]`]/g)) {
    if (sign === open.at(-1)) open = open.slice(0, -1)
    else if (sign === '`' || sign in CLOSING) open += CLOSING[sign] ?? sign
    if (open.length > DEEPEST) return open // plain text is never nested so deeply
  }
  return open
}

const DEEPEST = 20

interface Row {
  words: TextWord[]
  from: number
  to: number
}

function splitSequences(sentence: Sentence, words: TextWord[]): WordSequence[] {
  const rows: Row[] = []
  for (const word of words) {
    const row = rows.at(-1)
    if (row && isJoined(sentence.passage.text, row.to, word)) {
      row.words.push(word)
      row.to = word.to
    } else rows.push({ words: [word], from: word.from, to: word.to })
  }
  return rows.filter((row) => row.words.length > 1).map((row) => toSequence(sentence, row))
}

function isJoined(text: string, end: number, word: TextWord): boolean {
  const gap = word.from - end
  return gap === 1 ? text[word.from - 1] === ' ' : gap === 0 && isUnspaced(word.term.word)
}

function toSequence(sentence: Sentence, { words, from, to }: Row): WordSequence {
  const { text } = sentence.passage
  const isLoose = {
    first: !BEFORE.test(text.slice(Math.max(0, from - 2), from)),
    last: !AFTER.test(text.slice(to, to + 2)),
  }
  return { sentence, words, isLoose }
}

// A phrase must not begin or end at a sign that belongs to a word. Such a sign is the dot of `node.js` or the star of a
// bold word. Nor may it end at the end of a line, because it continues in the next one.
const BEFORE = /^$|[ \t(（“‘"'«„—–，。、；：！？「『]$|(?:^|[^\p{L}\p{N}])\n$|\p{Script=Han}$/u
const AFTER =
  /^$|^[ \t)”’"'»“—–…，。、；：！？）」』（]|^\n(?![\p{L}\p{N}])|^[.,;:!?](?![\p{L}\p{N}])|^\p{Script=Han}/u
