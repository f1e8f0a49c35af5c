import { escapeHtml } from '../../../shared/text.ts'
import { attribute, renderCard } from './ghost-cards.ts'
import { readRawField, readTrimmed, toRecord, toRecords } from './source-fields.ts'

type Node = Record<string, unknown>

const DEPTH_LIMIT = 100 // no real text is nested deeper

/** Returns the HTML of a document of Ghost's editor, for a post without HTML. Adds the cards that are lost to `lost`. */
export function renderLexical(document: unknown, lost: string[]): string {
  return renderChildren(toRecord(toRecord(document).root), lost, 0)
}

function renderChildren(node: Node, lost: string[], depth: number): string {
  if (depth > DEPTH_LIMIT) throw new Error('Its text nests too deep.')
  return toRecords(node.children)
    .map((child) => renderNode(child, lost, depth + 1))
    .join('')
}

function renderNode(node: Node, lost: string[], depth: number): string {
  const type = readTrimmed(node.type).replace(/^extended-/, '')
  const inline = INLINE.get(type)
  if (inline) return inline(node)
  if (!Array.isArray(node.children)) return renderCard(type, node, lost)
  const tag = tagOf(type, node)
  const inner = renderChildren(node, lost, depth)
  if (LINK.test(type)) return `<a href="${attribute(node.url)}">${inner}</a>`
  return tag
    ? `<${tag}${toStart(tag, node)}>${toBox(node)}${inner}</${tag}>${tag === 'li' ? '' : '\n'}`
    : inner
}

const LINK = /^(?:auto|at-)?link$/

const toStart = (tag: string, { start }: Node) =>
  tag === 'ol' && Number(start) > 1 ? ` start="${Number(start)}"` : ''

function toBox({ checked }: Node): string {
  if (typeof checked !== 'boolean') return ''
  return `<input type="checkbox"${checked ? ' checked' : ''}> `
}

function tagOf(type: string, node: Node): string | undefined {
  const own = /^(h[1-6]|ul|ol)$/.exec(readTrimmed(node.tag))?.[0]
  if (type === 'heading' || type === 'list') return own ?? (type === 'list' ? 'ul' : 'h2')
  return { paragraph: 'p', quote: 'blockquote', aside: 'blockquote', listitem: 'li' }[type]
}

const FORMATS: [bit: number, tag: string][] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
]

function renderText(node: Node): string {
  const format = Number(node.format ?? 0)
  const tags = FORMATS.filter(([bit]) => format & bit).map(([, tag]) => tag)
  return tags.reduce((inner, tag) => `<${tag}>${inner}</${tag}>`, escapeHtml(readRawField(node.text)))
}

const INLINE = new Map<string, (node: Node) => string>([
  ['text', renderText],
  ['linebreak', () => '<br>'],
  ['tab', () => '\t'],
  ['tk', renderText],
  ['zwnj', () => ''],
])
