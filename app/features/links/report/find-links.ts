import { toExcerpt, unescapeHtml } from '../../../shared/text.ts'

/** A link of a text. */
export interface FoundLink {
  /** Its index among the links of the text, from 0. */
  place: number
  /** Its text, at most 200 characters; for a picture, the picture's description. */
  words: string
  /** The address as the HTML has it, with entities resolved. */
  address: string
  url: URL
}

/** The most links of a text that are checked. */
const MOST_LINKS = 1000
const WORDS_LENGTH = 200
/** The longest address that is checked. No browser follows a longer one, and no index stores it. */
export const ADDRESS_LENGTH = 2000

// An element without an end tag ends where the next one begins.
const LINK = /<a\s([^>]*)>(.*?)(?=<a\s|<\/a>)/gs
const HREF = /(?:^|\s)href="([^"]*)"/

/**
 * Finds the links of a text to web pages, without those to fragments of the text itself. Relative addresses are
 * resolved against `base`. Expects our sanitised HTML: double quotes, and no `<` or `>` inside of a value.
 */
export function findLinks(html: string, base: string): FoundLink[] {
  const links: FoundLink[] = []
  let place = 0
  for (const [, attributes = '', content = ''] of html.matchAll(LINK)) {
    if (place === MOST_LINKS) break
    const link = toLink({ attributes, content, place, base })
    if (link) links.push(link)
    place += 1
  }
  return links
}

interface LinkElement {
  attributes: string
  content: string
  place: number
  base: string
}

function toLink({ attributes, content, place, base }: LinkElement): FoundLink | undefined {
  const href = HREF.exec(attributes)?.[1]
  const address = href && unescapeHtml(href).trim()
  if (!address || address.startsWith('#') || address.length > ADDRESS_LENGTH) return undefined
  const url = URL.parse(address, base)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return { place, words: toWords(content), address, url }
}

function toWords(html: string): string {
  const text = html.replaceAll(/<img\b[^>]*?\salt="([^"]*)"[^>]*>/g, ' $1 ').replaceAll(/<[^>]*>/g, ' ')
  return toExcerpt(unescapeHtml(text).replaceAll(/\s+/g, ' ').trim(), WORDS_LENGTH)
}
