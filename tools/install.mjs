// Runs on the system's Node (20 or newer) with nothing installed: built-ins only.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'

const STAMP = 'node_modules/.install-stamp'
const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
const installed = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : ''

if (installed !== wanted) {
  process.stderr.write('Installing packages (once)...\n')
  const npm = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    encoding: 'utf8',
  })
  if (npm.status !== 0) {
    process.stderr.write(
      `${npm.stdout ?? ''}${npm.stderr ?? npm.error?.message}\nInstalling the packages failed.\n`,
    )
    process.exit(1)
  }
  writeFileSync(STAMP, wanted)
}
