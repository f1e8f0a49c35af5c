import { unescapeHtml } from '../../../shared/text.ts'
import { findAddresses } from './addresses.ts'

/** A text as it was written, in Markdown, and as readers get it, in HTML. */
export interface PublishedText {
  title: string
  metaDescription: string | null
  content: string
  /** Our own sanitised HTML: double quotes, and no `<` or `>` inside of a value. */
  html: string
}

/** The parts of a text that are compared between an article and its variation. */
export interface TextFeatures {
  /** Running text: no headings, code, tables, quoted passages. */
  prose: string
  /** The text that readers see, without code. */
  visible: string
  headings: number
  /** The targets of links and pictures, with repeats. */
  links: string[]
  /** All addresses, in the Markdown and in the visible text. */
  addresses: Set<string>
  /** Code, tables, quoted passages and pictures, as HTML. */
  kept: string[]
  /** The names of HTML elements that are not running text, with repeats. */
  elements: string[]
  /** Raw HTML, as it was written. */
  tags: Set<string>
  /** Links within the text whose target is missing. */
  brokenAnchors: Set<string>
  /** Letters that no reader sees. */
  invisible: Set<string>
}

const BLOCK =
  /<\/?(?:p|br|hr|div|li|ul|ol|dl|dt|dd|blockquote|section|details|summary|figure|figcaption|table|tr|td|th|caption|h[2-6])\b[^>]*>/g
const CODE = /<(pre|code)\b.*?<\/\1>/gs
const NOT_PROSE = /<(pre|table|blockquote|h[2-6]|figcaption)\b.*?<\/\1>/gs
const KEPT = /<(pre|code|table|blockquote)\b.*?<\/\1>|<img\b[^>]*>/gs
const PLAIN = new Set([
  'p',
  'a',
  'em',
  'strong',
  'b',
  'i',
  'ul',
  'ol',
  'li',
  'br',
  'hr',
  'div',
  'span',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
])

/** Returns the parts of a text that are compared. */
export function extractFeatures(text: PublishedText): TextFeatures {
  const html = text.html.replaceAll(/<a class="permalink"[^>]*><\/a>/g, '')
  const visible = stripTags(html.replaceAll(CODE, ' '))
  const attributes = [...html.matchAll(/ (href|src|srcset|id)="([^"]*)"/g)].map(([, name, value = '']) => ({
    name,
    value,
  }))
  const ids = new Set(attributes.flatMap(({ name, value }) => (name === 'id' ? [`#${value}`] : [])))
  const links = attributes.flatMap(({ name, value }) => (name === 'id' ? [] : [value]))
  return {
    prose: stripTags(html.replaceAll(NOT_PROSE, '\n').replaceAll(CODE, ' ')),
    visible,
    headings: [...html.matchAll(/<h[2-6]\b/g)].length,
    links,
    addresses: new Set(findAddresses(`${text.content}\n${visible}`)),
    kept: [...html.matchAll(KEPT)].map(([whole]) => whole.replaceAll(/ id="[^"]*"/g, '')),
    elements: [...html.matchAll(/<([a-z][a-z0-9]*)\b/g)].flatMap(([, name = '']) =>
      PLAIN.has(name) ? [] : [name],
    ),
    tags: new Set(text.content.match(/<[a-z/!?][^>]*>?/gi)),
    brokenAnchors: new Set(links.filter((link) => link.startsWith('#') && !ids.has(link))),
    invisible: new Set(text.content.match(/[\p{Cf}\p{Co}]|[^\P{Cc}\n\r\t]/gu)),
  }
}

/** Returns the text of our own HTML, a line for each block. */
function stripTags(html: string): string {
  const text = html
    .replaceAll(/<sup class="footnote-ref">.*?<\/sup>/g, '')
    .replaceAll(BLOCK, '\n')
    .replaceAll(/<[^>]*>/g, '')
  return unescapeHtml(text)
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n[\n ]*/g, '\n')
    .trim()
}
