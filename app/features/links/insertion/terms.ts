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
import weakWords from 'stopwords-iso' with { type: 'json' }
import { isUnspaced } from './words.ts'

/** A word as it is compared with others. */
export interface Term {
  /** The word in lower case. */
  word: string
  /** The stem, which is equal for all forms of the word. */
  stem: string
  /**
   * True if the word is common in all texts. A phrase begins or ends with it only if it belongs to the text's topic.
   */
  isStopWord: boolean
  /** True if the word is weak and never a topic, such as an article or a preposition. */
  isFunction: boolean
  /** The ending of an English verb form; `short` if an apostrophe replaces letters. */
  ending: 'none' | 'ed' | 'ing' | 'short'
}

const STEMMERS: Record<string, (word: string) => string> = {
  ar: arabic,
  da: danish,
  de: german,
  el: greek,
  en: english,
  es: spanish,
  fi: finnish,
  fr: french,
  hu: hungarian,
  id: indonesian,
  it: italian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sv: swedish,
  tr: turkish,
}

const FUNCTION = new Set(
  [
    'i me my myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself',
    'it its itself they them their theirs themselves what which who whom this that these those am is are was were be',
    'been being have has had having do does did doing will would shall should can could may might must ought cannot an',
    'the and but if or because as until while of at by for with about against between into through during before after',
    'above below to from up down in out on off over under again further then once here there when where why how all any',
    'both each few more most other some such no nor not only own same so than too very',
    // Numbers and other words that are never a topic either.
    'one two three four five six seven eight nine ten first second last next new good best great year years day days',
    'way ways thing things',
  ].flatMap((line) => line.split(' ')),
)
const CONTRACTION =
  /'(?:m|re|ve|d|ll)$|n't$|^(?:he|she|it|let|that|who|what|here|there|when|where|why|how)'s$/
const LISTS = Object.entries(weakWords as Record<string, string[]>)
const STOP_WORDS = new Map(LISTS.map(([language, words]) => [language, new Set(words)]))
const LANGUAGES = new Map<string, string[]>()
for (const [language, words] of LISTS)
  for (const word of words) LANGUAGES.set(word, [...(LANGUAGES.get(word) ?? []), language])

/** Returns the ISO 639-1 code of the language whose common words a text has most often; English if it has none. */
export function findLanguage(words: string[]): string {
  const hits = new Map<string, number>()
  for (const word of words)
    for (const language of LANGUAGES.get(word) ?? []) hits.set(language, (hits.get(language) ?? 0) + 1)
  const countHits = (language: string) => hits.get(language) ?? 0
  return LISTS.reduce((best, [language]) => (countHits(language) > countHits(best) ? language : best), 'en')
}

const termsByLanguage = new Map<string, Map<string, Term>>()
const MOST_REMEMBERED = 50_000

/** Returns a function that finds the term for a word of a language. It remembers up to 50,000 words a language. */
export function createTerms(language: string): (word: string) => Term {
  const before = termsByLanguage.get(language)
  const terms = before && before.size < MOST_REMEMBERED ? before : new Map<string, Term>()
  termsByLanguage.set(language, terms)
  return (word) => {
    const found = terms.get(word)
    if (found) return found
    const term = makeTerm(word, language)
    terms.set(word, term)
    return term
  }
}

const LONGEST_WORD = 60

function makeTerm(word: string, language: string): Term {
  if (word.length > LONGEST_WORD)
    return { word, stem: word, isStopWord: true, isFunction: true, ending: 'none' }
  const stem = STEMMERS[language]?.(word.replace(/'s$/, '')) ?? word
  const isFiller = isSmall(word) || (language === 'en' && ADVERB.test(word))
  const isStopWord = isFiller || STOP_WORDS.get(language)?.has(word) === true
  return {
    word,
    stem,
    isStopWord,
    isFunction: isFiller || (isStopWord && isFunctionWord(word, language)),
    ending: findEnding(word, language),
  }
}

// Only English has a short list too. In the long list `open` and `source` are as weak as `the`.
const isFunctionWord = (word: string, language: string) =>
  language !== 'en' || FUNCTION.has(word) || CONTRACTION.test(word)

const ADVERB = /^.{3,}ly$/
const isSmall = (word: string) => /^\p{N}/u.test(word) || (word.length < 3 && !isUnspaced(word))

function findEnding(word: string, language: string): Term['ending'] {
  if (word.includes("'")) return 'short'
  if (language !== 'en') return 'none'
  if (/[^e]ed$/.test(word)) return 'ed'
  return /.{3}ing$/.test(word) ? 'ing' : 'none'
}
