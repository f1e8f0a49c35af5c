import { NIL, validate as isUuid } from 'uuid'
import { toStorable } from './storable.ts'

/**
 * Returns the items of a list typed with commas, such as tags: trimmed, without empty items and repeats (spec §5). An
 * accented letter is one character (NFC), however it was typed.
 */
export function toList(commaSeparated: string): string[] {
  const items = commaSeparated
    .normalize('NFC')
    .split(',')
    .map((item) => item.trim())
  return [...new Set(items.filter((item) => item !== ''))]
}

/** Returns a number with commas between thousands, such as `2,793`. */
export const formatCount = (count: number) => count.toLocaleString('en-US')

/** Returns a number with its noun, such as `1 article` or `1,234 articles`. */
export const countOf = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** Returns words as a sentence lists them, such as `one, two and three`. */
export const joinWords = (words: string[]): string =>
  [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ')

let segmenter: Intl.Segmenter | undefined
// Not at the start: some browsers have none, and most screens need none.
const segment = (text: string) => (segmenter ??= new Intl.Segmenter()).segment(text)
const AHEAD = 64 // code units behind the cut, which show where its last character ends

/**
 * Returns the start of a text: at most `length` code points, and only whole characters as readers see them (UAX #29). So
 * no flag, emoji or accented letter is cut in two.
 */
export function toStart(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = Array.from(text.slice(0, 2 * length))
    .slice(0, length)
    .join('')
  if (cut.length >= text.length) return text
  const next = segment(text.slice(0, cut.length + AHEAD)).containing(cut.length)
  return cut.slice(0, next?.index || cut.length) // one endless character is cut all the same
}

/** Returns the first `length` characters (code points) of a text, with `…` at the end if the text is longer. */
export function toExcerpt(text: string, length: number): string {
  const start = toStart(text, length)
  return start === text ? text : `${start.trimEnd()}…`
}

let sentences: Intl.Segmenter | undefined

/** Returns the first sentence of a text, at most 200 characters of it. */
export function toFirstSentence(text: string): string {
  sentences ??= new Intl.Segmenter(undefined, { granularity: 'sentence' })
  const [first] = sentences.segment(text.trim())
  return toExcerpt(first?.segment.trim() ?? '', 200)
}

const PLAIN_START = /^[!-~](?=[ -~]|$)/ // the fast path: no mark of another script follows such a letter

/** Returns the first character of a text as readers see it, in upper case. */
export const toInitial = (text: string): string =>
  (PLAIN_START.exec(text)?.[0] ?? segment(text).containing(0)?.segment ?? '').toUpperCase()

/** Returns up to two initials of a person's name, for an avatar. */
export function toInitials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word))
  const ends = words.filter((_, index) => index === 0 || index === words.length - 1)
  return ends.map(toInitial).join('')
}

/** Returns a name as we store it: composed (NFC), on one line, without invisible characters, at most `length` code points. */
export function toName(value: string, length: number): string {
  const name = value
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim()
  return toStart(name, length)
}

/** Returns a text with its digits of all scripts, such as Arabic or full-width ones, as 0 to 9. */
export const toAsciiDigits = (text: string) => text.replaceAll(/\p{Nd}/gu, toAsciiDigit)

// Unicode keeps the ten digits of a script together, in order. Ranges may touch, but each starts with a zero.
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/** Returns a text with its first letter in upper case. The other letters stay as they are. */
export function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Returns a text as forms show it: each line break is a line feed. */
export const withLineFeeds = (text: string) => text.replaceAll(/\r\n?/g, '\n')

/**
 * Returns a field of a form, or of one that was sent in an address; an empty text if the field is missing or a file. The
 * CRLF of browsers becomes a line feed, as it was typed.
 */
export function readFormText(form: FormData | URLSearchParams, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? toStorable(value.replaceAll('\r\n', '\n')) : ''
}

/** Returns a field of a form that contains the UUID of a row; the nil UUID, which no row has, for any other text. */
export function readId(form: FormData, name: string): string {
  const id = readFormText(form, name)
  return isUuid(id) ? id : NIL
}

/** Returns a text escaped for HTML, in an element or in an attribute with double quotes. */
export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Returns the LIKE pattern of the texts that contain a text: `%`, `_` and `\` are plain characters. */
export const toLikePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** Returns the text of escaped HTML. It knows only the four entities that `escapeHtml` writes. */
export const unescapeHtml = (html: string) =>
  html.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
