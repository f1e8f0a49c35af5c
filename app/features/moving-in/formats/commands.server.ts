import { posix } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import type { BlogPost, NewBlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { invalidatePages, write } from '../../../platform/web/page-invalidation.server.ts'
import { findKnown, type Known } from './find-known.server.ts'
import { type ImportRecord, type SourceFile, toArticleText, toImportKey, UnreadableFile } from './formats.ts'
import type { PictureFile } from './picture-files.ts'
import { placePages } from './place-pages.server.ts'
import { type FindPicture, type KeptPicture, putPictures } from './put-pictures.ts'
import { openParts } from './archive-parts.server.ts'
import { listZip } from './read-zip.server.ts'
import { hashRecord } from './record-hash.server.ts'
import type { LostPicture } from './record-pictures.ts'
import { changeAddresses } from './text-addresses.ts'
import { isStoreFailure } from '../../../platform/store/store-away.server.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { saveUpload } from '../../articles/pictures/commands.server.ts'
import { UPLOAD_LIMITS, uploadPath } from '../../articles/pictures/pictures.ts'
import { pageTagsOfArticle } from '../../articles/articles.ts'
import {
  updateArticle,
  renderText,
  reserveSlugs,
  insertRedirects,
  toTextColumns,
} from '../../articles/commands.server.ts'
import { isSitePage } from '../../articles/placement/queries.server.ts'

/** The site and the account that an import writes to. */
export interface ImportTarget {
  siteId: string
  /** The owner of the articles; null while no account exists. */
  ownerId: string | null
  /** The author of records that name none. */
  author: string
  /** The author of all new articles, also of those whose records name another one. */
  authorOfNew?: string | null
  /**
   * The site that new pages are added to, such as an imprint. A page whose path is not free there is a draft. Without such a
   * site pages are articles.
   */
  pageSiteId?: string | undefined
  /** If true, articles that become public are on no site. The caller orders their sites in the same transaction. */
  isOffSite?: boolean
  /** If true, new articles become drafts, and changed ones stay public or not as they are. */
  asDrafts?: boolean
  /** If true, articles that are there already stay as they are. */
  changesNone?: boolean
  /** If true, old paths do not redirect to the articles, because they belong to the owner of the site. */
  ignoresOldPaths?: boolean
  /** Finds the pictures of folders and archives that were kept before. Without it they stay as the text names them. */
  findPicture?: FindPicture
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
  /** True for a page that is a draft on no site, because its path is not free. */
  lacksPath: boolean
  /** Its pictures that are not here, with the reasons. */
  lostPictures: LostPicture[]
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
  const outcomes = records.map((record) => ({
    ...compare(target, record, known),
    record,
    put: putPictures(record, target.findPicture),
  }))
  const changed = outcomes.filter((outcome) => outcome.as !== 'unchanged')
  const rendering = Promise.all(changed.map((outcome) => prepare(target, outcome)))
  rendering.catch(() => {}) // the error is thrown when the records are stored
  return async (trx) => {
    const stored = await store(trx, await rendering, { known, pageSiteId: target.pageSiteId })
    return outcomes.map(({ record: _, put, ...imported }) => ({
      ...imported,
      lacksPath: stored.withoutPath.has(imported.articleId),
      lostPictures: put.lost,
      before: stored.replaced.get(imported.articleId),
    }))
  }
}

/** Returns the outcome that an import would have for each record, in order. */
export async function compareRecords(target: ImportTarget, records: ImportRecord[]): Promise<ImportedAs[]> {
  const known = await findKnown(target, records.map(toImportKey))
  return records.map((record) => compare(target, record, known).as)
}

type Compared = Omit<Imported, 'lostPictures' | 'lacksPath'>

function compare(target: ImportTarget, record: ImportRecord, all: Map<string, Known>): Compared {
  const known = all.get(toImportKey(record))
  const isPage = target.pageSiteId !== undefined && record.page !== undefined
  const plannedFor = target.asDrafts || isPage ? undefined : record.plannedAt // a plan needs the sites of an article
  if (!known) return { as: 'created', articleId: uuidv7(), wasPublic: false, plannedFor }
  const found = { articleId: known.id, wasPublic: known.publishedAt !== null }
  return known.isDraft || target.changesNone || known.importHash === hashRecord(record)
    ? { as: 'unchanged', ...found, plannedFor: undefined }
    : { as: 'updated', ...found, plannedFor }
}

type Prepared = Omit<NewBlogPost, 'slug' | 'siteId'> & {
  siteId: string | null
  importKey: string
  importHash: string | null
  slug?: string
  oldPaths: string[]
  /** The path of a page. */
  page: string | undefined
  tags: string[]
  author: string
}

async function prepare(
  target: ImportTarget,
  {
    record,
    put,
    as,
    articleId: id,
  }: Compared & { record: ImportRecord; put: ReturnType<typeof putPictures> },
): Promise<Prepared> {
  const article = toArticleText(put.record, toAuthor(target, record, as))
  return {
    ...toTextColumns(article, await renderText(article, target.rendersFor ?? null)),
    id,
    siteId: target.isOffSite ? null : target.siteId,
    userId: target.ownerId,
    ...toDates(target, record, as),
    importKey: toImportKey(record),
    importHash: put.isWhole ? hashRecord(record) : null,
    slug: record.slug,
    oldPaths: target.ignoresOldPaths ? [] : (record.aliases ?? []),
    page: record.page,
  }
}

function toDates({ asDrafts }: ImportTarget, record: ImportRecord, as: ImportedAs) {
  const { publishedAt, updatedAt, isUndated, plannedAt } = record
  const asDraft = as === 'created' ? null : undefined
  // What is planned may have no other date than that of its plan.
  if (plannedAt) return { publishedAt: asDraft, updatedAt: new Date() }
  return { publishedAt: asDrafts || isUndated ? asDraft : publishedAt, updatedAt: updatedAt ?? new Date() }
}

const toAuthor = (target: ImportTarget, { author }: ImportRecord, as: ImportedAs) =>
  (as === 'created' && target.authorOfNew) || (author ?? target.author)

/** Stores articles. Returns the updated ones as they were, by their ids, and the ids of pages that got no path. */
async function store(
  trx: Transaction,
  prepared: Prepared[],
  { known, pageSiteId }: { known: Map<string, Known>; pageSiteId: string | undefined },
): Promise<{ replaced: Map<string, Replaced>; withoutPath: Set<string> }> {
  const replaced = new Map<string, Replaced>()
  const isNew = (article: Prepared) => !known.has(article.importKey)
  const { placed, withoutPath, addPages } = await placePages(trx, pageSiteId, { articles: prepared, isNew })
  await insertAll(trx, placed.filter(isNew), addPages)
  // A change of many articles locks them in this order too, which prevents deadlocks.
  for (const article of placed.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const before = known.get(article.importKey)
    if (before) replaced.set(before.id, await update(trx, before, article))
  }
  return { replaced, withoutPath }
}

async function insertAll(
  trx: Transaction,
  articles: Prepared[],
  addPages: () => Promise<void>,
): Promise<void> {
  const [first] = articles
  if (!first) return
  const named = await reserveSlugs(trx, first.siteId, articles)
  const rows = named.map(({ oldPaths: _, page: _page, ...row }) => ({
    ...row,
    publishedAt: row.publishedAt === undefined ? row.updatedAt : row.publishedAt,
  }))
  await trx.insertInto('blogPosts').values(rows).execute()
  await addPages() // first, because the old address of a page is one of its site
  await insertRedirects(trx, named)
  await invalidatePages(trx, rows.flatMap(pageTagsOfArticle))
}

// An existing article keeps its slug and its owner, and its date of publication if the record has none. A published one
// stays on its sites.
async function update(trx: Transaction, known: Known, article: Prepared): Promise<Replaced> {
  const { id: _id, userId: _userId, slug: _slug, page: _page, oldPaths, ...changed } = article
  const row = trx.selectFrom('blogPosts').selectAll().where('id', '=', known.id)
  const before = await row.executeTakeFirstOrThrow()
  const staysThere = before.publishedAt || (await isSitePage(trx, before.id))
  const siteId = staysThere ? before.siteId : article.siteId
  // Other systems do not name translations, so theirs are those of the desk.
  const translationOf = changed.translationOf ?? before.translationOf
  const changes = { ...changed, translationOf, siteId, deletionAskedAt: null }
  await updateArticle(trx, before, { ...changes, cause: 'import', isUnnoticed: true })
  const redirects = await insertRedirects(trx, [{ ...known, oldPaths }])
  return { article: before, redirects }
}

/** Returns the text of a record that shows its pictures at other addresses. */
export function showPictures(
  { content, pictures = [] }: ImportRecord,
  toAddress: (picture: PictureFile) => string,
): string {
  const addresses = new Map(pictures.map((picture) => [picture.address, toAddress(picture)]))
  return changeAddresses(content, ({ address }) => addresses.get(address))
}

/** Returns a text whose links have other targets: `targets` has them by the address that the text has now. */
export const replaceLinks = (content: string, targets: Map<string, string>): string =>
  changeAddresses(content, ({ address }) => {
    const target = targets.get(address)
    const [anchor = ''] = /#.+$/.exec(address) ?? []
    return target && target + anchor.replace(/^#(?!text-)/, '#text-') // the ids of our pages
  })

const TRIES = 20
const TRY_AGAIN_MS = 500

/** Stores a picture in the operator's library. The same one again has the same path. */
export async function savePicture(operator: Operator, bytes: Uint8Array, name: string) {
  // Another picture of the account may be stored at this moment, from a form.
  for (let tries = 1; ; tries += 1) {
    const saved = await saveUpload(operator, () => Promise.resolve(bytes), name)
    if (saved.ok) return { ok: true as const, path: uploadPath(saved.upload.id, saved.upload) }
    if (saved.reason !== 'one-at-a-time' || tries === TRIES) return saved
    await wait(TRY_AGAIN_MS)
  }
}

const toPictureKey = ({ path, archive = '' }: PictureFile) => `${archive}:${path}`

/**
 * Keeps the pictures of a folder, or of archives, in the operator's library while its articles are imported. After a crash
 * the same pictures are kept again, with the same paths.
 */
export function makePictureKeeper(
  operator: Operator | undefined,
  files: SourceFile[],
  limits: Parameters<typeof openParts>[1],
) {
  const kept = new Map<string, KeptPicture>()
  const read = makePictureReader(files, limits)
  async function keepOne(picture: PictureFile): Promise<KeptPicture> {
    if (!operator) return refuse('no-account')
    const found = await read(picture)
    return found.ok ? savePicture(operator, found.bytes, posix.basename(picture.path)) : found
  }
  return {
    find: (picture: PictureFile) => kept.get(toPictureKey(picture)),
    /** Keeps the pictures of records, at least one. Returns false if it needs more time than `mostMs`. */
    async keep(records: ImportRecord[], mostMs = Infinity): Promise<boolean> {
      const until = performance.now() + mostMs
      for (const picture of records.flatMap(({ pictures = [] }) => pictures)) {
        if (kept.has(toPictureKey(picture))) continue
        kept.set(toPictureKey(picture), await keepOne(picture))
        if (performance.now() > until) return false
      }
      return true
    },
  }
}

type ReadPicture = { ok: true; bytes: Buffer } | Refusal<'no-file' | 'damaged'>

/** Returns a function that reads the pictures of a folder, or of archives; of a too large one only its beginning. */
export function makePictureReader(files: SourceFile[], limits: Parameters<typeof openParts>[1]) {
  const folders = new Map<string, Promise<Map<string, SourceFile>>>()
  async function listFolder(archive: string | undefined): Promise<Map<string, SourceFile>> {
    const whole = files.find(({ name }) => name === archive)
    const among = await openParts(whole ? await listZip(whole, limits) : files, limits)
    return new Map(among.map((file) => [file.name, file]))
  }
  return async ({ path, archive }: PictureFile): Promise<ReadPicture> => {
    const folder = folders.get(archive ?? '') ?? listFolder(archive)
    folders.set(archive ?? '', folder)
    const file = (await folder).get(path)
    if (!file) return refuse('no-file')
    const bytes = await readBytes(file)
    return bytes ? { ok: true, bytes } : refuse('damaged')
  }
}

async function readBytes(file: SourceFile): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of file.open()) {
      pieces.push(piece)
      size += piece.length
      if (size > UPLOAD_LIMITS.bytes) break // one byte more is refused, too
    }
  } catch (error) {
    const { cause } = error instanceof UnreadableFile ? error : { cause: error }
    if (isStoreFailure(cause)) throw cause
    if (error instanceof UnreadableFile) return undefined
    throw error
  }
  return Buffer.concat(pieces)
}
