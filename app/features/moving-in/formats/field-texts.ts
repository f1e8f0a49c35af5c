import { escapeHtml } from '../../../shared/text.ts'
import { parsePage, readPage } from './builder-pages.ts'
import type { Beside } from './formats.ts'
import { findLostWords } from './lost-words.ts'
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
  for (const [name, value] of fields) takeField(all, { name, value: value.trim(), fields })
  return all
}

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
  const known = toHtmlWords(all.text)
  const words = toHtmlWords(pieces.join('\n\n'))
  if (findLostWords(words, known).length === 0) return
  if (findLostWords(known, words).length === 0) all.text = pieces.join('\n\n')
  else addMissing(all, pieces)
}

function tryToParse(stored: string): unknown {
  try {
    return parsePage(stored)
  } catch {
    return undefined
  }
}

function addMissing(all: Taken, pieces: string[]): void {
  const known = toHtmlWords(all.text)
  const missing = pieces.filter((piece) => findLostWords(toHtmlWords(piece), known).length > 0)
  all.text = [all.text, ...missing].join('\n\n')
}

const SENTENCE = /\p{L}[\p{P}\d]*\s+\S*\p{L}/u
const STORED = /^(?:[aO]:\d+:|[[{]["{\]])/ // a list
const ADDRESS = /^https?:\/\/\S+$/
const SWITCH = /^(?:|0|1|null)$/
// Notes of editors for each other.
const INTERNAL = /(?:^|_)(?:internal|private|hidden|admin|todo|secret)(?:_|$)/i

interface Field {
  name: string
  value: string
  fields: Beside['fields']
}

function takeField(all: Taken, { name, value, fields }: Field): void {
  const isGroup = fields.some(([other]) => other.startsWith(`${name}_0_`))
  if (SWITCH.test(value) || isGroup) return
  const isText = SENTENCE.test(value) && !STORED.test(value) && !ADDRESS.test(value)
  if (isText && !INTERNAL.test(name)) {
    all.said += `\n\n${value}`
    addMissing(all, [toHtml(value)])
  } else all.lost.push(`custom field “${name.replace(/_\d+_/g, '_…_')}”`)
}

const toHtml = (value: string) =>
  /<[a-z][^<>]*>/i.test(value)
    ? value
    : value
        .split(/\n[ \t]*\n/)
        .map((part) => `<p>${escapeHtml(part.trim()).replaceAll('\n', '<br>\n')}</p>`)
        .join('\n\n')
