import type { SiteLanguage } from '../../shared/languages.ts'
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
  /** The look that its owner chose. Undefined for a site with the usual one. */
  face?: SiteFace | undefined
  /** The paths of its pages, such as `/about`. Undefined for a site without pages. */
  pages?: string[] | undefined
}

/** The look of a site, as its pages need it. */
export interface SiteFace {
  /** A line about the site; empty for none. */
  tagline: string
  /** The language of its words; undefined for English. */
  language?: SiteLanguage | undefined
  /** Path of its style sheet, which changes with the sheet; undefined if it needs none. */
  sheet?: string | undefined
  /** The name of its fonts; undefined for the usual ones. */
  type?: string | undefined
  /** The name of the inks of its drawn covers; undefined for those of each category. */
  covers?: string | undefined
  /** Stands in place of the name. */
  logo?: FaceLogo | undefined
  /** Path of the icon in the tab of a browser. */
  icon?: string | undefined
  /** The links of its menu and of its footer; undefined for the usual ones. */
  menu?: SiteLink[] | undefined
  footer?: SiteLink[] | undefined
  /** A line in the footer; undefined for none. */
  footerText?: string | undefined
  /** Its categories; undefined for the usual eight. */
  categories?: { name: string; tags: string[]; description: string }[] | undefined
  /** What its front page shows; undefined for the usual one. */
  front?: SiteFront | undefined
}

/** The front page of a site, as its owner edits it. Articles are named by their ids. */
export interface SiteFront {
  layout: 'even' | 'headlines' | null
  lead: string | null
  sections: { title: string; tag: string | null; articles: string[] }[]
  news: string[]
  topics: string[] | 'lately' | null
}

/** A link of a menu or a footer. */
export interface SiteLink {
  label: string
  href: string
}

/** The logo of a site: paths of pictures, and the size of the first one. */
export interface FaceLogo {
  light: string
  /** By night; undefined if it is the same. */
  dark?: string | undefined
  width: number
  height: number
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
/** True if the request's route compares the scopes of a token itself. */
export const checksScopeContext = createContext(false)
/** The nonce for scripts of the response; empty for public pages. */
export const nonceContext = createContext<string>('')
/** The IP address of the client; empty for public pages, which do not depend on it. */
export const clientAddressContext = createContext<string>('')

/** Asks another route for the same site and client. The request has the headers that it is given, and no others. */
export type AskRoute = (request: Request, inner?: InnerRequest) => Promise<Response>
/** The function with which a private route asks another one. */
export const askRouteContext = createContext<AskRoute>()

/** A request that a route makes while it answers another one, so that it needs no turn of its own. */
export interface InnerRequest {
  /** The id of what it makes. A request that is made again has the same. */
  workId?: string
  /** It asks whether it would be allowed, and changes nothing. */
  isTrial?: boolean
}
/** Set for such a request. */
export const innerRequestContext = createContext<InnerRequest | undefined>(undefined)

/** Response header with the tags of a public page. The page is kept until one of them is dropped. */
export const PAGE_TAGS_HEADER = 'Cache-Tag'

/** Status and headers of a page whose data cannot be read, because the database is unreachable. */
export const SERVICE_UNAVAILABLE = { status: 503, headers: { 'retry-after': '60' } }

/** The header of a 503 that does not say itself when to try again. */
export const RETRY_SOON = { 'retry-after': '10' }

/** Returns the headers of a public page. The page cache and a CDN keep it until one of its tags is dropped. */
export function pageHeaders(tags: string[]): { headers: Record<string, string> } {
  return { headers: { [PAGE_TAGS_HEADER]: tags.map(encodeURIComponent).join(',') } }
}
