import { type Found, type SourceFile, UnreadableFile } from '../../articles/files/files.ts'
import { readArticles, readFolder } from '../../articles/files/queries.server.ts'
import { READ_LIMITS } from './imports.ts'
import { nothingFound } from './messages.ts'
import { readUpload } from './queries.server.ts'
import { isFolder, toUploadSource, type Upload } from './uploads.ts'

/** Returns the files of an upload, each read from the store when it is opened. */
export function toSourceFiles(importId: string, { files }: Upload): SourceFile[] {
  let end = 0
  return files.map(({ name, bytes }) => {
    const from = end
    end += bytes
    return { name, bytes, open: () => readUpload(importId, { from, bytes }) }
  })
}

interface Reading {
  files: SourceFile[]
  /** The account whose limit the conversion of pages counts for. */
  accountId: string
  /** The number of items at the beginning that are not read again. */
  skip: number
}

/**
 * Reads the articles of an upload: of a folder like those of an archive, of several files one file after the other.
 * Throws UnreadableFile for a folder or a file alone; among several files, a file that cannot be read is one problem.
 */
export function readUploaded({ name }: Upload, { files, accountId, skip }: Reading): AsyncGenerator<Found> {
  const [only] = files
  const options = { limits: READ_LIMITS, accountId, skip, identify: toIdentity(name) }
  if (isFolder(name)) return readFolder(files, options)
  return only && files.length === 1 ? readArticles(only, options) : readEach(files, { accountId, skip })
}

const toIdentity = (name: string) => {
  const source = toUploadSource(name)
  return (path: string) => ({ source, path })
}

async function* readEach(
  files: SourceFile[],
  { accountId, skip }: Omit<Reading, 'files'>,
): AsyncGenerator<Found> {
  let left = skip
  for (const file of files)
    for await (const found of readOne(file, accountId)) {
      if (left > 0) left -= 1
      else yield found.place === file.name ? found : { ...found, place: `${file.name}, ${found.place}` }
    }
}

// Each file has one item at least. So no number of empty files can take long without a step of the run.
async function* readOne(file: SourceFile, accountId: string): AsyncGenerator<Found> {
  const place = file.name
  let isEmpty = true
  try {
    const options = { limits: READ_LIMITS, accountId, identify: toIdentity(file.name) }
    for await (const found of readArticles(file, options)) {
      isEmpty = false
      yield found
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return yield { place, problem: error.message }
  }
  if (isEmpty) yield { place, problem: nothingFound }
}
