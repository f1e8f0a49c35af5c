import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Absolute folder of the project, found from the source tree and from the built bundle alike. */
export const projectRoot = findRoot(import.meta.dirname)

function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json')) && existsSync(join(from, 'app'))) return from
  const parent = dirname(from)
  if (parent === from) throw new Error('The project folder was not found above the running code.')
  return findRoot(parent)
}
