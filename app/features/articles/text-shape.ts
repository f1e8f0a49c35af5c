const RIGHT_TO_LEFT = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])
const LONG_TITLE_WIDTH = 75
const WIDE_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const PLAIN_OPENING = /^\s*<p>\p{Lu}[^<]{240}/u

/** Attributes for an element whose text is in an article's own language. */
export function toTextAttributes(lang: string | null): { lang?: string; dir?: 'rtl' } {
  if (!lang) return {}
  const isRightToLeft = RIGHT_TO_LEFT.has(lang.split('-')[0]?.toLowerCase() ?? '')
  return isRightToLeft ? { lang, dir: 'rtl' } : { lang }
}

/** The direction of a whole article, around what is in another language. */
export const directionOf = (lang: string | null) => toTextAttributes(lang).dir

/** Whether a title needs a smaller size to stay within a few lines; an ideograph is as wide as two letters. */
export function isLongTitle(title: string): boolean {
  return title.length + (title.match(WIDE_LETTER)?.length ?? 0) > LONG_TITLE_WIDTH
}

/** Whether a text opens with a plain paragraph that is long enough to flow around a drop cap. */
export const opensPlainly = (contentHtml: string) => PLAIN_OPENING.test(contentHtml)
