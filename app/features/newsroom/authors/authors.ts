import { type FoundRows, toListUrl } from '../../../shared/page-list.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'

/** The path of the list of an account's authors. */
export const AUTHORS_PATH = '/authors'

/** The authors on one page of the list. */
export const AUTHORS_PER_PAGE = 50

/** The most characters of a biography, and the most links of a profile. */
export const BIOGRAPHY_LIMIT = 600
export const LINKS_LIMIT = 6
const LINK_LENGTH = 300

/** The profile on the page of an author. */
export interface Profile {
  /** The biography; empty without one. */
  biography: string
  /** The path of an upload; null without a picture. */
  picture: string | null
  /** Absolute URLs. */
  links: string[]
}

/** A profile as readers see it. */
export interface ShownProfile extends Profile {
  /** True if the site's owner wrote it. */
  isByOwner: boolean
}

/** An author of an account's own articles. */
export interface Author extends Profile {
  name: string
  articles: number
}

/** One page of the list of authors. */
export type AuthorList = FoundRows<Author>

/** A profile as it was typed, with its links as lines. */
export interface TypedProfile {
  biography: string
  links: string
}

/** A reason why a profile was not saved. */
export type ProfileRefusal =
  | 'biography-long'
  | 'link-wrong'
  | 'too-many-links'
  | 'author-unknown'
  | 'too-often'

/** Returns the texts of a typed profile, or the reason why it is refused. A link without a scheme gets `https`. */
export function parseProfile(
  typed: TypedProfile,
): { ok: true; texts: Omit<Profile, 'picture'> } | Refusal<ProfileRefusal> {
  const biography = typed.biography.trim()
  if (Array.from(biography).length > BIOGRAPHY_LIMIT) return refuse('biography-long')
  const lines = typed.links.split('\n').map((line) => line.trim())
  const links = [...new Set(lines.filter((line) => line !== '').map(toLink))]
  if (links.length > LINKS_LIMIT) return refuse('too-many-links')
  const known = links.filter((link) => link !== undefined)
  return known.length < links.length ? refuse('link-wrong') : { ok: true, texts: { biography, links: known } }
}

function toLink(line: string): string | undefined {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(line) ? line : `https://${line}`)
  const isWebPage = url && /^https?:$/.test(url.protocol) && url.hostname.includes('.') && !url.username
  return isWebPage && url.href.length <= LINK_LENGTH ? url.href : undefined
}

/** Returns the readable form of a link: its host, and its path if there is one. */
export function toLinkText(link: string): string {
  const { hostname, pathname } = new URL(link)
  return hostname.replace(/^www\./, '') + pathname.replace(/\/$/, '')
}

/** Returns the URL of the list with a filter, and with the form of one author if `author` is set. */
export const toAuthorsPath = (q: string, author?: string): string => toListUrl(AUTHORS_PATH, { q, author })
