import { decodeHTMLStrict } from 'entities'
import type { z } from 'zod'
import { toStorable } from '../../../shared/storable.ts'
import { OWN_SOURCE } from '../../articles/articles.ts'
import type { ArticleText } from '../../articles/fields/fields.ts'
import { type Fault, sayFault, toFault } from './faults.ts'
import type { LostPicture, OldLink, Within } from './record-pictures.ts'
import { OTHER_NAMES, type OtherName, recordFields, recordSchema } from './record-schema.ts'
import { formatCount } from '../../../shared/text.ts'
import { readTrimmed, toRecord } from './source-fields.ts'

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

/** A kind of things that an article loses, and their number. */
export type Loss = [kind: string, count: number]

/** What an article loses. */
export interface Losses {
  /** The kinds of things, for example `shortcode [form]`, each as many times as the article has it. */
  lost?: string[]
  /** Other kinds with their numbers. An article may have thousands of comments. */
  counted?: Loss[]
}

/** What plugins of WordPress keep beside the content of an article. */
export interface Beside {
  /** The fields of Advanced Custom Fields. */
  fields: [name: string, value: string][]
  /** The pages of builders, as they are stored. */
  pages: string[]
}

/** An article in a file. */
export interface FoundArticle extends Losses {
  fields: Record<string, unknown>
  /** True for a file of our own export, which comes in as it is. */
  isExported?: true
  /** Set if its content is HTML that is not converted yet. */
  html?: Html
  /** The pictures that its galleries may show, by their ids; those of its own post have an empty one too. */
  pictures?: [id: string, picture: Picture][]
  /** The words that its readers had, if our pages may not show all of them. */
  said?: string
  /** What its program keeps beside its content. */
  beside?: Beside
  /** Words that it loses on purpose, and that are named otherwise. */
  left?: string
  /** Parts of its text that our readers do not find, as they are written. */
  lostWords?: string[]
  /** Its folder or archive, for addresses that are relative to it. */
  within?: Within
  /** The address of its old site, if its file names it. */
  site?: string | undefined
  /** The address that it had, to which others are relative; the first of its old ones if left out. */
  page?: string | undefined
  /** Its links to other pages of its old site. */
  links?: OldLink[]
  /** The pictures that do not come in with it. */
  lostPictures?: LostPicture[]
}

const LINES = ['title', 'description', 'author', 'tags', 'keywords']

/** Returns the fields of an NDJSON record. In a record of another program, HTML entities in lines of text are decoded. */
export function readRecord(record: unknown): Record<string, unknown> {
  const fields = toRecord(record)
  if (fields.source === OWN_SOURCE) return fields
  const lines = LINES.filter((name) => name in fields).map((name) => [name, toLine(fields[name])])
  return { ...fields, ...Object.fromEntries(lines) }
}

/** Returns the title of a record that was not checked; an empty text without one. */
export const readTitle = (fields: Record<string, unknown>): string => readTrimmed(fields.title)

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
  /** The encoding of its text, if the text does not say it. */
  encoding?: string | undefined
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

/** Thrown if several files unpack to too much together. None of them is read then. */
export class TooLargeTogether extends UnreadableFile {}

/** An encoding that a file may have, and a part of its text in it. */
export interface EncodingSample {
  encoding: string
  text: string
}

/** Thrown for a file that does not say its encoding. Guesses are wrong too often, so somebody has to read the samples. */
export class UnknownEncoding extends Error {
  readonly file: string
  readonly samples: EncodingSample[]

  constructor(file: string, samples: EncodingSample[]) {
    super(sayUnknown(file, samples))
    this.file = file
    this.samples = samples
  }
}

function sayUnknown(file: string, samples: EncodingSample[]): string {
  const lines = samples.map(({ encoding, text }) => `  --encoding ${encoding}   ${text}\n`)
  return `${file} does not say in which encoding it is. Choose the line that you can read, and say it:\n${lines.join('')}`
}

/** Returns each kind of things that an article loses once, with their number. */
export function countLosses({ lost = [], counted = [] }: Losses): Loss[] {
  const counts = new Map<string, number>()
  const all = [...lost.map((kind): Loss => [kind, 1]), ...counted]
  for (const [kind, count] of all) counts.set(kind, (counts.get(kind) ?? 0) + count)
  return [...counts]
}

/** Returns a kind with its number in words, such as `shortcode [form] (3 times)`. */
export const sayLoss = ([kind, count]: Loss): string =>
  count === 1 ? kind : `${kind} (${formatCount(count)} times)`

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
      if (sum > most) throw new TooLargeTogether(sayTooLarge(most))
    },
  }
}

const sayTooLarge = (bytes: number) =>
  `The files are larger than ${toMegabytes(bytes)} together when they are unpacked. Split them, and import the parts.`

/** Returns a number of bytes in words, such as `5 MB`. */
export const toMegabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`

/**
 * One article to import: the checked fields of an NDJSON line. `publishedAt` is null for a draft and undefined for an
 * unknown date. `plannedAt` is the moment at which a draft is to be published. `aliases` are the paths of its old URLs.
 */
export type ImportRecord = z.output<typeof recordSchema>

/** Checks one record, as it can be stored. A refusal names each wrong field. */
export function parseRecord(
  input: unknown,
): { ok: true; record: ImportRecord } | { ok: false; problem: string; faults: Fault[] } {
  const parsed = recordSchema.safeParse(toStorable(input))
  if (parsed.success) return { ok: true, record: parsed.data }
  const faults = parsed.error.issues.map((issue) => toFault(issue, input))
  return { ok: false, problem: faults.map(sayFault).join('; '), faults }
}

const RECORD_KEYS = new Set(Object.keys(recordFields.shape))

/** Returns the fields of a record that an import reads, as they can be stored. */
export function toRecordFields(fields: Record<string, unknown>): Record<string, unknown> {
  const known = Object.entries(fields).filter(([name]) => RECORD_KEYS.has(name))
  return Object.fromEntries(known.map(([name, value]) => [name, toStorable(value)]))
}

/** Returns the key that identifies a record: `source:path`. */
export const toImportKey = ({ source, path }: Pick<ImportRecord, 'source' | 'path'>) => `${source}:${path}`

/** Returns the text of a record as an article has it. */
export const toArticleText = (record: ImportRecord, author: string): ArticleText => ({
  title: record.title,
  content: record.content,
  ...(Object.fromEntries(
    OTHER_NAMES.map((name) => [name, name === 'author' ? author : (record[name] ?? null)]),
  ) as Pick<ArticleText, OtherName>),
  lang: record.lang ?? null,
})
