import { decodeHTMLStrict } from 'entities'
import { parseJson } from '../../../shared/json.ts'

// Quotes around an attribute may hold a `>`. No part may hold a `<`, so that each search ends at the next tag.
const TAG = /<(\/?)([a-z][\w:.-]*)(?:(?:[^<>"']|"[^"<]*"|'[^'<]*')*|[^<>]*)>|<[!?][^<>]*>/gi
const COMMENT = /<!--[^]*?-->/g
const UNSEEN =
  /^(?:script|style|noscript|template|textarea|select|iframe|video|audio|object|svg|head|form|button)$/
const INLINE =
  /^(?:a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/
const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"'\])]+/gi
const TEMPLATE_TAG = /\{\{(?:(?!\{\{|\}\})[^])*\}\}|\{%(?:(?!\{%|%\})[^])*%\}/g
const SHORTCODE =
  /\[\/?[a-z][\w-]*(?:\s+[\w-]+\s*=\s*(?:"[^"\]]*"|'[^'\]]*'|[^\s"'\]]+)|\s+"[^"\]]*")*\s*\/?\]/gi
const SENTENCE = /(["'])([^"'\n]*\p{L}\s+\p{L}[^"'\n]*)\1/gu

/** Returns HTML as its readers see it: without tags, and without the elements that browsers do not show. */
export function toPlainHtml(html: string): string {
  let text = ''
  let done = 0
  let unseen = ''
  for (const { 0: tag, 1: slash, 2: written = '', index } of html.matchAll(TAG)) {
    const name = written.toLowerCase()
    if (!unseen) text += html.slice(done, index) + (INLINE.test(name) ? '' : '\n\n')
    unseen = toUnseen(unseen, name, slash ? 'end' : tag.slice(-2))
    done = index + tag.length
  }
  return unseen ? text : text + html.slice(done)
}

/** Returns the element that hides what comes after a tag; an empty text for none. */
function toUnseen(unseen: string, name: string, end: string): string {
  if (unseen) return unseen === name && end === 'end' ? '' : unseen
  return end !== 'end' && end !== '/>' && UNSEEN.test(name) ? name : ''
}

const toWords = (text: string) => decodeHTMLStrict(text).replace(ADDRESS, ' ')
// Tags whose texts name something that readers do not read.
const SILENT_TAG =
  /^\{[{%][<%]?-?\s*(?:youtube|vimeo|ima?ge?\w*|picture|asset_img|(?:rel)?ref|link|post_url|url_for|if|elsif|unless|for|assign|capture|case|when|set|macro|import|extends|block)\b/

const ALTERNATIVE = /\balt\s*[=:]\s*(?:"[^"]*"|'[^']*')/gi

const toSentences = (tag: string) =>
  SILENT_TAG.test(tag)
    ? ' '
    : Array.from(
        tag.replace(ALTERNATIVE, ' ').matchAll(SENTENCE),
        ([, , sentence]) => `\n\n${sentence}\n\n`,
      ).join('') || ' '

/** Returns the words of HTML of another program: those of its text, and the sentences in its shortcodes and tags. */
export const toHtmlWords = (html: string) =>
  toWords(
    toPlainHtml(
      html
        .replace(COMMENT, (comment) =>
          listSettings(comment)
            .map((said) => `\n\n${said}\n\n`)
            .join(''),
        )
        .replace(TEMPLATE_TAG, toSentences)
        .replace(SHORTCODE, (tag) =>
          /^\[\/?\w*(?:form|gallery|slider)/i.test(tag) ? ' ' : toSentences(tag),
        ),
    ),
  )

/** Returns the words of our own HTML, with those of its pictures. */
export const toShownWords = (html: string) => {
  const named = Array.from(html.matchAll(/\s(?:alt|title)="([^"]*)"/g), ([, text]) => text)
  return toWords(`${toPlainHtml(html)} ${named.join(' ')}`)
}

const BLOCK = /^<!--\s*wp:[\w/-]+\s*(\{[^]*\})\s*\/-->$/
const NO_TEXT =
  /class|font|style|colou?r|anchor|slug|^_|id$|url|^name$|type|layout|metadata|format|query|icon|size/i

/** Returns the sentences in the settings of a block of WordPress that has no text of its own. */
function listSettings(comment: string): string[] {
  const json = BLOCK.exec(comment)?.[1]
  if (!json) return []
  try {
    return listSentences(parseJson(json))
  } catch {
    return []
  }
}

/** Returns the sentences in the settings of a block or of a builder of pages. */
export function listSentences(value: unknown): string[] {
  if (typeof value === 'string') return /\p{L}\s+\p{L}/u.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (NO_TEXT.test(key) ? [] : listSentences(inner)))
}

// What stands in Markdown beside its words, of all programs that we read.
const SIGNS: [pattern: RegExp, replacement: string | ((sign: string) => string)][] = [
  [COMMENT, ' '],
  [/^[ \t]*`{3,}[ \t]*(?:dataview|dataviewjs|tasks|query|button)\b[^]*?^[ \t]*`{3,}/gm, ' '],
  [/^[ \t>]*(?:`{3,}|~{3,})[^\n]*|^[ \t>]*:{3,}[ \t]*[\w-]*/gm, ' '],
  [/^import\s.*["'];?[ \t]*$|^export\s+(?:const|let|var|default|function)\b.*$/gm, ' '],
  [/!\[\[[^\]\n]*\]\]/g, ' '],
  [/\[\[(?:[^\]|\n]*\\?\|)?([^\]\n]*)\]\]/g, '$1'],
  [/\[!\w+\][+-]?/g, ' '],
  [/\[\^[^\]\n]{1,100}\]:?/g, ' '],
  [/^ {0,3}\[[^\]\n]+\]:[ \t]*\S+.*$/gm, ' '],
  [/\]\(\s*(?:<[^>\n]*>|\{\{[^{}\n]*\}\}|\{%[^{}\n]*%\}|\([^\s()]*\)|[^\s(){}])*/g, '] '],
  [/\]\[[^\]\n]*\]/g, ' '],
  [/\{[:#.][^}\n]*\}/g, ' '],
  [/[ \t]\^[\w-]+[ \t]*$/gm, ' '],
  [TEMPLATE_TAG, toSentences],
  [/<[A-Z][\w.]*\s[^<>]*>/g, toSentences],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
  [/\*\*|~~|==/g, ''],
]

/** Returns the words of Markdown, of ours or of another program, with the sentences in its tags and components. */
export const toMarkdownWords = (markdown: string) =>
  toWords(
    toPlainHtml(
      SIGNS.reduce(
        (text, [pattern, replacement]) =>
          typeof replacement === 'string'
            ? text.replace(pattern, replacement)
            : text.replace(pattern, replacement),
        markdown,
      ),
    ),
  )

/** Returns true for Markdown whose words our pages may hide: in tags, in notes, in a comment without an end. */
export const mayHideWords = (markdown: string) =>
  /\{\{|\{%|^\[\^|^(?:import|export)\s|<[A-Z]\w*\s/m.test(markdown) ||
  markdown.lastIndexOf('<!--') > markdown.lastIndexOf('-->')
