import { type ArticleText, FIELD_NAMES, mapFields } from '../../articles/fields/fields.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import { toList } from '../../../shared/text.ts'
import { OWN_SOURCE, toSlug } from '../../articles/articles.ts'
import { isOnSite } from '../../articles/queries.server.ts'
import { revisedText } from '../../articles/revisions/revisions.ts'
import { toImportKey } from './formats.ts'
import { type ExportedArticle, toFileName, toMarkdownFile } from './markdown-file.ts'

// A text may have half a million characters. An account exports its own articles, and its client may be slow, so those
// batches are smaller.
const BATCH = 50
const OWN_BATCH = 5
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Runs a query in a transaction. The caller decides whether all queries share one or each has its own. */
export type Read = <T>(run: (trx: Transaction) => Promise<T>) => Promise<T>

/**
 * Returns the articles of the main site as the files of an export, which `npm run import` reads back, and then the drafts that
 * were never published. Copies are left out. With `owner`, the texts of that account instead: those that are stored on a
 * hosted site are in a folder of its name.
 */
export async function* listFilesForExport(
  read: Read,
  owner?: Operator,
): AsyncGenerator<{ name: string; text: string }> {
  let number = 0
  for await (const { host, ...article } of listForExport(read, owner)) {
    const folder = host ? `${host}/` : ''
    yield { name: folder + toFileName(article, number), text: toMarkdownFile(article) }
    number += 1
  }
  for await (const draft of listDrafts(read, owner))
    yield { name: `draft-${draft.path}.md`, text: toMarkdownFile(draft) }
}

// A working copy is left out, because its article is exported.
async function* listDrafts(read: Read, owner?: Operator): AsyncGenerator<ExportedArticle> {
  let after = FIRST_ID
  for (;;) {
    const rows = await read((trx) =>
      trx
        .selectFrom('drafts')
        .select(['id', 'text', 'savedAt'])
        .where(sql<boolean>`not exists (select from blog_posts where blog_posts.id = drafts.id)`)
        .where(owner ? isOwn(owner, 'userId') : sql<boolean>`true`)
        .where('id', '>', after)
        .orderBy('id')
        .limit(OWN_BATCH)
        .execute(),
    )
    for (const row of rows) yield toExported(row)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

// A draft may lack a title and an address, which a file needs to be read back.
function toExported({ id, text, savedAt }: { id: string; text: unknown; savedAt: Date }): ExportedArticle {
  const typed = revisedText.parse(text)
  const title = typed.title.trim() || 'Untitled'
  const fields = mapFields((name, { kind }) => {
    if (kind === 'labels') return toList(typed[name])
    return kind === 'line' || kind === 'markdown' ? typed[name] : typed[name] || null
  }) as ArticleText
  const file = {
    source: OWN_SOURCE,
    path: id,
    publishedAt: null,
    updatedAt: savedAt,
    oldPaths: [],
  }
  return { ...fields, ...file, title, slug: toSlug(typed.slug || title, id) }
}

interface StoredArticle extends ExportedArticle {
  id: string
  /** The host name of the hosted site that it is stored on; empty or null for the main site or none. */
  host: string | null
}

async function* listForExport(read: Read, owner?: Operator): AsyncGenerator<StoredArticle> {
  const keys = new Set<string>()
  let after = FIRST_ID
  for (;;) {
    const articles = await read((trx) => listBatch(trx, { owner, after }))
    for (const article of articles) yield identifyOnce(article, keys)
    const last = articles.at(-1)
    if (!last) return
    after = last.id
  }
}

// The same file may have been imported into several sites. An import would take its articles for one.
function identifyOnce(article: StoredArticle, keys: Set<string>): StoredArticle {
  const key = toImportKey(article)
  if (keys.has(key)) return { ...article, source: OWN_SOURCE, path: article.id }
  keys.add(key)
  return article
}

async function listBatch(
  trx: Transaction,
  { owner, after }: { owner: Operator | undefined; after: string },
): Promise<StoredArticle[]> {
  const rows = await trx
    .selectFrom('blogPosts')
    .select(['id', 'importKey', 'slug', 'publishedAt', 'updatedAt'])
    .select(FIELD_NAMES)
    // The first article of a group names itself. So the group is one where the articles have other ids.
    .select(
      sql<string | null>`case when exists (
        select from blog_posts as others
        where others.translation_of = blog_posts.id and others.user_id is not distinct from blog_posts.user_id
      ) then id else translation_of end`.as('translationOf'),
    )
    .leftJoin('sitePages', 'sitePages.articleId', 'blogPosts.id')
    .select(['sitePages.path as page', 'sitePages.siteId as pageSite'])
    .select(sql<string | null>`(select host from target_sites where id = blog_posts.site_id)`.as('host'))
    .where('originId', 'is', null)
    .where('deletionAskedAt', 'is', null)
    .where(owner ? isOwn(owner, 'userId') : isOnSite(MAIN_SITE_ID))
    .where('id', '>', after)
    .orderBy('id')
    .limit(owner ? OWN_BATCH : BATCH)
    .execute()
  const oldPaths = await listOldPaths(
    trx,
    rows.map(({ id }) => id),
  )
  // The page of another site is no page of the main site, and on no list of it. So it is a draft among its articles.
  return rows.map(({ page, pageSite, ...row }) => ({
    ...row,
    ...(owner || pageSite === MAIN_SITE_ID ? { page } : pageSite !== null && { publishedAt: null }),
    ...readImportKey(row),
    oldPaths: oldPaths.get(row.id)?.map(({ path }) => path) ?? [],
  }))
}

async function listOldPaths(trx: Transaction, articleIds: string[]) {
  if (articleIds.length === 0) return new Map<string, { path: string }[]>()
  const rows = await trx
    .selectFrom('redirects')
    .select(['path', 'articleId'])
    .where('articleId', 'in', articleIds)
    .orderBy('path')
    .execute()
  return Map.groupBy(rows, ({ articleId }) => articleId)
}

// A key may contain several colons, and the end of the source is not stored. The split can be at any colon, because an
// import joins both parts to the same key again.
function readImportKey({ id, importKey }: { id: string; importKey: string | null }) {
  const [, source = OWN_SOURCE, path = id] = importKey?.match(/^(.*):(.+)$/s) ?? []
  return { source, path }
}

/** Returns the revisions of all articles, drafts and variations in batches, for an export. */
export async function* listRevisionsForExport(trx: Transaction): AsyncGenerator<object[]> {
  let after = FIRST_ID
  for (;;) {
    const rows = await trx
      .selectFrom('revisions')
      .select(['id', 'articleId', 'siteId', 'number', 'kind', 'cause', 'madeAt', 'madeBy', 'restoredFrom'])
      .select(['changed', 'text'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}

/** Returns the tags and authors that accounts described, and the targets of renamed tags, for an export. */
export const listNamesForExport = async (trx: Transaction) => ({
  tags: await trx
    .selectFrom('tags')
    .select(['userId', 'tagKey', 'description', 'movedTo'])
    .orderBy('userId')
    .orderBy('tagKey')
    .execute(),
  authors: await trx
    .selectFrom('authorProfiles')
    .select(['userId', 'name', 'biography', 'picture', 'links'])
    .orderBy('userId')
    .orderBy('name')
    .execute(),
})

/** Returns all sites of the installation with the redirects from old paths of articles, for an export. */
export async function listSitesForExport(trx: Transaction) {
  const sites = await trx
    .selectFrom('targetSites')
    .select(['id', 'name', 'url', 'kind', 'isActive'])
    .select(
      sql`(select to_jsonb(face) - 'before' - 'user_id' from site_faces face where site_id = target_sites.id)`.as(
        'face',
      ),
    )
    .orderBy('kind', 'desc')
    .orderBy('name')
    .execute()
  const redirects = await trx
    .selectFrom('redirects')
    .innerJoin('blogPosts', 'blogPosts.id', 'redirects.articleId')
    .select(['redirects.siteId', 'redirects.path', 'blogPosts.slug'])
    .orderBy('redirects.path')
    .execute()
  const bySite = Map.groupBy(redirects, ({ siteId }) => siteId)
  return sites.map(({ id, face, ...site }) => ({
    ...site,
    ...(face !== null && { face }),
    redirects: Object.fromEntries(bySite.get(id)?.map(({ path, slug }) => [path, `/article/${slug}`]) ?? []),
  }))
}
