import { stemmer as arabic } from '@orama/stemmers/arabic'
import { stemmer as danish } from '@orama/stemmers/danish'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as finnish } from '@orama/stemmers/finnish'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as greek } from '@orama/stemmers/greek'
import { stemmer as hungarian } from '@orama/stemmers/hungarian'
import { stemmer as indonesian } from '@orama/stemmers/indonesian'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as norwegian } from '@orama/stemmers/norwegian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as romanian } from '@orama/stemmers/romanian'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stemmer as swedish } from '@orama/stemmers/swedish'
import { stemmer as turkish } from '@orama/stemmers/turkish'
import { stopwords as functionWords } from '@orama/stopwords/english'
import weakWords from 'stopwords-iso' with { type: 'json' }
import { isUnspaced } from './words.ts'

/** What a word means for matching. */
export interface Term {
  /** In lower case. */
  word: string
  /** Equal for the forms of one word. */
  stem: string
  /** One of the words that every text has: no phrase begins or ends with it, unless the text is about it. */
  isWeak: boolean
  /** A weak word that no text is about, such as an article. */
  isFunction: boolean
  /** What the word ends with: in English the sign of a verb; `short` where an apostrophe stands for letters. */
  ending: 'none' | 'ed' | 'ing' | 'short'
}

const STEMMERS: Record<string, (word: string) => string> = {
  ar: arabic, da: danish, de: german, el: greek, en: english, es: spanish, fi: finnish, fr: french, hu: hungarian,
  id: indonesian, it: italian, nl: dutch, no: norwegian, pt: portuguese, ro: romanian, ru: russian, sv: swedish,
  tr: turkish,
} // prettier-ignore

// Counting words and such as say next to nothing: no text is about them either.
const FAINT =
  'one two three four five six seven eight nine ten first second last next new good best great year years day days way ways thing things'
const FUNCTION = new Set([...functionWords, ...FAINT.split(' ')])
const LISTS = Object.entries(weakWords as Record<string, string[]>)
const WEAK = new Map(LISTS.map(([language, words]) => [language, new Set(words)]))
const LANGUAGES = new Map<string, number[]>()
for (const [place, [, words]] of LISTS.entries())
  for (const word of words) LANGUAGES.set(word, [...(LANGUAGES.get(word) ?? []), place])

/** The language whose common words a text uses most; English where it uses none. */
export function findLanguage(words: string[]): string {
  const hits = new Uint16Array(LISTS.length)
  for (const word of words)
    for (const place of LANGUAGES.get(word) ?? []) hits[place] = (hits[place] ?? 0) + 1
  let best = LISTS.findIndex(([language]) => language === 'en')
  for (const [place, count] of hits.entries()) if (count > (hits[best] ?? 0)) best = place
  return LISTS[best]?.[0] ?? 'en'
}

const known = new Map<string, Map<string, Term>>()
const KNOWN_WORDS = 50_000

/** Says what the words of a language mean; it remembers those that it was asked. */
export function createTerms(language: string): (word: string) => Term {
  const before = known.get(language)
  const terms = before && before.size < KNOWN_WORDS ? before : new Map<string, Term>()
  known.set(language, terms)
  return (word) => {
    const found = terms.get(word)
    if (found) return found
    const term = makeTerm(word, language)
    terms.set(word, term)
    return term
  }
}

const LONGEST = 60

function makeTerm(word: string, language: string): Term {
  if (word.length > LONGEST) return { word, stem: word, isWeak: true, isFunction: true, ending: 'none' }
  const stem = STEMMERS[language]?.(word.replace(/'s$/, '')) ?? word
  const isFaint = isSmall(word) || (language === 'en' && ADVERB.test(word))
  const isWeak = isFaint || WEAK.get(language)?.has(word) === true
  return { word, stem, isWeak, isFunction: isFaint || (isWeak && isFunctionWord(word, language)), ending: findEnding(word, language) } // prettier-ignore
}

// Only for English is there a short list beside the long one, in which `open` and `source` are as weak as `the`.
const isFunctionWord = (word: string, language: string) => language !== 'en' || FUNCTION.has(word)

const ADVERB = /^.{3,}ly$/
const isSmall = (word: string) => /^\p{N}/u.test(word) || (word.length < 3 && !isUnspaced(word))

function findEnding(word: string, language: string): Term['ending'] {
  if (word.includes("'")) return 'short'
  if (language !== 'en') return 'none'
  if (/[^e]ed$/.test(word)) return 'ed'
  return /.{3}ing$/.test(word) ? 'ing' : 'none'
}
