import { toComment } from '../../../shared/html-to-markdown/html-parts.ts'

// A name in capital letters alone is one of old HTML.
const COMPONENT = /<([A-Z][\w.]*[a-z][\w.]*)(?=[\s/>])/g
const LONGEST_TAG = 10_000 // in characters
const DEEPEST = 50

/** What is known of a file when its components are shown. */
export interface Mdx {
  /** True for MDX, which has code in its text. */
  isMdx: boolean
  /** The addresses of pictures by the names that they are imported under. */
  pictures: Map<string, string>
  /** What the article loses, by its name. */
  lost: string[]
}

/**
 * Returns MDX as Markdown: components that hold a text become this text, those of pictures and videos are shown, and others
 * become comments. So do expressions.
 */
export function showComponents(text: string, mdx: Mdx): string {
  const opened = openComponents(text, mdx, 0)
  return mdx.isMdx ? showExpressions(openTags(opened, mdx), mdx.lost) : opened
}

const IMPORT = /^import\s+([\w$]+)\s+from\s+["']([^"'\n]+\.(?:jpe?g|png|gif|webp|svg|avif))["']/gm

/** Returns the addresses of the pictures that MDX imports, by their names. */
export const listPictures = (text: string): Map<string, string> =>
  new Map(Array.from(text.matchAll(IMPORT), ([, name = '', path = '']) => [name, path]))

function openComponents(text: string, mdx: Mdx, depth: number): string {
  let shown = ''
  let done = 0
  for (const { 1: name = '', index } of text.matchAll(COMPONENT)) {
    if (index < done) continue
    const end = findTagEnd(text, index)
    if (end === -1) continue
    const tag = text.slice(index, end)
    const { inner, to } = tag.endsWith('/>') ? { inner: '', to: end } : findInner(text, name, end)
    const isOnLine =
      !text.slice(text.lastIndexOf('\n', index) + 1, index).trim() && /^[ \t]*(?:\n|$)/.test(text.slice(to))
    shown += text.slice(done, index) + showComponent({ name, tag, inner, isOnLine }, mdx, depth)
    done = to
  }
  return shown + text.slice(done)
}

// The signs at which a search for the end of a tag stops: texts, code and the end itself.
const TAG_PART = /"[^"]*"|'[^']*'|`[^`]*`|[{}>]/g

/** Returns where a tag ends, past the texts and the code in its attributes; -1 if it does not. */
function findTagEnd(text: string, from: number): number {
  let braces = 0
  for (const { 0: part, index } of text.slice(from, from + LONGEST_TAG).matchAll(TAG_PART)) {
    if (part === '{') braces += 1
    if (part === '}') braces -= 1
    if (part === '>' && braces === 0) return from + index + 1
  }
  return -1
}

/** Returns what a component holds, and where it ends. One without an end holds nothing. */
function findInner(text: string, name: string, from: number): { inner: string; to: number } {
  const edge = new RegExp(`<(/?)${name.replaceAll('.', String.raw`\.`)}(?=[\\s/>])[^<>]*>`, 'g')
  edge.lastIndex = from
  let depth = 1
  for (let found = edge.exec(text); found; found = edge.exec(text)) {
    if (!found[0].endsWith('/>')) depth += found[1] ? -1 : 1
    if (depth === 0) return { inner: text.slice(from, found.index), to: edge.lastIndex }
  }
  return { inner: '', to: from }
}

interface Component {
  name: string
  tag: string
  inner: string
  /** True if it stands on lines of its own. */
  isOnLine: boolean
}

function showComponent({ name, tag, inner, isOnLine }: Component, mdx: Mdx, depth: number): string {
  const attributes = readAttributes(tag, mdx)
  if (inner.trim() === '') {
    const alone = showEmpty(name, tag, { attributes, lost: mdx.lost })
    return isOnLine ? `\n\n${alone}\n\n` : alone
  }
  const text = isOnLine ? withoutIndent(inner) : inner
  const shown = depth < DEEPEST ? openComponents(text, mdx, depth + 1) : text
  if (!isOnLine) return shown
  const title = TITLES.map((key) => attributes.get(key)).find(Boolean)
  return `\n\n${title ? `**${title}**\n\n` : ''}${shown.trim()}\n\n`
}

const TITLES = ['title', 'label', 'heading', 'header', 'summary', 'question']
const ATTRIBUTE =
  /\s([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*(?:"([^"]*)"|'([^']*)'|`([^`$]*)`|(?:require|useBaseUrl)\(\s*["']([^"'\n]+)["']\s*\)(?:\.default)?|([\w$]+)(?:\.src)?)\s*\})/g

function readAttributes(tag: string, { pictures }: Mdx): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, key = '', ...values] of tag.matchAll(ATTRIBUTE)) {
    const variable = values.pop()
    const value = values.find((each) => each !== undefined) ?? pictures.get(variable ?? '')
    if (value !== undefined) attributes.set(key, value)
  }
  return attributes
}

const IMAGE = /image$|^(?:img|picture|figure|photo)$/i

interface Given {
  attributes: Map<string, string>
  lost: string[]
}

/** Returns a component without a text: a picture, a video, or a comment. */
function showEmpty(name: string, tag: string, { attributes, lost }: Given): string {
  const src = attributes.get('src')
  const id = ['id', 'videoId', 'videoid'].map((key) => attributes.get(key)).find(Boolean) ?? ''
  if (IMAGE.test(name) && src) return toPicture(src, attributes)
  if (/youtube/i.test(name) && /^[\w-]+$/.test(id)) return `<https://www.youtube.com/watch?v=${id}>`
  if (/vimeo/i.test(name) && /^\d+$/.test(id)) return `<https://vimeo.com/${id}>`
  lost.push(`component ${name}`)
  return toComment(tag)
}

function toPicture(src: string, attributes: Map<string, string>): string {
  const alt = (attributes.get('alt') ?? '').replace(/[[\]]/g, String.raw`\$&`)
  const caption = (attributes.get('caption') ?? attributes.get('title') ?? '').replaceAll('"', String.raw`\"`)
  return `![${alt}](${/[\s()]/.test(src) ? `<${src}>` : src}${caption && ` "${caption}"`})`
}

// A text in a component may be indented, which is code in Markdown. Its first line may stand beside the tag.
function withoutIndent(text: string): string {
  const lines = text.split('\n')
  const widths = lines.slice(1).flatMap((line) => (line.trim() === '' ? [] : [line.search(/\S/)]))
  const width = widths.length > 0 ? Math.min(...widths) : 0
  return lines.map((line) => line.slice(Math.min(width, Math.max(line.search(/\S/), 0)))).join('\n')
}

const HTML_TAG = /<([a-z][\w-]*)(?=[\s/>])/g

/** Returns a text whose tags of HTML have no code in their attributes, which would make a text of them. */
function openTags(text: string, mdx: Mdx): string {
  let shown = ''
  let done = 0
  for (const { 1: name = '', index } of text.matchAll(HTML_TAG)) {
    const end = index < done ? -1 : findTagEnd(text, index)
    const tag = text.slice(index, end)
    if (end === -1 || !tag.includes('={')) continue
    const attributes = Array.from(readAttributes(tag, mdx), ([key, value]) => ` ${key}="${value}"`)
    shown += `${text.slice(done, index)}<${name}${attributes.join('')}${tag.endsWith('/>') ? ' /' : ''}>`
    done = end
  }
  return (shown + text.slice(done)).replace(/<\/?>/g, '')
}

const EXPRESSION = /(?<![\\{$=])\{(?![{%#:|.])([^{}\n]{1,200})\}(?!\})/g

const showExpressions = (text: string, lost: string[]): string =>
  text.replace(EXPRESSION, (whole, code: string, at: number) => {
    const line = text.slice(text.lastIndexOf('\n', at) + 1, at)
    if (/^(?:import|export)\s/.test(line)) return whole
    const [, , said] = /^\s*(["'`])([^]*)\1\s*$/.exec(code) ?? []
    if (said !== undefined) return said
    lost.push(`expression ${whole}`)
    return toComment(whole)
  })
