import { type Block, listVisible } from './blocks.ts'
import type { CompiledTemplate, Line } from './compile-template.server.ts'
import { BLOCK_FIELDS, type Field } from './template.ts'

/** What stands for fields: HTML in texts, plain text in lines. */
export type Values = Partial<Record<Field, string>>

/** The sections of a telling that a page has, found once for each set of missing values. */
export function createSections({ bodies }: CompiledTemplate): (telling: number, values: Values) => Block[] {
  const known = new Map<string, Block[]>()
  return (telling, values) => {
    const isEmpty = (field: Field) => !values[field]
    const missing = [...BLOCK_FIELDS, 'population' as const].map((field) => (isEmpty(field) ? 0 : 1))
    const key = `${telling} ${missing.join('')}`
    const sections = known.get(key) ?? listVisible(bodies[telling] ?? [], isEmpty)
    known.set(key, sections)
    return sections
  }
}

/** The HTML of sections. */
export function fill(blocks: Block[], values: Values): string {
  let html = ''
  for (const { pieces, fields } of blocks) {
    for (const [place, field] of fields.entries()) html += (pieces[place] ?? '') + (values[field] ?? '')
    html += `${pieces.at(-1) ?? ''}\n`
  }
  return html
}

/** The text of a line. */
export function fillLine({ pieces, fields }: Line, values: Values): string {
  const filled = pieces.map((piece, place) => {
    const field = fields[place]
    return piece + ((field && values[field]) ?? '')
  })
  return filled.join('').replaceAll(/\s+/g, ' ').trim()
}

const DESCRIPTION_SHOWN = { from: 120, to: 160 }

/** A description as search engines show it: as many whole sentences as they have room for, or else words. */
export function toShort(text: string): string {
  const { from, to } = DESCRIPTION_SHOWN
  if (text.length <= to) return text
  const sentences = /^.*[.!?](?= )/.exec(text.slice(0, to + 1))?.[0] ?? ''
  if (sentences.length >= from) return sentences
  const words = text.slice(0, to - 2).replace(/\s+\S*$/, '')
  return `${words.replace(/[\uD800-\uDBFF]$/, '')} …` // half a character is no text
}

interface LinkItem {
  path: string
  /** HTML. */
  name: string
}

/** A list of links; nothing without any. */
export const toLinkList = (items: LinkItem[]): string =>
  items.length === 0
    ? ''
    : `<ul>${items.map(({ path, name }) => `<li><a href="${path}">${name}</a></li>`).join('')}</ul>`
