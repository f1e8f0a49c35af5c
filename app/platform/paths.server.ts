import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Absolute path of the project folder, for the source tree and for the built bundle. */
export const projectRoot = findRoot(import.meta.dirname)

function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json')) && existsSync(join(from, 'app'))) return from
  const parent = dirname(from)
  if (parent === from) throw new Error('The project folder was not found above the running code.')
  return findRoot(parent)
}
