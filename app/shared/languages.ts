import { capitalise } from './text.ts'

/** The languages that the public pages of a site can have. */
export const SITE_LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ar', 'he', 'ja'] as const
/** One of these languages. */
export type SiteLanguage = (typeof SITE_LANGUAGES)[number]

// Scripts that tell the language, if more than one letter in so many is theirs. Cyrillic and Devanagari do not: several large languages have them.
const SCRIPTS: [RegExp, string, number][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja', 5], // mixed with Chinese letters
  [/\p{Script=Hangul}/gu, 'ko', 2],
  [/\p{Script=Hebrew}/gu, 'he', 2],
  [/\p{Script=Arabic}/gu, 'ar', 2],
  [/\p{Script=Greek}/gu, 'el', 2],
  [/\p{Script=Thai}/gu, 'th', 2],
]
// Urdu and Persian have letters that Arabic does not have.
const URDU = /[ٹڈڑےں]/u
const PERSIAN = /[پچژگ]/u
const OTHER_SCRIPT = /[\u0370-\u1FFF\u2C00-\uFFFF]/u // the fast path: Latin letters and signs have none
const LETTERS = /\p{L}/gu

/**
 * Returns the language of a text by the script of its letters, as a BCP 47 tag. Returns null if the script does not tell
 * it, as for Latin letters: a wrong language would be worse than none.
 */
export function guessLanguage(text: string): string | null {
  if (!OTHER_SCRIPT.test(text)) return null
  const letters = countOf(text, LETTERS)
  const found = SCRIPTS.find(([script, , most]) => countOf(text, script) * most > letters)
  if (found?.[1] !== 'ar') return found?.[1] ?? null
  if (URDU.test(text)) return 'ur'
  return PERSIAN.test(text) ? 'fa' : 'ar'
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Returns true for a text in the form of a BCP 47 tag, such as `de` or `pt-BR`. */
export const isLanguage = (text: string): boolean => /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(text)

/** Returns the name of a language in another one, in its own unless given: `Deutsch`. A tag without a name is returned. */
export function nameLanguage(tag: string, inLanguage = tag): string {
  try {
    const name = new Intl.DisplayNames([inLanguage], { type: 'language' }).of(tag) ?? tag
    return capitalise(name)
  } catch {
    return tag // its author's tag is invalid
  }
}
