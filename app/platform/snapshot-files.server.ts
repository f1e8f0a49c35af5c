import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { env } from './env.server.ts'

const FOLDER = join(env.DATA_DIR, 'snapshots')
const NAME = /^\d{8}T\d{6}Z\.ndjson\.gz$/

/** A moment as part of a file name; later ones sort behind. */
export const toFileTime = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, '')

/** Where the snapshot of a moment belongs. */
export const toSnapshotFile = (date: Date) => join(FOLDER, `${toFileTime(date)}.ndjson.gz`)

/** The newest snapshot of the embedded store; undefined while there is none. */
export const findNewestSnapshot = () => listSnapshots().at(-1)

/** Removes all snapshots but the newest. */
export function pruneSnapshots(kept: number): void {
  for (const file of listSnapshots().slice(0, -kept)) rmSync(file, { force: true })
}

function listSnapshots(): string[] {
  if (!existsSync(FOLDER)) return []
  const names = readdirSync(FOLDER).filter((name) => NAME.test(name))
  return names.toSorted().map((name) => join(FOLDER, name))
}
