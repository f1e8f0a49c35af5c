import { listAll, textOf } from '../../../shared/html-to-markdown/html-parts.ts'
import { cleanCode } from './clean-code.ts'
import { buildLists } from './clean-lists.ts'
import { setMarks } from './clean-marks.ts'
import { markNotes } from './clean-notes.ts'
import { BLOCKS, holdsBlocks, isBlock, listTexts, rename, STYLE, unwrap } from './elements.ts'

/**
 * Changes the HTML of a clipboard into the elements that its author meant. The styles of spans become marks, and the
 * paragraphs of word processors become lists and notes. `sheets` are its style sheets. New notes get numbers that `text`
 * does not have.
 */
export function cleanClipboard(page: Document, sheets: string[], text: string): void {
  const { body } = page
  for (const sheet of sheets) applySheet(body, sheet)
  for (const each of listAll(page, DROPPED)) each.remove()
  for (const each of listAll(body, `[${STYLE}]`)) if (isHidden(each)) each.remove()
  cleanCode(body)
  cleanText(body)
  listAll(body, 'a').forEach(cleanLink)
  markNotes(body, text)
  dropEmpty(body)
  nameParagraphs(body)
  buildLists(body)
  listAll(body, 'table').forEach(nameHead)
  setMarks(body)
  listAll(body, 'a').forEach(spreadLink)
  cleanBreaks(body)
  for (const each of listAll(body, `[${STYLE}]`)) each.removeAttribute(STYLE)
}

const DROPPED =
  'script, style, title, meta, link, xml, button, .msoDel, .MsoCommentReference, br.Apple-interchange-newline'
const HIDDEN = /display\s*:\s*none|mso-hide\s*:\s*all|mso-element\s*:\s*comment/i

const isHidden = (element: Element) => HIDDEN.test(element.getAttribute(STYLE) ?? '')

// Spreadsheets and programs of Apple name their styles by classes.
function applySheet(body: Element, sheet: string): void {
  for (const [, names = '', style = ''] of sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const classes = names.split(',').filter((name) => /^\s*[a-z]*\.[\w-]+\s*$/i.test(name))
    if (classes.length === 0 || !MEANS.test(style)) continue
    for (const each of listAll(body, classes.join())) {
      each.setAttribute(STYLE, `${style};${each.getAttribute(STYLE) ?? ''}`)
    }
  }
}

const MEANS = /font\s*:|font-weight|font-style|line-through|super|sub\b/i

// Programs write spaces as spaces that do not break, where HTML would lose them.
function cleanText(body: Element): void {
  for (const each of listAll(body, '.Apple-converted-space')) each.textContent = ' '
  for (const node of listTexts(body)) {
    const text = node.textContent ?? ''
    const clean = text.replace(/\u00A0(?= )|(?<= )\u00A0/g, ' ').replace(/\r\n?/g, '\n')
    if (clean !== text) node.textContent = clean
  }
}

const WRAPPERS = [
  /^https?:\/\/(?:www\.)?google\.[a-z.]+\/url\?(?:.*&)?(?:q|url)=([^&]+)/,
  /^https?:\/\/[\w.-]+\.safelinks\.protection\.outlook\.com\/.*[?&]url=([^&]+)/i,
]

// Programs lead a link over a page of their own.
function cleanLink(link: Element): void {
  const address = link.getAttribute('href')?.trim() ?? ''
  const [, inner] = WRAPPERS.map((pattern) => pattern.exec(address)).find((found) => found) ?? []
  if (inner) link.setAttribute('href', toPlain(inner))
  link.removeAttribute('title')
}

function toPlain(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

// Links within the clipboard lead nowhere in another text, and pictures on a disk are not on the web.
function dropEmpty(body: Element): void {
  for (const link of listAll(body, 'a')) if (!isKept(link)) unwrap(link)
  for (const image of listAll(body, 'img')) if (!hasAddress(image)) image.remove()
}

const isKept = (link: Element) =>
  link.className.startsWith('footnote-') ||
  (/^(?:https?:|mailto:|tel:|\/)/i.test(link.getAttribute('href') ?? '') &&
    (textOf(link) !== '' || listAll(link, 'img').length > 0))

const hasAddress = (image: Element) =>
  ['src', 'data-src', 'data-lazy-src', 'data-original'].some((name) =>
    /^https?:\/\//i.test(image.getAttribute(name) ?? ''),
  )

const NAMED: Record<string, string> = {
  MsoTitle: 'h1',
  MsoSubtitle: 'p',
  MsoQuote: 'blockquote',
  MsoIntenseQuote: 'blockquote',
}

// The styles of paragraphs of a word processor.
function nameParagraphs(body: Element): void {
  for (const paragraph of listAll(body, 'p')) {
    const name = NAMED[paragraph.className]
    if (name) rename(paragraph, name)
  }
}

// The first row is the header, as Markdown has no table without one. It is not marked as bold again.
function nameHead(table: Element): void {
  const [first, ...others] = listAll(table, 'tr')
  if (!first || others.length === 0) return
  for (const cell of Array.from(first.children)) if (cell.nodeName === 'TD') rename(cell, 'th')
}

// A link around headings or paragraphs would be broken.
function spreadLink(link: Element): void {
  if (!holdsBlocks(link)) return
  const address = link.getAttribute('href') ?? ''
  for (const block of listAll(link, BLOCKS)) {
    if (holdsBlocks(block) || textOf(block) === '') continue
    const inner = link.ownerDocument.createElement('a')
    inner.setAttribute('href', address)
    while (block.firstChild) inner.appendChild(block.firstChild)
    block.appendChild(inner)
  }
  unwrap(link)
}

// A break at the edge of a block shows nothing, and two breaks end a paragraph.
function cleanBreaks(body: Element): void {
  for (const each of listAll(body, 'br')) {
    if (each.closest('pre')) continue
    const [before, after] = [besides(each, 'previousSibling'), besides(each, 'nextSibling')]
    if (after?.nodeName === 'BR') after.parentNode?.replaceChild(each.ownerDocument.createElement('p'), after)
    if (after?.nodeName === 'BR' || isEdge(before) || isEdge(after)) each.remove()
  }
}

const isEdge = (node: Node | null) => node === null || isBlock(node)

function besides(node: Node, way: 'previousSibling' | 'nextSibling'): Node | null {
  for (let next = node[way]; next; next = next[way]) if (!isBlankText(next)) return next
  const { parentNode: parent } = node
  return parent === null || isBlock(parent) || parent.nodeName === 'BODY' ? null : besides(parent, way)
}

const isBlankText = (node: Node) => node.nodeType === 3 && node.textContent?.trim() === ''
