import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { RequestSite } from '../../../platform/web/request-context.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { readSecrets } from '../../../connectors/sites/credentials.server.ts'
import { toOriginOf } from '../../../shared/sites.ts'
import { listPagePaths, shownSiteName } from '../../articles/placement/queries.server.ts'
import { FACE_COLUMNS, findOwnFace, toSiteFace } from '../faces/queries.server.ts'
import { toDeliverySentence } from '../deliveries/queries.server.ts'
import { toCheckFailure } from './messages.ts'
import { type ManagedSite, type SiteKind, type TargetSite, toSiteUrl } from './target-sites.ts'

/**
 * Lists the active sites that the operator may publish to, by name (spec §7): the main site, their own and shared ones.
 */
export async function listTargetSites(operator: Operator): Promise<TargetSite[]> {
  const sites = await readAs(operator, (trx) =>
    trx
      .selectFrom('targetSites')
      .select(['id', shownSiteName.as('name'), 'url', 'kind', 'copyPolicy', 'groupName'])
      .select([hasRule(operator, 'pairs').as('isReviewed'), hasRule(operator, 'models').as('reviewsModel')])
      .where('isActive', '=', true)
      .where((where) => where.or([where('ownerId', 'is', null), isOwn(operator, 'ownerId')]))
      .orderBy(sql`lower(${shownSiteName})`)
      .orderBy('id')
      .execute(),
  )
  return sites.map((site) => ({ ...site, url: toShownUrl(site) }))
}

const hasRule = ({ id }: Operator, rule: 'pairs' | 'models') =>
  sql<boolean>`exists (
    select from review_rules where site_id = target_sites.id and user_id = ${id} and ${sql.id(rule)})`

/** Returns the ids of the sites that `listTargetSites` lists. */
export const listTargetSiteIds = async (operator: Operator): Promise<Set<string>> =>
  (await findSiteIds(operator)).available

/** The ids of the sites that are on offer. */
interface SiteIds {
  available: Set<string>
  /** Those on which the account asks for a second pair of eyes, also if they are switched off: they get texts later. */
  reviewed: Set<string>
  /** Those on which it asks for a review of what a model wrote. */
  modelled: Set<string>
}

/** Returns the ids of the sites that `listTargetSites` lists, and of those with a rule of review. */
export async function findSiteIds(operator: Operator): Promise<SiteIds> {
  const sites = await readAs(operator, (trx) =>
    trx
      .selectFrom('targetSites')
      .select(['id', 'isActive'])
      .select([hasRule(operator, 'pairs').as('isReviewed'), hasRule(operator, 'models').as('isModelled')])
      .where((where) => where.or([where('ownerId', 'is', null), isOwn(operator, 'ownerId')]))
      .execute(),
  )
  const listIds = (are: 'isActive' | 'isReviewed' | 'isModelled') =>
    new Set(sites.flatMap((site) => (site[are] ? [site.id] : [])))
  return { available: listIds('isActive'), reviewed: listIds('isReviewed'), modelled: listIds('isModelled') }
}

/** Returns the name of a site that articles of the operator may be on; null if there is none. */
export async function findSiteName(operator: Operator, id: string): Promise<string | null> {
  const site = await readAs(operator, (trx) =>
    trx
      .selectFrom('targetSites')
      .select(shownSiteName.as('name'))
      .where('id', '=', id)
      .where((where) => where.or([where('ownerId', 'is', null), isOwn(operator, 'ownerId')]))
      .executeTakeFirst(),
  )
  return site?.name ?? null
}

/** Lists all sites of the operator and all shared ones, with the state of each: own ones first, then by name. */
export async function listManagedSites(operator: Operator): Promise<ManagedSite[]> {
  const rows = await readAs(operator, (trx) =>
    selectManaged(trx, operator)
      .where((where) => where.or([where('ownerId', 'is', null), isOwn(operator, 'ownerId')]))
      .orderBy('isShared')
      .orderBy((order) => order.fn('lower', ['name']))
      .orderBy('targetSites.id')
      .execute(),
  )
  return rows.map(toManaged)
}

/** Returns one of the operator's own sites; undefined for a site of another account, and for a shared one. */
export async function findOwnSite(operator: Operator, id: string): Promise<OwnSite | undefined> {
  const row = await readAs(operator, (trx) =>
    selectManaged(trx, operator)
      .select('credentials')
      .where('targetSites.id', '=', id)
      .where(isOwn(operator, 'ownerId'))
      .executeTakeFirst(),
  )
  if (!row) return undefined
  const { credentials, ...site } = row
  const secrets = row.kind === 'webhook' ? readSecrets({ id, url: row.url, credentials }).length : 0
  return {
    ...toManaged(site),
    secrets,
    sealedAs: createHash('sha256')
      .update(credentials ?? '')
      .digest('base64url'),
  }
}

/** One of the operator's own sites, as the screen that changes it needs it. */
export interface OwnSite extends ManagedSite {
  /**
   * The number of secrets that sign its webhooks: one, or two until the old one is retired. 0 for other kinds, and if
   * they do not open any more.
   */
  secrets: number
  /** A hash that changes whenever the credentials are saved. It reveals no part of them. */
  sealedAs: string
}

const selectManaged = (trx: Transaction, operator: Operator) =>
  trx
    .selectFrom('targetSites')
    .leftJoin(
      (join) =>
        join
          .selectFrom('deliveries')
          .innerJoin('blogPosts', 'blogPosts.id', 'deliveries.articleId')
          .select([
            'deliveries.siteId',
            sql<number>`count(deliveries.delivered_hash)::int`.as('delivered'),
            sql<number>`count(*) filter (where deliveries.state = 'failed')::int`.as('failed'),
            sql<Date | null>`max(deliveries.attempted_at) filter (where deliveries.state = 'delivered')`.as(
              'lastDeliveredAt',
            ),
          ])
          .where(isOwn(operator, 'blogPosts.userId'))
          .groupBy('deliveries.siteId')
          .as('counts'),
      (join) => join.onRef('counts.siteId', '=', 'targetSites.id'),
    )
    .select(['id', 'name', 'url', 'kind', 'description', 'copyPolicy', 'groupName'])
    .select(['isActive', 'disabledReason'])
    .select(['checkedAt', 'checkFailure'])
    .select(['counts.delivered', 'counts.failed', 'counts.lastDeliveredAt'])
    .select(sql<boolean>`owner_id is null`.as('isShared'))
    .where('kind', '!=', 'main')

type ManagedRow = Awaited<ReturnType<ReturnType<typeof selectManaged>['execute']>>[number]

const toManaged = (row: ManagedRow): ManagedSite => ({
  ...row,
  kind: row.kind as SiteKind, // the query leaves the main site out
  url: row.isShared ? toShownUrl(row) : toSiteUrl(row, env.SITE_URL),
  disabledReason: toDeliverySentence(row.disabledReason),
  checkFailure: toCheckFailure(row.checkFailure),
  delivered: row.delivered ?? 0,
  failed: row.failed ?? 0,
})

// The URL of a webhook may contain a secret, so only its owner sees the whole URL.
function toShownUrl(site: { kind: string; url: string }): string {
  if (site.kind === 'main') return env.SITE_URL
  return site.kind === 'webhook' ? new URL(site.url).origin : toSiteUrl(site, env.SITE_URL)
}

/**
 * Returns a site whose look the operator may change, as its pages need it without a face: a hosted one of their own, or the
 * main site for the account that owns it. Undefined for any other site.
 */
export async function findShownSite(operator: Operator, id: string): Promise<RequestSite | undefined> {
  const own = await findOwnFace(operator, id)
  if (!own) return undefined
  const site = await readAs(operator, (trx) =>
    trx
      .selectFrom('targetSites')
      .select(['url', 'kind', 'description'])
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  return site && { ...toServed({ ...site, id, name: own.name }), profile: undefined }
}

function toServed({
  kind,
  url,
  ...site
}: {
  id: string
  name: string
  description: string
  kind: string
  url: string
}) {
  const isMain = kind === 'main'
  const origin = toOriginOf({ siteId: site.id, url }, env.SITE_URL)
  return { ...site, origin, isMain, mainOrigin: env.SITE_URL }
}

const MAIN_HOST = new URL(env.SITE_URL).hostname

/** Lists the sites that this process serves, by host name. The main site's host name is the one in SITE_URL. */
export async function listHosts(): Promise<Map<string, RequestSite>> {
  const paths = await listPagePaths()
  const sites = await db
    .selectFrom('targetSites')
    .leftJoin('siteFaces', 'siteFaces.siteId', 'targetSites.id')
    .select(['id', 'name', 'url', 'kind', 'host', 'description', ...FACE_COLUMNS])
    .where('kind', 'in', ['main', 'hosted'])
    .where('isActive', '=', true)
    .execute()
  return new Map(
    sites.map(({ id, name, url, kind, host, description, ...columns }): [string, RequestSite] => {
      const served = { ...toServed({ id, name, description, kind, url }), profile: undefined }
      const face = toSiteFace(columns)
      const pages = paths.get(id)
      return [served.isMain ? MAIN_HOST : host, { ...served, ...(face && { face }), ...(pages && { pages }) }]
    }),
  )
}

/** A shared site, as the command line lists it. */
export interface SharedSite extends TargetSite {
  isActive: boolean
  disabledReason: string | null
  /** The number of its articles, of all accounts. */
  articles: number
}

/** Lists the shared sites, by name, for the command line. */
export async function listSharedSites(): Promise<SharedSite[]> {
  const rows = await db
    .selectFrom('targetSites')
    .select(['id', 'name', 'url', 'kind', 'copyPolicy', 'groupName', 'isActive', 'disabledReason'])
    .select(
      // Articles that were imported into a hosted site have no deliveries.
      sql<number>`case kind when 'hosted'
        then (select count(*) from blog_posts where site_id = target_sites.id)
        else (select count(*) from deliveries where site_id = target_sites.id and delivered_hash is not null)
        end::int`.as('articles'),
    )
    .where('kind', '!=', 'main')
    .where('ownerId', 'is', null)
    .orderBy('name')
    .execute()
  return rows.map((row) => ({
    ...row,
    kind: row.kind as SiteKind,
    url: toSiteUrl(row, env.SITE_URL),
    disabledReason: toDeliverySentence(row.disabledReason),
  }))
}

/** Returns true if there is any site besides the main site. */
export async function hasSites(): Promise<boolean> {
  const any = db.selectFrom('targetSites').select('id').where('kind', '!=', 'main').limit(1)
  return (await any.executeTakeFirst()) !== undefined
}
