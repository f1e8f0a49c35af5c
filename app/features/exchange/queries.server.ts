import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.server.ts'
import { isOwn } from '../../platform/own-rows.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { OWN_SOURCE } from '../articles/articles.ts'
import { type ExportedArticle, toFileName, toMarkdownFile } from './markdown-file.ts'

// A text may have half a million characters. Anybody may fetch their own, as slowly as they like.
const BATCH = 50
const OWN_BATCH = 5

/** Runs one query after the other in one transaction, or each in one of its own. */
export type Read = <T>(run: (trx: Transaction) => Promise<T>) => Promise<T>

/** The same articles as the files of an export, which `npm run import` reads back. */
export async function* listFilesForExport(
  read: Read,
  siteId: string,
  owner?: Operator,
): AsyncGenerator<{ name: string; text: string }> {
  let number = 0
  for await (const article of listForExport(read, siteId, owner)) {
    yield { name: toFileName(article, number), text: toMarkdownFile(article) }
    number += 1
  }
}

/**
 * Every article that was written for or imported into a site, published or not, as it is exported; a batch at a time.
 * With `owner`, that account's alone.
 */
async function* listForExport(read: Read, siteId: string, owner?: Operator): AsyncGenerator<ExportedArticle> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const articles = await read((trx) => listBatch(trx, { siteId, owner, after }))
    yield* articles
    const last = articles.at(-1)
    if (!last) return
    after = last.id
  }
}

async function listBatch(
  trx: Transaction,
  { siteId, owner, after }: { siteId: string; owner: Operator | undefined; after: string },
) {
  const rows = await trx
    .selectFrom('blogPosts')
    .select(['id', 'importKey', 'slug', 'title', 'content', 'metaDescription', 'author', 'tags', 'keywords'])
    .select(['canonicalUrl', 'imageUrl', 'lang', 'publishedAt', 'updatedAt'])
    .where('siteId', '=', siteId)
    .where('originId', 'is', null)
    .where(owner ? isOwn(owner, 'userId') : sql<boolean>`true`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(owner ? OWN_BATCH : BATCH)
    .execute()
  const oldPaths = await listOldPaths(
    trx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
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

// Where the source ends is not stored. Any place does: importing joins the two again to the same key.
function readImportKey({ id, importKey }: { id: string; importKey: string | null }) {
  const [, source = OWN_SOURCE, path = id] = /^(.*):(.+)$/s.exec(importKey ?? '') ?? []
  return { source, path }
}

/** Sites and old addresses of articles of the whole installation, for a reader of the export. */
export async function listSitesForExport(trx: Transaction) {
  const sites = await trx
    .selectFrom('targetSites')
    .select(['id', 'name', 'url', 'kind', 'isActive'])
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
  return sites.map(({ id, ...site }) => ({
    ...site,
    redirects: Object.fromEntries(bySite.get(id)?.map(({ path, slug }) => [path, `/article/${slug}`]) ?? []),
  }))
}
