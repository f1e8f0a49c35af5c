import { escapeHtml } from '../../../shared/text.ts'
import { readField, readRawField, readTrimmed, toRecord, toRecords } from './files.ts'
import { toWritten } from './html-parts.ts'

type Node = Record<string, unknown>

const DEPTH_LIMIT = 100 // no real text is nested deeper

/** Returns the HTML of a document of Ghost's editor, for a post without HTML. Unknown cards keep only their text. */
export function renderLexical(document: unknown): string {
  return renderChildren(toRecord(toRecord(document).root), 0)
}

function renderChildren(node: Node, depth: number): string {
  if (depth > DEPTH_LIMIT) throw new Error('Its text nests too deep.')
  return toRecords(node.children).map((child) => renderNode(child, depth + 1)).join('') // prettier-ignore
}

function renderNode(node: Node, depth: number): string {
  const type = readTrimmed(node.type).replace(/^extended-/, '')
  const card = cards[type]
  if (card) return card(node)
  const tag = tagOf(type, node)
  const inner = renderChildren(node, depth)
  if (type === 'link') return `<a href="${attribute(node.url)}">${inner}</a>`
  return tag ? `<${tag}>${inner}</${tag}>${tag === 'li' ? '' : '\n'}` : inner
}

function tagOf(type: string, node: Node): string | undefined {
  const own = /^(h[1-6]|ul|ol)$/.exec(readTrimmed(node.tag))?.[0]
  if (type === 'heading' || type === 'list') return own ?? (type === 'list' ? 'ul' : 'h2')
  return { paragraph: 'p', quote: 'blockquote', aside: 'blockquote', listitem: 'li' }[type]
}

const FORMATS: [bit: number, tag: string][] = [[1, 'strong'], [2, 'em'], [4, 's'], [16, 'code'], [32, 'sub'], [64, 'sup']] // prettier-ignore

function renderText(node: Node): string {
  const format = Number(node.format ?? 0)
  const tags = FORMATS.filter(([bit]) => format & bit).map(([, tag]) => tag)
  return tags.reduce((inner, tag) => `<${tag}>${inner}</${tag}>`, escapeHtml(readRawField(node.text)))
}

const attribute = (value: unknown) => escapeHtml(readTrimmed(value))

// Captions are HTML. Like all imported HTML they are sanitised when the article is rendered.
function renderFigure(inner: string, caption: unknown): string {
  const text = readField(caption)
  return `<figure>${inner}${text ? `<figcaption>${text}</figcaption>` : ''}</figure>\n`
}

const renderImage = (node: Node) =>
  `<img src="${attribute(node.src)}" alt="${attribute(node.alt)}"${node.title ? ` title="${attribute(node.title)}"` : ''}>`

const cards: Partial<Record<string, (node: Node) => string>> = {
  text: renderText,
  linebreak: () => '<br>',
  tab: () => '\t',
  horizontalrule: () => '<hr>\n',
  image: (node) => renderFigure(renderImage(node), node.caption),
  gallery: (node) => renderFigure(toRecords(node.images).map(renderImage).join(''), node.caption),
  codeblock: (node) =>
    `<pre><code${node.language ? ` class="language-${attribute(node.language)}"` : ''}>${escapeHtml(readRawField(node.code))}</code></pre>\n`,
  html: (node) => `${readTrimmed(node.html)}\n`,
  markdown: (node) => toWritten(readTrimmed(node.markdown)),
  embed: (node) => renderFigure(readTrimmed(node.html), node.caption),
  bookmark: renderBookmark,
  video: renderFile,
  audio: renderFile,
  file: renderFile,
  callout: (node) => `<blockquote>${readTrimmed(node.calloutText)}</blockquote>\n`,
  button: (node) => `<p><a href="${attribute(node.buttonUrl)}">${attribute(node.buttonText)}</a></p>\n`,
  toggle: (node) => `<h4>${readTrimmed(node.heading)}</h4>\n${readTrimmed(node.content)}\n`,
}

function renderFile(node: Node): string {
  const name =
    readField(node.fileTitle) ?? readField(node.title) ?? readField(node.fileName) ?? readTrimmed(node.src)
  return `<p><a href="${attribute(node.src)}">${escapeHtml(name)}</a></p>\n`
}

function renderBookmark(node: Node): string {
  const title = readField(toRecord(node.metadata).title) ?? readTrimmed(node.url)
  return `<p><a href="${attribute(node.url)}">${escapeHtml(title)}</a></p>\n`
}
