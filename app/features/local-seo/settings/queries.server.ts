import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { RequestSite } from '../../../platform/web/request-context.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { listHosts } from '../../delivery/target-sites/queries.server.ts'
import { toDomainOrigin } from '../domains/domains.ts'
import { FIELDS, type SeoSettings, toProfile } from './settings.ts'

/** Finds the operator's settings (spec §7); undefined before they are saved for the first time. */
export const findSettings = (operator: Operator): Promise<SeoSettings | undefined> =>
  readAs(operator, (trx) =>
    trx.selectFrom('seoSettings').select(FIELDS).where(isOwn(operator, 'userId')).executeTakeFirst(),
  )

/** Finds the settings of the main site's owner; undefined without an owner or without settings. */
const findOwnerSettings = (): Promise<SeoSettings | undefined> =>
  db
    .selectFrom('installation')
    .innerJoin('seoSettings', 'seoSettings.userId', 'installation.ownerId')
    .select(FIELDS)
    .executeTakeFirst()

/**
 * Lists the hosts that this process serves: the sites, and the domains that show an account's landing pages. The main
 * site has the name and description from its owner's settings.
 */
export async function listServedSites(): Promise<Map<string, RequestSite>> {
  const [sites, landingSites, settings] = await Promise.all([
    listHosts(),
    listLandingSites(),
    findOwnerSettings(),
  ])
  const described = [...sites].map(([host, site]): [string, RequestSite] => [
    host,
    site.isMain && settings ? toOwnedSite(site, settings) : site,
  ])
  return new Map([...landingSites, ...described]) // a domain never takes the place of a site
}

const toOwnedSite = (site: RequestSite, settings: SeoSettings): RequestSite => ({
  ...site,
  name: settings.siteName || site.name,
  description: settings.defaultMetaDescription || site.description,
  profile: toProfile(settings, site.origin),
})

/** Lists the domains of accounts by host name, each as a site that shows the account's landing pages. */
async function listLandingSites(): Promise<Map<string, RequestSite>> {
  const rows = await db
    .selectFrom('seoSettings')
    .select(FIELDS)
    .select('userId')
    .where('siteDomain', '!=', '')
    .execute()
  return new Map(
    rows.map(({ userId, ...settings }) => {
      const { siteDomain, siteName, businessName, defaultMetaDescription } = settings
      const origin = toDomainOrigin(siteDomain, env.SITE_URL)
      const site = {
        id: userId,
        name: siteName || businessName || siteDomain,
        description: defaultMetaDescription,
        origin,
        isMain: false,
        mainOrigin: env.SITE_URL,
        landingAccountId: userId,
        profile: toProfile(settings, origin),
      }
      return [siteDomain, site]
    }),
  )
}
