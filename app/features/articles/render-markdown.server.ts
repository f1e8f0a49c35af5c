import { createMarkdown } from '../../shared/markdown.ts'
import type { TocEntry } from './articles.ts'
import { FEATURED_EXCERPT_LENGTH } from './articles.ts'
import { highlightCode } from './highlight-code.server.ts'
import { readHeadingIds, toAnchoredHeadings } from './headings.server.ts'
import { toPictures, withUploadSizes } from './pictures.server.ts'
import { measureText, toPlainText } from './plain-text.server.ts'
import { sanitiseHtml } from './sanitise-html.server.ts'
import { dropTemplateTags } from './template-tags.server.ts'
import { toEmbeds } from './video-embeds.server.ts'

export interface MarkdownSource {
  content: string
  /** Where relative addresses lead: the article's own address when it was first published elsewhere. */
  baseUrl: string | null
}

export interface RenderedMarkdown {
  /** Sanitised: no script, style, handler or frame. */
  html: string
  /** Sections to jump to; none for a text that is short, or that has more of them than anybody would read. */
  toc: TocEntry[]
  excerpt: string
  readingMinutes: number
}

const EXCERPT_LENGTH = FEATURED_EXCERPT_LENGTH

// Whoever needs a table of contents scrolls: four sections and 800 words are about four screens of a laptop. Below
// that the headings themselves are found sooner than a list of them is read.
const TOC_MIN_HEADINGS = 4
const TOC_MIN_WORDS = 800
// Nobody reads a longer list, and drawing thousands of links twice would keep other readers waiting.
const TOC_MAX_HEADINGS = 200
const TOC_LEVELS = new Set([2, 3])

const markdown = createMarkdown().use(dropTemplateTags).use(readHeadingIds).use(highlightCode)

markdown.renderer.rules.footnote_anchor = (tokens, index) => {
  const { id, subId } = (tokens[index]?.meta ?? { id: 0, subId: 0 }) as { id: number; subId: number }
  const name = subId > 0 ? `${id + 1}:${subId}` : `${id + 1}`
  return ` <a href="#fnref${name}" class="footnote-backref">↩\uFE0E</a>` // the variant that is no emoji
}

// A section would need a heading of its own.
markdown.renderer.rules.footnote_block_open = () =>
  '<hr class="footnotes-sep">\n<div class="footnotes">\n<ol class="footnotes-list">\n'
markdown.renderer.rules.footnote_block_close = () => '</ol>\n</div>\n'

/**
 * Markdown as GFM with footnotes, task lists and highlighted code, raw HTML through a tight allow-list. Runs in a
 * worker: it may be slow. What comes after the sanitiser only moves or adds what is spelled out in our own code.
 */
export function renderMarkdown(source: MarkdownSource): RenderedMarkdown {
  const clean = sanitiseHtml(markdown.render(source.content), source.baseUrl)
  const { html, headings } = toAnchoredHeadings(toPictures(toEmbeds(withUploadSizes(clean))))
  const text = toPlainText(html)
  const { words, minutes } = measureText(text)
  const sections = headings.filter(({ level }) => TOC_LEVELS.has(level))
  const isLong = sections.length >= TOC_MIN_HEADINGS && words >= TOC_MIN_WORDS
  const isListable = sections.length <= TOC_MAX_HEADINGS
  return {
    html,
    toc: isLong && isListable ? sections : [],
    excerpt: Array.from(text).slice(0, EXCERPT_LENGTH).join(''),
    readingMinutes: minutes,
  }
}
