import { isRightToLeft, toDirection } from '../../../shared/directions.ts'
import type { SiteLanguage } from '../../../shared/languages.ts'
import { type ArticleCard, languageOf } from '../../articles/articles.ts'

const LONG_TITLE_WIDTH = 75
const WIDE_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const PLAIN_OPENING = /^\s*<p>\p{Lu}[^<]{240}/u

type Written = Pick<ArticleCard, 'lang' | 'title' | 'excerpt'>

/**
 * Returns the attributes for an element whose text is in the language of its article, on a page in another one. A text
 * without a language has that of the page. On a page from right to left, Latin letters say that it has another one.
 */
export function toTextAttributes(
  article: Written,
  page: SiteLanguage,
): { lang?: string; dir?: 'ltr' | 'rtl' } {
  const lang = languageOf(article)
  const around = isRightToLeft(page) ? 'rtl' : 'ltr'
  if (lang === null)
    return around === 'rtl' && toDirection(article.title) === 'ltr' ? { lang: '', dir: 'ltr' } : {}
  const own = isRightToLeft(lang) ? 'rtl' : 'ltr'
  return own === around && own === 'ltr' ? { lang } : { lang, dir: own }
}

/** Returns the direction of an article's layout; its labels stay in the language of the page. */
export const directionOf = (article: Written, page: SiteLanguage) => toTextAttributes(article, page).dir

/** Returns true if a title needs a smaller size to fit on a few lines. An ideograph is as wide as two letters. */
export function isLongTitle(title: string): boolean {
  return title.length + (title.match(WIDE_LETTER)?.length ?? 0) > LONG_TITLE_WIDTH
}

/** Returns true if a text begins with a plain paragraph that is long enough for a drop cap. */
export const opensPlainly = (contentHtml: string) => PLAIN_OPENING.test(contentHtml)
