import { createReadStream, existsSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { findSiteOwnerId } from '../app/features/accounts/queries.server.ts'
import {
  importArticles,
  type ImportRecord,
  type ImportTarget,
  parseRecord,
} from '../app/features/articles/import.server.ts'
import { listHosts } from '../app/features/publishing/queries.server.ts'
import { openStoreForTool, tidyStore } from '../app/platform/store.server.ts'
import { runCommand, UsageError } from './command-line.ts'

const HELP = `
npm run import -- FILE... [--author NAME] [--site HOST] [--dry-run]

Imports articles from NDJSON files (one JSON object a line; .gz is unpacked). Can be repeated: a record is known by its
source and path, and one that has not changed is left alone. A bad record is reported with its line and skipped.

  --author NAME   author of records that name none (the site's name unless given)
  --site HOST     host name of a hosted site to import into (the main site unless given)
  --dry-run       checks every record and writes nothing
`

const BATCH = 40

await runCommand(HELP, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { author: { type: 'string' }, site: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  })
  if (positionals.length === 0) throw new UsageError('Which file? See npm run import -- --help.')
  const missing = positionals.find((file) => !existsSync(file) || !statSync(file).isFile())
  if (missing) throw new UsageError(`${missing} is not a file.`)

  const store = await openStoreForTool('npm run import')
  try {
    const target = await findTarget(values.site, values.author)
    for (const file of positionals) await importFile(file, { target, isDry: values['dry-run'] ?? false })
    if (!values['dry-run']) await tidyStore()
  } finally {
    await store.close()
  }
})

async function findTarget(host: string | undefined, author: string | undefined): Promise<ImportTarget> {
  const sites = [...(await listHosts())]
  const site = sites.find(([name, { isMain }]) => (host ? name === host.toLowerCase() : isMain))?.[1]
  if (!site)
    throw new UsageError(`There is no site ${host}. Known: ${sites.map(([name]) => name).join(', ')}.`)
  return { siteId: site.id, ownerId: (await findSiteOwnerId()) ?? null, author: author ?? site.name }
}

interface Line {
  number: number
  record: ImportRecord
}

async function importFile(
  file: string,
  { target, isDry }: { target: ImportTarget; isDry: boolean },
): Promise<void> {
  const tally = { created: 0, updated: 0, unchanged: 0, skipped: 0 }
  const startedAt = performance.now()
  let batch: Line[] = []
  const flush = async () => {
    if (!isDry) await importBatch(target, batch, tally)
    batch = []
    showProgress(tally)
  }
  let number = 0
  for await (const line of readLines(file)) {
    number += 1
    if (line.trim() === '') continue
    const parsed = parseLine(line)
    if (parsed.ok) batch.push({ number, record: parsed.record })
    else skip(tally, number, parsed.problem)
    if (batch.length === BATCH) await flush()
  }
  await flush()
  const seconds = (performance.now() - startedAt) / 1000
  const read = isDry
    ? `${number} lines read, nothing written`
    : `${tally.created} imported, ${tally.updated} updated, ${tally.unchanged} unchanged`
  process.stdout.write(`${file}: ${read}, ${tally.skipped} skipped, in ${seconds.toFixed(1)} s\n`)
}

type Tally = Record<'created' | 'updated' | 'unchanged' | 'skipped', number>

/** One transaction for the whole batch; if a record spoils it, each on its own, so that only that one is skipped. */
async function importBatch(target: ImportTarget, batch: Line[], tally: Tally): Promise<void> {
  if (batch.length === 0) return
  try {
    const outcomes = await importArticles(target, batch.map(({ record }) => record)) // prettier-ignore
    for (const outcome of outcomes) tally[outcome] += 1
  } catch (error) {
    const [only] = batch
    if (batch.length === 1 && only)
      return skip(tally, only.number, error instanceof Error ? error.message : String(error))
    for (const line of batch) await importBatch(target, [line], tally)
  }
}

function readLines(file: string): AsyncIterable<string> {
  const bytes = createReadStream(file)
  const input = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes
  bytes.once('error', (error) => input.emit('error', error))
  return createInterface({ input, crlfDelay: Infinity })
}

function parseLine(line: string): ReturnType<typeof parseRecord> {
  try {
    return parseRecord(JSON.parse(line))
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}

function skip(tally: Tally, number: number, problem: string): void {
  tally.skipped += 1
  process.stderr.write(`line ${number}: ${problem}\n`)
}

function showProgress(tally: Tally): void {
  const done = tally.created + tally.updated + tally.unchanged
  if (process.stderr.isTTY) process.stderr.write(`\r${done} articles`)
}
