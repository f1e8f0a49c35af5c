import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRelease } from '../../tools/releases.ts'

/** Copies the built server to a folder beside it, with the code of each of its files changed. Returns the folder. */
export function copyServer(name: string, change: (code: string) => string): string {
  const release = findRelease()
  const folder = `${release}/${name}`
  cpSync(join(release, 'server'), folder, { recursive: true })
  for (const file of globSync(join(folder, '**/*.js'))) {
    const code = readFileSync(file, 'utf8')
    const changed = change(code)
    if (changed !== code) writeFileSync(file, changed)
  }
  return folder
}
