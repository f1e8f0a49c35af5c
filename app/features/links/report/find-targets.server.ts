import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { type Destination, type KnownTargets, type LocalAddress, type Target, toKey } from './destinations.ts'
import { ADDRESS_LENGTH } from './find-links.ts'

/**
 * Finds the pages that links lead to. These are the operator's articles by the canonical addresses that a run saved.
 * They are also the published articles and pages of all accounts by their addresses, and published landing pages.
 */
export async function findKnownTargets(
  operator: Operator,
  runId: string,
  destinations: Destination[],
): Promise<KnownTargets> {
  return {
    canonical: await listCanonical(operator, runId, destinations),
    ...(await findLocalTargets(db, operator, destinations)),
  }
}

/** Finds the pages that links lead to on the sites of this installation. */
export async function findLocalTargets(
  store: Store,
  operator: Operator,
  destinations: Destination[],
): Promise<Omit<KnownTargets, 'canonical'>> {
  const addresses = destinations.flatMap(({ local }) => local ?? [])
  const paths = addresses.flatMap(({ isMain, path }) => (isMain && path ? path : []))
  return {
    articles: await listArticles(store, operator, addresses),
    landingPages: await listLandingPages(store, paths),
  }
}

type Store = typeof db | Transaction

async function listCanonical(
  operator: Operator,
  runId: string,
  destinations: Destination[],
): Promise<Map<string, Target[]>> {
  const pages = [...new Set(destinations.map(({ page }) => page))].filter(
    ({ length }) => length <= ADDRESS_LENGTH,
  )
  const rows = await readAs(operator, (trx) =>
    trx
      .selectFrom('checkedArticles')
      .innerJoin('runs', 'runs.id', 'checkedArticles.runId')
      .select(['articleId', 'isPublished', sql<string>`page`.as('page')])
      .where('runId', '=', runId)
      .where(isOwn(operator, 'runs.userId'))
      .where(sql<boolean>`page = any(${pages}::text[])`)
      .orderBy('articleId')
      .execute(),
  )
  return group(
    rows,
    ({ page }) => page,
    (row) => ({ ...row, isOwn: true }),
  )
}

interface FoundArticle extends Target {
  siteId: string
  path: string
}

// Finds articles by slug, by id, by an earlier address and by their address as a page, such as About. Of other accounts it
// finds published articles only.
async function listArticles(
  store: Store,
  operator: Operator,
  addresses: LocalAddress[],
): Promise<Map<string, Target[]>> {
  const asked = addresses.flatMap(({ siteId, path, article }) =>
    [...new Set([article?.path, path])].flatMap((each) => (each === undefined ? [] : { siteId, path: each })),
  )
  const named = asked.map(({ siteId, path }) => ({ siteId, path, name: path.replace(/^\/article\//, '') }))
  const ids = named.filter(({ name }) => isUuid(name))
  const { rows } = await sql<FoundArticle>`
    select asked.site_id, asked.path, coalesce(origin_id, id) as article_id,
      user_id is not distinct from ${operator.id}::uuid as is_own,
      published_at is not null and (is_page or blog_posts.site_id is not null) as is_published
    from (
      select asked.site_id, asked.path, p.id, false as is_page from ${toRows(named)} join blog_posts p using (site_id)
        where p.slug = asked.name
      union all
      select asked.site_id, asked.path, p.id, false from ${toRows(named)} join blog_posts p on p.slug = asked.name
        where p.site_id is null and ${isMain}
      union all
      select asked.site_id, asked.path, p.id, false from ${toRows(ids)} join blog_posts p on p.id = asked.name::uuid
        where p.site_id = asked.site_id or (p.site_id is null and ${isMain})
      union all
      select asked.site_id, asked.path, pages.article_id, true from ${toRows(named)} join site_pages pages using (site_id, path)
      union all
      select asked.site_id, asked.path, p.id, pages.article_id is not null from ${toRows(named)}
        join redirects r using (site_id, path) join blog_posts p on p.id = r.article_id
        left join site_pages pages on pages.article_id = p.id
        where p.site_id = asked.site_id or pages.article_id is not null or (p.site_id is null and ${isMain})
    ) as asked join blog_posts using (id)
    where (published_at is not null and (is_page or blog_posts.site_id is not null)) or user_id = ${operator.id}
  `.execute(store)
  return group(
    rows,
    ({ siteId, path }) => toKey(siteId, path),
    (row) => row,
  )
}

// Drafts, and articles that are on other sites only, have no site. Their addresses are those of the main site.
const isMain = sql`asked.site_id = ${MAIN_SITE_ID}`

const toRows = (asked: { siteId: string; path: string; name: string }[]) => {
  const siteIds = asked.map(({ siteId }) => siteId)
  const paths = asked.map(({ path }) => path)
  const names = asked.map(({ name }) => name)
  return sql`unnest(${siteIds}::uuid[], ${paths}::text[], ${names}::text[]) as asked(site_id, path, name)`
}

/** Returns those of the given paths on the main site that are published landing pages. */
export async function listLandingPages(store: Store, paths: string[]): Promise<Set<string>> {
  const rows = await store
    .selectFrom('generatedPages')
    .select('slug')
    .where('isPublished', '=', true)
    .where(sql<boolean>`slug = any(${paths.map((path) => path.slice(1))}::text[])`)
    .execute()
  return new Set(rows.map(({ slug }) => `/${slug}`))
}

function group<Row>(
  rows: Row[],
  toName: (row: Row) => string,
  toTarget: (row: Row) => Target,
): Map<string, Target[]> {
  const groups = Map.groupBy(rows, toName)
  return new Map([...groups].map(([name, found]) => [name, found.map(toTarget)]))
}
