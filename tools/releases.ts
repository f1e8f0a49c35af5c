import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { syncFolder } from '../app/platform/store/store-files.server.ts'

const BUILD = 'build'
const LONGEST_BUILD_MS = 600_000

/** The folder of the releases. Each is named by the hash of its sources, and is complete and never changed. */
export const RELEASES = 'build/releases'

/** The folder of the packages. Each is named by the hash of its lock file, and releases lead to it. */
export const PACKAGES = 'build/packages'

/**
 * Returns the folder of the release to serve: the one that this file belongs to, or the current one of the project. It
 * stays the same folder when the project switches to another release. Throws if nothing is built.
 */
export function findRelease(): string {
  const own = dirname(import.meta.dirname)
  if (existsSync(join(own, 'server/index.js'))) return own
  const current = join(own, BUILD, 'current')
  if (!existsSync(current)) throw new Error('Nothing is built yet: run npm run build.')
  return realpathSync(current)
}

/** Returns the name of the release that the next start serves, or of the one before it. Undefined if there is none. */
export function readPointer(name: 'current' | 'previous'): string | undefined {
  const pointer = join(BUILD, name)
  return existsSync(pointer) ? basename(readlinkSync(pointer)) : undefined
}

/**
 * Makes a release the current one, in one step that a power cut does not undo. `previous` is the one to go back to,
 * usually the current one until now.
 */
export function switchTo(release: string, previous = readPointer('current')): void {
  if (readPointer('current') === release) return
  if (previous !== undefined) point('previous', previous)
  point('current', release)
}

function point(name: 'current' | 'previous', release: string): void {
  const next = join(BUILD, `${name}-next`)
  rmSync(next, { force: true })
  symlinkSync(join(basename(RELEASES), release), next)
  renameSync(next, join(BUILD, name))
  syncFolder(BUILD)
}

/** Makes a new folder for work in progress. Nothing takes it for a release, and the next build removes what is left. */
export function makeWorkFolder(): string {
  const folder = mkdtempSync(join(BUILD, 'work-'))
  const inside = join(folder, 'made') // the folder of mkdtemp is closed to others
  mkdirSync(inside)
  return inside
}

/**
 * Lets one process at a time build and switch: others wait. The kernel frees the lock of a process that is killed.
 * Removes the work that such a process has left.
 */
export function lockBuilds(): DatabaseSync {
  mkdirSync(RELEASES, { recursive: true })
  mkdirSync(PACKAGES, { recursive: true })
  const lock = new DatabaseSync(join(BUILD, 'lock.sqlite'), { timeout: LONGEST_BUILD_MS })
  lock.exec('begin exclusive')
  for (const name of readdirSync(BUILD)) if (name.startsWith('work-')) remove(join(BUILD, name))
  return lock
}

/**
 * Removes the releases that nobody needs, and their packages. The current and the previous one stay, because pages in
 * browsers name their files; and so does each one that a process runs from.
 */
export function removeOldReleases(): void {
  const kept = [
    readPointer('current'),
    readPointer('previous'),
    ...listRunning().map(({ release }) => release),
  ]
  removeOthers(RELEASES, kept)
  removeOthers(PACKAGES, readdirSync(RELEASES).map(findPackages))
}

function removeOthers(folder: string, kept: (string | undefined)[]): void {
  for (const name of readdirSync(folder)) {
    if (kept.includes(name)) continue
    const away = makeWorkFolder() // half a release must not have the name of one
    moveUnlessInImage(join(folder, name), join(away, name))
    remove(dirname(away))
  }
}

// A folder of a lower layer of an image cannot be moved, and removing it would free no room.
function moveUnlessInImage(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
  }
}

function findPackages(release: string): string | undefined {
  const packages = join(RELEASES, release, 'node_modules')
  return existsSync(packages) ? basename(dirname(readlinkSync(packages))) : undefined
}

// The compiler of a killed build may still write into its folder: then the next build removes that.
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
  }
}

/** A process that runs from a release. */
export interface RunningProcess {
  pid: number
  release: string
  isReady: boolean
  /** True if another program starts it again when it ends. */
  isSupervised: boolean
}

/**
 * Returns the processes of this machine that run from a release, as far as this account may see them; none where there is
 * no /proc. They are known by the folders that they hold open (tools/start.ts, server/serve.ts), because a number in a file would soon
 * belong to another process.
 */
export function listRunning(): RunningProcess[] {
  if (!existsSync('/proc/self/fd') || !existsSync(RELEASES)) return []
  const releases = realpathSync(RELEASES)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const open = listOpenFiles(pid)
      const folder = open.find((path) => dirname(path) === releases)
      if (folder === undefined) return []
      return {
        pid: Number(pid),
        release: basename(folder),
        isReady: open.includes(join(folder, 'server')),
        isSupervised: readArguments(pid).includes('--supervised'),
      }
    })
}

function listOpenFiles(pid: string): string[] {
  const folder = `/proc/${pid}/fd`
  const names = unlessGone(() => readdirSync(folder)) ?? []
  return names.flatMap((name) => unlessGone(() => readlinkSync(join(folder, name))) ?? [])
}

const readArguments = (pid: string) =>
  unlessGone(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.split('\0') ?? []

// A process may end or close a file at any time, and those of another account are closed to us.
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
