import type { Access, RouteFacts } from './route-facts.ts'
import { createContext } from 'react-router'

/** The site that a request is for, by its host. */
export interface RequestSite {
  id: string
  name: string
  /** Its subject in a few words; empty if it has none. */
  description: string
  /** Public origin, without a slash at the end. */
  origin: string
  isMain: boolean
  /** The account whose landing pages the site shows, and no other pages. Only for an account's own domain. */
  landingAccountId?: string
  /** Origin of the main site, which has the desk and the sign-in. */
  mainOrigin: string
  /** The SEO settings of the main site's owner. Undefined for other sites, and without settings. */
  profile: SiteProfile | undefined
}

/** The publisher of a site, for search engines and social networks. Unset texts are empty. */
export interface SiteProfile {
  /** For pages without a description of their own. */
  description: string
  /** For pages without a picture of their own, absolute. */
  imageUrl: string | undefined
  /** Proves to Google Search Console who owns the site. */
  verificationCode: string
  publisher: {
    name: string
    logoUrl: string | undefined
    telephone: string
    address: Record<'streetAddress' | 'addressLocality' | 'addressRegion' | 'postalCode', string>
  }
  /** The publisher's page in each network. */
  networks: Record<'twitter' | 'facebook' | 'linkedin' | 'instagram', string>
}

/** The site of the request. Like the other values here, the server sets it before a route runs. */
export const siteContext = createContext<RequestSite>()
/** The access rule of the request's route. */
export const accessContext = createContext<Access>()
/** The right that the request's route needs. */
export const rightContext = createContext<RouteFacts['right']>(undefined)
/** The nonce for scripts of the response; empty for public pages. */
export const nonceContext = createContext<string>('')
/** The IP address of the client; empty for public pages, which do not depend on it. */
export const clientAddressContext = createContext<string>('')

/** Response header with the tags of a public page. The page is kept until one of them is dropped. */
export const PAGE_TAGS_HEADER = 'Cache-Tag'

/** Status and headers of a page whose data cannot be read, because the database is unreachable. */
export const SERVICE_UNAVAILABLE = { status: 503, headers: { 'retry-after': '60' } }

/** Returns the headers of a public page. The page cache and a CDN keep it until one of its tags is dropped. */
export function pageHeaders(tags: string[]): { headers: Record<string, string> } {
  return { headers: { [PAGE_TAGS_HEADER]: tags.map(encodeURIComponent).join(',') } }
}
