/** The main site is a site like the others; its row is made with the tables. */
export const MAIN_SITE_ID = '00000000-0000-7000-8000-000000000000'

/** A site that an operator may publish to, as the checklist shows it. */
export interface TargetSite {
  id: string
  name: string
  /** Public origin, without a slash at the end. */
  url: string
}

/** Tag of everything that depends on which sites exist. */
export const SITES_TAG = 'sites'

/**
 * Public origin of a site. A `.localhost` name is this very process on this machine, so it follows the main site's
 * port and scheme, whichever they were when the site was added.
 */
export function toSiteOrigin(url: string, mainOrigin: string): string {
  const site = new URL(url)
  if (!site.hostname.endsWith('.localhost')) return site.origin
  const main = new URL(mainOrigin)
  return `${main.protocol}//${site.hostname}${main.port && `:${main.port}`}`
}

/** The address a hosted site is given: an http or https origin with a host name other than the main site's. */
export function parseSiteUrl(value: string, mainOrigin: string): string | undefined {
  if (!URL.canParse(value)) return undefined
  const url = new URL(value)
  const isPlainOrigin = /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  return isPlainOrigin && url.hostname !== new URL(mainOrigin).hostname ? url.origin : undefined
}
