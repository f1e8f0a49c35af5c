// Runs on a worker thread: `convertPage` in finish.server.ts sets its deadline and its heap limit.
import domino from '@mixmark-io/domino'
import { breakLines, openVerses } from './break-lines.ts'
import { listDropped } from './dropped-parts.ts'
import { takeBeside } from './field-texts.ts'
import type { Beside, Found, Html, Picture } from './formats.ts'
import { openCards, PLAYERS } from './ghost-cards.ts'
import { DROPPED, listAll, textOf } from '../../../shared/html-to-markdown/html-parts.ts'
import { findLostWords, keepSaid, listNamed } from './lost-words.ts'
import { toMarkdown } from '../../../shared/html-to-markdown/html-to-markdown.ts'
import { type KnownFile, readMarkdownFile } from './markdown-file.ts'
import { readMedium } from './medium.ts'
import { toHtmlWords, toMarkdownWords, toShownWords } from './plain-words.ts'
import { showShortcodes } from './shortcodes.ts'
import { readSiteFile } from './site-files.ts'
import { readSubstack, type SubstackPost } from './substack.ts'
import { readTumblr } from './tumblr.ts'
import { readWriteasFile } from './writeas.ts'

/**
 * A text with one article: a page of an export, a Markdown file, the HTML or the Markdown of an article alone, or what our
 * pages show of an article whose words are `said`. A file of `sitePath` says something of the texts of its folder.
 */
export type Page = { text: string } & (
  | { postPath: string; kind: PostKind }
  | { substack: SubstackPost }
  | { known: KnownFile }
  | HtmlPage
  | { named: Named }
  | { shown: Named & { said: string; left: string } }
  | { sitePath: string }
)

const READERS = { medium: readMedium, tumblr: readTumblr, writeas: readWriteasFile }

/** The programs whose exports have a file for each post. */
export type PostKind = keyof typeof READERS

/** The HTML of an article alone. */
interface HtmlPage {
  html: Html
  pictures: [id: string, picture: Picture][]
  /** The words of its source, if they are not those of the HTML. */
  said?: string | undefined
  /** What its program keeps beside it. */
  beside?: Beside | undefined
}

/** What readers find beside the text of an article. */
interface Named {
  title: unknown
  description: unknown
}

/** Returns the article of a page; of HTML alone, its content as Markdown; of a shown article, the words that it lost. */
export default function convertPage(page: Page): Found {
  if ('known' in page) return readMarkdownFile(page.text, page.known)
  if ('html' in page) return convertHtml(page.text, page)
  if ('named' in page)
    return keepSaid({ place: '', fields: { ...page.named, content: page.text } }, toMarkdownWords(page.text))
  if ('shown' in page) return compare(page.text, page.shown)
  if ('sitePath' in page) return { place: '', fields: { ...readSiteFile(page.text, page.sitePath) } }
  if ('substack' in page) return readSubstack(page.text, page.substack)
  return READERS[page.kind](page.text, page.postPath)
}

function compare(html: string, { said, left, ...named }: Extract<Page, { shown: object }>['shown']): Found {
  const found = [toShownWords(html), ...listNamed(named), left].join('\n')
  return { place: '', fields: {}, lostWords: findLostWords(said, found) }
}

const NOTHING: Beside = { fields: [], pages: [] }

function convertHtml(source: string, { html: kind, pictures, said, beside = NOTHING }: HtmlPage): Found {
  const { text, lost: notTaken, said: saidBeside } = takeBeside(source, beside)
  const hasShortcodes = kind === 'lines' || kind === 'blocks'
  const find = (ids: string[] = ['']) =>
    ids.flatMap((id) => pictures.filter(([known]) => known === id).map(([, picture]) => picture))
  const { html, lost } = hasShortcodes ? showShortcodes(text, find) : { html: text, lost: [] }
  const { body } = domino.createDocument(html)
  const left = listAll(body, `${PLAYERS}, ${DROPPED}`).map(textOf).join(' ')
  openVerses(body)
  openCards(body)
  if (kind === 'lines') breakLines(body)
  const dropped = listDropped(body)
  const content = toMarkdown(body)
  const found = {
    place: '',
    lost: [...notTaken, ...lost, ...dropped],
    fields: { content: kind === 'tags' ? content.replace(/\{\\(?=[{%])/g, '{') : content },
  }
  return keepSaid(found, said ?? toHtmlWords(`${source}\n\n${saidBeside}`), left)
}
