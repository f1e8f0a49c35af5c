import { randomBytes } from 'node:crypto'
import { lstat, mkdir, open, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'

/** The folder inside of the folder of articles that has what the command knows of them. */
export const HIDDEN = '.broadsheet'

/** A name that does not lead to a file of the folder. */
export class UnsafeName extends Error {
  constructor(name: string) {
    super(
      `This name leads out of the folder, or some systems do not allow it. Choose another one: ${JSON.stringify(name)}`,
    )
  }
}

// Windows has devices with these names, with any ending (Microsoft, "Naming Files, Paths, and Namespaces").
const DEVICE = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i
// A name has at most 255 bytes, three for a letter, and perhaps an id behind it.
const LONGEST = 75

/** Returns the name of a file for a slug of another system, which may be hostile. */
export function toFileName(slug: string): string {
  const plain = slug
    .normalize('NFC')
    .toLowerCase()
    .slice(0, LONGEST)
    .replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `${plain === '' || DEVICE.test(plain) ? `article-${plain}`.replace(/-$/, '') : plain}.md`
}

/** Returns a name with composed letters. Some systems store `é` as two characters, and people type it as one. */
export const toComposed = (name: string): string => name.normalize('NFC')

// Bytes of a name that are no UTF-8 are read as U+FFFD.
const isSegment = (segment: string) =>
  // oxlint-disable-next-line no-control-regex -- exactly these are not allowed
  segment !== '' && !/^\.|[\x00-\x1f\x7f\\:*?"<>|\uFFFD]|[. ]$/.test(segment) && !DEVICE.test(segment)

/** Returns the absolute path of a file of the folder. Throws UnsafeName if it would be outside, also by a link. */
export async function toPath(folder: string, name: string): Promise<string> {
  const path = resolve(folder, name)
  if (!name.split('/').every(isSegment) || !path.startsWith(folder + sep)) throw new UnsafeName(name)
  const there = await lstat(path).catch(() => undefined)
  const parent = await findReal(dirname(path))
  const root = await realpath(folder)
  const isInside = parent === root || parent.startsWith(root + sep)
  if ((there && !there.isFile()) || !isInside) throw new UnsafeName(name)
  return path
}

// The folder of a new file may not be there yet.
const findReal = (path: string): Promise<string> =>
  realpath(path).catch(async () => join(await findReal(dirname(path)), path.slice(dirname(path).length)))

// Somebody else may delete and rename at any time.
const orIfMissing =
  <T>(none: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return none
    throw error
  }

/** Returns the names of all Markdown files of a folder, also refused ones. Hidden folders and links are left out. */
export async function listNames(folder: string, under = ''): Promise<string[]> {
  const found = await readdir(join(folder, under), { withFileTypes: true }).catch(orIfMissing([]))
  const names = await Promise.all(
    found.map(async (entry) => {
      const name = under === '' ? entry.name : `${under}/${entry.name}`
      if (entry.name.startsWith('.') || entry.name === 'node_modules') return []
      if (entry.isDirectory()) return listNames(folder, name)
      return entry.isFile() && entry.name.toLowerCase().endsWith('.md') ? [name] : []
    }),
  )
  return names.flat().toSorted()
}

/** Returns the bytes of a file; undefined if there is none. */
export const readBytes = (path: string): Promise<Uint8Array | undefined> =>
  readFile(path).catch(orIfMissing(undefined))

/** Returns the text of bytes. Throws for bytes that are not UTF-8. */
export function toText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Error('It is not UTF-8.')
  }
}

/** Returns the text of a file; undefined if there is none. Throws for bytes that are not UTF-8. */
export async function readText(path: string): Promise<string | undefined> {
  const bytes = await readBytes(path)
  return bytes && toText(bytes)
}

/** A file that somebody wrote to while a command was about to. */
export class ChangedMeanwhile extends Error {
  constructor() {
    super('It was changed while the command ran. Nothing was written to it. Run the command again.')
  }
}

/**
 * Writes a file at once or not at all: beside it, then over it. It keeps the mode of the file unless one is given. With
 * `before` it throws ChangedMeanwhile if the file is not that any more.
 */
export async function writeText(
  path: string,
  text: string,
  { before, mode }: { before?: { text: string | undefined }; mode?: number } = {},
): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const beside = join(dirname(path), `.${randomBytes(8).toString('hex')}.tmp`)
  try {
    const kept = mode ?? (await stat(path).catch(orIfMissing(undefined)))?.mode
    const file = await open(beside, 'wx', mode)
    try {
      if (kept !== undefined) await file.chmod(kept & 0o777)
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    if (before && (await readText(path)) !== before.text) throw new ChangedMeanwhile()
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** Another command works in the folder. */
export class Busy extends Error {
  constructor(id: number) {
    super(`Another broadsheet works in this folder (process ${id}).`)
  }
}

/**
 * Runs while no other command works in the folder. Throws Busy if one does. Each command writes a file with its own name
 * before it looks for others: so of two at once, one sees the other. The file of a process that died does not count.
 */
export async function withLock<T>(folder: string, run: () => Promise<T>): Promise<T> {
  const locks = join(folder, HIDDEN, 'locks')
  const own = join(locks, String(process.pid))
  await writeText(own, '')
  try {
    for (const id of (await readdir(locks)).map(Number).filter((each) => each > 0 && each !== process.pid)) {
      if (isAlive(id)) throw new Busy(id)
      await rm(join(locks, String(id)), { force: true })
    }
    return await run()
  } finally {
    await rm(own, { force: true })
  }
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
