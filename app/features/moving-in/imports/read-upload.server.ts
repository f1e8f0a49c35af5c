import { type Found, makeRoom, type SourceFile, UnreadableFile } from '../formats/formats.ts'
import {
  collectShared,
  isPicture,
  readArticles,
  readFolder,
  type ReadOptions,
} from '../formats/queries.server.ts'
import { READ_LIMITS } from './imports.ts'
import { readUpload } from './queries.server.ts'
import { isFolder, toUploadSource, type Upload } from './uploads.ts'

/** Returns the files of an upload, each read from the store when it is opened. */
export function toSourceFiles(importId: string, { files, encoding }: Upload): SourceFile[] {
  const room = makeRoom(READ_LIMITS.unpackedBytes)
  let end = 0
  return files.map(({ name, bytes }) => {
    const begin = end
    end += bytes
    const openAt = (from: number, to: number) =>
      readUpload(importId, { from: begin + from, bytes: to - from })
    return { name, bytes, open: () => openAt(0, bytes), openAt, room, encoding }
  })
}

/** Where the reading of an upload goes on. */
export interface Place {
  /** The number of the file. */
  file: number
  /** The number of its items that were read. */
  read: number
  /** What these have lost, by kind. */
  lost: [kind: string, count: number][]
}

/** What is found in an upload: also a file without an article, among several files. */
export type UploadedArticle = Found | { place: string; reason: 'nothing-found' }

/** An item of an upload. */
export interface UploadItem {
  found: UploadedArticle
  /** The number of its file, and true for the last item of it. A folder or an archive is one file. */
  file: number
  isLast: boolean
}

interface Reading {
  files: SourceFile[]
  /** The account whose limit the conversion of pages counts for. */
  accountId: string
  place: Place
}

/**
 * Reads the articles of an upload from a place on: of a folder like those of an archive, of several files one file after
 * the other, with the pictures among them. Throws UnreadableFile for a folder or a file alone; among several files, a file that cannot be read is one
 * problem.
 */
export async function* readUploaded(upload: Upload, reading: Reading): AsyncGenerator<UploadItem> {
  const { name, from } = upload
  const { files, place } = reading
  const [only] = files
  if (!isFolder(name) && (!only || files.length > 1)) return yield* readEach(reading, from)
  const options = { ...toOptions(name, reading), from, skip: place.read, lost: place.lost }
  const articles = isFolder(name) || !only ? readFolder(files, options) : readArticles(only, options)
  for await (const found of articles) yield { found, file: 0, isLast: false }
}

const toOptions = (name: string, { accountId }: Reading) => {
  const source = toUploadSource(name)
  return { limits: READ_LIMITS, accountId, identify: (path: string) => ({ source, path }) }
}

async function* readEach(reading: Reading, from: string | undefined): AsyncGenerator<UploadItem> {
  const { files, place } = reading
  const parts = await collectShared(files, READ_LIMITS)
  const pictures = files.filter(isPicture)
  const beside = pictures.length < files.length ? pictures : []
  for (const [file, source] of files.entries()) {
    if (file < place.file || (beside.length > 0 && isPicture(source))) continue
    const { read, lost } = file === place.file ? place : { read: 0, lost: [] }
    const options = { ...toOptions(source.name, reading), from, parts, beside, skip: read, lost }
    for await (const { item, isLast } of markLast(readOne(source, options)))
      yield {
        found: item.place === source.name ? item : { ...item, place: `${source.name}, ${item.place}` },
        file,
        isLast,
      }
  }
}

// Each file has one item at least. So no number of empty files can take long without a step of the run.
async function* readOne(file: SourceFile, options: ReadOptions): AsyncGenerator<UploadedArticle> {
  const place = file.name
  let isEmpty = !options.skip
  try {
    for await (const found of readArticles(file, options)) {
      isEmpty = false
      yield found
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return yield { place, problem: error.message }
  }
  if (isEmpty) yield { place, reason: 'nothing-found' }
}

async function* markLast<Item>(items: AsyncIterable<Item>): AsyncGenerator<{ item: Item; isLast: boolean }> {
  let held: { item: Item } | undefined
  for await (const item of items) {
    if (held) yield { ...held, isLast: false }
    held = { item }
  }
  if (held) yield { ...held, isLast: true }
}
