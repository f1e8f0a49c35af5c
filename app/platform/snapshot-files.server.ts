import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { env } from './env.server.ts'

const FOLDER = join(env.DATA_DIR, 'snapshots')
const NAME = /^\d{8}T\d{6}Z\.ndjson\.gz$/

/** A moment as part of a file name; later ones sort behind. */
export const toFileTime = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, '')

/** Where the snapshot of a moment belongs. */
export const toSnapshotFile = (date: Date) => join(FOLDER, `${toFileTime(date)}.ndjson.gz`)

/** The newest snapshot of the embedded store; undefined while there is none. */
export const findNewestSnapshot = () => listSnapshots().at(-1)

/** Removes all snapshots but the newest, and the last one of each of the newest days; and what was cut off. */
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
