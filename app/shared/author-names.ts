// A comma before one of these is part of a name, as in `Robert Vale, Jr.`. The SQL function has the same list.
const BETWEEN_AUTHORS =
  /,(?! *(?:Jr|Sr|II|III|IV|Esq|Ph\.?D|M\.?D|J\.?D|Ed\.?D|D\.?D\.?S|R\.?N|MBA|MPH|CPA|Inc|Ltd|LLC|Corp|GmbH)\.? *(?:,|$))/

/**
 * Returns the names of an article's authors, composed (NFC). Commas separate them in its author text. Like the SQL function
 * `split_authors`, it returns a text without any name as it is.
 */
export function toAuthorNames(author: string): string[] {
  const text = author.normalize('NFC')
  if (!text.includes(',')) return [trimCommas(text) || text]
  const names = text.split(BETWEEN_AUTHORS).map(trimCommas).filter(Boolean)
  return names.length > 0 ? [...new Set(names)] : [text]
}

const trimCommas = (name: string) => name.replace(/^[ ,]+|[ ,]+$/g, '').replaceAll(/ *, */g, ', ')

// Spaces around `&` tell `A & B` from AT&T.
const LIKE_COMMAS = /(?<=\s)(?:&|and)(?=\s)|;/i

/**
 * Returns an author text with commas in place of `;`, `&` and `and`; undefined if it has none of these. They may be parts of
 * a name, as in Science and Health Desk: only the user knows.
 */
export function withCommas(author: string): string | undefined {
  const names = author
    .split(LIKE_COMMAS)
    .map((name) => trimCommas(name.trim()))
    .filter(Boolean)
  return names.length > 1 ? names.join(', ') : undefined
}
