import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { Operator } from '../app/features/accounts/accounts.ts'
import { makePictureKeeper } from '../app/features/moving-in/formats/commands.server.ts'
import { type Found, type SourceFile } from '../app/features/moving-in/formats/formats.ts'
import {
  collectShared,
  isPicture,
  readArticles,
  readFolder,
  type ReadOptions as Options,
} from '../app/features/moving-in/formats/queries.server.ts'

/** The keeper of the pictures that an import brings. */
export type PictureKeeper = ReturnType<typeof makePictureKeeper>

const MB = 1024 * 1024
// The user of the command owns the machine, so the limits only keep it from running out of memory.
const LIMITS: Options['limits'] = {
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
  /** The address of the old site, as the user says it. */
  from?: string | undefined
}

/** A file or a folder to read. */
export interface OpenPath {
  path: string
  files: SourceFile[]
  isFolder: boolean
}

/** How paths are opened. */
export interface OpenOptions {
  /** The encoding of texts that do not say theirs. */
  encoding?: string | undefined
  /** The pictures beside a file. */
  beside?: SourceFile[] | undefined
}

/** Opens a file or a folder. */
export async function openPath(path: string, { encoding, beside = [] }: OpenOptions): Promise<OpenPath> {
  const facts = await stat(path)
  if (facts.isDirectory()) return { path, files: await listFiles(path, encoding), isFolder: true }
  const open = () => createReadStream(path)
  // An archive is read in parts.
  const openAt = (start: number, end: number) => createReadStream(path, { start, end: end - 1 })
  const parts = ARCHIVE.test(path) && { bytes: facts.size, openAt }
  return { path, files: [{ name: basename(path), open, encoding, ...parts }, ...beside], isFolder: false }
}

/** Parts paths into pictures, which are opened, and files that may show them. Pictures alone are such files, too. */
export async function partPictures(paths: string[]): Promise<{ beside: SourceFile[]; files: string[] }> {
  const files = paths.filter((name) => !isPicture({ name }))
  if (files.length === 0) return { beside: [], files: paths }
  const pictures = paths.filter((name) => isPicture({ name }))
  return { beside: await Promise.all(pictures.map(openPicture)), files }
}

const openPicture = (path: string): Promise<SourceFile> =>
  sizePicture({ name: basename(path), path, open: () => createReadStream(path) })

const ARCHIVE = /\.zip$/i

/** Makes the keeper of the pictures that lie in a file or a folder. */
export const keepPictures = ({ files }: OpenPath, operator: Operator | undefined): PictureKeeper =>
  makePictureKeeper(operator, files, LIMITS)

/** Reads the articles of a file or a folder and recognises its format. Throws UnreadableFile for an unknown format. */
export async function* readPath(
  { path, files, isFolder }: OpenPath,
  { source, types, parts, from }: ReadOptions,
): AsyncGenerator<Found> {
  const shared = { limits: LIMITS, types, accountId: null, parts, from }
  const [file, ...beside] = files
  if (isFolder || !file) {
    const identify = (name: string) => toIdentity(join(path, name), source && { source, path: name })
    return yield* readFolder(files, { ...shared, identify })
  }
  const isArchive = ARCHIVE.test(path)
  const identify = (name: string) =>
    isArchive
      ? { source: source ?? basename(path, '.zip'), path: name }
      : toIdentity(path, source && { source, path: name })
  yield* readArticles(file, { ...shared, beside, identify })
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
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: relative(folder, path), path, open: () => createReadStream(path), encoding }))
  return Promise.all(files.map(sizePicture))
}

// The size of a picture tells whether it has changed.
const sizePicture = async ({ path, ...file }: SourceFile & { path: string }): Promise<SourceFile> =>
  isPicture(file) ? { ...file, bytes: (await stat(path)).size } : file
