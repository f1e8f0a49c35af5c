import { INDENT } from '../../../shared/html-to-markdown/html-parts.ts'

const VERBATIM = new Set(['PRE', 'CODE', 'SCRIPT', 'STYLE', 'TEXTAREA'])
const BLOCKS = new Set([
  'ADDRESS',
  'ARTICLE',
  'ASIDE',
  'BLOCKQUOTE',
  'BR',
  'CAPTION',
  'CENTER',
  'COL',
  'COLGROUP',
  'DD',
  'DETAILS',
  'DIV',
  'DL',
  'DT',
  'FIGCAPTION',
  'FIGURE',
  'FOOTER',
  'FORM',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'HEADER',
  'HR',
  'IFRAME',
  'LI',
  'OL',
  'P',
  'PRE',
  'SECTION',
  'SUMMARY',
  'TABLE',
  'TBODY',
  'TD',
  'TFOOT',
  'TH',
  'THEAD',
  'TR',
  'UL',
])
const KEPT = new Set(['TABLE', 'DL', 'DETAILS'])
const TEXT = 3
const ELEMENT = 1

/**
 * Changes the ends of lines in a text of WordPress' classic editor to elements, as WordPress does: an empty line ends a
 * paragraph, and another one is a break. Those beside a block, and those in code, mean nothing.
 */
export function breakLines(within: Element, isKept = false): void {
  for (const node of Array.from(within.childNodes)) {
    if (node.nodeType === TEXT) breakText(node, isKept)
    else if (node.nodeType === ELEMENT && !VERBATIM.has(node.nodeName))
      breakLines(node as Element, isKept || KEPT.has(node.nodeName))
  }
}

// Markdown removes spaces at the start of a line, and a tab is as wide as four of them.
const toIndent = (spaces: string) =>
  `<${INDENT}>${'x'.repeat(spaces.replaceAll('\t', '    ').length)}</${INDENT}>`

/** Changes the verses of WordPress' block editor, which are no code, to paragraphs with the same lines and indents. */
export function openVerses(within: Element): void {
  for (const verse of Array.from(within.querySelectorAll('pre.wp-block-verse'))) {
    const lines = verse.ownerDocument.createElement('div')
    lines.innerHTML = verse.innerHTML.replace(/^[ \t]+(?=\S)/gm, toIndent)
    breakLines(lines)
    verse.parentNode?.replaceChild(lines, verse)
  }
}

function breakText(node: Node, isKept: boolean): void {
  const { parentNode: parent, ownerDocument: page, nodeValue: text } = node
  if (!text?.includes('\n') || !page || !parent) return
  for (const part of withoutEdges(node, text).split(/([ \t]*\n\s*)/)) {
    const isEnd = /^[ \t]*\n/.test(part)
    const parts = isEnd
      ? toElements(part, isKept).map((name) => page.createElement(name))
      : [page.createTextNode(part)]
    for (const each of parts) parent.insertBefore(each, node)
  }
  parent.removeChild(node)
}

function withoutEdges(node: Node, text: string): string {
  const lines = text.replace(/\r\n?/g, '\n')
  const begun = isBeside(node.previousSibling, 'previousSibling') ? lines.trimStart() : lines
  return isBeside(node.nextSibling, 'nextSibling') ? begun.trimEnd() : begun
}

// An empty paragraph separates two texts in Markdown. In HTML that stays, two breaks do.
function toElements(end: string, isKept: boolean): string[] {
  if (!/\n\s*\n/.test(end)) return ['br']
  return isKept ? ['br', 'br'] : ['p']
}

function isBeside(node: Node | null, way: 'previousSibling' | 'nextSibling'): boolean {
  if (node === null || BLOCKS.has(node.nodeName)) return true
  return node.nodeType !== TEXT && node.nodeType !== ELEMENT && isBeside(node[way], way)
}
