// Runs on a worker thread: `convertPage` in finish.server.ts sets its deadline and its heap limit.
import domino from '@mixmark-io/domino'
import { breakLines, openVerses } from './break-lines.ts'
import { listDropped } from './dropped-parts.ts'
import type { Found, Html, Picture } from './formats.ts'
import { openCards } from './ghost-cards.ts'
import { toMarkdown } from '../../../shared/html-to-markdown/html-to-markdown.ts'
import { type KnownFile, readMarkdownFile } from './markdown-file.ts'
import { readMedium } from './medium.ts'
import { showShortcodes } from './shortcodes.ts'
import { readSubstack, type SubstackPost } from './substack.ts'

/** A text with one article: a page of an export, a Markdown file, or the HTML of an article alone. */
export type Page = { text: string } & (
  | { mediumPath: string }
  | { substack: SubstackPost }
  | { known: KnownFile }
  | { html: Html; pictures: [id: string, picture: Picture][] }
)

/** Returns the article of a page; of HTML alone, its content as Markdown. */
export default function convertPage(page: Page): Found {
  if ('known' in page) return readMarkdownFile(page.text, page.known)
  if ('html' in page) return convertHtml(page.text, page)
  return 'substack' in page
    ? readSubstack(page.text, page.substack)
    : { place: '', fields: readMedium(page.text, page.mediumPath) }
}

function convertHtml(text: string, { html: kind, pictures }: Extract<Page, { html: Html }>): Found {
  const hasShortcodes = kind === 'lines' || kind === 'blocks'
  const find = (ids: string[] = ['']) =>
    ids.flatMap((id) => pictures.filter(([known]) => known === id).map(([, picture]) => picture))
  const { html, lost } = hasShortcodes ? showShortcodes(text, find) : { html: text, lost: [] }
  const { body } = domino.createDocument(html)
  openVerses(body)
  openCards(body)
  if (kind === 'lines') breakLines(body)
  const dropped = listDropped(body)
  const content = toMarkdown(body)
  return {
    place: '',
    lost: [...lost, ...dropped],
    fields: { content: kind === 'tags' ? content.replace(/\{\\(?=[{%])/g, '{') : content },
  }
}
