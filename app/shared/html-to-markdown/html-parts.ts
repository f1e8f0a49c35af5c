import { escapeHtml } from '../text.ts'

// The lists of this parser are not iterable.
/** Returns the elements within another one that match a selector. */
export const listAll = (within: ParentNode, selector: string): Element[] =>
  Array.from(within.querySelectorAll(selector))

/** Returns the text of an element on one line. */
export const textOf = (element: Element | null | undefined) =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim()

const LATER = ['data-src', 'data-lazy-src', 'data-original', 'data-orig-file']

/** Returns the address of a picture; that of one that a script shows later, if its own is none. Empty without one. */
export function findSource(picture: Element): string {
  const src = picture.getAttribute('src') ?? ''
  if (src && !src.startsWith('data:')) return src
  return LATER.map((name) => picture.getAttribute(name)).find(Boolean) ?? ''
}

/** Returns the title of a Markdown link or image, with a space before it; an empty text without one. */
export const quote = (title: string) =>
  title && ` "${title.replace(/[\\"*_`&<]/g, String.raw`\$&`).replace(/\{(?=[{%])/g, '\\{')}"`

/** Returns an address as Markdown writes it. */
export const toAddress = (address: string) =>
  /[\s()<>]/.test(address) ? `<${address.trim().replace(/[<>\n]/g, encodeURIComponent)}>` : address

/** Returns a web address alone on a line, which becomes a player for a video; an empty text for any other address. */
export function toLine(address: string): string {
  const whole = address.trim().replace(/^\/\//, 'https://')
  return /^https?:\/\/[^\s<>]+$/.test(whole) ? `\n\n<${whole}>\n\n` : ''
}

/** Returns code as a fenced block of Markdown. The fence is longer than each run of backticks in it. */
export function toFenced(language: string, code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${code}\n${fence}`
}

/** Returns true for a list with numbers or points. */
export const isList = ({ nodeName }: Element) => nodeName === 'UL' || nodeName === 'OL'

/** An element whose `data-text` is Markdown already. */
export const WRITTEN = 'x-markdown'

/** Returns Markdown within HTML. */
export const toWritten = (markdown: string) =>
  `<${WRITTEN} data-text="${escapeHtml(markdown)}">x</${WRITTEN}>`

/** An element at the start of a line, which is indented by as many spaces as its text has letters. */
export const INDENT = 'x-indent'

/** An element whose text becomes a comment in Markdown. */
export const REMARK = 'x-remark'
const REMARKS = new RegExp(`<${REMARK}>([^]*?)</${REMARK}>`, 'g')

/** Returns a comment of HTML on one line, which readers do not see. */
export const toComment = (text: string) =>
  `<!-- ${text
    .replace(/\s+/g, ' ')
    .replace(/-(?=-)/g, '- ')
    .replace(/>/g, '&gt;')
    .trim()} -->`

/**
 * Returns an element as a block of HTML in Markdown. An empty line would end the block, and template tags would be
 * removed when it is rendered.
 */
export function toHtmlBlock(element: Element): string {
  const html = element.outerHTML
    .replace(/<(script|style|form|noscript|template)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi, '')
    .replace(/<pre[\s\S]*?<\/pre>/gi, (pre) => pre.replaceAll('\n', '&#10;'))
    .replace(REMARKS, (_, text: string) => toComment(text))
    .replace(/\n\s*/g, '\n')
  return `\n\n${withoutTemplateTags(html)}\n\n`
}

/** Returns HTML within a line of Markdown, so that no sign in its text is read as Markdown. */
export const toHtmlText = (html: string) =>
  withoutTemplateTags(html.replace(/\s*\n\s*/g, ' ')).replace(
    /(<[^>]*>)|[\\*_`[\]~!|]/g,
    (found, tag: string | undefined) => tag ?? `&#${found.codePointAt(0)};`,
  )

const withoutTemplateTags = (html: string) => html.replace(/\{(?=[{%])/g, '&#123;')

// Subscribe and share buttons of Substack, and its empty markers.
const BUTTONS = ['button-wrapper', 'subscription-widget-wrap', 'subscription-widget-wrap-editor']

/** The selector of forms and buttons, which an article loses. */
export const DROPPED = ['form', 'button', ...BUTTONS.map((name) => `.${name}`)].join()

/** Returns true for an element that holds a button of Substack. */
export const isButton = ({ classList }: Element) => BUTTONS.some((name) => classList.contains(name))
