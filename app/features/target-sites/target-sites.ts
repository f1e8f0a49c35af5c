import type { RemoteKind } from '../../connectors/sites/site-connector.ts'

/** The main site is a site like the others; its row is made with the tables. */
export const MAIN_SITE_ID = '00000000-0000-7000-8000-000000000000'

/** Tag of everything that depends on which sites exist. */
export const SITES_TAG = 'sites'

/** How many sites an account may have of its own. */
export const SITES_LIMIT = 50

/** Where articles can be published to: another host name of this installation, or another computer. */
export const SITE_KINDS = ['hosted', 'wordpress', 'ghost', 'webhook'] as const
export type SiteKind = (typeof SITE_KINDS)[number]

/** What a copy says about its original, to readers and search engines. */
export const COPY_POLICIES = ['canonical', 'noindex', 'independent'] as const
export type CopyPolicy = (typeof COPY_POLICIES)[number]

/** A site that an operator may publish to, as the checklist shows it. */
export interface TargetSite {
  id: string
  name: string
  /** Its address, without a slash at the end; of a hosted site the public origin. */
  url: string
  kind: SiteKind
  copyPolicy: CopyPolicy
}

/** What an operator says about a site, whatever its kind. */
export interface SiteSettings {
  name: string
  /** What the site is about, and how it speaks. */
  description: string
  copyPolicy: CopyPolicy
}

/** A site with how it fares. */
export interface ManagedSite extends TargetSite, SiteSettings {
  isActive: boolean
  /** Why it was switched off, where it was switched off by itself. */
  disabledReason: string | null
  /** When its connection was tried last, and what was wrong, where something was. */
  checkedAt: Date | null
  checkFailure: string | null
  /** Of all accounts, and changed by none of them. */
  isShared: boolean
  /** How many of the operator's own articles it has, and how many last failed to get there, as they are now. */
  delivered: number
  failed: number
  lastDeliveredAt: Date | null
}

/** What a test of a connection found, as a sentence; `name` is what the site calls itself, where it says so. */
export interface ConnectionTest {
  ok: boolean
  /** The site was not asked: nothing is known of it. */
  isUntried?: boolean
  name: string | null
  detail: string
}

/** Why something about sites was refused. */
export type SiteRefusal =
  | 'host-taken'
  | 'address-taken'
  | 'too-many'
  | 'not-fresh'
  | 'credentials-needed'
  | 'not-found'
  | 'two-secrets'
  | 'one-secret'

/** Whether names that end in .localhost lead to an installation: it is on the visitor's own machine. */
export const isLocal = (origin: string): boolean => new URL(origin).hostname.endsWith('localhost')

export const isRemote = (kind: string): kind is RemoteKind => kind !== 'hosted' && kind !== 'main'

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

/** Where readers or connectors find a site: hosted ones by their public origin, others as they were entered. */
export const toSiteUrl = ({ kind, url }: { kind: string; url: string }, mainOrigin: string): string =>
  isRemote(kind) ? url : toSiteOrigin(url, mainOrigin)

/**
 * The address a hosted site is given: an http or https origin with a host name other than the main site's. Neither an
 * IP address nor the machine's own name is one; without a scheme it is taken as https.
 */
export function parseSiteUrl(value: string, mainOrigin: string): string | undefined {
  const url = parseWebUrl(value)
  if (!url || url.href !== `${url.origin}/`) return undefined
  const { hostname } = url
  const isReserved = hostname === 'localhost' || hostname === new URL(mainOrigin).hostname
  // The parser has turned every spelling of an IPv4 address into digits and dots by now.
  const isName = /[a-z]/.test(hostname) && !hostname.startsWith('[') && !hostname.endsWith('.')
  return isName && !isReserved ? url.origin : undefined
}

/**
 * The address of a site on another computer: http or https, with or without a path, and for whoever receives webhooks
 * with a query. Nobody is signed in by it.
 */
export function parseRemoteUrl(value: string, kind: RemoteKind): string | undefined {
  const url = parseWebUrl(value)
  if (!url) return undefined
  if (kind === 'webhook') return url.href
  return url.search === '' ? url.href.replace(/\/+$/, '') : undefined
}

function parseWebUrl(value: string): URL | undefined {
  const text = value.trim()
  // What one parser reads and another skips may lead elsewhere.
  if (text.length > 2048 || /[\p{Cc}\\\s#]/u.test(text)) return undefined
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return /^https?:$/.test(url.protocol) && !/\/\/[^/]*@/.test(address) && !address.endsWith('?')
    ? url
    : undefined
}
