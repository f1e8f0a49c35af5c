import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { env } from '../env.server.ts'

const FOLDER = join(env.DATA_DIR, 'snapshots')
const NAME = /^\d{8}T\d{6}Z\.ndjson\.gz$/

/** Returns a date for a file name, in a form that sorts by time. */
export const toFileTime = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, '')

/** Returns the path of the snapshot that is made at a date. */
export const toSnapshotFile = (date: Date) => join(FOLDER, `${toFileTime(date)}.ndjson.gz`)

/** Returns the path of the newest snapshot of the embedded store; undefined if there is none. */
export const findNewestSnapshot = () => listSnapshots().at(-1)

/** Keeps the newest snapshots, and the last one of each of the newest days. Removes all others and incomplete files. */
export function pruneSnapshots({ kept, days }: { kept: number; days: number }): void {
  const all = listSnapshots()
  const lastOfDay = new Map(all.map((file) => [basename(file).slice(0, 8), file]))
  const wanted = new Set([...all.slice(-kept), ...[...lastOfDay.values()].slice(-days)])
  for (const file of all) if (!wanted.has(file)) rmSync(file, { force: true })
  for (const name of readdirSync(FOLDER))
    if (name.endsWith('.part')) rmSync(join(FOLDER, name), { force: true })
}

function listSnapshots(): string[] {
  if (!existsSync(FOLDER)) return []
  const names = readdirSync(FOLDER).filter((name) => NAME.test(name))
  return names.toSorted().map((name) => join(FOLDER, name))
}
