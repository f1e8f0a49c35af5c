import { createMarkdown } from '../../../shared/markdown.ts'
import { dropNotes } from './author-notes.ts'
import type { FileLinks } from './file-links.ts'
import { computeFilters } from './liquid-filters.ts'
import { showCode, showMarks } from './markdown-marks.ts'
import { listPictures, showComponents } from './mdx-components.ts'
import { outside, toPlainText } from './source-texts.ts'
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

// A fence may stand in a list or a quotation. Code within a line ends in its paragraph.
export const FENCE =
  /^(?:[ \t]*(?:>|[-*+]|\d+[.)]))*[ \t]*(`{3,}(?=[^\n`]*\n)|~{3,})[^\n]*\n[^]*?(?:^[ \t>]*\1[`~]*[ \t]*$|(?![^]))|(`+)(?!`)(?:(?!\n[ \t]*\n)[^`])+?\2(?!`)/gm

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

// What one of the steps below may change. Other texts stay as they are, byte for byte.
const MARKS =
  /\{[{%#:]|\{\s*\/\*|%%|\[\[|\[!|^ {0,3}:::|==|\$|\\[([]|<[A-Z]|[ \t]\^[\w-]+[ \t]*$|^(?:import|export)\s|^\s*`{3,}\s*(?:dataview|tasks|query|button)|\]\((?![a-z]+:|#|\/\/)/m

/** What is known of a text when its marks are read. */
export interface MarkedText {
  /** The path of its file. */
  path: string
  links: FileLinks | undefined
}

/**
 * Returns a Markdown text without the notes of its author, which no reader saw, and with the marks of other programs as our
 * pages know them. `said` is the text without notes only. Code stays as it is.
 */
export function readMarks(content: string, { path, links }: MarkedText) {
  const lost: string[] = []
  if (!MARKS.test(content)) return { content, said: content, lost }
  const codes: string[] = []
  const hold = (code: string) => `\u{F0000}${codes.push(code) - 1}\u{F0001}`
  const { text, count } = dropNotes(holdCode(content, hold))
  lost.push(...Array<string>(count).fill('note of the author (never public)'))
  const isMdx = /\.mdx$/i.test(path) || MDX_STATEMENT.test(text)
  const marked = showMarks(isMdx ? text.replace(MDX_STATEMENT, hold) : text, { hold, links, lost })
  const shown = showComponents(computeFilters(marked), { isMdx, pictures: listPictures(text), lost })
  return { content: release(shown, codes, (code) => showCode(code, lost)), said: release(text, codes), lost }
}

const MDX_STATEMENT =
  /^(?:import\s[^\n]*\sfrom\s+["'][^\n]*|import\s+["'][^\n]*|export\s(?:const|let|var|default|function|async|class)\b[^]*?)(?=\n[ \t]*\n|\n(?:import|export)\s|$(?![^]))/gm

const HELD = /\u{F0000}(\d+)\u{F0001}/gu // private characters, which no text has
const LEAD = /^[ \t]*/

function holdCode(content: string, hold: (code: string) => string): string {
  return content.replaceAll(/[\u{F0000}\u{F0001}]/gu, '').replace(FENCE, (code) => {
    const lead = code.includes('\n') ? (LEAD.exec(code)?.[0] ?? '') : ''
    return lead + hold(lead ? code.replaceAll(new RegExp(`^[ \\t]{0,${lead.length}}`, 'gm'), '') : code)
  })
}

// Code gets the indent, and the signs of the quotation, that its first line has now.
const release = (text: string, codes: string[], show = (code: string) => code): string =>
  text.replace(HELD, (_, index: string, at: number) => {
    const code = show(codes[Number(index)] ?? '')
    const [lead = ''] = /^(?:> |[ \t])*$/.exec(text.slice(text.lastIndexOf('\n', at) + 1, at)) ?? []
    return lead ? code.replaceAll(/\n(?=[^\n])/g, `\n${lead}`) : code
  })

const BLOCK_CODE =
  /^[ \t]*\{[{%][%<]?-?\s*(?:highlight|codeblock|code)\b([^\n]*?)-?[%>]?[}%]\}[ \t]*\n([^]*?)\n[ \t]*\{[{%][%<]?-?\s*(?:end|\/\s*)(?:highlight|codeblock|code)\s*-?[%>]?[}%]\}/gm

function toFence(attributes: string, code: string): string {
  const language = /(?:lang:|^\s*["']?)([\w+#-]+)(?=["'\s]|$)/.exec(attributes)?.[1] ?? ''
  return toFenced(language, code)
}

const TAG = /\{\{[<%]\s*\/?\s*([\w/-]+)([^]*?)\/?\s*[>%]\}\}|\{%-?\s*([\w-]+)([^]*?)-?%\}/g
const SHOWN = /^(?:end)?(?:youtube|vimeo|raw)$/ // our pages show their videos and their text
const SILENT = /^(?:end\w*|else|elsif|more|assign|capture)$/

/** Returns a text in which the tags of pictures and addresses are shown. The names of others are added to `lost`. */
export function showTags(text: string, lost: string[], draw = drawPicture): string {
  return text.replace(TAG, (whole, ...groups: (string | undefined)[]) => {
    const [name = '', attributes = ''] = groups[0] === undefined ? groups.slice(2) : groups
    const picture = PICTURE.test(name) ? readPicture(attributes) : undefined
    const shown = picture ? draw(picture) : toAddress(name, attributes)
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
  if (!/^(?:rel)?ref$/.test(name) || !path) return undefined
  return `/${path.replace(/\/_?index$/, '')}${anchor.replace('#', '#text-')}` // the ids of our pages
}

const PICTURE = /^(?:figure|img|image|asset_img|picture)$/

const isShown = (name: string, attributes: string) =>
  SHOWN.test(name) || SILENT.test(name) || (name === 'include' && /youtube|vimeo/.test(attributes))

/** A picture of a template tag. */
export interface TagPicture {
  address: string
  alt: string
  caption: string
}

const OF_ELEVENTY = /^\s*["']([^"'\s]+)["']\s*,\s*["']([^"'\n]*)["']/
const PICTURE_FILE = /(?:^|\s)(\S+\.(?:jpe?g|png|gif|webp|svg|avif))(?=\s|$)/i

function readPicture(attributes: string): TagPicture | undefined {
  const of = (...keys: string[]) =>
    keys
      .flatMap(
        (key) => new RegExp(`\\b${key}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)?.slice(1) ?? [],
      )
      .find(Boolean)
  const [, first, text = ''] = OF_ELEVENTY.exec(attributes) ?? []
  const address = of('src', 'link') ?? first ?? PICTURE_FILE.exec(attributes)?.[1]
  if (!address || /["'<>\s]/.test(address)) return undefined
  return { address, alt: of('alt') ?? text, caption: of('caption', 'title') ?? '' }
}

function drawPicture({ address, alt, caption }: TagPicture): string {
  const title = caption && ` "${caption.replaceAll('"', String.raw`\"`)}"`
  return `![${alt.replace(/[[\]]/g, String.raw`\$&`)}](${address}${title})`
}
