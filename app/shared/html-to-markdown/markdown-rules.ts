import type TurndownService from 'turndown'
import {
  findSource,
  INDENT,
  isButton,
  toFenced,
  isList,
  listAll,
  quote,
  REMARK,
  textOf,
  toAddress,
  toComment,
  toHtmlBlock,
  toHtmlText,
  toLine,
  WRITTEN,
} from './html-parts.ts'

type Rule = TurndownService.Rule

const hasClass = (element: Element, name: string) => element.classList.contains(name)
const has = (name: string) => (element: Element) => hasClass(element, name)

// The caption becomes the title of the image, which our pages show below it. A caption with a link stays HTML.
const figure: Rule = {
  filter: (element) => element.nodeName === 'FIGURE' && listAll(element, 'img').length > 0,
  replacement(content, element) {
    if (listAll(element, 'figure, table, pre, video, audio').length > 0) return `\n\n${content}\n\n`
    if (listAll(element, 'figcaption a').length > 0) return toHtmlBlock(element)
    const caption = textOf(element.querySelector('figcaption'))
    // A text beside the caption would be lost.
    if (textOf(element) !== caption) return `\n\n${content}\n\n`
    const images = listAll(element, 'img').map((image, index) =>
      toLinked(image, element, index === 0 ? caption : ''),
    )
    return `\n\n${images.filter(Boolean).join('\n\n')}\n\n`
  },
}

const image: Rule = { filter: 'img', replacement: (_, element) => toImage(element, '') }

function toLinked(element: Element, within: Element, caption: string): string {
  const picture = toImage(element, caption)
  const around = element.closest('a')
  const address = around && within.contains(around) && around.getAttribute('href')
  return picture && address ? `[${picture}](${toAddress(address)})` : picture
}

function toImage(element: Element, caption: string): string {
  const address = findSource(element) || (element.getAttribute('src') ?? '')
  const alt = onLine(element.getAttribute('alt') ?? '').replace(/[[\]\\*_`<&]/g, String.raw`\$&`)
  return address && `![${alt}](${toAddress(address)}${quote(caption)})` // readers do not see its own title
}

const onLine = (text: string) => text.replace(/\s*\n\s*/g, ' ').trim()

// A video's URL alone on a line becomes a player on our pages; other media become a link.
const media: Rule = {
  filter: ['iframe', 'video', 'audio', 'embed', 'object'],
  replacement(content, element) {
    const inner = element.querySelector('source, embed')
    const address = [element, inner].map((each) => each?.getAttribute('src') ?? each?.getAttribute('data'))
    const line = toLine(address.find(Boolean) ?? '')
    return line || (element.nodeName === 'OBJECT' ? content : '')
  },
}

const GIST = /^https:\/\/gist\.github\.com\/[\w./-]+?(?=\.js$)/
const gist: Rule = {
  filter: (element) => element.nodeName === 'SCRIPT' && GIST.test(element.getAttribute('src') ?? ''),
  replacement: (_, element) => toLine(GIST.exec(element.getAttribute('src') ?? '')?.[0] ?? ''),
}

const code: Rule = {
  filter: 'pre',
  replacement(_, element) {
    if (listAll(element, 'a[href], img').length > 0) return toHtmlBlock(element)
    for (const end of listAll(element, 'br')) end.replaceWith('\n')
    const text = (element.textContent ?? '').replace(/\r\n?/g, '\n').replace(/^\n|\n$/g, '')
    return `\n\n${toFenced(languageOf(element), text)}\n\n`
  },
}

const LANGUAGE = /(?:^|\s)(?:(?:language|lang|highlight-source)-|brush:\s*)([\w+#-]+)/

function languageOf(pre: Element): string {
  const inner = pre.querySelector('code')
  const classes = `${pre.getAttribute('class') ?? ''} ${inner?.getAttribute('class') ?? ''}`
  const said = pre.getAttribute('data-code-block-lang') ?? LANGUAGE.exec(classes)?.[1] ?? ''
  return /^[\w+#-]+$/.test(said) ? said : ''
}

// Markdown shows a link within code as its signs.
const inlineCode: Rule = {
  filter: (element) =>
    element.nodeName === 'CODE' && listAll(element, 'a[href], img, br, sub, sup, em, strong').length > 0,
  replacement: (_, element) => toHtmlText(element.outerHTML),
}

const card: Rule = {
  filter: has('graf--mixtapeEmbed'),
  replacement(_, element) {
    const found = element.querySelector('a')
    const address = found?.getAttribute('href') ?? ''
    const label = textOf(found?.querySelector('strong')) || textOf(found) || address
    return address && `\n\n[${label.replace(/[[\]\\]/g, String.raw`\$&`)}](${toAddress(address)})\n\n`
  },
}

// A link around headings, paragraphs or lists stays HTML.
const link: Rule = {
  filter: (element) => element.nodeName === 'A' && element.getAttribute('href') !== null,
  replacement(content, element) {
    if (isBroken(content)) return toHtmlBlock(element)
    const title = quote(onLine(element.getAttribute('title') ?? ''))
    return `[${content.replace(/\s*\n\s*/g, ' ').trim()}](${toAddress(element.getAttribute('href') ?? '')}${title})`
  },
}

const isBroken = (content: string) => /\n[ \t]*\n/.test(content.trim())

const anchor: Rule = {
  filter: (element) => element.nodeName === 'A' && element.getAttribute('href') === null,
  replacement(content, element) {
    const id = element.getAttribute('id') ?? element.getAttribute('name') ?? ''
    return `${/^[\w.:-]+$/.test(id) ? `<a id="${id}"></a>` : ''}${content}`
  },
}

const heading: Rule = {
  filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  replacement(content, element) {
    const text = content.replace(/\s*\n\s*/g, ' ').trim()
    const id = element.getAttribute('id') ?? ''
    const isTarget = /^[\w.:-]+$/.test(id) && isLinked(element, id)
    const sign = '#'.repeat(Number(element.nodeName.charAt(1)))
    return text && `\n\n${sign} ${text.replace(/#$/, String.raw`\#`)}${isTarget ? ` {#${id}}` : ''}\n\n`
  },
}

const isLinked = (element: Element, id: string) =>
  element.ownerDocument.querySelector(`a[href="#${id}"]`) !== null

const EMPHASIS: Record<string, [sign: string, tag: string]> = {
  EM: ['*', 'em'],
  I: ['*', 'em'],
  STRONG: ['**', 'strong'],
  B: ['**', 'strong'],
  DEL: ['~~', 'del'],
  S: ['~~', 's'],
  STRIKE: ['~~', 's'],
}

// CommonMark reads signs beside punctuation, or beside other signs, differently from what is meant. Tags are safe there.
const emphasis: Rule = {
  filter: (element) => element.nodeName in EMPHASIS,
  replacement(content, element) {
    const [sign, tag] = EMPHASIS[element.nodeName] ?? ['', '']
    const [, lead = '', inner = '', trail = ''] = /^(\s*)([^]*?)(\s*)$/.exec(content) ?? []
    if (inner === '' || isBroken(content)) return content
    return lead + (isSafe(element, inner) ? sign + inner + sign : `<${tag}>${inner}</${tag}>`) + trail
  },
}

function isSafe(element: Element, inner: string): boolean {
  const [before, after] = [neighbourOf(element, 'previousSibling'), neighbourOf(element, 'nextSibling')]
  if (isSigned(before) || isSigned(after)) return false
  const isPlain = /^[\p{L}\p{N}]/u.test(inner) && /[\p{L}\p{N}]$/u.test(inner)
  return isPlain || (isEdge(before, /\s$/) && isEdge(after, /^\s/))
}

/** Returns what stands beside an element, past what shows nothing and out of what only marks a text. */
function neighbourOf(node: Node, way: 'previousSibling' | 'nextSibling'): Node | null {
  const { [way]: next, parentNode: parent } = node
  if (next) return next.nodeName === 'SPAN' && next.textContent === '' ? neighbourOf(next, way) : next
  return parent && /^(SPAN|FONT)$/.test(parent.nodeName) ? neighbourOf(parent, way) : null
}

const isEdge = (node: Node | null, pattern: RegExp) => node === null || pattern.test(node.textContent ?? '')
const isSigned = (node: Node | null) => node !== null && node.nodeName in EMPHASIS

const KEPT = [
  'sub',
  'sup',
  'kbd',
  'mark',
  'u',
  'ins',
  'small',
  'abbr',
  'cite',
  'q',
  'samp',
  'var',
  'time',
] as const

const kept: Rule = {
  filter: (element) => KEPT.some((name) => name === element.nodeName.toLowerCase()),
  replacement(content, element) {
    const name = element.nodeName.toLowerCase()
    const title = (element.getAttribute('title') ?? '').replace(/[<>"&\n]/g, ' ')
    return content.trim() === '' || isBroken(content)
      ? content
      : `<${name}${title && ` title="${title}"`}>${content}</${name}>`
  },
}

const block: Rule = { filter: ['table', 'dl', 'details'], replacement: (_, element) => toHtmlBlock(element) }

const button: Rule = { filter: isButton, replacement: () => '' }

const noteReference: Rule = {
  filter: has('footnote-anchor'),
  replacement: (_, element) => `[^${textOf(element)}]`,
}

const note: Rule = {
  filter: (element) => element.nodeName === 'DIV' && hasClass(element, 'footnote'),
  replacement(content, element) {
    const number = textOf(element.querySelector('.footnote-number'))
    if (!number || !element.querySelector('.footnote-content')) return content
    const lines = content.trim().replaceAll('\n', '\n    ')
    return `\n\n[^${number}]: ${lines.replace(/^ +$/gm, '')}\n\n`
  },
}

const noteNumber: Rule = { filter: has('footnote-number'), replacement: () => '' }

const item: Rule = {
  filter: 'li',
  replacement(content, element) {
    const marker = toMarker(element)
    const lines = content.trim().replace(/\n(?=.)/g, `\n${' '.repeat(marker.length)}`)
    const isInList = element.parentElement !== null && isList(element.parentElement)
    return `${isInList ? '' : '\n\n'}${marker}${lines}${element.nextSibling ? '\n' : ''}`
  },
}

function toMarker(element: Element): string {
  const list = element.parentElement
  if (list?.nodeName !== 'OL') return '- '
  const items = Array.from(list.children).filter(({ nodeName }) => nodeName === 'LI')
  return `${(Number(list.getAttribute('start') ?? 1) || 1) + items.indexOf(element)}. `
}

const task: Rule = {
  filter: (element) => element.nodeName === 'INPUT' && element.getAttribute('type') === 'checkbox',
  replacement(_, element) {
    const isChecked = element.getAttribute('checked') !== null
    const box = element.closest('li')
      ? `[${isChecked ? 'x' : ' '}]`
      : `<input type="checkbox"${isChecked ? ' checked' : ''} disabled>`
    return /^\s/.test(element.nextSibling?.textContent ?? '') ? box : `${box} `
  },
}

// A shortcode of another program becomes a comment: writers see it, and readers do not. A line that begins with a comment
// is HTML to its end, so the comment then has a line of its own.
const remark: Rule = {
  filter: (element) => element.nodeName === REMARK.toUpperCase(),
  replacement(_, element) {
    const comment = toComment(element.textContent ?? '')
    return isFirstOfLine(element) ? `\n\n${comment}\n\n` : comment
  },
}

const indent: Rule = {
  filter: (element) => element.nodeName === INDENT.toUpperCase(),
  replacement: (_, element) => '&nbsp;'.repeat((element.textContent ?? '').length),
}

const written: Rule = {
  filter: (element) => element.nodeName === WRITTEN.toUpperCase(),
  replacement: (_, element) => `\n\n${element.getAttribute('data-text')?.trim() ?? ''}\n\n`,
}

function isFirstOfLine(node: Node): boolean {
  const { previousSibling: before, parentNode: parent } = node
  if (before) return before.nodeName === 'BR' || (before.textContent?.trim() === '' && isFirstOfLine(before))
  return parent?.nodeName !== 'SPAN' || isFirstOfLine(parent)
}

// Two lists of one kind in a row would become one, with its numbers counted on.
const list: Rule = {
  filter: ['ul', 'ol'],
  replacement(content, element) {
    const parent = element.parentElement
    if (parent?.nodeName === 'LI' && parent.lastElementChild === element) return `\n${content}`
    const before = element.previousElementSibling
    return `\n\n${before?.nodeName === element.nodeName ? '<!-- -->\n\n' : ''}${content}\n\n`
  },
}

/** The rules of our conversion from HTML to Markdown, by name. */
export const MARKDOWN_RULES: [name: string, rule: Rule][] = Object.entries({
  image,
  media,
  code,
  inlineCode,
  link,
  anchor,
  heading,
  emphasis,
  kept,
  block,
  remark,
  indent,
  written,
  list,
  item,
  task,
  figure,
  gist,
  card,
  button,
  noteReference,
  noteNumber,
  note,
})
