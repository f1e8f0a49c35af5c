import { guessLanguage } from '../../../shared/languages.ts'
import { checkFrame, checkHeadings, checkInstructions, list } from './check-variation.ts'
import { findNameRows, findNumbers, findQuotes, listWords } from './find-facts.ts'
import { faults } from './messages.ts'
import { toWords } from './similarity.ts'
import { extractFeatures, type PublishedText } from './text-features.ts'

// Of the letters of the article. Japanese needs far fewer than English.
const LENGTHS = { least: 0.3, most: 2 }
// Some names have another form in another language, as seas and offices have.
const NAMES_LOST = 1 / 4
const SHORT_NAME = 3

/** The languages of a translation, and the text with the instructions to the model. */
interface Translating {
  from: string
  into: string
  instructions?: string | undefined
}

/**
 * Returns the faults of a translation, as sentences; none if it keeps all addresses, code, tables and pictures, the digits
 * of all numbers, the number of quotations and headings, and the names, and if it is in its language.
 */
export function checkTranslation(
  source: PublishedText,
  translation: PublishedText,
  { from, into, instructions = '' }: Translating,
): string[] {
  const readings = { original: extractFeatures(source), reworded: extractFeatures(translation) }
  const { original, reworded } = readings
  const ratio = reworded.prose.length / Math.max(1, original.prose.length)
  return [
    ...checkFrame(source, translation, readings),
    ...checkNumbers(toWhole(original.visible, source), toWhole(reworded.visible, translation)),
    ...checkQuotes(original.visible, reworded.visible),
    ...checkNames(original.prose, reworded.visible, from),
    ...checkHeadings(readings),
    ...(ratio >= LENGTHS.least && ratio <= LENGTHS.most
      ? []
      : [faults.translatedLength(Math.round(ratio * 100))]),
    ...(isWrittenIn(reworded.prose, { from, into }) ? [] : [faults.language(into)]),
    ...checkInstructions(source, translation, instructions),
  ]
}

const toWhole = (visible: string, { title, metaDescription }: PublishedText) =>
  `${title}\n${metaDescription ?? ''}\n${visible}`

// Languages write 1,234.5 and $5 in other ways.
const toDigits = (text: string) =>
  new Set([...findNumbers(text)].map((number) => number.replaceAll(/\P{Nd}/gu, '')))

function checkNumbers(original: string, translated: string): string[] {
  const [before, after] = [toDigits(original), toDigits(translated)]
  return [
    ...list(
      faults.numbersLost,
      [...before].filter((number) => !after.has(number)),
    ),
    ...list(
      faults.numbersAdded,
      [...after].filter((number) => !before.has(number)),
    ),
  ]
}

function checkQuotes(original: string, translated: string): string[] {
  const [was, is] = [findQuotes(original).size, findQuotes(translated).size]
  return was === is ? [] : [faults.quotesCount(was, is)]
}

function checkNames(prose: string, translated: string, from: string): string[] {
  const words = [...listWords(translated)].flatMap((word) => [word, ...word.split('-')])
  const present = new Set(words)
  // Endings are added to names: Merkels, NATO-Staaten.
  const isThere = (name: string) =>
    present.has(name) || (name.length >= SHORT_NAME && words.some((word) => word.startsWith(name)))
  const others = listTranslated(from)
  const rows = findNameRows(prose).filter((row) => !row.every((word) => others.has(word)))
  const lost = rows.filter((row) => !row.some(isThere))
  return lost.length > rows.length * NAMES_LOST
    ? list(
        faults.namesLost,
        lost.map((row) => row.join(' ')),
      )
    : []
}

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const CODES = LETTERS.flatMap((one) => LETTERS.map((other) => one + other))
const translatedNames = new Map<string, Set<string>>()

/** Returns the words of names that each language has its own word for: countries, languages, months and days. */
function listTranslated(language: string): Set<string> {
  const known = translatedNames.get(language)
  if (known) return known
  const name = (type: 'region' | 'language', code: string) =>
    new Intl.DisplayNames([language], { type, fallback: 'none' }).of(code) ?? ''
  const date = (day: number, part: Intl.DateTimeFormatOptions) =>
    new Date(Date.UTC(2026, 0, day)).toLocaleDateString(language, { ...part, timeZone: 'UTC' })
  const days = Array.from({ length: 12 }, (_, index) => 1 + index * 31)
  const names = [
    ...CODES.map((code) => name('region', code)),
    ...CODES.map((code) => name('language', code.toLowerCase())),
    ...days.map((day) => date(day, { month: 'long' })),
    ...days.slice(0, 7).map((_, index) => date(index + 1, { weekday: 'long' })),
  ]
  const words = new Set(names.flatMap((each) => [...listWords(each)]))
  translatedNames.set(language, words)
  return words
}

// Words that are frequent in one of these languages. In the others, the letters tell the language.
const COMMON: Record<string, string> = {
  en: 'the of and to is that was for with',
  de: 'der die das und ist nicht mit von ein',
  fr: 'le les des est et dans pour une qui',
  es: 'el los las del y una por con para',
  pt: 'o os as do da e não uma com',
}

function isWrittenIn(prose: string, { from, into }: { from: string; into: string }): boolean {
  const common = COMMON[into]
  if (common === undefined) return guessLanguage(prose) === into
  const words = toWords(prose)
  const count = (frequent = '') => {
    const known = new Set(frequent.split(' '))
    return words.filter((word) => known.has(word)).length
  }
  return guessLanguage(prose) === null && count(common) > count(COMMON[from])
}
