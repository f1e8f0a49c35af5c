import { escapeHtml, toStart } from '../../../shared/text.ts'
import { parsePage, readPage } from './builder-pages.ts'
import type { Beside } from './formats.ts'
import { listSentences, toHtmlWords } from './plain-words.ts'

/** A text with what stands beside it. */
interface Taken {
  text: string
  /** The kinds of things that do not come in. */
  lost: string[]
  /** The texts that stand beside it, whether they come in or not. */
  said: string
}

// The pages of Elementor, Bricks and Beaver Builder.
const PAGES = ['_elementor_data', '_bricks_page_content_2', '_fl_builder_data']

/** Returns what plugins keep beside the content of an article; undefined for nothing. Each field has a note with its key. */
export function listBeside(meta: Map<string, string>): Beside | undefined {
  const fields = [...meta].filter(([key]) => meta.get(`_${key}`)?.startsWith('field_'))
  const pages = PAGES.flatMap((key) => meta.get(key) ?? []).filter((page) => page !== '')
  return fields.length + pages.length > 0 ? { fields, pages } : undefined
}

/**
 * Puts the texts beside an article into its text, unless the text has them: WordPress often stores both. A page that has all
 * of the text takes its place. Other texts come after it. What is no text is named.
 */
export function takeBeside(text: string, { fields, pages }: Beside): Taken {
  const all: Taken = { text, lost: [], said: '' }
  for (const page of pages) takePage(all, page)
  if (fields.length > 0) takeFields(all, fields)
  return all
}

// Keys with a line at their beginning are hidden in WordPress. Other rooms of the import read the rest.
const READ_ELSEWHERE = /^(?:_|rank_math_|fifu_|cap-|footnotes$)/

/** Returns the kinds of custom fields that hold text, which no plugin that is known puts on a page. */
export const listPlainFields = (meta: Map<string, string>): string[] =>
  [...meta]
    .filter(
      ([name, stored]) =>
        !READ_ELSEWHERE.test(name) && !meta.get(`_${name}`)?.startsWith('field_') && holdsText(stored.trim()),
    )
    .map(([name]) => toFieldKind(name))

const MOST_OF_PAGE = 2_000_000 // in characters

function takePage(all: Taken, stored: string): void {
  const page = stored.length > MOST_OF_PAGE ? undefined : tryToParse(stored)
  if (page === undefined) {
    all.lost.push('page of a page builder (it cannot be read)')
    return
  }
  const { pieces, lost } = readPage(page)
  all.said += `\n\n${listSentences(page).join('\n\n')}`
  all.lost.push(...lost)
  const missing = listMissing(all.text, pieces)
  if (missing.length === 0 && listWords(all.text).length > 0) return
  all.text = hasAll(pieces.join('\n\n'), all.text) ? pieces.join('\n\n') : [all.text, ...missing].join('\n\n')
}

function tryToParse(stored: string): unknown {
  try {
    return parsePage(stored)
  } catch {
    return undefined
  }
}

const listWords = (html: string) =>
  toHtmlWords(html)
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

/** Returns the pieces whose words do not stand in a text, in their order. */
function listMissing(text: string, pieces: string[]): string[] {
  const known = ` ${listWords(text).join(' ')} `
  return pieces.filter((piece) => {
    const words = listWords(piece).join(' ')
    return words !== '' && !known.includes(` ${words} `)
  })
}

/** Returns true if a page has every word of a text, as often as the text has it. */
function hasAll(page: string, text: string): boolean {
  const counts = new Map<string, number>()
  for (const word of listWords(page)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return listWords(text).every((word) => {
    const left = counts.get(word) ?? 0
    counts.set(word, left - 1)
    return left > 0
  })
}

const SENTENCE = /\p{L}[\p{P}\d]*\s+\S*\p{L}/u
const STORED = /^(?:[aO]:\d+:|[[{]["{\]])/ // a list
const ADDRESS = /^https?:\/\/\S+$/
const SWITCH = /^(?:|0|1|null)$/
// Notes of editors for each other.
const INTERNAL = /(?:^|_)(?:internal|private|hidden|admin|todo|secret)(?:_|$)/i

function takeFields(all: Taken, fields: Beside['fields']): void {
  const groups = new Set(
    fields.flatMap(([name]) => Array.from(name.matchAll(/_0_/g), ({ index }) => name.slice(0, index))),
  )
  const texts: string[] = []
  for (const [name, stored] of fields) {
    const value = stored.trim()
    if (SWITCH.test(value) || groups.has(name)) continue
    if (isText(name, value)) texts.push(value)
    else all.lost.push(toFieldKind(name))
  }
  all.said += `\n\n${texts.join('\n\n')}`
  all.text = [all.text, ...listMissing(all.text, texts.map(toHtml))].join('\n\n')
}

const NAME_LENGTH = 80
const toFieldKind = (name: string) => `custom field “${toStart(name.replace(/_\d+_/g, '_…_'), NAME_LENGTH)}”`

const holdsText = (value: string) => SENTENCE.test(value) && !STORED.test(value) && !ADDRESS.test(value)

const isText = (name: string, value: string) => holdsText(value) && !INTERNAL.test(name)

const toHtml = (value: string) =>
  /<[a-z][^<>]*>/i.test(value)
    ? value
    : value
        .split(/\n[ \t]*\n/)
        .map((part) => `<p>${escapeHtml(part.trim()).replaceAll('\n', '<br>\n')}</p>`)
        .join('\n\n')
