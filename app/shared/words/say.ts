import type { SiteLanguage } from '../languages.ts'
import { ARABIC } from './arabic.ts'
import { FRENCH } from './french.ts'
import { GERMAN } from './german.ts'
import { HEBREW } from './hebrew.ts'
import { JAPANESE } from './japanese.ts'
import { PORTUGUESE } from './portuguese.ts'
import { SPANISH } from './spanish.ts'
import { SCRIPT_TEXTS, type Text, type Words } from './texts.ts'

/** The words of the public pages in each language but English. */
export const WORDS: Record<Exclude<SiteLanguage, 'en'>, Words> = {
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  pt: PORTUGUESE,
  ar: ARABIC,
  he: HEBREW,
  ja: JAPANESE,
}

/** Returns a text in a language, with its values in place of their names in braces. */
export interface Say {
  (text: Text, values?: Record<string, string | number>): string
  language: SiteLanguage
}

const speakers = new Map<SiteLanguage, Say>()

/** Returns the function that says a text in a language, English unless given. */
export function sayIn(language: SiteLanguage = 'en'): Say {
  const known = speakers.get(language)
  if (known) return known
  const words = language === 'en' ? undefined : WORDS[language]
  const numbers = language === 'en' ? undefined : new Intl.NumberFormat(`${language}-u-nu-latn`)
  const toShown = (value: string | number) =>
    typeof value === 'number' && numbers ? numbers.format(value) : String(value)
  const say = (text: Text, values?: Record<string, string | number>) => {
    const said = words?.[text] ?? text
    return values ? said.replaceAll(/\{(\w+)\}/g, (_, name: string) => toShown(values[name] ?? '')) : said
  }
  const speaker = Object.assign(say, { language })
  speakers.set(language, speaker)
  return speaker
}

/** Returns the words that scripts of the page show, as JSON; undefined for English, which the scripts have themselves. */
export const toScriptWords = ({ language }: Say): string | undefined =>
  language === 'en'
    ? undefined
    : JSON.stringify(Object.fromEntries(SCRIPT_TEXTS.map((text) => [text, WORDS[language][text]])))
