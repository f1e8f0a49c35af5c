import { toMarkdown } from '../../../shared/html-to-markdown/html-to-markdown.ts'
import { cleanClipboard } from './clean-clipboard.ts'
import { writeTables } from './write-tables.ts'

/**
 * Returns the HTML of a clipboard as Markdown for a text. Formats that Markdown does not have, such as colours, are left
 * out. The page is one that no browser shows, so it loads and runs nothing.
 */
export function toPastedMarkdown(page: Document, text: string): string {
  cleanClipboard(page, text)
  writeTables(page.body)
  return toMarkdown(page.body).trim()
}
