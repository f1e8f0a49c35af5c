import { decodeHTMLStrict } from 'entities'
import { toSlug } from '../../articles/articles.ts'

/**
 * Returns the slug of an article from another program, changed to our rule (spec §5); undefined if no character is
 * left.
 */
export function toKnownSlug(slug: string | undefined): string | undefined {
  if (slug === undefined) return undefined
  const kept = toSlug(slug.replace(/\.(html?|php|aspx?)$/i, '').replaceAll('_', '-'), '')
  return kept === 'post-' ? undefined : kept
}

// A `<` before a space or a digit begins no tag: `x < y` and `<3` are text.
const TAG = /<[a-z/!?][^<>]*>/gi

/** Returns the text of a piece of HTML on one line: without tags, with characters instead of entities. */
export const toPlainText = (html: string): string =>
  decodeHTMLStrict(html.replace(TAG, ' ')).replace(/\s+/g, ' ').trim()

/** Changes the parts of a text that are outside the matches of a pattern with the flag `g`, such as one of code. */
export function outside(text: string, pattern: RegExp, change: (part: string) => string): string {
  let done = 0
  let changed = ''
  for (const { 0: match, index } of text.matchAll(pattern)) {
    changed += change(text.slice(done, index)) + match
    done = index + match.length
  }
  return changed + change(text.slice(done))
}
