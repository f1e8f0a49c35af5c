import { createHash } from 'node:crypto'
import { lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HIDDEN, readText, UnsafeName, writeText } from './files.ts'
import type { Schemas } from '../client.ts'
import type { Texts } from './texts.ts'

/** What the command knows of a file since it was last the same as the desk. */
export interface Known {
  name: string
  /** The texts that both sides had: the base of a merge. */
  base: Texts
  /** What the lists of the desk said then. While they say the same, the desk has not changed it. */
  mark?: string
}

/** A draft that is being made. It is sent with the same key until its id is known, so that it is made once. */
export interface Pending {
  key: string
  body: Schemas['DraftTexts']
}

/** What the command knows of a folder. Each part is a file of its own, so that a crash loses one at most. */
export interface KnownFiles {
  list: () => Promise<Map<string, Known>>
  save: (id: string, known: Known) => Promise<void>
  forget: (id: string) => Promise<void>
  findPending: (name: string) => Promise<Pending | undefined>
  savePending: (name: string, pending: Pending) => Promise<void>
  endPending: (name: string) => Promise<void>
}

const FILE = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.json$/

/** Returns what the command knows of a folder that is linked to a newsroom. */
export function openKnown(folder: string): KnownFiles {
  const toFile = (id: string) => join(folder, HIDDEN, 'articles', `${id}.json`)
  const toPending = (name: string) =>
    join(folder, HIDDEN, 'pending', `${createHash('sha256').update(name).digest('hex')}.json`)
  return {
    async list() {
      const files = await readdir(join(folder, HIDDEN, 'articles')).catch(() => [])
      const ids = files.flatMap((file) => FILE.exec(file)?.[1] ?? [])
      const found = new Map<string, Known>()
      for (const id of ids) {
        const known = await readJson<Known>(toFile(id))
        if (known) found.set(id, known)
      }
      return found
    },
    save: (id, known) => writeText(toFile(id), JSON.stringify(known)),
    forget: (id) => rm(toFile(id), { force: true }),
    findPending: (name) => readJson<Pending>(toPending(name)),
    savePending: (name, pending) => writeText(toPending(name), JSON.stringify(pending)),
    endPending: (name) => rm(toPending(name), { force: true }),
  }
}

async function readJson<T>(path: string): Promise<T | undefined> {
  const text = await readText(path)
  return text === undefined ? undefined : (JSON.parse(text) as T)
}

/** Returns the address of the newsroom that a folder is linked to; undefined without one. */
export const findLink = async (folder: string): Promise<string | undefined> =>
  (await readJson<{ url: string }>(join(folder, HIDDEN, 'folder.json')))?.url

/**
 * Links a folder to a newsroom. What the command knows of it is not for git: each copy of the folder has its own. Throws
 * UnsafeName for a folder that came with links in the place of ours.
 */
export async function link(folder: string, url: string): Promise<void> {
  for (const name of [HIDDEN, ...['articles', 'pending', 'locks'].map((part) => join(HIDDEN, part))]) {
    const there = await lstat(join(folder, name)).catch(() => undefined)
    if (there && !there.isDirectory()) throw new UnsafeName(name)
  }
  await mkdir(join(folder, HIDDEN), { recursive: true })
  await writeText(join(folder, HIDDEN, '.gitignore'), '*\n')
  await writeText(join(folder, HIDDEN, 'folder.json'), JSON.stringify({ url }))
}
