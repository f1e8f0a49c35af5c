import type { Token } from 'markdown-it'
import { createMarkdown } from '../../../shared/markdown.ts'

const markdown = createMarkdown()

/** Parses Markdown as the product's renderer does, except for the template tags of site generators. */
export const parseText = (content: string): Token[] => markdown.parse(content, {})

/** Returns an address with its escapes and entities resolved. */
export const unescapeAddress = (address: string): string => markdown.utils.unescapeAll(address)
