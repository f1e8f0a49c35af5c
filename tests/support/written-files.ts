import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes files, by their paths, into a new folder within a folder. Returns the new folder. */
export function writeFilesIn(folder: string, files: Record<string, string | Buffer>): string {
  const dir = mkdtempSync(join(folder, 'files-'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(dir, name, '..'), { recursive: true })
    writeFileSync(join(dir, name), content)
  }
  return dir
}
