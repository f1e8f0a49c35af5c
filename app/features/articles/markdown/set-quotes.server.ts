import type { MarkdownIt, Token } from 'markdown-it'

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
  de: GERMAN, cs: GERMAN, sk: GERMAN, sl: GERMAN, is: GERMAN, lt: GERMAN, et: GERMAN, hr: GERMAN, bg: GERMAN, sr: GERMAN,
  mk: GERMAN, 'de-ch': SWISS, 'de-li': SWISS, fr: FRENCH, 'fr-ch': SWISS, es: SPANISH, it: SPANISH, ca: SPANISH, gl: SPANISH,
  'pt-pt': SPANISH, el: SPANISH, 'it-ch': SWISS, pl: POLISH, ro: POLISH, hu: ['„', '”', '»', '«'], ru: RUSSIAN, uk: RUSSIAN,
  be: RUSSIAN, sv: SWEDISH, fi: SWEDISH, nb: NORWEGIAN, no: NORWEGIAN, nn: NORWEGIAN, fa: SWISS, hy: SWISS, ja: JAPANESE,
  'zh-tw': JAPANESE, 'zh-hk': JAPANESE, 'zh-hant': JAPANESE,
} // oxfmt-ignore

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
    for (const { children } of state.tokens) if (children) keepIn(children)
  })
}

const CODE_TAG = /^<(\/?)(?:code|kbd|samp|pre|tt|var|math|svg)\b/i

// Text of the other type is not changed by the rule, and becomes plain text after it.
function keepIn(tokens: Token[]): void {
  let depth = 0
  for (const token of tokens) {
    depth = Math.max(0, depth + toStep(token))
    if (token.type === 'text' && depth > 0) token.type = 'text_special'
  }
}

// Returns 1 where code or a bare address begins, and -1 where it ends.
function toStep({ type, content, info }: Token): -1 | 0 | 1 {
  if (type === 'link_open' || type === 'link_close') return info === 'auto' ? TURN[type] : 0
  const [tag, slash] = (type === 'html_inline' && CODE_TAG.exec(content)) || []
  if (!tag) return 0
  return slash ? -1 : 1
}

const TURN = { link_open: 1, link_close: -1 } as const
