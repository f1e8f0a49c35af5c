import type { Env, Token } from 'markdown-it'
import { createMarkdown } from '../../shared/markdown.ts'

/** A block of a text, as the parser finds it: the text in it is not looked at. */
export type Block = Pick<Token, 'type' | 'markup' | 'info' | 'attrs' | 'meta' | 'map' | 'content'>

/** The blocks of a text, and what its definitions of links and notes define. */
export interface Blocks {
  content: string
  tokens: Block[]
  env: Env
}

const markdown = createMarkdown()
markdown.core.ruler.after('block', 'keep_blocks', keepBlocks)
const blocks = createMarkdown()
blocks.core.ruler.enableOnly(['normalize', 'block'])

// What comes after it changes blocks: lists of tasks get attributes, notes move to the end.
function keepBlocks({ env, tokens }: { env: Env; tokens: Token[] }): void {
  const { blocks: kept, ...definitions } = env as Env & { blocks?: Blocks }
  if (!kept) return
  kept.env = structuredClone(definitions)
  kept.tokens = tokens.map(toBlock)
}

function toBlock({ type, markup, info, attrs, meta, map, content }: Token): Block {
  const kept = attrs && attrs.map(([name, value]): [string, string | number] => [name, value])
  return { type, markup, info, attrs: kept, meta, map, content }
}

/** Markdown as the product's renderer reads it, tags of other generators aside; and its blocks alone. */
export function parseText(content: string): { tokens: Token[]; blocks: Blocks } {
  const kept: Blocks = { content, tokens: [], env: {} }
  return { tokens: markdown.parse(content, { blocks: kept }), blocks: kept }
}

/** The blocks of a text, which takes a part of the time that all of it takes. */
export function parseBlocks(content: string): Blocks {
  const env: Env = {}
  return { content, tokens: blocks.parse(content, env), env }
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
