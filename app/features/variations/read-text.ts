import { unescapeHtml } from '../../shared/text.ts'
import { findAddresses } from './addresses.ts'

/** A text as it is published: as it was written, and as it is shown. */
export interface PublishedText {
  title: string
  metaDescription: string | null
  content: string
  /** Our own sanitised HTML: double quotes, and no `<` or `>` inside of a value. */
  html: string
}

/** What a text holds that a rewording must not touch, and the rest of it. */
export interface Reading {
  /** Running text: no headings, code, tables, quoted passages. */
  prose: string
  /** Everything that a reader sees, code aside. */
  visible: string
  headings: number
  /** Where links and pictures lead, as often as they do. */
  links: string[]
  /** Whatever else looks like an address, in what was written and in what is shown. */
  addresses: Set<string>
  /** Code, tables, quoted passages and pictures, as HTML. */
  kept: string[]
  /** Elements that are no running text. */
  elements: string[]
  /** Raw HTML, as it was written. */
  tags: Set<string>
  /** Places that the text links to in itself, and has not. */
  lost: Set<string>
  /** Letters that nobody sees. */
  invisible: Set<string>
}

const BLOCK =
  /<\/?(?:p|br|hr|div|li|ul|ol|dl|dt|dd|blockquote|section|details|summary|figure|figcaption|table|tr|td|th|caption|h[2-6])\b[^>]*>/g
const CODE = /<(pre|code)\b.*?<\/\1>/gs
const NOT_PROSE = /<(pre|table|blockquote|h[2-6]|figcaption)\b.*?<\/\1>/gs
const KEPT = /<(pre|code|table|blockquote)\b.*?<\/\1>|<img\b[^>]*>/gs
const PLAIN = new Set(['p','a','em','strong','b','i','ul','ol','li','br','hr','div','span','h2','h3','h4','h5','h6']) // prettier-ignore

/** Takes a text apart. */
export function readText(text: PublishedText): Reading {
  const html = text.html.replaceAll(/<a class="permalink"[^>]*><\/a>/g, '')
  const visible = toText(html.replaceAll(CODE, ' '))
  const attributes = [...html.matchAll(/ (href|src|srcset|id)="([^"]*)"/g)].map(([, name, value = '']) => ({ name, value })) // prettier-ignore
  const ids = new Set(attributes.flatMap(({ name, value }) => (name === 'id' ? [`#${value}`] : [])))
  const links = attributes.flatMap(({ name, value }) => (name === 'id' ? [] : [value]))
  return {
    prose: toText(html.replaceAll(NOT_PROSE, '\n').replaceAll(CODE, ' ')),
    visible,
    headings: html.match(/<h[2-6]\b/g)?.length ?? 0,
    links,
    addresses: new Set(findAddresses(`${text.content}\n${visible}`)),
    kept: [...html.matchAll(KEPT)].map(([whole]) => whole.replaceAll(/ id="[^"]*"/g, '')),
    elements: [...html.matchAll(/<([a-z][a-z0-9]*)\b/g)].flatMap(([, name = '']) => (PLAIN.has(name) ? [] : [name])), // prettier-ignore
    tags: new Set(text.content.match(/<[a-z/!?][^>]*>?/gi)),
    lost: new Set(links.filter((link) => link.startsWith('#') && !ids.has(link))),
    invisible: new Set(text.content.match(/[\p{Cf}\p{Co}]|[^\P{Cc}\n\r\t]/gu)),
  }
}

/** The text of a piece of our HTML, a line for every block. */
function toText(html: string): string {
  const text = html
    .replaceAll(/<sup class="footnote-ref">.*?<\/sup>/g, '')
    .replaceAll(BLOCK, '\n')
    .replaceAll(/<[^>]*>/g, '')
  return unescapeHtml(text)
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n[\n ]*/g, '\n')
    .trim()
}
