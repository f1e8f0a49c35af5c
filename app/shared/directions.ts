// Hebrew, Arabic, Syriac, Thaana, N'Ko and their like; then their presentation forms, and the scripts beyond U+FFFF.
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const LETTER = /\p{L}/u
const LANGUAGES = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Returns true if a language, a BCP 47 tag, is written from right to left. */
export const isRightToLeft = (lang: string | null): boolean =>
  LANGUAGES.has(lang?.toLowerCase().split('-')[0] ?? '')

/** Returns true if a text has a character of a script that is written from right to left. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

/** Returns the direction of the first letter of a text, as browsers do for `dir="auto"`; undefined without a letter. */
export function toDirection(text: string): 'ltr' | 'rtl' | undefined {
  const [letter] = LETTER.exec(text) ?? []
  if (letter === undefined) return undefined
  return hasRightToLeft(letter) ? 'rtl' : 'ltr'
}

/**
 * Returns the attribute `dir` of an element with a text: only a text with right-to-left characters needs one, and each text
 * on a page in such a language.
 */
export const toDir = (text: string, page = 'en'): 'auto' | undefined =>
  hasRightToLeft(text) || isRightToLeft(page) ? 'auto' : undefined
