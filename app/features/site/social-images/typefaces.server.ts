import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { create as openFont, type Font } from 'fontkitten'

/** A variable typeface from fontsource, which splits each into files of some hundred characters. */
export interface Typeface {
  family: string
  /** The path of the list with the characters of each file. */
  index: string
  /** The variant of the files to use. Files with `opsz` have the weights, too. */
  axis: 'opsz' | 'wght'
}

/** One file of a typeface, with the characters that it really contains, because the lists of fontsource name more. */
export interface Cut {
  family: string
  path: string
  characters: Set<number>
}

type Range = [first: number, last: number]

const require = createRequire(import.meta.url)
const wght = (family: string, index: string): Typeface => ({ family, index, axis: 'wght' })

/** The site's typeface for titles. */
export const SERIF: Typeface = {
  family: 'Newsreader',
  index: require.resolve('@fontsource-variable/newsreader/unicode.json'),
  axis: 'opsz',
}
/** The site's typeface for short lines, such as the author. */
export const SANS = wght(
  'Instrument Sans',
  require.resolve('@fontsource-variable/instrument-sans/unicode.json'),
)

// China, Japan and Korea write the same ideograph differently.
const HAN = {
  zh: wght('Noto Serif SC', require.resolve('@fontsource-variable/noto-serif-sc/unicode.json')),
  ja: wght('Noto Serif JP', require.resolve('@fontsource-variable/noto-serif-jp/unicode.json')),
  ko: wght('Noto Serif KR', require.resolve('@fontsource-variable/noto-serif-kr/unicode.json')),
}
const WORLD = [
  wght('Noto Serif', require.resolve('@fontsource-variable/noto-serif/unicode.json')),
  wght('Noto Naskh Arabic', require.resolve('@fontsource-variable/noto-naskh-arabic/unicode.json')),
  wght('Noto Serif Hebrew', require.resolve('@fontsource-variable/noto-serif-hebrew/unicode.json')),
  wght('Noto Serif Devanagari', require.resolve('@fontsource-variable/noto-serif-devanagari/unicode.json')),
  wght('Noto Serif Thai', require.resolve('@fontsource-variable/noto-serif-thai/unicode.json')),
]
/** Emoji in one colour, like all other text. */
const EMOJI = wght('Noto Emoji', require.resolve('@fontsource-variable/noto-emoji/unicode.json'))

/** Returns a typeface of the site, then those of other scripts, in the order in which a text tries them. */
export function toStack(own: Typeface, text: string, lang: string | null | undefined): Typeface[] {
  return [own, ...WORLD, ...new Set([HAN[guessHan(text, lang)], ...Object.values(HAN)]), EMOJI]
}

function guessHan(text: string, lang: string | null | undefined): keyof typeof HAN {
  if (lang?.startsWith('ja') || /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  return lang?.startsWith('ko') || /\p{Script=Hangul}/u.test(text) ? 'ko' : 'zh'
}

/** Returns the first file of a stack that has all of the characters; undefined if no file has. */
export function findCut(characters: number[], stack: Typeface[]): Cut | undefined {
  for (const typeface of stack) {
    for (const { ranges, open } of filesOf(typeface)) {
      const isListed = characters.every((character) =>
        ranges.some(([first, last]) => first <= character && character <= last),
      )
      if (!isListed) continue
      const cut = open()
      if (characters.every((character) => cut.characters.has(character))) return cut
    }
  }
  return undefined
}

interface TypefaceFile {
  ranges: Range[]
  open: () => Cut
}

const known = new Map<Typeface, TypefaceFile[]>()

function filesOf(typeface: Typeface): TypefaceFile[] {
  const files = known.get(typeface) ?? readFiles(typeface)
  known.set(typeface, files)
  return files
}

function readFiles({ family, index, axis }: Typeface): TypefaceFile[] {
  const folder = dirname(index)
  const subsets = JSON.parse(readFileSync(index, 'utf8')) as Record<string, string>
  return Object.entries(subsets).map(([subset, ranges]) => {
    const name = `${basename(folder)}-${subset.replace(/[[\]]/g, '')}-${axis}-normal.woff2`
    return { ranges: parseRanges(ranges), open: once(() => openCut(family, join(folder, 'files', name))) }
  })
}

const parseRanges = (ranges: string) =>
  ranges.split(',').map((range): Range => {
    const [first = 0, last = first] = range
      .replace('U+', '')
      .split('-')
      .map((hex) => parseInt(hex, 16))
    return [first, last]
  })

function openCut(family: string, path: string): Cut {
  const font = openFont(readFileSync(path)) as Font // never a collection of fonts: those end in .ttc
  return { family, path, characters: new Set(font.characterSet) }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
