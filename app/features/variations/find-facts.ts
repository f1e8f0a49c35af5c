import { toWords } from './similarity.ts'

const NUMBER = /\p{Sc}?\p{Nd}(?:[\p{Nd}.,:/’'–-]*\p{Nd})?(?:\p{Sc}|[%‰°])?/gu
const QUOTE =
  /“([^“”\n]{1,2000})”|„([^„“”\n]{1,2000})[“”]|«([^«»\n]{1,2000})»|»([^«»\n]{1,2000})«|"([^"\n]{1,2000})"|「([^「」\n]{1,2000})」|『([^『』\n]{1,2000})』/gu
const WORD = /\p{L}[\p{L}\p{M}\p{N}]*(?:-[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
const CAPITAL = /^\p{Lu}/u
// Where a capital says nothing: at the beginning, and after the end of a sentence or an opening quotation mark.
const START = /(?:^|[.!?…:;•·|–—。！？][\p{Pf}\p{Pe}"'*_]*\s*|[\p{Pi}\p{Ps}"'*_]\s*)$/u
// In German every noun has a capital. Where so many words have one, a single one makes no name.
const NOUNS_SHARE = 0.2
const NOUNS_LEAST = 30

/** Numbers, amounts, dates and times, as they are written. */
export const findNumbers = (text: string): Set<string> => new Set(text.match(NUMBER))

/** What stands between quotation marks, without the marks. */
export function findQuotes(text: string): Set<string> {
  return new Set(
    [...text.matchAll(QUOTE)]
      .map((found) => toWords(found.slice(1).find((inside) => inside !== undefined) ?? '').join(' '))
      .filter((words) => words !== ''),
  )
}

/**
 * Words that a capital within a sentence gives away as names, and abbreviations. A name that only ever begins
 * sentences is not told from any other word there; scripts without capitals have none.
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

/** The words of a text as they are written. */
export const listWords = (text: string): Set<string> => new Set(text.match(WORD))

const isAbbreviation = (word: string) => /\p{Lu}.*\p{Lu}/u.test(word.replaceAll('-', ''))

function findWords(line: string) {
  const found = [...line.matchAll(WORD)]
  const isCapital = found.map(([word]) => CAPITAL.test(word) && word.length > 1)
  const joinsNext = found.map(({ 0: word, index }, place) => {
    const end = index + word.length
    return (
      found[place + 1]?.index === end + 1 && line[end] === ' ' && isCapital[place] && isCapital[place + 1]
    )
  })
  return found.map(({ 0: word, index }, place) => ({
    word,
    isCapital: isCapital[place] ?? false,
    isStart: place === 0 || START.test(line.slice(Math.max(0, index - 6), index)),
    isInRow: joinsNext[place] === true || joinsNext[place - 1] === true,
  }))
}
