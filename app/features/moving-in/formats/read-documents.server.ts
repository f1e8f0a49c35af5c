import { readBlogger } from './blogger.ts'
import { readFeed } from './feed.ts'
import { toToday } from './finish.server.ts'
import { type Found, type SourceFile, TooLargeTogether, UnreadableFile } from './formats.ts'
import { readMovableType } from './movable-type.ts'
import { unlessNothing } from './nothing-found.ts'
import { readJson } from './read-json.ts'
import { readLines, refuseLongLines } from './read-lines.server.ts'
import { type PageOptions, type ReadLimits, readMarkdown, readPost } from './read-pages.server.ts'
import { readPieces, readWhole } from './read-text.server.ts'
import { fromXml, type Kind, recognise } from './recognise.server.ts'
import { UnsupportedFile } from './unsupported-files.ts'
import {
  makeParts,
  readWordpress,
  readWordpressParts,
  TooManyParts,
  type WordpressParts,
} from './wordpress.ts'
import { readWriteasTable } from './writeas.ts'

/** The options for reading documents. */
export interface DocumentOptions extends PageOptions {
  /** Additional WordPress post types to read as articles. */
  types?: string[]
  /** What the WordPress files of one export share; each file has its own if left out. */
  parts?: WordpressParts
}

/** Reads the articles of a file that is no archive. */
export async function* readDocument(
  file: SourceFile,
  options: DocumentOptions,
  isAlone = true,
): AsyncGenerator<Found> {
  const kind = await recognise(file, options.limits.unpackedBytes)
  yield* unlessNothing(readKind(kind, file, options), kind, isAlone)
}

async function* readKind(kind: Kind, file: SourceFile, options: DocumentOptions): AsyncGenerator<Found> {
  const { limits, types = [], parts } = options
  const pieces = () => readPieces(file, limits.unpackedBytes)
  if (isStreamed(kind))
    return yield* today(STREAMS[kind](pieces(), { name: baseName(file), mostOfLine: limits.wholeBytes }))
  switch (kind) {
    case 'markdown':
      return yield await readMarkdown(file, options)
    case 'medium':
      return yield await readPost(file, options, 'medium')
    case 'blogger':
      return yield* today(readBlogger(() => fromXml(pieces())))
    case 'wordpress':
      return yield* today(readWordpress(() => fromXml(pieces()), { file: baseName(file), types, parts }))
    case 'json':
      return yield* today(readJson(await readWhole(file, limits.wholeBytes), file.name))
    case 'ndjson':
      return yield* readLines(pieces(), limits.wholeBytes)
    case 'writeas-table':
      return yield* today(readWriteasTable(await readWhole(file, limits.wholeBytes)))
  }
}

type Streamed = (
  pieces: AsyncIterable<string>,
  about: { name: string; mostOfLine: number },
) => AsyncIterable<Found>

const STREAMS = {
  feed: (pieces, { name }) => readFeed(fromXml(pieces), name),
  'movable-type': (pieces, { name, mostOfLine }) =>
    readMovableType(refuseLongLines(pieces, mostOfLine), name),
} satisfies Partial<Record<Kind, Streamed>>

const isStreamed = (kind: Kind): kind is keyof typeof STREAMS => Object.hasOwn(STREAMS, kind)

async function* today(found: AsyncIterable<Found> | Iterable<Found>): AsyncGenerator<Found> {
  for await (const each of found) yield toToday(each)
}

/**
 * Reads several documents. One that cannot be read is named, if another one can: otherwise the first is the reason to refuse
 * all. `isWhole` is false for documents beside other texts, which come in anyway.
 */
export async function* readDocuments(
  files: SourceFile[],
  options: DocumentOptions,
  isWhole = true,
): AsyncGenerator<Found> {
  const parts = await collectParts(files, options.limits, options.parts)
  const unread: Unread[] = []
  let isRead = !isWhole
  for (const file of files) {
    for await (const found of readOneOf(file, { ...options, parts }, isWhole && files.length === 1))
      if (found instanceof UnreadableFile) unread.push({ file, error: found })
      else {
        isRead = true
        yield* nameAll(unread)
        yield files.length === 1 || found.place === file.name
          ? found
          : { ...found, place: `${file.name}, ${found.place}` }
      }
    if (isRead) yield* nameAll(unread)
  }
  const [first] = unread
  if (first) throw first.error
}

interface Unread {
  file: SourceFile
  error: UnreadableFile
}

function* nameAll(unread: Unread[]): Generator<Found> {
  for (const { file, error } of unread.splice(0))
    yield {
      place: file.name,
      ...(error instanceof UnsupportedFile ? { leftOut: error.message } : { problem: error.message }),
    }
}

/** Reads one of several documents. Ends with the error of one that cannot be read, unless none of them may be read. */
async function* readOneOf(
  file: SourceFile,
  options: DocumentOptions,
  isAlone: boolean,
): AsyncGenerator<Found | UnreadableFile> {
  try {
    yield* readDocument(file, options, isAlone)
  } catch (error) {
    if (!(error instanceof UnreadableFile) || error instanceof TooLargeTogether) throw error
    yield error
  }
}

/** Returns what the articles of WordPress files refer to, together with `known`. A file that cannot be read has nothing. */
export async function collectParts(
  files: SourceFile[],
  limits: ReadLimits,
  known = makeParts(),
): Promise<WordpressParts> {
  const { pictures, guests, blocks } = known
  const parts = {
    ...known,
    pictures: new Map(pictures),
    guests: new Map(guests),
    blocks: new Map(blocks),
  }
  for (const file of files)
    try {
      if ((await recognise(file, limits.unpackedBytes)) === 'wordpress')
        await readWordpressParts(fromXml(readPieces(file, limits.unpackedBytes)), parts)
    } catch (error) {
      // The error of a file is thrown again where its articles are read.
      if (!(error instanceof UnreadableFile) || error instanceof TooManyParts) throw error
    }
  return parts
}

/** Returns the name of a file without its folders. */
export const baseName = ({ name }: SourceFile) => name.slice(name.lastIndexOf('/') + 1)
