import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { NewBlogPost } from '../../db/tables.ts'
import { db, type Transaction } from '../../platform/database.server.ts'
import { dropPages, write } from '../../platform/page-drops.server.ts'
import { OWN_SOURCE, pageTagsOfArticle, toOldPath } from './articles.ts'
import { renderText, reserveSlugs, saveRedirects, toTextColumns } from './commands.server.ts'

// A title and a text as long as the form of the desk takes them. Of the rest, what real collections hold is more than
// that form takes (18 of 2,793 articles): it comes in, and is cut by its author when it is edited.
const LIMITS = {
  title: 300,
  content: 500_000,
  text: 2000,
  labels: 100,
  label: 200,
  address: 2048,
  addresses: 100,
}
const limited = (limit: number) =>
  z.string().max(limit, `At most ${limit.toLocaleString('en-US')} characters.`)

const text = limited(LIMITS.text).transform((value) => value.trim() || null).nullish() // prettier-ignore
const moment = z.iso.datetime({ offset: true }).transform((value) => new Date(value)).nullish() // prettier-ignore
const labels = z.array(limited(LIMITS.label).trim()).max(LIMITS.labels, `At most ${LIMITS.labels} of them.`).transform((list) => [...new Set(list.filter(Boolean))]).default([]) // prettier-ignore
const webAddress = z
  .url({ protocol: /^https?$/ })
  .refine((address) => !/^https?:\/\/[^/?#]*@/i.test(address)) // with a user's name and password
  .nullish()
  .catch(null) // an address that is none is left out

const oldPaths = z.array(limited(LIMITS.address)).max(LIMITS.addresses, `At most ${LIMITS.addresses} of them.`).transform((list) => [...new Set(list.flatMap((address) => toOldPath(address) ?? []))]) // prettier-ignore

const recordFields = z.object({
  source: limited(LIMITS.address).min(1),
  path: limited(LIMITS.address).min(1),
  title: limited(LIMITS.title).trim().min(1),
  slug: limited(LIMITS.title).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/).optional(), // prettier-ignore
  content: limited(LIMITS.content),
  description: text,
  author: text,
  tags: labels,
  keywords: labels,
  canonical_url: webAddress,
  image_url: webAddress,
  lang: text,
  published_at: moment,
  updated_at: moment,
  draft: z.boolean().nullish(),
  aliases: oldPaths.optional(),
})

// `draft` says it plainly; only then is the article not published. A date that is missing or null is just not known.
const recordSchema = recordFields.transform(({ draft, ...record }) => ({
  ...record,
  published_at: draft ? null : (record.published_at ?? undefined),
  updated_at: record.updated_at ?? record.published_at,
}))

/**
 * One article to import: the fields of an NDJSON line, checked. `published_at` is null for a draft, undefined where
 * the record does not say when; `aliases` are the paths of its old addresses.
 */
export type ImportRecord = z.output<typeof recordSchema>

/** Reads one record. NUL and lone surrogates are removed first. A refusal names the field and says what is wrong. */
export function parseRecord(
  input: unknown,
): { ok: true; record: ImportRecord } | { ok: false; problem: string } {
  const parsed = recordSchema.safeParse(toStorable(input))
  if (parsed.success) return { ok: true, record: parsed.data }
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'record'}: ${issue.message}`)
  return { ok: false, problem: problems.join('; ') }
}

// The store takes no NUL, and half a character of UTF-16 is none.
function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  return Array.isArray(value) ? value.map(toStorable) : mapFields(value)
}

function mapFields(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toStorable(field)]))
}

export interface ImportTarget {
  siteId: string
  /** Whose articles they become; null while nobody has signed up. */
  ownerId: string | null
  /** Named as author where the record names none. */
  author: string
}

export type ImportedAs = 'created' | 'updated' | 'unchanged'

/**
 * Imports records as one step: all of them are in, or none. `source` and `path` identify a record: one that is there
 * already is brought up to date, and left alone if it is the same. Returns what became of each, in order.
 * Throws DeadlineError for a text that takes too long to render.
 */
export const importArticles = async (target: ImportTarget, records: ImportRecord[]): Promise<ImportedAs[]> =>
  (await prepareImport(target, records))()

/**
 * The first half of importArticles: finds out which records are new or changed and begins to render them. What it
 * returns is the second half, which stores them: other records can be rendered meanwhile, but not the same ones.
 */
export async function prepareImport(
  target: ImportTarget,
  records: ImportRecord[],
): Promise<() => Promise<ImportedAs[]>> {
  const known = await findKnown(target.siteId, records.map(toImportKey))
  const outcomes = records.map((record) => compare(record, known.get(toImportKey(record))))
  const changed = records.filter((_, index) => outcomes[index] !== 'unchanged')
  const rendering = Promise.all(changed.map((record) => prepare(target, record)))
  rendering.catch(() => {}) // heard of when it is stored
  return async () => {
    const prepared = await rendering
    if (prepared.length > 0) await write((trx) => store(trx, prepared, known))
    return outcomes
  }
}

/** What a record is known by. */
export const toImportKey = ({ source, path }: ImportRecord) => `${source}:${path}`

const hashRecord = (record: ImportRecord) =>
  createHash('sha256').update(JSON.stringify(record)).digest('base64url')

function compare(record: ImportRecord, known: Known | undefined): ImportedAs {
  if (!known) return 'created'
  return known.importHash === hashRecord(record) ? 'unchanged' : 'updated'
}

type Prepared = Omit<NewBlogPost, 'slug'> & {
  importKey: string
  importHash: string
  wantedSlug?: string
  oldPaths: string[]
} & Shown
interface Shown {
  tags: string[]
  author: string
}

async function prepare(target: ImportTarget, record: ImportRecord): Promise<Prepared> {
  const article = {
    title: record.title,
    content: record.content,
    metaDescription: record.description ?? null,
    author: record.author ?? target.author,
    tags: record.tags,
    keywords: record.keywords,
    canonicalUrl: record.canonical_url ?? null,
  }
  return {
    ...toTextColumns(article, await renderText(article, null)),
    id: uuidv7(),
    siteId: target.siteId,
    userId: target.ownerId,
    imageUrl: record.image_url ?? null,
    lang: record.lang ?? null,
    publishedAt: record.published_at,
    updatedAt: record.updated_at ?? new Date(),
    importKey: toImportKey(record),
    importHash: hashRecord(record),
    wantedSlug: record.slug,
    oldPaths: record.aliases ?? [],
  }
}

interface Known {
  id: string
  siteId: string
  slug: string
  importHash: string | null
  tags: string[]
  author: string
}

// An article that was written here has no import key until its own export comes back: then its id tells who it is.
async function findKnown(siteId: string, importKeys: string[]): Promise<Map<string, Known>> {
  if (importKeys.length === 0) return new Map()
  const keyOf = sql<string>`coalesce(import_key, ${OWN_SOURCE}::text || ':' || id::text)`
  const prefix = `${OWN_SOURCE}:`
  const ownIds = importKeys.flatMap((key) => (key.startsWith(prefix) ? key.slice(prefix.length) : [])).filter(isUuid) // prettier-ignore
  const rows = await db
    .selectFrom('blogPosts')
    .select(['id', 'siteId', 'slug', 'importHash', 'tags', 'author', keyOf.as('key')])
    .where('siteId', '=', siteId)
    .where((where) =>
      where.or([
        where('importKey', 'in', importKeys),
        ...(ownIds.length > 0
          ? [where.and([where('importKey', 'is', null), where('id', 'in', ownIds)])]
          : []),
      ]),
    )
    .execute()
  return new Map(rows.map((row) => [row.key, row]))
}

const isUuid = (path: string) => z.uuid().safeParse(path).success

async function store(trx: Transaction, prepared: Prepared[], known: Map<string, Known>): Promise<void> {
  await insertAll(
    trx,
    prepared.filter((article) => !known.has(article.importKey)),
  )
  for (const article of prepared) {
    const before = known.get(article.importKey)
    if (before) await bringUpToDate(trx, before, article)
  }
}

async function insertAll(trx: Transaction, articles: Prepared[]): Promise<void> {
  const [first] = articles
  if (!first) return
  const wanted = articles.map(({ id, title, wantedSlug }) => ({ id, title, slug: wantedSlug }))
  const slugs = await reserveSlugs(trx, first.siteId, wanted)
  const rows = articles.map(({ wantedSlug: _, oldPaths: _paths, ...row }, index) => ({
    ...row,
    slug: slugs[index] ?? '',
    publishedAt: row.publishedAt === undefined ? row.updatedAt : row.publishedAt,
  }))
  await trx.insertInto('blogPosts').values(rows).execute()
  const moved = rows.map(({ id, siteId, slug }, index) => ({
    id,
    siteId,
    slug,
    oldPaths: articles[index]?.oldPaths ?? [],
  }))
  await saveRedirects(trx, moved)
  await dropPages(trx, rows.flatMap(pageTagsOfArticle))
}

// The address of an article that is already there does not change, nor its owner, nor a date that the record leaves open.
async function bringUpToDate(trx: Transaction, before: Known, article: Prepared): Promise<void> {
  const { id: _id, userId: _userId, wantedSlug: _slug, oldPaths: paths, ...changed } = article
  await trx.updateTable('blogPosts').set(changed).where('id', '=', before.id).execute()
  await saveRedirects(trx, [{ ...before, oldPaths: paths }])
  await dropPages(trx, [...pageTagsOfArticle(before), ...pageTagsOfArticle({ ...article, id: before.id })])
}
