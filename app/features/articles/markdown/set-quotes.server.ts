import type { MarkdownIt, Token } from 'markdown-it'
import type { MarkdownSource } from './markdown.ts'

/** The marks around a quotation, then those around a quotation within it. Each pair is opening and closing. */
type Quotes = [string, string, string, string]

const THIN = '\u202F' // a narrow space that does not break
const ENGLISH: Quotes = ['“', '”', '‘', '’']
const GERMAN: Quotes = ['„', '“', '‚', '‘']
const FRENCH: Quotes = [`«${THIN}`, `${THIN}»`, '“', '”']
const SWISS: Quotes = ['«', '»', '‹', '›']
const SPANISH: Quotes = ['«', '»', '“', '”']
const POLISH: Quotes = ['„', '”', '«', '»']
const RUSSIAN: Quotes = ['«', '»', '„', '“']
const SWEDISH: Quotes = ['”', '”', '’', '’']
const NORWEGIAN: Quotes = ['«', '»', '‘', '’']
const JAPANESE: Quotes = ['「', '」', '『', '』']

// The marks that are usual in these languages. All others get the English ones.
const BY_LANGUAGE: Record<string, Quotes> = {
  de: GERMAN,
  cs: GERMAN,
  sk: GERMAN,
  sl: GERMAN,
  is: GERMAN,
  lt: GERMAN,
  et: GERMAN,
  hr: GERMAN,
  bg: GERMAN,
  sr: GERMAN,
  mk: GERMAN,
  'de-ch': SWISS,
  'de-li': SWISS,
  fr: FRENCH,
  'fr-ch': SWISS,
  es: SPANISH,
  it: SPANISH,
  ca: SPANISH,
  gl: SPANISH,
  'pt-pt': SPANISH,
  el: SPANISH,
  'it-ch': SWISS,
  pl: POLISH,
  ro: POLISH,
  hu: ['„', '”', '»', '«'],
  ru: RUSSIAN,
  uk: RUSSIAN,
  be: RUSSIAN,
  sv: SWEDISH,
  fi: SWEDISH,
  nb: NORWEGIAN,
  no: NORWEGIAN,
  nn: NORWEGIAN,
  fa: SWISS,
  hy: SWISS,
  ja: JAPANESE,
  'zh-tw': JAPANESE,
  'zh-hk': JAPANESE,
  'zh-hant': JAPANESE,
}

/**
 * Returns the marks of a language, by its BCP 47 tag. A text without a language gets the English marks, as the site is
 * in English.
 */
export function toQuotes(lang: string | null): Quotes {
  const tag = (lang ?? 'en').toLowerCase()
  return BY_LANGUAGE[tag] ?? BY_LANGUAGE[tag.split('-')[0] ?? ''] ?? ENGLISH
}

/**
 * A markdown-it plugin that sets quotes and apostrophes of running text. Code, also in HTML, and URLs stay as they are.
 */
export function setQuotes(markdown: MarkdownIt): void {
  markdown.set({ typographer: true }).disable('replacements')
  markdown.core.ruler.before('smartquotes', 'keep_quotes', (state) => {
    const { lang } = state.env as Partial<MarkdownSource>
    const isEnglish = /^en\b/i.test(lang ?? 'en')
    for (const { children } of state.tokens) if (children) keepIn(children, isEnglish)
  })
}

const CODE_TAG = /^<(\/?)(?:code|kbd|samp|pre|tt|var|math|svg)\b/i

// Text of the other type is not changed by the rule, and becomes plain text after it.
function keepIn(tokens: Token[], isEnglish: boolean): void {
  let depth = 0
  for (const token of tokens) {
    depth = Math.max(0, depth + toStep(token))
    if (token.type !== 'text') continue
    if (depth > 0) token.type = 'text_special'
    else token.content = setApostrophes(setPrimes(token.content), isEnglish)
  }
}

// Feet and inches, and minutes and seconds of an angle.
const setPrimes = (text: string) =>
  text.replace(/(?<=\d)'(\s?\d+(?:\.\d+|[¼½¾])?)"/g, '′$1″').replace(/(?<=°\s?\d+(?:\.\d+)?)'/g, '′')

const YEARS = /(?<![\p{L}\p{N}])'(?=\d\ds?(?![\p{L}\p{N}']))/gu
const SHORTENED =
  /(?<![\p{L}\p{N}])'(?=(?:tis|tisn|twas|twasn|twere|twill|twould|em|til|cos|cuz|nuff|neath|n)(?![\p{L}\p{N}'](?!t\b)))/giu
// Between two words it is short for “and”; after these words it is a letter.
const AND =
  /(?<=\p{L}\s?)(?<!\b(?:a|an|and|as|by|character|digit|for|in|is|key|letter|number|of|or|the|to|value|variable|where|with)\s)'(n)'(?=\s?\p{L})/giu

// A word that lost its first letters has an apostrophe, which looks like the start of a quotation.
function setApostrophes(text: string, isEnglish: boolean): string {
  if (!text.includes("'")) return text
  const years = text.replace(YEARS, (sign, at: number) => (isClosed(text, at) ? sign : '’'))
  return isEnglish ? years.replace(AND, '’$1’').replace(SHORTENED, '’') : years
}

// In “the '20 days' rule” the sign begins a quotation. A decade ends with its own letter.
const isClosed = (text: string, at: number) =>
  !/^'\d\ds/.test(text.slice(at)) && /(?<=[\p{L}\p{N}.,!?])'(?![\p{L}\p{N}])/u.test(text.slice(at + 1))

// Returns 1 where code or a bare address begins, and -1 where it ends.
function toStep({ type, content, info }: Token): -1 | 0 | 1 {
  if (type === 'link_open' || type === 'link_close') return info === 'auto' ? TURN[type] : 0
  const [tag, slash] = (type === 'html_inline' && CODE_TAG.exec(content)) || []
  if (!tag) return 0
  return slash ? -1 : 1
}

const TURN = { link_open: 1, link_close: -1 } as const
