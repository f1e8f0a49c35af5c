import { isRightToLeft } from '../../../shared/directions.ts'
import { guessLanguage } from '../../../shared/languages.ts'
import { createMarkdown } from '../../../shared/markdown.ts'
import { measureText, WORDS_PER_MINUTE } from '../../../shared/measure-text.ts'
import { toStart } from '../../../shared/text.ts'
import { EXCERPT_LENGTH, type MarkdownSource, type RenderedMarkdown } from './markdown.ts'
import { highlightCode } from './highlight-code.server.ts'
import { readHeadingIds, toAnchoredHeadings } from './headings.server.ts'
import { toPictures, withUploadSizes } from './picture-sizes.server.ts'
import { toPlainText } from './plain-text.server.ts'
import { setDirections } from './set-directions.server.ts'
import { setQuotes, toQuotes } from './set-quotes.server.ts'
import { sanitiseHtml } from './sanitise-html.server.ts'
import { dropTemplateTags } from './template-tags.server.ts'
import { toEmbeds } from './video-embeds.server.ts'

// A table of contents helps readers who scroll: four sections and 800 words are about four screens of a laptop. In a
// shorter text readers see the headings sooner than they read a list of them.
const TOC_MIN_HEADINGS = 4
const TOC_MIN_MINUTES = 800 / WORDS_PER_MINUTE
// A longer list helps no reader, and rendering thousands of links twice would slow the page down.
const TOC_MAX_HEADINGS = 200
const TOC_LEVELS = new Set([2, 3])

const markdown = createMarkdown().use(dropTemplateTags).use(readHeadingIds).use(highlightCode).use(setQuotes)

markdown.renderer.rules.footnote_anchor = (tokens, index) => {
  const { id, subId } = (tokens[index]?.meta ?? { id: 0, subId: 0 }) as { id: number; subId: number }
  const name = subId > 0 ? `${id + 1}:${subId}` : `${id + 1}`
  return ` <a href="#fnref${name}" class="footnote-backref">↩\uFE0E</a>` // U+FE0E: as text, not as an emoji
}

// A `div` instead of the default `section`, which would need a heading.
markdown.renderer.rules.footnote_block_open = () =>
  '<hr class="footnotes-sep">\n<div class="footnotes">\n<ol class="footnotes-list">\n'
markdown.renderer.rules.footnote_block_close = () => '</ol>\n</div>\n'

/**
 * Renders GFM with footnotes, task lists and highlighted code; raw HTML passes a tight allow-list. Runs in a worker,
 * because it may be slow. Quotes and apostrophes are set as the text's language sets them. The steps after the sanitiser add only markup of our own.
 */
export function renderMarkdown(source: MarkdownSource): RenderedMarkdown {
  markdown.set({ quotes: toQuotes(source.lang) })
  const clean = sanitiseHtml(markdown.render(source.content, { lang: source.lang }), source.baseUrl)
  const { html: anchored, headings } = toAnchoredHeadings(toPictures(toEmbeds(withUploadSizes(clean))))
  const text = toPlainText(anchored)
  const excerpt = toStart(text, EXCERPT_LENGTH)
  const html = setDirections(anchored, isRightToLeft(source.lang ?? guessLanguage(excerpt)))
  const { time, minutes } = measureText(text)
  const sections = headings.filter(({ level }) => TOC_LEVELS.has(level))
  const isLong = sections.length >= TOC_MIN_HEADINGS && time >= TOC_MIN_MINUTES
  const isListable = sections.length <= TOC_MAX_HEADINGS
  return {
    html,
    toc: isLong && isListable ? sections : [],
    excerpt,
    readingMinutes: minutes,
  }
}
