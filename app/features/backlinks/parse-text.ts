import type { Env, Token } from 'markdown-it'
import { createMarkdown } from '../../shared/markdown.ts'

/** A piece of an inline text that is more than its letters, such as a link, code, or the stars around strong words. */
export interface Mark {
  from: number
  to: number
  isLink: boolean
}

const LINK_RULES = ['link', 'autolink', 'linkify']
const OTHER_RULES = ['newline','escape','backticks','strikethrough','emphasis','image','footnote_inline','footnote_ref','html_inline','entity'] // prettier-ignore

const marksOf = new WeakMap<Token[], Mark[]>()
const markdown = createMarkdown()
const { ruler } = markdown.inline
for (const name of [...LINK_RULES, ...OTHER_RULES]) {
  ruler.enableOnly(name)
  const [rule] = ruler.getRules('')
  if (rule) ruler.at(name, noteMarks(rule, LINK_RULES.includes(name)))
}
ruler.enable(['text', ...LINK_RULES, ...OTHER_RULES])

type InlineRule = ReturnType<typeof ruler.getRules>[number]

// The parser's tokens do not say where in the line they stand. What a rule took is from where it began to where it ended.
function noteMarks(rule: InlineRule, isLink: boolean): InlineRule {
  return (state, isSilent) => {
    const from = state.pos
    const isFound = rule(state, isSilent)
    if (!isFound || isSilent) return isFound
    const marks = marksOf.get(state.tokens)
    const mark = { from, to: state.pos, isLink }
    if (marks) marks.push(mark)
    else marksOf.set(state.tokens, [mark])
    return true
  }
}

/** Markdown as the product's renderer reads it, tags of other generators aside. */
export const parseText = (content: string): Token[] => markdown.parse(content, {})

/** The blocks of a text, and what its definitions of links and notes define; the text in them is not looked at. */
export interface Blocks {
  tokens: Token[]
  env: Env
}

const blocks = createMarkdown()
blocks.core.ruler.enableOnly(['normalize', 'block'])

export function parseBlocks(content: string): Blocks {
  const env: Env = {}
  return { tokens: blocks.parse(content, env), env }
}

/** The tokens of a paragraph's text, among definitions of links and notes. */
export const parseInline = (text: string, env: Env): Token[] =>
  markdown
    .parseInline(text, { ...env, footnotes: structuredClone(env.footnotes) })
    .flatMap(({ children }) => children ?? [])

/** What in an inline token is not plain text, in the order of the text; a link covers what is within it. */
export const findMarks = (inline: Token): Mark[] =>
  (marksOf.get(inline.children ?? []) ?? []).toSorted((one, other) => one.from - other.from)

/** An address with its escapes and entities resolved. */
export const unescapeAddress = (address: string): string => markdown.utils.unescapeAll(address)

/** The address of a link in the parser's words, as it is written in Markdown. */
export const toHref = (target: string): string => markdown.normalizeLink(unescapeAddress(target))
