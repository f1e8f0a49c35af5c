import { isRightToLeft } from '../../../shared/directions.ts'

const LONG_TITLE_WIDTH = 75
const WIDE_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const PLAIN_OPENING = /^\s*<p>\p{Lu}[^<]{240}/u

/** Returns the attributes for an element whose text is in the language of its article. */
export function toTextAttributes(lang: string | null): { lang?: string; dir?: 'rtl' } {
  if (!lang) return {}
  return isRightToLeft(lang) ? { lang, dir: 'rtl' } : { lang }
}

/** Returns the direction of an article's layout; its labels stay in the language of the page. */
export const directionOf = (lang: string | null) => toTextAttributes(lang).dir

/** Returns true if a title needs a smaller size to fit on a few lines. An ideograph is as wide as two letters. */
export function isLongTitle(title: string): boolean {
  return title.length + (title.match(WIDE_LETTER)?.length ?? 0) > LONG_TITLE_WIDTH
}

/** Returns true if a text begins with a plain paragraph that is long enough for a drop cap. */
export const opensPlainly = (contentHtml: string) => PLAIN_OPENING.test(contentHtml)
