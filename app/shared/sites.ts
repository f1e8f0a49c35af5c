/** Id of the main site. The first migrations insert its row. */
export const MAIN_SITE_ID = '00000000-0000-7000-8000-000000000000'

/** Cache tag of every page that depends on the list of sites. */
export const SITES_TAG = 'sites'

/**
 * Returns the public origin of a site. A `.localhost` name always leads to this process. So it gets the port and the
 * scheme of the main site, not those in `url`.
 */
export function toSiteOrigin(url: string, mainOrigin: string): string {
  const site = new URL(url)
  if (!site.hostname.endsWith('.localhost')) return site.origin
  const main = new URL(mainOrigin)
  return `${main.protocol}//${site.hostname}${main.port && `:${main.port}`}`
}

/** Returns the public origin of one of the sites here. The URL of the main site stands in the settings alone. */
export const toOriginOf = ({ siteId, url }: { siteId: string; url: string }, mainOrigin: string): string =>
  siteId === MAIN_SITE_ID ? mainOrigin : toSiteOrigin(url, mainOrigin)
