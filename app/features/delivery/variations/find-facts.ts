import { toWords } from './similarity.ts'

const NUMBER = /\p{Sc}?\p{Nd}(?:[\p{Nd}.,:/’'–-]*\p{Nd})?(?:\p{Sc}|[%‰°])?/gu
const QUOTE =
  /“([^“”\n]{1,2000})”|„([^„“”\n]{1,2000})[“”]|«([^«»\n]{1,2000})»|»([^«»\n]{1,2000})«|"([^"\n]{1,2000})"|「([^「」\n]{1,2000})」|『([^『』\n]{1,2000})』/gu
const WORD = /\p{L}[\p{L}\p{M}\p{N}]*(?:-[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
const CAPITAL = /^\p{Lu}/u
// A capital at these positions does not mark a name: at the start of a line, after a sentence, after an opening
// quotation mark.
const START = /(?:^|[.!?…:;•·|–—。！？][\p{Pf}\p{Pe}"'*_]*\s*|[\p{Pi}\p{Ps}"'*_]\s*)$/u
// In German every noun has a capital. In a text with this share of capitals a single capital word is not a name.
const NOUNS_SHARE = 0.2
const NOUNS_LEAST = 30

/** Returns the numbers, amounts, dates and times of a text, as they are written. */
export const findNumbers = (text: string): Set<string> => new Set(text.match(NUMBER))

/** Returns the quotations of a text, as words in lower case without the marks. */
export function findQuotes(text: string): Set<string> {
  return new Set(
    [...text.matchAll(QUOTE)]
      .map(([, ...groups]) => toWords(groups.join('')).join(' ')) // one group is filled: that of its kind of marks
      .filter((words) => words !== ''),
  )
}

/**
 * Returns abbreviations, and the words that a capital within a sentence shows to be names. A name that only begins
 * sentences is not found. Scripts without capitals have no names.
 */
export function findNames(text: string): Set<string> {
  const words = text.split('\n').flatMap(findWords)
  const inside = words.filter(({ isStart }) => !isStart)
  const capitals = inside.filter(({ isCapital }) => isCapital)
  const isNounCase = inside.length >= NOUNS_LEAST && capitals.length / inside.length > NOUNS_SHARE
  const names = capitals.filter(({ isInRow, word }) => !isNounCase || isInRow || isAbbreviation(word))
  const abbreviations = words.filter(({ word }) => isAbbreviation(word))
  return new Set([...names, ...abbreviations].map(({ word }) => word))
}

/** Returns the names of a text, each once. A name is the list of its words, such as `Ines` and `Halloran`. */
export function findNameRows(text: string): string[][] {
  const names = findNames(text)
  const rows = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    let row: string[] = []
    let end = -2
    for (const { 0: word, index } of line.matchAll(WORD)) {
      if (!names.has(word)) continue
      row = index === end + 1 ? [...row, word] : [word]
      rows.delete(row.slice(0, -1).join(' '))
      rows.set(row.join(' '), row)
      end = index + word.length
    }
  }
  return [...rows.values()]
}

/** Returns the words of a text as they are written. */
export const listWords = (text: string): Set<string> => new Set(text.match(WORD))

const isAbbreviation = (word: string) => /\p{Lu}.*\p{Lu}/u.test(word.replaceAll('-', ''))

function findWords(line: string) {
  const found = [...line.matchAll(WORD)]
  const isCapital = found.map(([word]) => CAPITAL.test(word) && word.length > 1)
  const joinsNext = found.map(({ 0: word, index }, position) => {
    const end = index + word.length
    return (
      found[position + 1]?.index === end + 1 &&
      line[end] === ' ' &&
      isCapital[position] &&
      isCapital[position + 1]
    )
  })
  return found.map(({ 0: word, index }, position) => ({
    word,
    isCapital: isCapital[position] === true,
    isStart: position === 0 || START.test(line.slice(Math.max(0, index - 6), index)),
    isInRow: joinsNext[position] === true || joinsNext[position - 1] === true,
  }))
}
