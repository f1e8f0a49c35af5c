import { type Block, listVisible } from './blocks.ts'
import type { CompiledTemplate, Line } from './compile-template.server.ts'
import { BLOCK_FIELDS, type Field } from './template.ts'

/** The values of fields: HTML in texts, plain text in lines. */
export type Values = Partial<Record<Field, string>>

/**
 * Returns a function that finds the blocks of a page. It finds them once for each variant and set of missing values.
 */
export function createSections({ bodies }: CompiledTemplate): (variant: number, values: Values) => Block[] {
  const known = new Map<string, Block[]>()
  return (variant, values) => {
    const isEmpty = (field: Field) => !values[field]
    const missing = [...BLOCK_FIELDS, 'population' as const].map((field) => (isEmpty(field) ? 0 : 1))
    const key = `${variant} ${missing.join('')}`
    const sections = known.get(key) ?? listVisible(bodies[variant] ?? [], isEmpty)
    known.set(key, sections)
    return sections
  }
}

/** Returns the HTML of blocks with the values of their fields. */
export function fill(blocks: Block[], values: Values): string {
  let html = ''
  for (const block of blocks) html += `${fillPieces(block, values)}\n`
  return html
}

/** Returns the text of a line with the values of its fields. */
export const fillLine = (line: Line, values: Values): string =>
  fillPieces(line, values).replaceAll(/\s+/g, ' ').trim()

function fillPieces({ pieces, fields }: Line, values: Values): string {
  let text = ''
  for (const [place, piece] of pieces.entries()) {
    const field = fields[place]
    text += piece + ((field && values[field]) ?? '')
  }
  return text
}

const DESCRIPTION_SHOWN = { from: 120, to: 160 }

/**
 * Shortens a description to the length that search engines show. Keeps whole sentences, or words if the sentences are
 * too long.
 */
export function toShort(text: string): string {
  const { from, to } = DESCRIPTION_SHOWN
  if (text.length <= to) return text
  const [sentences = ''] = /^.*[.!?](?= )/.exec(text.slice(0, to + 1)) ?? []
  if (sentences.length >= from) return sentences
  const words = text.slice(0, to - 2).replace(/\s+\S*$/, '')
  return `${words.replace(/[\uD800-\uDBFF]$/, '')} …` // a cut may leave half a character
}

interface LinkItem {
  path: string
  /** HTML. */
  name: string
}

/** Returns links as an HTML list; '' without links. */
export const toLinkList = (items: LinkItem[]): string =>
  items.length === 0
    ? ''
    : `<ul>${items.map(({ path, name }) => `<li><a href="${path}">${name}</a></li>`).join('')}</ul>`
