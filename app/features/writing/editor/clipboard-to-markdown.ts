import { toMarkdown } from '../../../shared/html-to-markdown/html-to-markdown.ts'
import { cleanClipboard } from './clean-clipboard.ts'
import { writeTables } from './write-tables.ts'

const SHEET = /<style\b[^>]*>([^]*?)<\/style>/gi

/**
 * Returns the HTML of a clipboard as Markdown for a text. Formats that Markdown does not have, such as colours, are left
 * out. `parse` returns a page that no browser shows, so it loads and runs nothing.
 */
export function toPastedMarkdown(html: string, text: string, parse = parseInert): string {
  const sheets = [...html.matchAll(SHEET)].map(([, sheet = '']) => sheet)
  const page = parse(html.replace(SHEET, '').replace(/<[a-z][^>]*>/gi, disarm))
  cleanClipboard(page, sheets, text)
  writeTables(page.body)
  return toMarkdown(page.body).trim()
}

const parseInert = (html: string) => new DOMParser().parseFromString(html, 'text/html')

// Our content security policy has no room for these attributes, and none of them is run. The style keeps its meaning.
const disarm = (tag: string) => tag.replace(/\s(style|on\w+)(?=\s*=)/gi, ' data-$1')
