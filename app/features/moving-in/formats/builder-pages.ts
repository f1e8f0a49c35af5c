import { parseJson } from '../../../shared/json.ts'
import { escapeHtml } from '../../../shared/text.ts'
import { parsePhp } from './php-values.ts'
import { readField, readTrimmed, toRecord } from './source-fields.ts'

/** What a page of a builder shows: its texts and pictures as pieces of HTML, in their order, and what it loses. */
export interface BuiltPage {
  pieces: string[]
  lost: string[]
}

/** Returns the page that a builder stored, as JSON or as a value of PHP. Throws for any other text. */
export const parsePage = (text: string): unknown =>
  /^[aO]:\d+:/.test(text) ? parsePhp(text) : parseJson(text)

/** Returns what a page shows. */
export function readPage(page: unknown): BuiltPage {
  const built: BuiltPage = { pieces: [], lost: [] }
  walk(page, built)
  return built
}

function walk(value: unknown, built: BuiltPage): void {
  if (typeof value !== 'object' || value === null) return
  const record = toRecord(value)
  const kind = findKind(record)
  if (kind === undefined) {
    for (const inner of Object.values(value)) walk(inner, built)
    return
  }
  addElement(kind, record, built)
  walk(record.elements, built)
}

/** Returns the kind of an element of a page; undefined for anything else. */
function findKind({ settings, widgetType, elType, name, type }: Record<string, unknown>): string | undefined {
  if (typeof settings !== 'object' || settings === null) return undefined
  // Of Elementor, of Bricks, of Beaver Builder.
  const kind = widgetType ?? elType ?? name ?? (type === 'module' ? toRecord(settings).type : type)
  return readField(kind) ?? 'unknown'
}

const FRAME = /^(?:section|column|column-group|container|block|div|row|spacer|divider|separator)$/
// Their texts mean nothing without what they do.
const DOES = /form|login|search|menu|posts|archive|countdown|map|template|sidebar|loop/

function addElement(kind: string, { settings }: Record<string, unknown>, { pieces, lost }: BuiltPage): void {
  if (FRAME.test(kind)) return
  const found = DOES.test(kind) ? [] : listPieces(kind, toRecord(settings))
  if (found.length === 0) lost.push(`element “${kind}” of a page builder`)
  pieces.push(...found)
}

// Settings that no reader sees.
const NO_TEXT =
  /^_|css|class|font|typo|style|colou?r|animation|id$|align|size|position|type|layout|query|tag$|icon$|view|hover|background|border|padding|margin|width|height|gap|shape|custom|skin|format|state$|status$/i
const TEXT =
  /^(?:title|heading|text|content|editor|caption|label|html|shortcode|subtitle|quote)$|_(?:title|text|content|heading|label|caption|name|job|description|html)$/i
const WORD = /\p{L}/u
const SENTENCE = /\p{L}[\p{P}\d]*\s+\S*\p{L}/u
const ADDRESS = /^(?:https?:)?\/\/\S+$|^[#/]\S*$/
const BLOCK = /<(?:p|div|ul|ol|h[1-6]|blockquote|table|figure|pre|img|iframe)\b|^\[/i
const VIDEO = /^https?:\/\/\S*(?:youtu|vimeo|dailymotion)\S*$/

function listPieces(kind: string, settings: Record<string, unknown>): string[] {
  const pieces: string[] = []
  const add = (key: string, value: unknown) => {
    if (typeof value === 'string') pieces.push(...toPiece(kind, { key, value: value.trim(), settings }))
    else if (typeof value === 'object' && value !== null) {
      const picture = toPicture(toRecord(value))
      if (picture) pieces.push(picture)
      else addAll(value)
    }
  }
  const addAll = (value: object) => {
    for (const [key, inner] of Object.entries(value)) if (!NO_TEXT.test(key)) add(key, inner)
  }
  addAll(settings)
  return pieces
}

interface Setting {
  key: string
  value: string
  settings: Record<string, unknown>
}

function toPiece(kind: string, setting: Setting): string[] {
  const { key, value } = setting
  if (VIDEO.test(value)) return [`<p>${toLink(value, escapeHtml(value))}</p>`]
  const isText = TEXT.test(key) ? WORD.test(value) : SENTENCE.test(value)
  if (!isText || ADDRESS.test(value)) return []
  if (BLOCK.test(value)) return [value]
  return [
    kind.includes('head')
      ? toHeading(setting)
      : `<p>${kind === 'button' ? toButton(setting) : toLines(value)}</p>`,
  ]
}

const toLink = (address: string, html: string) => `<a href="${escapeHtml(address)}">${html}</a>`

const toLines = (html: string) => html.replace(/\n[ \t]*\n/g, '</p>\n<p>').replace(/\n(?!<p>)/g, '<br>\n')

function toHeading({ key, value, settings }: Setting): string {
  if (!/title|text|heading/.test(key)) return `<p>${toLines(value)}</p>`
  const level = /^h([2-6])$/.exec(readTrimmed(settings.header_size ?? settings.tag))?.[1] ?? '2'
  return `<h${level}>${value}</h${level}>`
}

// Elementor stores the address of a link as an object, Beaver Builder as a text.
function toButton({ value, settings: { link } }: Setting): string {
  const address = readField(toRecord(link).url) ?? readField(link)
  return address ? toLink(address, value) : value
}

function toPicture({ url, alt }: Record<string, unknown>): string | undefined {
  const address = readTrimmed(url)
  return /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i.test(address)
    ? `<img src="${escapeHtml(address)}" alt="${escapeHtml(readTrimmed(alt))}">`
    : undefined
}
