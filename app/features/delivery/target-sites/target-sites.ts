import { isRemote, type RemoteKind } from '../../../connectors/sites/site-connector.ts'
import type { Refusal } from '../../../shared/refusal.ts'
import { toSiteOrigin } from '../../../shared/sites.ts'
import { parseWebUrl } from '../../../shared/web-url.ts'

/** The most sites of one account. */
export const SITES_LIMIT = 100
/** The maximum of characters of the name of a group. */
export const GROUP_LIMIT = 60

/** The kinds of sites that articles can be published to: hosted here, or remote. */
export const SITE_KINDS = ['hosted', 'wordpress', 'ghost', 'webhook'] as const
/** The kind of one target site; the main site has none of these. */
export type SiteKind = (typeof SITE_KINDS)[number]

/** The three ways in which copies on a site refer to their originals, for readers and search engines. */
export const COPY_POLICIES = ['canonical', 'noindex', 'independent'] as const
/** The copy policy of one site. */
export type CopyPolicy = (typeof COPY_POLICIES)[number]

/** Path of the form for a new target site. */
export const NEW_SITE_PATH = '/manage-sites/new'

/** Shown under the checklist if it has only the main site (spec §2). */
export const noTargetSites = 'No target sites configured. Please add target sites in the backend.'

/** A site that an operator may publish to, as the checklist shows it. */
export interface TargetSite {
  id: string
  name: string
  /** Its URL, without a slash at the end; of a hosted site the public origin. */
  url: string
  kind: SiteKind | 'main'
  copyPolicy: CopyPolicy
  /** True if the account asks for a second pair of eyes on it. */
  isReviewed?: boolean
  /** True if the account asks for a review of what a model wrote for it. */
  reviewsModel?: boolean
  /** The group that its owner put it in, such as a client's; empty for none. */
  groupName: string
}

/** Returns sites by their groups: those without one first, then the groups by name. */
export function groupSites<Site extends { groupName: string }>(
  sites: Site[],
): { name: string; sites: Site[] }[] {
  const names = [...new Set(sites.map(({ groupName }) => groupName))].toSorted((one, other) =>
    one.localeCompare(other, 'en'),
  )
  return names.map((name) => ({ name, sites: sites.filter(({ groupName }) => groupName === name) }))
}

/** Returns the groups of sites with the ids of each, without those that are in no group. */
export const listGroups = (
  sites: { id: string; groupName: string }[],
): { name: string; values: string[] }[] =>
  groupSites(sites)
    .filter(({ name }) => name !== '')
    .map(({ name, sites: grouped }) => ({ name, values: grouped.map(({ id }) => id) }))

/** The settings that a site of any kind has. */
export interface SiteSettings {
  name: string
  /** A description of its topics and its tone. */
  description: string
  /** The group that lists of sites show it in; empty for none. */
  groupName: string
  copyPolicy: CopyPolicy
}

/** A site with its state and the counts of its deliveries. */
export interface ManagedSite extends TargetSite, SiteSettings {
  kind: SiteKind
  isActive: boolean
  /** The reason why it was switched off automatically; null otherwise. */
  disabledReason: string | null
  /** The time of the last test of its connection. */
  checkedAt: Date | null
  /** The problem that this test found, as a sentence. */
  checkFailure: string | null
  /** True if all accounts may publish to it, and none may change it. */
  isShared: boolean
  /** The number of the operator's own articles on it. */
  delivered: number
  /** The number of deliveries to it that failed at their last attempt. */
  failed: number
  lastDeliveredAt: Date | null
}

/** The result of a test of a connection; `detail` is a sentence, `name` the title that the site gives itself. */
export type ConnectionTest = { ok: true; name: string | null; detail: string } | TestRefusal

/** A test that failed or was not made. `detail` is the sentence of ConnectorError. */
export type TestRefusal =
  | Refusal<'not-connected', { detail: string }>
  | Refusal<'unexplained' | 'credentials-needed' | 'credentials-lost'>
  | Refusal<'too-often', { waitS: number }>

/** A reason why a request about sites was refused. */
export type SiteRefusal =
  | 'host-taken'
  | 'address-taken'
  | 'too-many'
  | 'not-fresh'
  | 'credentials-needed'
  | 'not-found'
  | 'one-secret'

/** Returns true if an installation is on the visitor's own machine, where names that end in .localhost lead to it. */
export const isLocal = (origin: string): boolean => new URL(origin).hostname.endsWith('localhost')

/** Returns the URL at which readers or connectors find a site: the public origin, or the URL as entered. */
export const toSiteUrl = ({ kind, url }: { kind: string; url: string }, mainOrigin: string): string =>
  isRemote(kind) ? url : toSiteOrigin(url, mainOrigin)

/**
 * Returns the origin of a hosted site: http or https, and https if there is no scheme. Undefined for an IP address,
 * `localhost`, the main site's host name, a URL with a path and other texts.
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
 * Returns the URL of a remote site: http or https, with its path, and for webhooks with its query. Undefined for other
 * texts, such as a URL with a password.
 */
export function parseRemoteUrl(value: string, kind: RemoteKind): string | undefined {
  const url = parseWebUrl(value)
  if (!url) return undefined
  if (kind === 'webhook') return url.href
  return url.search === '' ? url.href.replace(/\/+$/, '') : undefined
}
