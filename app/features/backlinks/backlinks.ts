/** A link that is to be put around words of a text, or was. */
export interface PlannedLink {
  /** Where the words begin in the Markdown without the links, in UTF-16 units. */
  at: number
  length: number
  /** The words that stand there, verbatim. */
  words: string
  /** Where it leads, as it is written into the Markdown. */
  target: string
}

/** In the order of the text; no two of them touch. */
export type LinkPlan = PlannedLink[]

/** Why a text gets no links. */
export type LinkRefusal =
  'address-wrong' | 'too-long' | 'has-enough' | 'no-places' | 'too-slow' | 'not-proven'

/** Who chose where links go. */
export type LinkChooser = 'rules' | 'model' | 'both'

/** What a text gets: the links, where they were put, how many led to the canonical host before, and who chose. */
export type Inserted =
  | { ok: true; content: string; plan: LinkPlan; existing: number; chosenBy: LinkChooser }
  | { ok: false; reason: LinkRefusal; existing?: number }

/** A text that links may be put into. */
export interface LinkSource {
  content: string
  canonicalUrl: string
  title?: string
}

/** A published article that others may link to, and that says which words are common in its account's articles. */
export interface LinkableArticle {
  /** Where it is at home. */
  url: string
  title: string
  keywords: string[]
  /** What it is about, in a few sentences. */
  summary: string
}

/** A post has enough with two links to the canonical host, and gets two or three (spec §9). */
export const ENOUGH_LINKS = 2
export const MOST_LINKS = 3
/** Of a text, as of a draft. */
export const MAX_CHARACTERS = 500_000

/** The host of an address as links compare: without www, with a port that is not the usual one. */
export const hostOf = (url: URL): string => url.host.replace(/^www\./, '')

/** Equal for addresses of one page: scheme, www, a slash at the end and the place on the page do not count. */
export const pageOf = (url: URL): string =>
  hostOf(url) + (url.pathname.replace(/(?<!\/)\/$/, '') || '/') + url.search

// The URL standard lets signs through that no host on the web has.
const HOST_NAME = /^(?:[\w.-]+|\[[\da-f:.]+\])$/

/** The address of a page that may be linked to; undefined for what is none, and for one that holds a password. */
export function parsePageUrl(address: string): URL | undefined {
  const url = URL.parse(address)
  const isPage =
    url && /^https?:$/.test(url.protocol) && HOST_NAME.test(url.hostname) && !url.username && !url.password
  return isPage ? url : undefined
}
