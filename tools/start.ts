import { enableCompileCache } from 'node:module'
import { buildIfStale } from './build.ts'
import type * as Main from '../server/main.ts'
import { runCommand } from './command-line.ts'
import { serveUntilStopped } from './serve-until-stopped.ts'

const HELP = `
npm start [-- --no-build]

Installs what is missing, builds if the sources changed, brings the store up to date, fills an empty embedded store
with demo content and serves until it is stopped (SIGINT or SIGTERM). Settings: see .env.example.

  --no-build   serves what was built before, whatever the sources say now
`

await runCommand(HELP, async () => {
  enableCompileCache()
  if (!process.argv.includes('--no-build')) await buildIfStale()
  process.env.NODE_ENV ??= 'production'
  const bundle = new URL('../build/server/index.js', import.meta.url).href
  const { serve } = (await import(bundle)) as typeof Main
  await serveUntilStopped(() => serve('npm start'))
})
