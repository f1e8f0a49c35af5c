import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isAhead } from '../../shared/dates.ts'
import { env } from '../env.server.ts'

const FOLDER = join(env.DATA_DIR, 'snapshots')
const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.ndjson\.gz$/

/** Returns a date for a file name, in a form that sorts by time. */
export const toFileTime = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, '')

/** Sorts names, oldest first. Those with a time in the future come before all others. */
export function sortByTime(names: string[], toTime: (name: string) => Date): string[] {
  const sorted = names.toSorted()
  const isOfFuture = (name: string) => isAhead(toTime(name))
  return [...sorted.filter(isOfFuture), ...sorted.filter((name) => !isOfFuture(name))]
}

/** Returns the path of the snapshot that is made at a date. */
export const toSnapshotFile = (date: Date) => join(FOLDER, `${toFileTime(date)}.ndjson.gz`)

/** Returns the time at which a snapshot was made, from its name. */
export const toSnapshotTime = (file: string) => new Date(basename(file).replace(NAME, '$1-$2-$3T$4:$5:$6Z'))

/**
 * Returns the path of the newest snapshot of the embedded store; undefined if there is none. One with a time in the future is
 * the newest only if there is no other.
 */
export const findNewestSnapshot = () => listSnapshots().at(-1)

/** Returns the bytes of the newest snapshot; 0 if there is none. */
export function readSnapshotSize(): number {
  const newest = findNewestSnapshot()
  return newest === undefined ? 0 : statSync(newest).size
}

/** Keeps the newest snapshots, and the last one of each of the newest days. Removes all others and incomplete files. */
export function pruneSnapshots({ kept, days }: { kept: number; days: number }): void {
  if (!existsSync(FOLDER)) return
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
  return sortByTime(names, toSnapshotTime).map((name) => join(FOLDER, name))
}
