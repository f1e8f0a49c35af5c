import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findSiteOwnerId } from '../app/features/accounts/sign-in/queries.server.ts'
import {
  type ImportedAs,
  type ImportTarget,
  parseRecord,
} from '../app/features/articles/files/commands.server.ts'
import { listHosts } from '../app/features/publishing/target-sites/queries.server.ts'
import { openStoreForTool, vacuumStore } from '../app/platform/store.server.ts'
import { runCommand, UsageError } from './command-line.ts'
import { startImport } from './import-batches.ts'
import { readPath, type ReadOptions } from './import-files.ts'

const HELP = `
npm run import -- FILE... [--author NAME] [--site HOST] [--source NAME] [--type NAME] [--drafts] [--dry-run]

Imports articles from Markdown (YAML or TOML front matter), NDJSON (one JSON object a line), and exports of WordPress
(WXR), Ghost, Medium and Substack. FILE is a file, a folder or a ZIP archive; .gz is unpacked. Can be repeated: a record
is known by its source and path, and one that has not changed is left alone. A bad record is reported with its place and
skipped. Old addresses lead to the articles from then on.

  --author NAME   author of records that name none (the site's name unless given)
  --site HOST     host name of a hosted site to import into (the main site unless given)
  --source NAME   what Markdown files are known by, so that their folder may move (the folder's path, or the name of
                  the archive, unless given)
  --type NAME     imports WordPress items of this type too, though they are no articles (menus, forms, orders, ...);
                  may be given again
  --drafts        makes drafts of all new articles
  --dry-run       checks every record and writes nothing
`

await runCommand(HELP, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      author: { type: 'string' },
      site: { type: 'string' },
      source: { type: 'string' },
      type: { type: 'string', multiple: true },
      drafts: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
    },
  })
  if (positionals.length === 0) throw new UsageError('Which file? See npm run import -- --help.')
  const missing = positionals.find((file) => !existsSync(file))
  if (missing) throw new UsageError(`There is no file ${missing}.`)

  const store = await openStoreForTool('npm run import')
  try {
    const target = { ...(await findTarget(values.site, values.author)), asDrafts: values.drafts ?? false }
    const options = {
      target,
      source: values.source,
      types: values.type ?? [],
      isDry: values['dry-run'] ?? false,
    }
    for (const file of positionals) await importFile(file, options)
    if (!values['dry-run']) await vacuumStore()
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

async function importFile(
  file: string,
  { target, isDry, ...options }: ReadOptions & { target: ImportTarget; isDry: boolean },
): Promise<void> {
  const tally: Tally = { created: 0, updated: 0, unchanged: 0, skipped: 0 }
  const leftOut = new Map<string, number>()
  const startedAt = performance.now()
  let count = 0
  const importing = startImport(target, {
    done: (outcomes) => showProgress(tally, outcomes),
    skip: (place, problem) => skip(tally, place, problem),
  })
  for await (const found of readPath(file, options)) {
    if ('leftOut' in found) {
      leftOut.set(found.leftOut, (leftOut.get(found.leftOut) ?? 0) + 1)
      continue
    }
    count += 1
    const parsed = 'problem' in found ? { ok: false as const, ...found } : parseRecord(found.fields)
    if (!parsed.ok) skip(tally, found.place, parsed.problem)
    else if (!isDry) await importing.add({ place: found.place, record: parsed.record })
  }
  await importing.end()
  if (count + leftOut.size === 0) {
    process.stderr.write(`${file}: no article was found in it. Is it an export?\n`)
    process.exitCode = 1
    return
  }
  const seconds = (performance.now() - startedAt) / 1000
  const read = isDry
    ? `${count} records read, nothing written`
    : `${tally.created} imported, ${tally.updated} updated, ${tally.unchanged} unchanged`
  process.stdout.write(`${file}: ${read}, ${tally.skipped} skipped, in ${seconds.toFixed(1)} s\n`)
  const kinds = [...leftOut].map(([what, times]) => `${times} ${what}`)
  if (kinds.length > 0) process.stdout.write(`  left out: ${kinds.join(', ')}\n`)
}

type Tally = Record<ImportedAs | 'skipped', number>

function skip(tally: Tally, place: string, problem: string): void {
  tally.skipped += 1
  process.stderr.write(`${place}: ${problem}\n`)
}

function showProgress(tally: Tally, outcomes: ImportedAs[]): void {
  for (const outcome of outcomes) tally[outcome] += 1
  const done = tally.created + tally.updated + tally.unchanged
  if (process.stderr.isTTY) process.stderr.write(`\r${done} articles`)
}
