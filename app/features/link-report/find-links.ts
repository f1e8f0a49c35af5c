import { toExcerpt, unescapeHtml } from '../../shared/text.ts'

/** A link of a text. */
export interface FoundLink {
  /** Among the links of the text, from 0. */
  place: number
  /** What it says; a picture says its description. */
  words: string
  /** As it is written in the HTML. */
  address: string
  url: URL
}

/** So many of a text are looked at. */
const MOST_LINKS = 1000
const WORDS_LENGTH = 200
/** No browser follows a longer one, and no index takes it. */
export const ADDRESS_LENGTH = 2000

// An element that is never closed ends where the next begins.
const LINK = /<a\s([^>]*)>(.*?)(?=<a\s|<\/a>)/gs
const HREF = /(?:^|\s)href="([^"]*)"/

/**
 * The links of a text to web pages, other places in the text aside; relative ones as they are meant on the page `base`.
 * Expects our sanitised HTML: double quotes, and no `<` or `>` inside of a value.
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
  const address = unescapeHtml(HREF.exec(attributes)?.[1] ?? '').trim()
  if (address === '' || address.startsWith('#') || address.length > ADDRESS_LENGTH) return undefined
  const url = URL.parse(address, base)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return { place, words: toWords(content), address, url }
}

function toWords(html: string): string {
  const said = html.replaceAll(/<img\b[^>]*?\salt="([^"]*)"[^>]*>/g, ' $1 ').replaceAll(/<[^>]*>/g, ' ')
  return toExcerpt(unescapeHtml(said).replaceAll(/\s+/g, ' ').trim(), WORDS_LENGTH)
}
