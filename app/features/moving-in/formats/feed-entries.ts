import { escapeHtml } from '../../../shared/text.ts'
import type { FeedElement, FeedEntry, FeedParser } from './feed-xml.ts'
import { readItems } from './read-items.ts'

/** Returns the entries of a feed. The parser then has the elements of the feed itself. */
export const readEntries = (parser: FeedParser, pieces: AsyncIterable<string>): AsyncGenerator<FeedEntry> =>
  readItems(parser, pieces, 'An entry of this file')

/** Returns the trimmed text of the first element with one of the names that has a text; an empty text without one. */
export const textOf = (elements: FeedElement[], ...names: string[]): string =>
  names.flatMap((name) => listOf(elements, name).map(({ text }) => text.trim())).find(Boolean) ?? ''

/** Returns the elements with a name. */
export const listOf = (elements: FeedElement[], name: string): FeedElement[] =>
  elements.filter((element) => element.name === name)

/** Returns the address of a feed, or of an entry: the text of its link in RSS, or the target of its page in Atom. */
export function linkOf(elements: FeedElement[]): string {
  const links = listOf(elements, 'link')
  const page = links.find(
    ({ attributes: { rel = 'alternate', type = 'text/html', href } }) =>
      href !== undefined && rel === 'alternate' && type === 'text/html',
  )
  return (page?.attributes.href ?? textOf(links, 'link')).trim()
}

/** Returns the texts of the elements with a name, each once. */
export const textsOf = (elements: FeedElement[], ...names: string[]): string[] => [
  ...new Set(names.flatMap((name) => listOf(elements, name).map(({ text }) => text.trim())).filter(Boolean)),
]

/** Returns a problem of an entry whose XML is broken; undefined if it is whole. */
export const findBroken = ({ problem }: FeedEntry) =>
  problem && `The XML of this entry is broken: ${problem} Correct it, or export it again.`

/** Returns the HTML of an element, which may be a text. */
export const toHtml = ({ text, attributes: { type = 'html' } }: FeedElement): string =>
  type === 'text' ? escapeHtml(text).replaceAll('\n', '<br>') : text
