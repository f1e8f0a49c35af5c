// Becomes `npm run NAME -- ARGUMENTS` with the settings of a service. Called by ops/broadsheet, which has opened their files.
import { readFileSync } from 'node:fs'
import { parseEnvironmentFile } from '../app/shared/environment-file.ts'

const [instance = '', name = '', ...args] = process.argv.slice(2)

// In the order in which systemd reads them: a later value replaces an earlier one.
const FILES = [
  { file: '/srv/broadsheet/settings', descriptor: 3 },
  { file: `/srv/broadsheet/${instance}.settings`, descriptor: 4 },
]

process.env.ROLE = instance // as in ops/systemd
const sources: Record<string, string> = {}
for (const { file, descriptor } of FILES) {
  const { values, ignored } = parseEnvironmentFile(readText(file, descriptor))
  for (const line of ignored)
    process.stderr.write(`${file}, line ${line}: this is no setting, and is left out.\n`)
  for (const [setting, value] of values) {
    process.env[setting] = value
    sources[setting] = file
  }
}
process.env.BROADSHEET_SOURCES = JSON.stringify(sources) // for npm run settings
process.execve?.('/usr/bin/env', ['env', 'npm', 'run', '-s', name, '--', ...args], process.env)

function readText(file: string, descriptor: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(descriptor))
  } catch {
    process.stderr.write(`${file} is no text in UTF-8, so the service does not start with it either.\n`)
    process.exit(1)
  }
}
