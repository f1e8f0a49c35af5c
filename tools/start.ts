import { openSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
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
  enableCompileCache()
  if (!process.argv.includes('--no-build')) await buildIfStale()
  process.env.NODE_ENV ??= 'production'
  const release = findRelease()
  openSync(release, 'r') // it stays open: nobody removes a release that a process runs from
  const bundle = pathToFileURL(join(release, 'server/index.js')).href
  const { serve } = (await import(bundle)) as typeof Main
  await serveUntilStopped(() => serve('npm start'))
})
