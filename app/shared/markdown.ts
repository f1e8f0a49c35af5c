import Markdown, { type MarkdownIt } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import taskLists from 'markdown-it-task-lists'

/** Returns a parser for the Markdown of articles: GFM with raw HTML, bare URLs, footnotes and task lists. */
export const createMarkdown = (): MarkdownIt =>
  new Markdown({ html: true, linkify: true }).use(footnotes).use(taskLists)
