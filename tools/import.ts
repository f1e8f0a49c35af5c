import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
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
import { readArticles, type ReadOptions } from './import-files.ts'

const HELP = `
npm run import -- FILE... [--author NAME] [--site HOST] [--source NAME] [--type NAME] [--dry-run]

Imports articles from Markdown (a file or a folder; YAML or TOML front matter), NDJSON (one JSON object a line),
WordPress exports (WXR) and Ghost exports; .gz is unpacked. Can be repeated: a record is known by its source and path,
and one that has not changed is left alone. A bad record is reported with its place and skipped. Old addresses lead to
the articles from then on.

  --author NAME   author of records that name none (the site's name unless given)
  --site HOST     host name of a hosted site to import into (the main site unless given)
  --source NAME   what Markdown files are known by, so that their folder may move (the folder's path unless given)
  --type NAME     imports WordPress items of this type too, though they are no articles (menus, forms, orders, ...);
                  may be given again
  --dry-run       checks every record and writes nothing
`

const BATCH = 40

await runCommand(HELP, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      author: { type: 'string' },
      site: { type: 'string' },
      source: { type: 'string' },
      type: { type: 'string', multiple: true },
      'dry-run': { type: 'boolean' },
    },
  })
  if (positionals.length === 0) throw new UsageError('Which file? See npm run import -- --help.')
  const missing = positionals.find((file) => !existsSync(file))
  if (missing) throw new UsageError(`There is no file ${missing}.`)

  const store = await openStoreForTool('npm run import')
  try {
    const target = await findTarget(values.site, values.author)
    const options = {
      target,
      source: values.source,
      types: values.type ?? [],
      isDry: values['dry-run'] ?? false,
    }
    for (const file of positionals) await importFile(file, options)
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

interface Entry {
  place: string
  record: ImportRecord
}

async function importFile(
  file: string,
  { target, isDry, ...options }: ReadOptions & { target: ImportTarget; isDry: boolean },
): Promise<void> {
  const tally = { created: 0, updated: 0, unchanged: 0, skipped: 0 }
  const leftOut = new Map<string, number>()
  const startedAt = performance.now()
  let count = 0
  let batch: Entry[] = []
  const flush = async () => {
    if (!isDry) await importBatch(target, batch, tally)
    batch = []
    showProgress(tally)
  }
  for await (const found of readArticles(file, options)) {
    if ('leftOut' in found) {
      leftOut.set(found.leftOut, (leftOut.get(found.leftOut) ?? 0) + 1)
      continue
    }
    count += 1
    const parsed = 'problem' in found ? { ok: false as const, ...found } : parseRecord(found.fields)
    if (parsed.ok) batch.push({ place: found.place, record: parsed.record })
    else skip(tally, found.place, parsed.problem)
    if (batch.length === BATCH) await flush()
  }
  await flush()
  const seconds = (performance.now() - startedAt) / 1000
  const read = isDry
    ? `${count} records read, nothing written`
    : `${tally.created} imported, ${tally.updated} updated, ${tally.unchanged} unchanged`
  process.stdout.write(`${file}: ${read}, ${tally.skipped} skipped, in ${seconds.toFixed(1)} s\n`)
  const kinds = [...leftOut].map(([what, times]) => `${times} ${what}`)
  if (kinds.length > 0) process.stdout.write(`  left out: ${kinds.join(', ')}\n`)
}

type Tally = Record<'created' | 'updated' | 'unchanged' | 'skipped', number>

/** One transaction for the whole batch; if a record spoils it, each on its own, so that only that one is skipped. */
async function importBatch(target: ImportTarget, batch: Entry[], tally: Tally): Promise<void> {
  if (batch.length === 0) return
  try {
    const outcomes = await importArticles(target, batch.map(({ record }) => record)) // prettier-ignore
    for (const outcome of outcomes) tally[outcome] += 1
  } catch (error) {
    const [only] = batch
    if (batch.length === 1 && only)
      return skip(tally, only.place, error instanceof Error ? error.message : String(error))
    for (const entry of batch) await importBatch(target, [entry], tally)
  }
}

function skip(tally: Tally, place: string, problem: string): void {
  tally.skipped += 1
  process.stderr.write(`${place}: ${problem}\n`)
}

function showProgress(tally: Tally): void {
  const done = tally.created + tally.updated + tally.unchanged
  if (process.stderr.isTTY) process.stderr.write(`\r${done} articles`)
}
