import { existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIfStale } from './build.ts'
import type * as Main from '../server/main.ts'
import { runCommand } from './command-line.ts'
import { findRelease } from './releases.ts'
import { serveUntilStopped } from './serve-until-stopped.ts'

const HELP = `
npm start [-- --no-build --supervised]

Installs what is missing, builds if the sources changed, brings the store up to date, fills an empty embedded store
with demo content and serves until it is stopped (SIGINT or SIGTERM). Settings: see .env.example.

  --no-build     serves what was built before, whatever the sources say now
  --supervised   says that another program, such as systemd, starts it again when it ends: npm run update then ends it
`

await runCommand(HELP, async () => {
  if (!process.argv.includes('--no-build')) await buildIfStale()
  process.env.NODE_ENV ??= 'production'
  const release = findRelease()
  keepCompiledCode(release)
  openSync(release, 'r') // it stays open: nobody removes a release that a process runs from
  const bundle = pathToFileURL(join(release, 'server/index.js')).href
  const { serve } = (await import(bundle)) as typeof Main
  await serveUntilStopped(() => serve('npm start'))
  flushCompileCache() // also for the start after a kill
})

/**
 * Keeps the compiled code of a release for its next starts. It is in the data folder: others of this machine could put
 * their own code into a folder under `/tmp`. Threads take the folder from the environment alone.
 */
function keepCompiledCode(release: string): void {
  if (process.env.NODE_COMPILE_CACHE) return
  const data = resolve(process.env.DATA_DIR || 'data')
  if (existsSync(data) && statSync(data).uid !== process.getuid?.()) return // its owner could not remove our files
  const folder = join(data, 'compiled')
  const own = join(folder, basename(release))
  try {
    mkdirSync(own, { recursive: true, mode: 0o700 })
  } catch {
    return // a process with a database server may have no data folder
  }
  enableCompileCache(own)
  process.env.NODE_COMPILE_CACHE = own
  try {
    for (const name of readdirSync(folder))
      if (name !== basename(release)) rmSync(join(folder, name), { recursive: true, force: true })
  } catch {
    // A process of another release may be writing there. The next start removes it.
  }
}
