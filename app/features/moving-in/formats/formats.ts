import { decodeHTMLStrict } from 'entities'
import { OWN_SOURCE, toSlug } from '../../articles/articles.ts'

/**
 * One item of a file to import. `place` is its position as users read it, such as `line 4`. `fields` are the unchecked
 * fields of an NDJSON record. Without fields it has a `problem`, or the reason why it is `leftOut`.
 */
export type Found = { place: string } & (
  | FoundArticle
  | { problem: string }
  | { leftOut: string; count?: number }
)

/**
 * The kinds of HTML in exports: with template tags; with shortcodes, of WordPress' block editor or of its classic editor, in
 * which the ends of lines have a meaning; or with nothing else.
 */
export type Html = 'plain' | 'tags' | 'blocks' | 'lines'

/** A picture of an export. */
export interface Picture {
  url: string
  alt: string
  caption: string
}

/** An article in a file. */
export interface FoundArticle {
  fields: Record<string, unknown>
  /** True for a file of our own export, which comes in as it is. */
  isExported?: true
  /** Set if its content is HTML that is not converted yet. */
  html?: Html
  /** The pictures that its galleries may show, by their ids; those of its own post have an empty one too. */
  pictures?: [id: string, picture: Picture][]
  /** The kinds of things that the article loses, for example `shortcode [form]`. */
  lost?: string[]
  /** The words that its readers had, if our pages may not show all of them. */
  said?: string
  /** Texts that its program keeps beside its content, as HTML. */
  beside?: string
  /** Words that it loses on purpose, and that are named otherwise. */
  left?: string
  /** Parts of its text that our readers do not find, as they are written. */
  lostWords?: string[]
}

/**
 * Returns the trimmed text of a field, also of a number or a boolean; undefined for an empty text and any other type.
 */
export function readField(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `${value}`
  return typeof value === 'string' ? value.trim() || undefined : undefined
}

/** Returns the same as readField, but an empty text instead of undefined. */
export const readTrimmed = (value: unknown): string => readField(value) ?? ''

/** Returns the text of a field with its spaces; an empty text for any other type. */
export const readRawField = (value: unknown) => (typeof value === 'string' ? value : '')

/** Returns an object as a record; an empty record for any other type. */
export function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** Returns the objects of a list as records; an empty list for any other type. */
export const toRecords = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null).map(toRecord) : []

/**
 * Returns the slug of an article from another program, changed to our rule (spec §5); undefined if no character is
 * left.
 */
export function toKnownSlug(slug: string | undefined): string | undefined {
  if (slug === undefined) return undefined
  const kept = toSlug(slug.replace(/\.(html?|php|aspx?)$/i, '').replaceAll('_', '-'), '')
  return kept === 'post-' ? undefined : kept
}

// A `<` before a space or a digit begins no tag: `x < y` and `<3` are text.
const TAG = /<[a-z/!?][^<>]*>/gi

/** Returns the text of a piece of HTML on one line: without tags, with characters instead of entities. */
export const toPlainText = (html: string): string =>
  decodeHTMLStrict(html.replace(TAG, ' ')).replace(/\s+/g, ' ').trim()

const LINES = ['title', 'description', 'author', 'tags', 'keywords']

/** Returns the fields of an NDJSON record. In a record of another program, HTML entities in lines of text are decoded. */
export function readRecord(record: unknown): Record<string, unknown> {
  const fields = toRecord(record)
  if (fields.source === OWN_SOURCE) return fields
  const lines = LINES.filter((name) => name in fields).map((name) => [name, toLine(fields[name])])
  return { ...fields, ...Object.fromEntries(lines) }
}

function toLine(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toLine)
  return typeof value === 'string' ? decodeHTMLStrict(value) : value
}

/** A file to read articles from. */
export interface SourceFile {
  /** Its path within its folder or archive, or its name. */
  name: string
  /** Its size; undefined if that is not known before it is read. */
  bytes?: number | undefined
  /** Returns its bytes from the beginning, each time. */
  open: () => AsyncIterable<Uint8Array>
  /** Returns its bytes from `start` up to `end`. Without this, an archive is read into memory. */
  openAt?: (start: number, end: number) => AsyncIterable<Uint8Array>
  /** What it unpacks to counts together with other files. */
  room?: UnpackRoom
}

/** The limit of what several files unpack to together. */
export interface UnpackRoom {
  /** Counts the bytes that one of the files has so far. Throws UnreadableFile if all of them have too many. */
  take: (file: SourceFile, bytes: number) => void
}

/** Returns all pieces. */
export async function collect<Piece>(pieces: AsyncIterable<Piece>): Promise<Piece[]> {
  const all: Piece[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}

/** Thrown for a file that cannot be imported at all. The message is the reason, as a sentence for users. */
export class UnreadableFile extends Error {}

/** Returns a limit of what several files unpack to together. A file that is read several times counts once. */
export function makeRoom(most: number): UnpackRoom {
  const taken = new WeakMap<SourceFile, number>()
  let sum = 0
  return {
    take(file, bytes) {
      const before = taken.get(file) ?? 0
      if (bytes <= before) return
      taken.set(file, bytes)
      sum += bytes - before
      if (sum > most) throw new UnreadableFile(tooLargeTogether(most))
    },
  }
}

const tooLargeTogether = (bytes: number) =>
  `The files are larger than ${toMegabytes(bytes)} together when they are unpacked. Split them, and import the parts.`

/** Returns a number of bytes in words, such as `5 MB`. */
export const toMegabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`

/** Changes the parts of a text that are outside the matches of a pattern with the flag `g`, such as one of code. */
export function outside(text: string, pattern: RegExp, change: (part: string) => string): string {
  let done = 0
  let changed = ''
  for (const { 0: match, index } of text.matchAll(pattern)) {
    changed += change(text.slice(done, index)) + match
    done = index + match.length
  }
  return changed + change(text.slice(done))
}
