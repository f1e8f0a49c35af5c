import type { Refusal } from '../../../shared/refusal.ts'

/** A link around words of a text, planned or inserted. */
export interface ChosenLink {
  /** The start of the words in the Markdown without the links, in UTF-16 units. */
  at: number
  length: number
  /** The words, exactly as the text has them. */
  words: string
  /** The address, as it is written into the Markdown. */
  target: string
}

/** The links of a text, in the order of the text. No two of them touch. */
export type ChosenLinks = ChosenLink[]

/** A reason why a text gets no links. */
export type LinkRefusal =
  | 'address-wrong'
  | 'too-long'
  | 'has-enough'
  | 'no-places'
  | 'too-slow'
  | 'not-proven'

/** The source of the links of a text; `both` if a model chose some and the rules the others. */
export type LinkChooser = 'rules' | 'model' | 'both'

/** A text with new links. */
export interface LinkedText {
  ok: true
  content: string
  plan: ChosenLinks
  /** The number of links to the canonical host that the text had before. */
  existing: number
  chosenBy: LinkChooser
}

/** The refusal of a text. `existing` is the number of links to the canonical host that it has. */
export type RefusedText =
  | Refusal<'has-enough', { existing: number }>
  | Refusal<Exclude<LinkRefusal, 'has-enough'>>

/** The result of inserting links into a text. */
export type Inserted = LinkedText | RefusedText

/** A text that may get links. */
export interface LinkSource {
  content: string
  canonicalUrl: string
  title?: string
  /** The language that the text is rendered in. */
  lang?: string | null
}

/**
 * A published article that others may link to. Its words also show which words are common in the account's articles.
 */
export interface LinkableArticle {
  /** Its canonical address, or its address on the main site. */
  url: string
  title: string
  keywords: string[]
  /** Its description, or else its excerpt. */
  summary: string
}

/** A text with this many links to the canonical host gets no more (spec §9). */
export const ENOUGH_LINKS = 2
/** The number of links that are added to a text with places for them (spec §9). */
export const LEAST_ADDED = 2
/** The most links to the canonical host that a text has after links were inserted (spec §9). */
export const MOST_LINKS = 3
/** The longest text that is read, in UTF-16 units; the same as for a draft. */
export const MAX_CHARACTERS = 500_000

/** Returns the host of an address as links are compared: without `www.`, and with the port if it is not the default. */
export const hostOf = (url: URL): string => url.host.replace(/^www\./, '')

/** Returns equal text for addresses of one page: it ignores the scheme, `www.`, a slash at the end and the fragment. */
export const pageOf = (url: URL): string =>
  hostOf(url) + (url.pathname.replace(/(?<!\/)\/$/, '') || '/') + url.search

// The URL standard allows characters that no host name on the web has.
const HOST_NAME = /^(?:[\w.-]+|\[[\da-f:.]+\])$/

/** Parses the URL of a page; undefined for a text that is not a web URL, and for a URL with a password. */
export function parsePageUrl(address: string): URL | undefined {
  const url = URL.parse(address)
  const isPage =
    url && /^https?:$/.test(url.protocol) && HOST_NAME.test(url.hostname) && !url.username && !url.password
  return isPage ? url : undefined
}

const toMarkdown = ({ words, target }: ChosenLink) => `[${words}](${target})`

/** Inserts the links of a plan into its text. Returns undefined if the text does not have the planned words there. */
export function insertChosen(content: string, plan: ChosenLinks): string | undefined {
  let linked = ''
  let done = 0
  for (const link of plan) {
    const end = link.at + link.length
    if (link.at < done || content.slice(link.at, end) !== link.words) return undefined
    linked += content.slice(done, link.at) + toMarkdown(link)
    done = end
  }
  return linked + content.slice(done)
}

/**
 * Removes the links of a plan again, so that the text has the same bytes as before. Returns undefined if the text was
 * changed anywhere up to the last link.
 */
export function removeLinks(linked: string, plan: ChosenLinks): string | undefined {
  let content = ''
  let done = 0
  for (const link of plan) {
    const at = done + link.at - content.length
    const whole = toMarkdown(link)
    if (at < done || !linked.startsWith(whole, at)) return undefined
    content += linked.slice(done, at) + link.words
    done = at + whole.length
  }
  return content + linked.slice(done)
}
