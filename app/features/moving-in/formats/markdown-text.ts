import { createMarkdown } from '../../../shared/markdown.ts'
import { outside, toPlainText } from './formats.ts'
import { toFenced } from '../../../shared/html-to-markdown/html-parts.ts'

const markdown = createMarkdown()

/** The text of a Markdown file and the title that its first heading gives. */
export interface TitledText {
  title: string | undefined
  content: string
}

const LEFTOVER = /^(?:\{\{.*\}\}|\{%.*%\}|<%.*%>)$/

/**
 * Returns a text without the heading that repeats its title, which the page shows above it, and without headings of
 * template tags alone. Without a title the first heading of level 1 gives it. Code has no headings.
 */
export function takeTitle(content: string, title: string | undefined): TitledText {
  if (!/^ {0,3}(?:#|=+[ \t]*\r?$|-+[ \t]*\r?$)/m.test(content)) return { title, content }
  const headings = listHeadings(content)
  const first = headings.find(({ text }) => !LEFTOVER.test(text))
  const found = title ?? headings.find(({ level, text }) => level === 1 && !LEFTOVER.test(text))?.text
  const dropped = headings.filter(
    (heading) => LEFTOVER.test(heading.text) || (heading === first && isSame(heading.text, found)),
  )
  return {
    title: found && toPlainText(found.replace(/(\*\*|__|`|\*)(.+?)\1/g, '$2')),
    content: withoutLines(content, dropped),
  }
}

interface Heading {
  level: number
  text: string
  lines: [from: number, to: number]
}

function listHeadings(content: string): Heading[] {
  const tokens: Parameters<typeof markdown.block.parse>[3] = []
  markdown.block.parse(content, markdown, {}, tokens)
  return tokens.flatMap(({ type, tag, map, level }, index) =>
    type === 'heading_open' && map && level === 0
      ? [{ level: Number(tag.slice(1)), text: tokens[index + 1]?.content ?? '', lines: map }]
      : [],
  )
}

const isSame = (heading: string, title = '') => title !== '' && toPlain(heading) === toPlain(title)
const toPlain = (text: string) =>
  toPlainText(text)
    .replace(/[*_`\\]|\{#.*\}$/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

function withoutLines(content: string, headings: Heading[]): string {
  if (headings.length === 0) return content
  const dropped = new Set<number>()
  for (const {
    lines: [from, to],
  } of headings)
    for (let line = from; line < to; line += 1) dropped.add(line)
  return content
    .split('\n')
    .filter((_, line) => !dropped.has(line))
    .join('\n')
    .replace(/^\s*\n/, '')
}

const FENCE = /^( {0,3})(`{3,}|~{3,})[^\n]*\n[^]*?(?:^ {0,3}\2[`~]*[ \t]*$|(?![^]))|(`+)(?!`)[^`]+?\3(?!`)/gm

/**
 * Returns a Markdown text in which the tags of Hugo, Jekyll and Hexo that hold code, a picture or the address of another text are Markdown, and the
 * names of its other tags, which our pages do not show. Tags in code stay.
 */
export function showTemplateTags(content: string): { content: string; lost: string[] } {
  if (!/\{\{|\{%/.test(content)) return { content, lost: [] }
  const lost: string[] = []
  const coded = content.replace(BLOCK_CODE, (_, attributes: string, code: string) =>
    toFence(attributes, code),
  )
  return { content: outside(coded, FENCE, (part) => showTags(part, lost)), lost }
}

const BLOCK_CODE =
  /^[ \t]*\{[{%][%<]?-?\s*(?:highlight|codeblock|code)\b([^\n]*?)-?[%>]?[}%]\}[ \t]*\n([^]*?)\n[ \t]*\{[{%][%<]?-?\s*(?:end|\/\s*)(?:highlight|codeblock|code)\s*-?[%>]?[}%]\}/gm

function toFence(attributes: string, code: string): string {
  const language = /(?:lang:|^\s*["']?)([\w+#-]+)(?=["'\s]|$)/.exec(attributes)?.[1] ?? ''
  return toFenced(language, code)
}

const TAG = /\{\{[<%]\s*\/?\s*([\w/-]+)([^]*?)\/?\s*[>%]\}\}|\{%-?\s*([\w-]+)([^]*?)-?%\}/g
const SHOWN = /^(?:end)?(?:youtube|vimeo|raw|comment)$/ // our pages show their videos and their text
const SILENT = /^(?:end\w*|else|elsif|more|assign|capture)$/

function showTags(text: string, lost: string[]): string {
  return text.replace(TAG, (whole, ...groups: (string | undefined)[]) => {
    const [name = '', attributes = ''] = groups[0] === undefined ? groups.slice(2) : groups
    const shown = PICTURE.test(name) ? toPicture(attributes) : toAddress(name, attributes)
    if (shown === undefined && !isShown(name, attributes)) lost.push(`template tag ${name}`)
    return shown ?? whole
  })
}

// The old address of another text, which leads to its article (`toDefaultAddresses`).
function toAddress(name: string, attributes: string): string | undefined {
  if (/^(?:post_url|link)$/.test(name)) {
    const [, ...parts] = /(\d{4})-(\d\d)-(\d\d)-([\w-]+)(?:\.\w+)?["'\s]*$/.exec(attributes) ?? []
    return parts.length > 0 ? `/${parts.join('/')}.html` : undefined
  }
  const [, path, anchor = ''] =
    /^\s*["']?\/?([\w-]+(?:\/[\w-]+)+)(?:\.md)?(#[\w-]+)?["'\s]*$/.exec(attributes) ?? []
  return /^(?:rel)?ref$/.test(name) && path ? `/${path.replace(/\/_?index$/, '')}${anchor}` : undefined
}

const PICTURE = /^(?:figure|img|image|asset_img|picture)$/

const isShown = (name: string, attributes: string) =>
  SHOWN.test(name) || SILENT.test(name) || (name === 'include' && /youtube|vimeo/.test(attributes))

function toPicture(attributes: string): string | undefined {
  const of = (key: string) =>
    new RegExp(`\\b${key}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)?.slice(1).find(Boolean)
  const address =
    of('src') ?? of('link') ?? /(?:^|\s)(\S+\.(?:jpe?g|png|gif|webp|svg|avif))(?=\s|$)/i.exec(attributes)?.[1]
  if (!address || /["'<>\s]/.test(address)) return undefined
  const caption = (of('caption') ?? of('title') ?? '').replaceAll('"', String.raw`\"`)
  const alt = (of('alt') ?? '').replace(/[[\]]/g, String.raw`\$&`)
  return `![${alt}](${address}${caption && ` "${caption}"`})`
}
