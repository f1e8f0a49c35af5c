import type { MarkdownIt } from 'markdown-it'
import type { TocEntry } from './markdown.ts'
import { withoutTags } from './plain-text.server.ts'

const ID_LENGTH = 80
const WRITTEN_ID = /\s*\{#([\p{L}\p{M}\p{N}_.:-]+)\}\s*$/u

/** A markdown-it plugin that reads the id in `## Heading {#id}`, a notation of several generators. */
export function readHeadingIds(markdown: MarkdownIt): void {
  markdown.core.ruler.after('block', 'heading_ids', (state) => {
    for (const [index, token] of state.tokens.entries()) {
      const text = state.tokens[index + 1]
      if (token.type !== 'heading_open' || !text) continue
      const id = WRITTEN_ID.exec(text.content)?.[1]
      if (!id) continue
      token.attrSet('id', id)
      text.content = text.content.replace(WRITTEN_ID, '')
    }
  })
}

const HEADING = /<a\b|<\/a>|<h([2-6])((?: [^>]*)?)>(.*?)<\/h\1>/gs

/**
 * Adds an id to every heading, made of its text and unique within the HTML, and a permalink. The permalink is outside
 * the heading, so that the heading's accessible name is its text. Returns the HTML, and the headings in their order.
 */
export function toAnchoredHeadings(html: string): { html: string; headings: TocEntry[] } {
  const headings: TocEntry[] = []
  if (!/<h[2-6]/.test(html)) return { html, headings }
  const taken = new Map([...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => [id, 1]))
  let isInLink = false // a link cannot hold another
  const anchored = html.replace(HEADING, (whole, ...groups: (string | undefined)[]) => {
    const [level, attributes = '', inner = ''] = groups
    if (!level) {
      isInLink = whole === '<a'
      return whole
    }
    const text = withoutTags(inner).replace(/\s+/g, ' ').trim()
    if (text === '') return whole
    const written = / id="([^"]*)"/.exec(attributes)?.[1]
    const id = written ?? reserveId(text, taken)
    headings.push({ id, text, level: Number(level) })
    const heading = `<h${level}${written ? '' : ` id="${id}"`}${attributes}>${inner}</h${level}>`
    return isInLink ? heading : `<div class="heading">${heading}${toPermalink(id, text)}</div>`
  })
  return { html: anchored, headings }
}

// By GitHub's rules, because links within imported texts use such ids.
function reserveId(text: string, taken: Map<string, number>): string {
  const kept = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
  const base = `text-${Array.from(kept).slice(0, ID_LENGTH).join('') || 'section'}`
  let id = base
  let suffix = taken.get(base) ?? 0 // the next number to try; a text may have thousands of headings with one name
  for (; taken.has(id); suffix += 1) id = `${base}-${suffix}`
  taken.set(base, Math.max(suffix, 1))
  taken.set(id, taken.get(id) ?? 1)
  return id
}

const toPermalink = (id: string, text: string) =>
  `<a class="permalink" href="#${id}" aria-label="Link to: ${escapeAttribute(text)}"></a>`

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
