import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { backUpStore } from '../app/platform/backup/backup.server.ts'
import { openStoreForTool } from '../app/platform/store/store.server.ts'
import { runCommand, UsageError } from './command-line.ts'

const HELP = `
npm run backup -- FILE [--force]

Writes the whole store, as it is at one moment, into a file: accounts, sites, articles, deliveries, old addresses. Not
in it: sessions, rate limits, and the background jobs, which a restore makes anew. Keep the secret beside the file
(APP_SECRET, or DATA_DIR/secret): it seals the credentials of sites and the second factors, and no other secret opens
them. Nothing else of DATA_DIR is needed. The file (gzip, one JSON document a line) fits an embedded store and a server
alike, holds hashes of passwords, and has its name only once it is whole and on the disk. npm run restore brings it back.

  --force   replaces the file if it is there
`

await runCommand(HELP, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean' } },
  })
  const [file] = positionals
  if (!file || positionals.length > 1) throw new UsageError('Into which file? See npm run backup -- --help.')
  if (existsSync(file) && !values.force)
    throw new UsageError(`${file} is there already. Say --force to replace it.`)
  const store = await openStoreForTool('npm run backup')
  try {
    process.stdout.write(`${file}: ${await backUpStore(file)} rows\n`)
  } finally {
    await store.close()
  }
})
