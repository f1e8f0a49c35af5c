import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Operator } from '../app/features/accounts/accounts.ts'
import { findSiteOwnerId, listAccounts } from '../app/features/accounts/sign-in/queries.server.ts'
import { requiresAlt } from '../app/features/articles/pictures/queries.server.ts'
import { listHosts } from '../app/features/delivery/target-sites/queries.server.ts'
import { countLosses, type FoundArticle, parseRecord } from '../app/features/moving-in/formats/formats.ts'
import { linkArticles } from '../app/features/moving-in/imports/link-imported.server.ts'
import { jobs } from '../app/jobs.server.ts'
import { openStoreForTool, vacuumStore } from '../app/platform/store/store.server.ts'
import { startQueue } from '../app/platform/work/queue.server.ts'
import { runCommand, UsageError } from './command-line.ts'
import { toSiteAddress } from '../app/shared/addresses.ts'
import { compareOnly, type Destination, type LinkedArticle, startImport } from './import-batches.ts'
import {
  collectPathParts,
  keepPictures,
  type OpenOptions,
  openPath,
  partPictures,
  type ReadOptions,
  readPath,
} from './import-files.ts'
import { type ImportReport, makeReport } from './import-report.ts'

const HELP = `
npm run import -- FILE... [--author NAME] [--site HOST] [--source NAME] [--type NAME] [--drafts]
                        [--from ADDRESS] [--encoding NAME] [--dry-run] [--lenient] [--report FILE]

Imports articles from Markdown (YAML or TOML front matter), NDJSON (one JSON object a line), feeds, and exports of WordPress
(WXR), Squarespace, Ghost, Medium, Substack, Blogger, Notion, Tumblr, Movable Type and Write.as. FILE is a file, a folder or a ZIP archive; .gz is unpacked. Can be repeated: a record
is known by its source and path, and one that has not changed is left alone. A bad record is reported with its place and
skipped. Pictures in the folder or the archive come in with their articles, and links among the articles lead to them.
Old addresses lead to the articles from then on. What is dated in the future is planned for that moment.

  --author NAME   author of records that name none (the site's name unless given)
  --site HOST     host name of a hosted site to import into (the main site unless given)
  --source NAME   what Markdown files are known by, so that their folder may move (the folder's path, or the name of
                  the archive, unless given)
  --type NAME     imports WordPress items of this type too, though they are no articles (menus, forms, orders, ...);
                  may be given again
  --from ADDRESS  address of the old site, such as https://old.example: what a text names relative to it is completed
                  with it (exports of WordPress, and most of Ghost, know it)
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
      from: { type: 'string' },
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
  const from = values.from === undefined ? undefined : parseFrom(values.from)
  const report = makeReport(isDry)
  await withStore(async () => {
    const target = { ...(await findDestination(site, author)), asDrafts }
    const linked: LinkedArticle[] = []
    const { beside, files } = await partPictures(positionals)
    const parts = await collectPathParts(files, encoding)
    const options = { target, source, types, from, isDry, parts, encoding, beside }
    for (const file of files)
      await importFile(file, options, { ...report, link: (article) => linked.push(article) })
    if (!isDry) await finishImport(target, linked)
  })
  if (values.report) await report.write(values.report)
  if (report.hasRefused() && !values.lenient) process.exitCode = 1
})

function parseFrom(typed: string): string {
  const address = toSiteAddress(typed)
  if (address === undefined)
    throw new UsageError(`${typed} is no address of a site. Write it like https://old.example.`)
  return address
}

async function finishImport({ operator, siteId }: Destination, linked: LinkedArticle[]): Promise<void> {
  if (operator && linked.length > 0) {
    const queue = await startQueue(jobs, false) // a rewritten article may be delivered
    await linkArticles(operator, siteId, linked).finally(() => queue.stop())
  }
  await vacuumStore()
}

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
    pageSiteId: site.isMain ? site.id : undefined,
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

interface Importing extends OpenOptions {
  target: Destination
  isDry: boolean
}

async function importFile(
  file: string,
  { isDry, encoding, beside, ...options }: ReadOptions & Importing,
  report: FileReport,
): Promise<void> {
  report.begin(file)
  const path = await openPath(file, { encoding, beside })
  const pictures = keepPictures(path, options.target.operator)
  const target = { ...options.target, pictures, findPicture: pictures.find }
  const importing = isDry ? compareOnly(target, report) : startImport(target, report)
  for await (const found of readPath(path, options)) {
    if ('leftOut' in found) report.leaveOut(found.leftOut, found.count ?? 1)
    else if ('problem' in found) report.skip(found.place, found.problem)
    else await importArticle(found, importing, report)
  }
  await importing.end()
  if (report.end()) return
  process.stderr.write(`${file}: there is no article in it.\n`)
  process.exitCode = 1
}

type FileReport = ImportReport & { link: (article: LinkedArticle) => void }

async function importArticle(
  { place, fields, lostWords, lostPictures, links, ...losses }: FoundArticle & { place: string },
  importing: ReturnType<typeof startImport | typeof compareOnly>,
  report: ImportReport,
): Promise<void> {
  const parsed = parseRecord(fields)
  if (!parsed.ok) return report.skip(place, parsed.problem, parsed.faults)
  const entry = { place, record: parsed.record, ...(links && { links }) }
  const lost = countLosses(losses)
  if (lost.length > 0) report.lose(entry, lost)
  if (lostWords) report.miss(entry, lostWords)
  if (lostPictures) report.lack(entry, lostPictures)
  await importing.add(entry)
}
