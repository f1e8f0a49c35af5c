import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { BlogPost, NewBlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { invalidatePages, write } from '../../../platform/web/page-invalidation.server.ts'
import { findKnown, type Known } from './find-known.server.ts'
import { type ImportRecord, toImportKey, toArticleText } from './formats.ts'
import { pageTagsOfArticle } from '../../articles/articles.ts'
import {
  updateArticle,
  renderText,
  reserveSlugs,
  saveRedirects,
  toTextColumns,
} from '../../articles/commands.server.ts'

/** The site and the account that an import writes to. */
export interface ImportTarget {
  siteId: string
  /** The owner of the articles; null while no account exists. */
  ownerId: string | null
  /** The author of records that name none. */
  author: string
  /** The author of all new articles, also of those whose records name another one. */
  authorOfNew?: string | null
  /** If true, articles that become public are on no site. The caller orders their sites in the same transaction. */
  isOffSite?: boolean
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
  /** True if the article was public before. */
  wasPublic: boolean
  /** The moment for which it is to be planned; undefined if the import changes nothing, or makes drafts. */
  plannedFor: Date | undefined
  /** An updated article as it was, once it is stored. */
  before?: Replaced | undefined
}

/** An article as it was before an import, and the old paths that lead to it since. */
export interface Replaced {
  article: BlogPost
  redirects: string[]
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
  const outcomes = records.map((record) => ({ record, ...compare(target, record, known) }))
  const changed = outcomes.filter((outcome) => outcome.as !== 'unchanged')
  const rendering = Promise.all(changed.map((outcome) => prepare(target, outcome)))
  rendering.catch(() => {}) // the error is thrown when the records are stored
  return async (trx) => {
    const replaced = await store(trx, await rendering, known)
    return outcomes.map(({ record: _, ...imported }) => ({
      ...imported,
      before: replaced.get(imported.articleId),
    }))
  }
}

/** Returns the outcome that an import would have for each record, in order. */
export async function compareRecords(target: ImportTarget, records: ImportRecord[]): Promise<ImportedAs[]> {
  const known = await findKnown(target, records.map(toImportKey))
  return records.map((record) => compare(target, record, known).as)
}

// A file does not change when the moment of its plan is over.
const hashRecord = ({ plannedAt, ...record }: ImportRecord) =>
  createHash('sha256')
    .update(JSON.stringify(plannedAt ? { ...record, published_at: plannedAt } : record))
    .digest('base64url')

function compare(target: ImportTarget, record: ImportRecord, all: Map<string, Known>): Imported {
  const known = all.get(toImportKey(record))
  const plannedFor = target.asDrafts ? undefined : record.plannedAt
  if (!known) return { as: 'created', articleId: uuidv7(), wasPublic: false, plannedFor }
  const found = { articleId: known.id, wasPublic: known.publishedAt !== null }
  return known.isDraft || known.importHash === hashRecord(record)
    ? { as: 'unchanged', ...found, plannedFor: undefined }
    : { as: 'updated', ...found, plannedFor }
}

type Prepared = Omit<NewBlogPost, 'slug' | 'siteId'> & {
  siteId: string | null
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
  const { lang = null } = record
  const article = toArticleText(record, toAuthor(target, record, as))
  return {
    ...toTextColumns(article, await renderText({ ...article, lang }, target.rendersFor ?? null)),
    id,
    siteId: target.isOffSite ? null : target.siteId,
    userId: target.ownerId,
    lang,
    ...toDates(target, record, as),
    importKey: toImportKey(record),
    importHash: hashRecord(record),
    slug: record.slug,
    oldPaths: target.ignoresOldPaths ? [] : (record.aliases ?? []),
  }
}

function toDates({ asDrafts }: ImportTarget, record: ImportRecord, as: ImportedAs) {
  const { published_at: publishedAt, updated_at: updatedAt, isUndated, plannedAt } = record
  const asDraft = as === 'created' ? null : undefined
  // What is planned may have no other date than that of its plan.
  if (plannedAt) return { publishedAt: asDraft, updatedAt: new Date() }
  return { publishedAt: asDrafts || isUndated ? asDraft : publishedAt, updatedAt: updatedAt ?? new Date() }
}

const toAuthor = (target: ImportTarget, { author }: ImportRecord, as: ImportedAs) =>
  (as === 'created' && target.authorOfNew) || (author ?? target.author)

/** Stores articles. Returns the updated ones as they were, by their ids. */
async function store(
  trx: Transaction,
  prepared: Prepared[],
  known: Map<string, Known>,
): Promise<Map<string, Replaced>> {
  const replaced = new Map<string, Replaced>()
  await insertAll(
    trx,
    prepared.filter((article) => !known.has(article.importKey)),
  )
  // A change of many articles locks them in this order too, which prevents deadlocks.
  for (const article of prepared.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const before = known.get(article.importKey)
    if (before) replaced.set(before.id, await update(trx, before, article))
  }
  return replaced
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
async function update(trx: Transaction, known: Known, article: Prepared): Promise<Replaced> {
  const { id: _id, userId: _userId, slug: _slug, oldPaths, ...changed } = article
  const before = await trx
    .selectFrom('blogPosts')
    .selectAll()
    .where('id', '=', known.id)
    .executeTakeFirstOrThrow()
  const siteId = before.publishedAt ? before.siteId : article.siteId
  const changes = { ...changed, siteId, deletionAskedAt: null }
  await updateArticle(trx, before, { ...changes, cause: 'import', isUnnoticed: true })
  const redirects = await saveRedirects(trx, [{ ...known, oldPaths }])
  return { article: before, redirects }
}
