import { sql } from 'kysely'
import { db } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { isOwn, readAs } from '../../platform/own-rows.server.ts'
import type { RequestSite } from '../../platform/request-context.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { type TargetSite, toSiteOrigin } from './target-sites.ts'

/** Sites the operator may publish to, by name (spec §7): shared ones and the operator's own, active only. */
export async function listTargetSites(operator: Operator): Promise<TargetSite[]> {
  const sites = await readAs(operator, (trx) =>
    trx
      .selectFrom('targetSites')
      .select(['id', 'name', 'url'])
      .where('kind', '=', 'hosted')
      .where('isActive', '=', true)
      .where((where) => where.or([where('ownerId', 'is', null), isOwn(operator, 'ownerId')]))
      .orderBy((order) => order.fn('lower', ['name']))
      .execute(),
  )
  return sites.map((site) => ({ ...site, url: toSiteOrigin(site.url, env.SITE_URL) }))
}

/** Every site this process answers for, by host name; the main site's is the one in SITE_URL. */
export async function listHosts(): Promise<Map<string, RequestSite>> {
  const sites = await db
    .selectFrom('targetSites')
    .select(['id', 'name', 'url', 'kind', 'host'])
    .where('isActive', '=', true)
    .execute()
  return new Map(
    sites.map((site) => {
      const isMain = site.kind === 'main'
      const origin = isMain ? env.SITE_URL : toSiteOrigin(site.url, env.SITE_URL)
      const host = isMain ? new URL(env.SITE_URL).hostname : site.host
      return [host, { id: site.id, name: site.name, origin, isMain, mainOrigin: env.SITE_URL }]
    }),
  )
}

/** Shared and owned sites with the number of articles on each, for the command line. */
export async function listSitesWithCounts(): Promise<{ name: string; url: string; articles: number }[]> {
  return db
    .selectFrom('targetSites')
    .leftJoin('blogPosts', 'blogPosts.siteId', 'targetSites.id')
    .select(['targetSites.name', 'targetSites.url', sql<number>`count(blog_posts.id)::int`.as('articles')])
    .where('kind', '=', 'hosted')
    .groupBy('targetSites.id')
    .orderBy('targetSites.name')
    .execute()
}
