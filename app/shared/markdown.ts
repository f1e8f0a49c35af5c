import Markdown, { type MarkdownIt } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import taskLists from 'markdown-it-task-lists'

/** A parser of the Markdown that articles are written in: GFM with raw HTML, bare addresses, footnotes and task lists. */
export const createMarkdown = (): MarkdownIt =>
  new Markdown({ html: true, linkify: true }).use(footnotes).use(taskLists)
