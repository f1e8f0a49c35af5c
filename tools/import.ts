import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Operator } from '../app/features/accounts/accounts.ts'
import { findSiteOwnerId, listAccounts } from '../app/features/accounts/sign-in/queries.server.ts'
import { requiresAlt } from '../app/features/articles/pictures/queries.server.ts'
import { listHosts } from '../app/features/delivery/target-sites/queries.server.ts'
import { countLosses, type FoundArticle, parseRecord } from '../app/features/moving-in/formats/formats.ts'
import { openStoreForTool, vacuumStore } from '../app/platform/store/store.server.ts'
import { runCommand, UsageError } from './command-line.ts'
import { compareOnly, type Destination, startImport } from './import-batches.ts'
import { collectPathParts, readPath, type ReadOptions } from './import-files.ts'
import { type ImportReport, makeReport } from './import-report.ts'

const HELP = `
npm run import -- FILE... [--author NAME] [--site HOST] [--source NAME] [--type NAME] [--drafts]
                        [--encoding NAME] [--dry-run] [--lenient] [--report FILE]

Imports articles from Markdown (YAML or TOML front matter), NDJSON (one JSON object a line), feeds, and exports of WordPress
(WXR), Squarespace, Ghost, Medium, Substack, Blogger, Notion, Tumblr, Movable Type and Write.as. FILE is a file, a folder or a ZIP archive; .gz is unpacked. Can be repeated: a record
is known by its source and path, and one that has not changed is left alone. A bad record is reported with its place and
skipped. Old addresses lead to the articles from then on. What is dated in the future is planned for that moment.

  --author NAME   author of records that name none (the site's name unless given)
  --site HOST     host name of a hosted site to import into (the main site unless given)
  --source NAME   what Markdown files are known by, so that their folder may move (the folder's path, or the name of
                  the archive, unless given)
  --type NAME     imports WordPress items of this type too, though they are no articles (menus, forms, orders, ...);
                  may be given again
  --encoding NAME the encoding of texts that do not say theirs, such as iso-8859-2
  --drafts        makes drafts of all new articles
  --dry-run       checks every record, says what would be imported, and writes nothing
  --lenient       ends with exit code 0 although a record was refused (otherwise 1)
  --report FILE   writes as JSON what was imported, left out and refused, with file, place, field and value
`

await runCommand(HELP, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      author: { type: 'string' },
      site: { type: 'string' },
      source: { type: 'string' },
      type: { type: 'string', multiple: true },
      encoding: { type: 'string' },
      drafts: { type: 'boolean' },
      lenient: { type: 'boolean' },
      report: { type: 'string' },
      'dry-run': { type: 'boolean' },
    },
  })
  if (positionals.length === 0) throw new UsageError('Which file? See npm run import -- --help.')
  const missing = positionals.find((file) => !existsSync(file))
  if (missing) throw new UsageError(`There is no file ${missing}.`)

  const {
    author,
    site,
    source,
    encoding,
    type: types = [],
    drafts: asDrafts = false,
    'dry-run': isDry = false,
  } = values
  const report = makeReport(isDry)
  await withStore(async () => {
    const target = { ...(await findDestination(site, author)), asDrafts }
    const parts = await collectPathParts(positionals, encoding)
    const options = { target, source, types, isDry, parts, encoding }
    for (const file of positionals) await importFile(file, options, report)
    if (!isDry) await vacuumStore()
  })
  if (values.report) await report.write(values.report)
  if (report.hasRefused() && !values.lenient) process.exitCode = 1
})

async function withStore(work: () => Promise<void>): Promise<void> {
  const store = await openStoreForTool('npm run import')
  try {
    await work()
  } finally {
    await store.close()
  }
}

async function findDestination(host: string | undefined, author: string | undefined): Promise<Destination> {
  const sites = [...(await listHosts())]
  const site = sites.find(([name, { isMain }]) => (host ? name === host.toLowerCase() : isMain))?.[1]
  if (!site)
    throw new UsageError(`There is no site ${host}. Known: ${sites.map(([name]) => name).join(', ')}.`)
  const operator = await findOwner()
  return {
    siteId: site.id,
    ownerId: operator?.id ?? null,
    author: author ?? site.name,
    operator,
    siteIds: site.isMain ? [site.id] : [], // an article of a hosted site is on its site already
    needsAlt: operator ? await requiresAlt(operator) : false,
  }
}

async function findOwner(): Promise<Operator | undefined> {
  const id = await findSiteOwnerId()
  const owner = (await listAccounts()).find((account) => account.id === id)
  return owner && { ...owner, name: '' }
}

async function importFile(
  file: string,
  { target, isDry, ...options }: ReadOptions & { target: Destination; isDry: boolean },
  report: ImportReport,
): Promise<void> {
  report.begin(file)
  const importing = isDry ? compareOnly(target, report) : startImport(target, report)
  for await (const found of readPath(file, options)) {
    if ('leftOut' in found) report.leaveOut(found.leftOut, found.count ?? 1)
    else if ('problem' in found) report.skip(found.place, found.problem)
    else await importArticle(found, importing, report)
  }
  await importing.end()
  if (report.end()) return
  process.stderr.write(`${file}: there is no article in it.\n`)
  process.exitCode = 1
}

async function importArticle(
  { place, fields, lostWords, ...losses }: FoundArticle & { place: string },
  importing: ReturnType<typeof startImport | typeof compareOnly>,
  report: ImportReport,
): Promise<void> {
  const parsed = parseRecord(fields)
  if (!parsed.ok) return report.skip(place, parsed.problem, parsed.faults)
  const entry = { place, record: parsed.record }
  const lost = countLosses(losses)
  if (lost.length > 0) report.lose(entry, lost)
  if (lostWords) report.miss(entry, lostWords)
  await importing.add(entry)
}
