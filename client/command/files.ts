import { randomBytes } from 'node:crypto'
import { lstat, mkdir, open, readdir, readFile, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'

/** The folder inside of the folder of articles that has what the command knows of them. */
export const HIDDEN = '.broadsheet'

/** A name that does not lead to a file of the folder. */
export class UnsafeName extends Error {
  constructor(name: string) {
    super(`This name leads out of the folder, or is none for a file: ${JSON.stringify(name)}`)
  }
}

// Windows has devices with these names, with any ending (Microsoft, "Naming Files, Paths, and Namespaces").
const DEVICE = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i
const LONGEST = 80

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

const isSegment = (segment: string) =>
  // oxlint-disable-next-line no-control-regex -- exactly these are not allowed
  segment !== '' && !/^\.|[\x00-\x1f\x7f\\:*?"<>|]|[. ]$/.test(segment) && !DEVICE.test(segment)

/** Returns the absolute path of a file of the folder. Throws UnsafeName if it would be outside, also by a link. */
export async function toPath(folder: string, name: string): Promise<string> {
  const path = resolve(folder, name)
  if (!name.split('/').every(isSegment) || !path.startsWith(folder + sep)) throw new UnsafeName(name)
  const stat = await lstat(path).catch(() => undefined)
  const parent = await findReal(dirname(path))
  const root = await realpath(folder)
  const isInside = parent === root || parent.startsWith(root + sep)
  if ((stat && !stat.isFile()) || !isInside) throw new UnsafeName(name)
  return path
}

// The folder of a new file may not be there yet.
const findReal = (path: string): Promise<string> =>
  realpath(path).catch(async () => join(await findReal(dirname(path)), path.slice(dirname(path).length)))

/** Returns the names of all Markdown files of a folder. Hidden folders and links are left out. */
export async function listNames(folder: string, under = ''): Promise<string[]> {
  const found = await readdir(join(folder, under), { withFileTypes: true })
  const names = await Promise.all(
    found.map(async (entry) => {
      const name = under === '' ? entry.name : `${under}/${entry.name}`
      if (!isSegment(entry.name) || entry.name === 'node_modules') return []
      if (entry.isDirectory()) return listNames(folder, name)
      return entry.isFile() && entry.name.toLowerCase().endsWith('.md') ? [name] : []
    }),
  )
  return names.flat().toSorted()
}

/** Returns the text of a file; undefined if there is none. Throws for bytes that are not UTF-8. */
export async function readText(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

/** A file that somebody wrote to while a command was about to. */
export class ChangedMeanwhile extends Error {
  constructor() {
    super('It was changed while the command ran. Nothing was written to it. Run the command again.')
  }
}

/**
 * Writes a file at once or not at all: beside it, then over it. With `before` it throws ChangedMeanwhile if the file is not
 * that any more.
 */
export async function writeText(
  path: string,
  text: string,
  { before, mode = 0o666 }: { before?: { text: string | undefined }; mode?: number } = {},
): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const beside = join(dirname(path), `.${randomBytes(8).toString('hex')}.tmp`)
  try {
    const file = await open(beside, 'wx', mode)
    try {
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

/** Runs while no other command works in the folder. Throws if one does. A lock of a process that died does not count. */
export async function withLock<T>(folder: string, run: () => Promise<T>): Promise<T> {
  const path = join(folder, HIDDEN, 'lock')
  const holder = Number(await readText(path))
  if (holder && holder !== process.pid && isAlive(holder))
    throw new Error(`Another broadsheet works in this folder (process ${holder}).`)
  await rm(path, { force: true })
  await (await open(path, 'wx')).close()
  await writeText(path, String(process.pid))
  try {
    return await run()
  } finally {
    await rm(path, { force: true })
  }
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
