import type { Env, Token } from 'markdown-it'
import { createMarkdown } from '../../shared/markdown.ts'

const markdown = createMarkdown()
const blocks = createMarkdown()
blocks.core.ruler.enableOnly(['normalize', 'block'])

/** Markdown as the product's renderer reads it, tags of other generators aside. */
export const parseText = (content: string): Token[] => markdown.parse(content, {})

/** The blocks of a text, and what its definitions of links and notes define; the text in them is not looked at. */
export function parseBlocks(content: string): { tokens: Token[]; env: Env } {
  const env: Env = {}
  return { tokens: blocks.parse(content, env), env }
}

/** The tokens of a paragraph's text, among definitions of links and notes. */
export const parseInline = (text: string, env: Env): Token[] =>
  markdown
    .parseInline(text, { ...env, footnotes: env.footnotes && structuredClone(env.footnotes) })
    .flatMap(({ children }) => children ?? [])

/** An address with its escapes and entities resolved. */
export const unescapeAddress = (address: string): string => markdown.utils.unescapeAll(address)

/** The address of a link in the parser's words, as it is written in Markdown. */
export const toHref = (target: string): string => markdown.normalizeLink(unescapeAddress(target))
