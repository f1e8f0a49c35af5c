import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type Found, type SourceFile } from '../app/features/moving-in/formats/formats.ts'
import {
  collectShared,
  readArticles,
  readFolder,
  type ReadLimits,
  type ReadOptions as Options,
} from '../app/features/moving-in/formats/queries.server.ts'

const MB = 1024 * 1024
// The user of the command owns the machine, so the limits only keep it from running out of memory.
const LIMITS: ReadLimits = {
  files: 200_000,
  archiveBytes: 8192 * MB,
  unpackedBytes: 8192 * MB,
  wholeBytes: 500 * MB,
  pageBytes: 20 * MB,
}

/** The options for reading articles from files. */
export interface ReadOptions {
  /** The source that identifies Markdown files; their folder or archive if left out. */
  source?: string
  /** Additional WordPress post types to read as articles. */
  types: string[]
  /** What the WordPress files of one export share. */
  parts?: Options['parts']
  /** The encoding of texts that do not say theirs. */
  encoding?: string | undefined
}

/** Reads the articles of a file or a folder and recognises its format. Throws UnreadableFile for an unknown format. */
export async function* readPath(
  path: string,
  { source, types, parts, encoding }: ReadOptions,
): AsyncGenerator<Found> {
  const shared = { limits: LIMITS, types, accountId: null, parts }
  if ((await stat(path)).isDirectory()) {
    const identify = (name: string) => toIdentity(join(path, name), source && { source, path: name })
    return yield* readFolder(await listFiles(path, encoding), { ...shared, identify })
  }
  const file = { name: basename(path), open: () => createReadStream(path), encoding }
  const isArchive = /\.zip$/i.test(path)
  const identify = (name: string) =>
    isArchive
      ? { source: source ?? basename(path, '.zip'), path: name }
      : toIdentity(path, source && { source, path: name })
  yield* readArticles(file, { ...shared, identify })
}

/** Returns what the WordPress files among several ones share; undefined if at most one of them is such a file. */
export async function collectPathParts(paths: string[], encoding?: string): Promise<Options['parts']> {
  const files: SourceFile[] = []
  for (const path of paths)
    if ((await stat(path)).isFile())
      files.push({ name: basename(path), open: () => createReadStream(path), encoding })
  return collectShared(files, LIMITS)
}

/**
 * Without a source, the file's folder and name identify the article. So every way of naming the file means the same
 * article. With a source, the path within the folder identifies it, and the folder may move.
 */
const toIdentity = (path: string, known: { source: string; path: string } | undefined | '') =>
  known || { source: dirname(resolve(path)), path: basename(path) }

async function listFiles(folder: string, encoding: string | undefined): Promise<SourceFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: relative(folder, path), open: () => createReadStream(path), encoding }))
}
