import { toExcerpt } from '../../../shared/text.ts'
import type { Found } from './formats.ts'
import { mayHideWords, toMarkdownWords } from './plain-words.ts'
import { readRawField, readTrimmed } from './source-fields.ts'

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const LONGEST = 1_000_000 // in characters; no article has so much
const MOST = 20
const MOST_BESIDE = 8 // words
const PART_LENGTH = 160

const clean = (text: string) => text.normalize('NFC').replace(/\p{Cf}/gu, '')

interface Word {
  word: string
  start: number
  end: number
}

const listWords = (text: string): Word[] =>
  Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }))

/**
 * Returns the parts of a text whose words another one does not have, as they are written: up to 20. The order of the words
 * and their marks do not matter.
 */
export function findLostWords(saidText: string, foundText: string): string[] {
  if (saidText.length > LONGEST || foundText.length > LONGEST) return []
  const [said, found] = [clean(saidText), clean(foundText)]
  const missing = countMissing(said, found)
  return missing.size === 0 ? [] : findParts(said, found, missing).slice(0, MOST)
}

/** Returns how many times each word is missing. */
function countMissing(said: string, found: string): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (text: string, step: number) => {
    for (const word of text.toLowerCase().match(WORD) ?? []) counts.set(word, (counts.get(word) ?? 0) + step)
  }
  add(said, 1)
  add(found, -1)
  return new Map([...counts].filter(([, count]) => count > 0))
}

function findParts(said: string, found: string, missing: Map<string, number>): string[] {
  const words = listWords(said)
  const foundWords = listWords(found)
  const known = new Set(foundWords.map(({ word }) => word))
  const pairs = new Set(foundWords.map(({ word }, index) => `${foundWords[index - 1]?.word} ${word}`))
  const letters = foundWords.map(({ word }) => word).join('')
  const isPair = (one: number) => pairs.has(`${words[one]?.word} ${words[one + 1]?.word}`)
  const isJoined = (one: number) => !BLANK_LINE.test(said.slice(words[one]?.end, words[one + 1]?.start))
  const lost = words.flatMap(({ word }, index) => {
    const left = missing.get(word) ?? 0
    if (left === 0 || (isPair(index - 1) && isPair(index))) return []
    missing.set(word, left - 1)
    return [index]
  })
  // Words beside lost ones are shown with them until two stand as they do on the page.
  const stretch = (from: number, step: 1 | -1) => {
    let at = from
    while (Math.abs(at - from) < MOST_BESIDE && isOpen(step === 1 ? at : at - 1)) at += step
    return at
  }
  const isOpen = (one: number) => one >= 0 && one + 1 < words.length && isJoined(one) && !isPair(one)
  const shown = join(lost, isJoined)
    .filter(([from, to]) => !isFound(words.slice(from, to + 1), { known, letters }))
    .flatMap(([from, to]) => rangeOf(stretch(from, -1), stretch(to, 1)))
  return join(
    [...new Set(shown)].toSorted((one, other) => one - other),
    isJoined,
  )
    .map(([from, to]) => said.slice(words[from]?.start, words[to]?.end).replace(/\s+/g, ' '))
    .map((part) => toExcerpt(part, PART_LENGTH))
}

const rangeOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

const BLANK_LINE = /\n\s*\n/

/** Returns the first and the last of each row of numbers. */
function join(numbers: number[], isJoined: (one: number) => boolean): [from: number, to: number][] {
  const rows: [from: number, to: number][] = []
  for (const number of numbers) {
    const last = rows.at(-1)
    if (last && number === last[1] + 1 && isJoined(last[1])) last[1] = number
    else rows.push([number, number])
  }
  return rows
}

const SHORTEST = 6 // letters that stand together elsewhere by chance

// Words may be parted or joined otherwise, and one that is said twice can be found once.
function isFound(part: Word[], { known, letters }: { known: Set<string>; letters: string }): boolean {
  const own = part.map(({ word }) => word).join('')
  if (own.length < 3) return true
  return own.length < SHORTEST ? part.every(({ word }) => known.has(word)) : letters.includes(own)
}

/**
 * Returns an article with the words that its readers had, if our pages may not show some of them. `left` are words that it
 * loses on purpose, and that are named otherwise.
 */
export function keepSaid(found: Found, said: string, left = ''): Found {
  if (!('fields' in found)) return found
  const content = readRawField(found.fields.content)
  const known = [toMarkdownWords(content), ...listNamed(found.fields), left].join('\n')
  return mayHideWords(content) || findLostWords(said, known).length > 0 ? { ...found, said, left } : found
}

/** Returns the words that readers find beside the text of an article. */
export const listNamed = ({ title, description }: { title?: unknown; description?: unknown }) => [
  toMarkdownWords(readTrimmed(title)),
  toMarkdownWords(readTrimmed(description)),
]
