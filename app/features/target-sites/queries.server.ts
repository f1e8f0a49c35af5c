import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { db, type Transaction } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { isOwn, readAs } from '../../platform/own-rows.server.ts'
import type { RequestSite } from '../../platform/request-context.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { findOwnerSettings } from '../seo-settings/queries.server.ts'
import { type SeoSettings, toProfile } from '../seo-settings/seo-settings.ts'
import { readSecrets } from './credentials.server.ts'
import { type ManagedSite, type SiteKind, type TargetSite, toSiteOrigin, toSiteUrl } from './target-sites.ts'

export { openSite } from './credentials.server.ts'

/** Sites the operator may publish to, by name (spec §7): shared ones and the operator's own, active only. */
export async function listTargetSites(operator: Operator): Promise<TargetSite[]> {
  const sites = await readAs(operator, (trx) =>
    trx
      .selectFrom('targetSites')
      .select(['id', 'name', 'url', 'kind', 'copyPolicy'])
      .$narrowType<{ kind: SiteKind }>()
      .where('kind', '!=', 'main')
      .where('isActive', '=', true)
      .where((where) => where.or([where('ownerId', 'is', null), isOwn(operator, 'ownerId')]))
      .orderBy((order) => order.fn('lower', ['name']))
      .execute(),
  )
  return sites.map((site) => ({ ...site, url: toShownUrl(site) }))
}

/** The ids of these sites. */
export const listTargetSiteIds = async (operator: Operator): Promise<Set<string>> =>
  new Set((await listTargetSites(operator)).map(({ id }) => id))

/** Every site the operator may publish to or has, their own before shared ones, by name, with how each fares. */
export async function listManagedSites(operator: Operator): Promise<ManagedSite[]> {
  const rows = await readAs(operator, (trx) =>
    selectManaged(trx, operator)
      .where((where) => where.or([where('ownerId', 'is', null), isOwn(operator, 'ownerId')]))
      .orderBy('isShared')
      .orderBy((order) => order.fn('lower', ['name']))
      .execute(),
  )
  return rows.map(toManaged)
}

/** One of the operator's own sites; undefined for anybody else's, and for shared ones. */
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

/** A site as its owner changes it. */
export interface OwnSite extends ManagedSite {
  /** How many secrets its webhooks are signed with: one, and another while it is being retired. */
  secrets: number
  /** Another one whenever its credentials were saved; tells nothing of them. */
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
          .as('fared'),
      (join) => join.onRef('fared.siteId', '=', 'targetSites.id'),
    )
    .select(['id', 'name', 'url', 'kind', 'description', 'copyPolicy', 'isActive', 'disabledReason'])
    .select(['checkedAt', 'checkFailure'])
    .select(['fared.delivered', 'fared.failed', 'fared.lastDeliveredAt'])
    .select(sql<boolean>`owner_id is null`.as('isShared'))
    .where('kind', '!=', 'main')

type ManagedRow = Awaited<ReturnType<ReturnType<typeof selectManaged>['execute']>>[number]

const toManaged = (row: ManagedRow): ManagedSite => ({
  ...row,
  kind: row.kind as SiteKind, // the query leaves the main site out
  url: row.isShared ? toShownUrl(row) : toSiteUrl(row, env.SITE_URL),
  delivered: row.delivered ?? 0,
  failed: row.failed ?? 0,
})

// The address of a webhook may be a secret: only its owner sees the whole of it.
const toShownUrl = (site: { kind: string; url: string }) =>
  site.kind === 'webhook' ? new URL(site.url).origin : toSiteUrl(site, env.SITE_URL)

/**
 * Every site this process answers for, by host name; the main site's is the one in SITE_URL. It is called and described
 * as its owner's settings say, where they do.
 */
export async function listHosts(): Promise<Map<string, RequestSite>> {
  const sites = await db
    .selectFrom('targetSites')
    .select(['id', 'name', 'url', 'kind', 'host', 'description'])
    .where('kind', 'in', ['main', 'hosted'])
    .where('isActive', '=', true)
    .execute()
  const settings = await findOwnerSettings()
  return new Map(
    sites.map(({ id, name, description, ...site }) => {
      const isMain = site.kind === 'main'
      const origin = isMain ? env.SITE_URL : toSiteOrigin(site.url, env.SITE_URL)
      const host = isMain ? new URL(env.SITE_URL).hostname : site.host
      const known = { id, name, description, origin, isMain, mainOrigin: env.SITE_URL, profile: undefined }
      return [host, isMain && settings ? toOwnedSite(known, settings) : known]
    }),
  )
}

const toOwnedSite = (site: RequestSite, settings: SeoSettings): RequestSite => ({
  ...site,
  name: settings.siteName || site.name,
  description: settings.defaultMetaDescription || site.description,
  profile: toProfile(settings, site.origin),
})

/** A site of all accounts, as the command line lists it. */
export interface SharedSite extends TargetSite {
  isActive: boolean
  disabledReason: string | null
  /** How many articles it has, whosever they are. */
  articles: number
}

/** Sites that are shared by all accounts, by name, for the command line. */
export async function listSharedSites(): Promise<SharedSite[]> {
  const rows = await db
    .selectFrom('targetSites')
    .select(['id', 'name', 'url', 'kind', 'copyPolicy', 'isActive', 'disabledReason'])
    .select(
      // What was imported into a hosted site was never delivered to it.
      sql<number>`case kind when 'hosted'
        then (select count(*) from blog_posts where site_id = target_sites.id)
        else (select count(*) from deliveries where site_id = target_sites.id and delivered_hash is not null)
        end::int`.as('articles'),
    )
    .where('kind', '!=', 'main')
    .where('ownerId', 'is', null)
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as SiteKind, url: toSiteUrl(row, env.SITE_URL) }))
}

/** Whether there is any site but the main one, whosever it is. */
export async function hasSites(): Promise<boolean> {
  const any = db.selectFrom('targetSites').select('id').where('kind', '!=', 'main').limit(1)
  return (await any.executeTakeFirst()) !== undefined
}
