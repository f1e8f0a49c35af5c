import { listAll } from '../../../shared/html-to-markdown/html-parts.ts'
import { holdsBlocks, isBlock, listTexts, unwrap, STYLE } from './elements.ts'

// Each of these elements is a mark or shows nothing in Markdown. The styles around a text say all that they say.
const FORMATS = 'b, strong, i, em, del, s, strike, span, font, u, ins, small, time, abbr, cite, center'

interface Marks {
  strong: boolean
  em: boolean
  del: boolean
  sup: boolean
  sub: boolean
}

/** Sets the marks of each text anew, by the tags and styles around it: within its paragraph, list item or cell. */
export function setMarks(body: Element): void {
  const marked = listMarkable(body).map((node) => [node, findMarks(node)] as const)
  for (const [node, marks] of marked)
    for (const name of ['del', 'em', 'strong', 'sup', 'sub'] as const) if (marks[name]) wrap(node, name)
  for (const each of listAll(body, FORMATS)) if (!each.hasAttribute(MADE)) unwrap(each)
  for (const name of ['strong', 'em', 'del', 'sup', 'sub']) join(body, name)
  for (const each of listAll(body, `[${MADE}]`)) each.removeAttribute(MADE)
}

const MADE = 'data-made'

// Code is marked as a whole.
const listMarkable = (body: Element): Node[] => [
  ...listAll(body, 'code').filter((code) => !code.closest('pre')),
  ...listTexts(body).filter(({ parentNode }) => {
    const parent = parentNode as Element
    return !parent.closest('pre, code') && !(isBlank(parent) && holdsBlocks(parent))
  }),
]

const isBlank = (element: Element) =>
  Array.from(element.childNodes).every((node) => node.nodeType !== 3 || node.textContent?.trim() === '')

function findMarks(node: Node): Marks {
  const around = listAround(node)
  const isTitle = around.some(({ nodeName }) => /^(?:H[1-6]|TH)$/.test(nodeName))
  const isRaised = around.some(({ nodeName }) => nodeName === 'SUP' || nodeName === 'SUB')
  const raised = new Set(around.map((each) => readStyle(each, 'vertical-align')))
  return {
    strong: !isTitle && (around.map(isStrong).find((is) => is !== undefined) ?? false),
    em: around.map(isEmphasis).find((is) => is !== undefined) ?? false,
    del: around.some(isDeleted),
    sup: !isRaised && raised.has('super'),
    sub: !isRaised && raised.has('sub'),
  }
}

function listAround(node: Node): Element[] {
  const parent = node.parentNode as Element | null
  return parent && parent.nodeName !== 'BODY' ? [parent, ...listAround(parent)] : []
}

// The nearest element that says something decides.
function isStrong(element: Element): boolean | undefined {
  const weight =
    readStyle(element, 'font-weight') || (/\bbold\b/.test(readStyle(element, 'font')) ? 'bold' : '')
  if (weight && weight !== 'inherit') return /^(?:bold|bolder|[6-9]00)$/.test(weight)
  return /^(?:B|STRONG)$/.test(element.nodeName) || undefined
}

function isEmphasis(element: Element): boolean | undefined {
  const style =
    readStyle(element, 'font-style') || (/\bitalic\b/.test(readStyle(element, 'font')) ? 'italic' : '')
  if (style && style !== 'inherit') return /^(?:italic|oblique)/.test(style)
  return /^(?:I|EM)$/.test(element.nodeName) || undefined
}

const isDeleted = (element: Element) =>
  /^(?:DEL|S|STRIKE)$/.test(element.nodeName) ||
  /line-through/.test(readStyle(element, 'text-decoration') + readStyle(element, 'text-decoration-line'))

function readStyle(element: Element, name: string): string {
  const style = element.getAttribute(STYLE) ?? ''
  if (!style.includes(name)) return ''
  const all = [...style.matchAll(new RegExp(`(?:^|;)\\s*${name}\\s*:([^;]*)`, 'gi'))]
  return all.at(-1)?.[1]?.replace('!important', '').trim().toLowerCase() ?? ''
}

function wrap(node: Node, name: string): void {
  const mark = node.ownerDocument?.createElement(name)
  if (!mark) return
  mark.setAttribute(MADE, '')
  node.parentNode?.replaceChild(mark, node)
  mark.appendChild(node)
}

// Word processors cut a marked text into many spans.
function join(body: Element, name: string): void {
  for (const mark of listAll(body, name)) {
    if (!mark.parentNode || isBlock(mark)) continue
    while (mark.nextSibling?.nodeName === mark.nodeName) {
      const next = mark.nextSibling
      while (next.firstChild) mark.appendChild(next.firstChild)
      next.parentNode?.removeChild(next)
    }
  }
}
