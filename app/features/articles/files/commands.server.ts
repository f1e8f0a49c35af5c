import { noteRevision } from '../revisions/commands.server.ts'
import { toArticleState } from '../revisions/queries.server.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { NewBlogPost } from '../../../db/tables.ts'
import { db, type Transaction } from '../../../platform/database.server.ts'
import { invalidatePages, write } from '../../../platform/page-invalidation.server.ts'
import { type ArticleText, FIELD_NAMES, type FieldName, FIELDS } from '../fields/fields.ts'
import { DRAWN, parseUploadPath } from '../pictures/pictures.ts'
import { OWN_SOURCE, pageTagsOfArticle, toOldPath } from '../articles.ts'
import { renderText, reserveSlugs, saveRedirects, toTextColumns } from '../commands.server.ts'
import { isOnSite } from '../queries.server.ts'

// Titles and texts have the limits of the desk's form. The other limits are higher, because real collections exceed
// those of the form (18 of 2,793 articles). Authors shorten such fields when they edit the article.
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
  .refine((address) => !/^https?:\/\/[^/?#]*@/i.test(address)) // no user name or password
  .nullish()
  .catch(null) // an invalid URL is left out

const oldPaths = z.array(limited(LIMITS.address)).max(LIMITS.addresses, `At most ${LIMITS.addresses} of them.`).transform((list) => [...new Set(list.flatMap((address) => toOldPath(address) ?? []))]) // prettier-ignore

// The fields that a record may leave out.
type OtherName = Exclude<FieldName, 'title' | 'content'>
const OTHER_NAMES = FIELD_NAMES.filter((name): name is OtherName => name !== 'title' && name !== 'content')

// An invalid cover is left out, like an invalid URL.
const cover = limited(LIMITS.address).refine((value) => parseUploadPath(value) || value === DRAWN).or(webAddress).catch(null) // prettier-ignore

const schemaOf = { line: text, text, labels, address: webAddress, cover }

const otherFields = Object.fromEntries(
  OTHER_NAMES.map((name) => [FIELDS[name].key, schemaOf[FIELDS[name].kind]]),
) as { [F in OtherName as (typeof FIELDS)[F]['key']]: (typeof schemaOf)[(typeof FIELDS)[F]['kind']] }

const recordFields = z.object({
  source: limited(LIMITS.address).min(1),
  path: limited(LIMITS.address).min(1),
  title: limited(LIMITS.title).trim().min(1),
  slug: limited(LIMITS.title).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/).optional(), // prettier-ignore
  content: limited(LIMITS.content),
  ...otherFields,
  lang: text,
  published_at: moment,
  updated_at: moment,
  draft: z.boolean().nullish(),
  aliases: oldPaths.optional(),
})

// Only `draft` makes an article unpublished. A date that is missing or null is unknown. The fields are always in the same
// order, because the hash of a record depends on it.
const recordSchema = recordFields.transform(
  ({ draft, published_at: publishedAt, updated_at: updatedAt, aliases, ...record }) => ({
    ...record,
    published_at: draft ? null : (publishedAt ?? undefined),
    updated_at: updatedAt ?? publishedAt,
    aliases,
  }),
)

/**
 * One article to import: the checked fields of an NDJSON line. `published_at` is null for a draft and undefined for an
 * unknown date. `aliases` are the paths of its old URLs.
 */
export type ImportRecord = z.output<typeof recordSchema>

/** Checks one record, after its NUL characters and lone surrogates are removed. A refusal names each wrong field. */
export function parseRecord(
  input: unknown,
): { ok: true; record: ImportRecord } | { ok: false; problem: string } {
  const parsed = recordSchema.safeParse(toStorable(input))
  if (parsed.success) return { ok: true, record: parsed.data }
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'record'}: ${issue.message}`)
  return { ok: false, problem: problems.join('; ') }
}

const RECORD_KEYS = new Set(Object.keys(recordFields.shape))

/** Returns the fields of a record that an import reads, as they can be stored. */
export function toRecordFields(fields: Record<string, unknown>): Record<string, unknown> {
  const known = Object.entries(fields).filter(([name]) => RECORD_KEYS.has(name))
  return Object.fromEntries(known.map(([name, value]) => [name, toStorable(value)]))
}

// Postgres stores neither NUL nor lone surrogates.
function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map(toStorable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toStorable(field)]))
}

/** The site and the account that an import writes to. */
export interface ImportTarget {
  siteId: string
  /** The owner of the articles; null while no account exists. */
  ownerId: string | null
  /** The author of records that name none. */
  author: string
  /** If true, new articles become drafts, and changed ones stay public or not as they are. */
  asDrafts?: boolean
  /** If true, old paths do not redirect to the articles, because they belong to the owner of the site. */
  ignoresOldPaths?: boolean
  /** The account whose limit the rendering counts for; all threads work for the installation. */
  rendersFor?: string
}

/** The outcome of an import for one record. */
export type ImportedAs = 'created' | 'updated' | 'unchanged'

/** The outcome of one record. */
export interface Imported {
  as: ImportedAs
  articleId: string
}

/**
 * Imports records in one transaction: all of them or none. `source` and `path` identify a record among the articles of
 * the owner. An existing article is updated, or left as it is if its record is the same. Returns the outcome of each
 * record, in order. Throws DeadlineError for a text that takes too long to render.
 */
export async function importArticles(target: ImportTarget, records: ImportRecord[]): Promise<ImportedAs[]> {
  const storeIn = await prepareImport(target, records)
  return (await write(storeIn)).map((imported) => imported.as)
}

/**
 * Runs the first half of importArticles: finds the new and changed records and begins to render them. Returns the
 * second half, which stores them in a transaction. Other records may be prepared before it runs, but not the same ones.
 */
export async function prepareImport(
  target: ImportTarget,
  records: ImportRecord[],
): Promise<(trx: Transaction) => Promise<Imported[]>> {
  const known = await findKnown(target, records.map(toImportKey))
  const outcomes = records.map((record) => ({ record, ...compare(record, known.get(toImportKey(record))) }))
  const changed = outcomes.filter((outcome) => outcome.as !== 'unchanged')
  const rendering = Promise.all(changed.map((outcome) => prepare(target, outcome)))
  rendering.catch(() => {}) // the error is thrown when the records are stored
  return async (trx) => {
    await store(trx, await rendering, known)
    return outcomes.map(({ as, articleId }) => ({ as, articleId }))
  }
}

/** Returns the outcome that an import would have for each record, in order. */
export async function compareRecords(target: ImportTarget, records: ImportRecord[]): Promise<ImportedAs[]> {
  const known = await findKnown(target, records.map(toImportKey))
  return records.map((record) => compare(record, known.get(toImportKey(record))).as)
}

/** Returns the key that identifies a record: `source:path`. */
export const toImportKey = ({ source, path }: ImportRecord) => `${source}:${path}`

const hashRecord = (record: ImportRecord) =>
  createHash('sha256').update(JSON.stringify(record)).digest('base64url')

function compare(record: ImportRecord, known: Known | undefined): Imported {
  if (!known) return { as: 'created', articleId: uuidv7() }
  if (known.isDraft) return { as: 'unchanged', articleId: known.id }
  return { as: known.importHash === hashRecord(record) ? 'unchanged' : 'updated', articleId: known.id }
}

type Prepared = Omit<NewBlogPost, 'slug' | 'siteId'> & {
  siteId: string
  importKey: string
  importHash: string
  slug?: string
  oldPaths: string[]
  tags: string[]
  author: string
}

async function prepare(
  target: ImportTarget,
  { record, as, articleId: id }: Imported & { record: ImportRecord },
): Promise<Prepared> {
  const asDraft = as === 'created' ? null : undefined
  const { title, content } = record
  const article = { title, content, ...toOtherFields(record, target.author) }
  return {
    ...toTextColumns(
      article,
      await renderText({ ...article, lang: record.lang ?? null }, target.rendersFor ?? null),
    ),
    id,
    siteId: target.siteId,
    userId: target.ownerId,
    lang: record.lang ?? null,
    publishedAt: target.asDrafts ? asDraft : record.published_at,
    updatedAt: record.updated_at ?? new Date(),
    importKey: toImportKey(record),
    importHash: hashRecord(record),
    slug: record.slug,
    oldPaths: target.ignoresOldPaths ? [] : (record.aliases ?? []),
  }
}

const toOtherFields = (record: ImportRecord, author: string) =>
  Object.fromEntries(
    OTHER_NAMES.map((name) => [name, record[FIELDS[name].key] ?? (name === 'author' ? author : null)]),
  ) as Pick<ArticleText, OtherName>

interface Known {
  id: string
  siteId: string | null
  slug: string
  importHash: string | null
  tags: string[]
  author: string
  /** True for a draft that was never published. Its text is left as its writer has it. */
  isDraft?: true
}

// An article that was written here has no import key until its own export is imported. Then its id identifies it.
async function findKnown(
  { siteId, ownerId }: ImportTarget,
  importKeys: string[],
): Promise<Map<string, Known>> {
  if (importKeys.length === 0) return new Map()
  const keyOf = sql<string>`coalesce(import_key, ${OWN_SOURCE}::text || ':' || id::text)`
  const prefix = `${OWN_SOURCE}:`
  const ownIds = importKeys.flatMap((key) => (key.startsWith(prefix) ? key.slice(prefix.length) : [])).filter(isUuid) // prettier-ignore
  const rows = await db
    .selectFrom('blogPosts')
    .select(['id', 'siteId', 'slug', 'importHash', 'tags', 'author', keyOf.as('key')])
    .where(isOnSite(siteId))
    .where('deletionAskedAt', 'is', null)
    .where(sql<boolean>`user_id is not distinct from ${ownerId}::uuid`)
    .where((where) =>
      where.or([
        where('importKey', 'in', importKeys),
        ...(ownIds.length > 0
          ? [where.and([where('importKey', 'is', null), where('id', 'in', ownIds)])]
          : []),
      ]),
    )
    .execute()
  const drafts = ownIds.length > 0 ? await findDrafts(ownerId, ownIds) : []
  return new Map([...drafts, ...rows].map((row) => [row.key, row]))
}

async function findDrafts(ownerId: string | null, ids: string[]): Promise<(Known & { key: string })[]> {
  const rows = await db
    .selectFrom('drafts')
    .select('id')
    .where(sql<boolean>`user_id is not distinct from ${ownerId}::uuid`)
    .where('id', 'in', ids)
    .execute()
  const unknown = { siteId: null, slug: '', importHash: null, tags: [], author: '', isDraft: true as const }
  return rows.map(({ id }) => ({ ...unknown, id, key: `${OWN_SOURCE}:${id}` }))
}

const isUuid = (path: string) => z.uuid().safeParse(path).success

async function store(trx: Transaction, prepared: Prepared[], known: Map<string, Known>): Promise<void> {
  await insertAll(
    trx,
    prepared.filter((article) => !known.has(article.importKey)),
  )
  for (const article of prepared) {
    const before = known.get(article.importKey)
    if (before) await update(trx, before, article)
  }
}

async function insertAll(trx: Transaction, articles: Prepared[]): Promise<void> {
  const [first] = articles
  if (!first) return
  const named = await reserveSlugs(trx, first.siteId, articles)
  const rows = named.map(({ oldPaths: _, ...row }) => ({
    ...row,
    publishedAt: row.publishedAt === undefined ? row.updatedAt : row.publishedAt,
  }))
  await trx.insertInto('blogPosts').values(rows).execute()
  await saveRedirects(trx, named)
  await invalidatePages(trx, rows.flatMap(pageTagsOfArticle))
}

// An existing article keeps its slug and its owner, and its date of publication if the record has none. A published one
// stays on its sites.
async function update(trx: Transaction, before: Known, article: Prepared): Promise<void> {
  const { id: _id, userId: _userId, slug: _slug, oldPaths: paths, ...changed } = article
  const was = await trx
    .selectFrom('blogPosts')
    .selectAll()
    .where('id', '=', before.id)
    .executeTakeFirstOrThrow()
  const siteId = was.publishedAt ? was.siteId : article.siteId
  const now = await trx.updateTable('blogPosts').set({ ...changed, siteId }).where('id', '=', before.id).returningAll().executeTakeFirstOrThrow() // prettier-ignore
  await noteRevision(trx, toArticleState(was), { ...toArticleState(now), cause: 'import' })
  await saveRedirects(trx, [{ ...before, oldPaths: paths }])
  await invalidatePages(trx, [
    ...pageTagsOfArticle(before),
    ...pageTagsOfArticle({ ...article, siteId, id: before.id }),
  ])
}
