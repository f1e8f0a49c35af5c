import type { Transaction } from '../../platform/database.server.ts'
import { OWN_SOURCE } from '../articles/articles.ts'
import type { ExportedArticle } from './markdown-file.ts'

const BATCH = 100

/** Every article that was written for or imported into a site, published or not, as it is exported; a batch at a time. */
export async function* listForExport(trx: Transaction, siteId: string): AsyncGenerator<ExportedArticle> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await trx
      .selectFrom('blogPosts')
      .selectAll()
      .where('siteId', '=', siteId)
      .where('originId', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const oldPaths = await listOldPaths(
      trx,
      rows.map(({ id }) => id),
    )
    for (const row of rows)
      yield { ...row, ...readImportKey(row), oldPaths: oldPaths.get(row.id)?.map(({ path }) => path) ?? [] }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
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
