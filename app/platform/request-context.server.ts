import { createContext } from 'react-router'

/** The site whose host a request came to. */
export interface RequestSite {
  id: string
  name: string
  /** What it is about; empty where nobody has said. */
  description: string
  /** Public origin, without a slash at the end. */
  origin: string
  isMain: boolean
  /** Whose landing pages are all that it shows; only on an account's own domain. */
  landingAccountId?: string
  /** Origin of the main site, where the desk and signing in live. */
  mainOrigin: string
  /** What the site's owner says of themselves; only the main site has an owner, and not each says anything. */
  profile: SiteProfile | undefined
}

/** Who stands behind a site, for search engines and networks. What nobody has said is '', or no address. */
export interface SiteProfile {
  /** For pages without a description of their own. */
  description: string
  /** For pages without a picture of their own, absolute. */
  imageUrl: string | undefined
  /** By which Google Search Console knows the site as its owner's. */
  verificationCode: string
  publisher: {
    name: string
    logoUrl: string | undefined
    telephone: string
    address: Record<'streetAddress' | 'addressLocality' | 'addressRegion' | 'postalCode', string>
  }
  /** Addresses of its pages there. */
  networks: Record<'twitter' | 'facebook' | 'linkedin' | 'instagram', string>
}

/**
 * Who may ask for a route: anybody, with the same answer for everyone (`public`); anybody, signed in or not (`open` for
 * people, `api` for programs); only a signed-in account (`screen` for people, `function` for programs). Programs send
 * JSON and show a token; cookies count on functions too, but never from another site, and nowhere in the API.
 */
export type Access = 'public' | 'open' | 'api' | 'screen' | 'function'

export const isForPrograms = (access: Access) => access === 'api' || access === 'function'

/** What a request carries besides itself; the listener fills it in before a route runs. */
export const siteContext = createContext<RequestSite>()
export const accessContext = createContext<Access>()
export const nonceContext = createContext<string>('')
export const clientAddressContext = createContext<string>('')

/** Response header by which a public page names what it was made from; it decides how long the page is kept. */
export const PAGE_TAGS_HEADER = 'Cache-Tag'

/** How a page is answered while the store is away. */
export const UNREAD = { status: 503, headers: { 'retry-after': '60' } }

/** Headers of a public page: kept by the page cache and by a CDN until one of its tags is dropped. */
export function pageHeaders(tags: string[]): { headers: Record<string, string> } {
  return { headers: { [PAGE_TAGS_HEADER]: tags.map(encodeURIComponent).join(',') } }
}
