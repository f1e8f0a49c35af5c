import { unescapeHtml } from '../../shared/text.ts'
import { BLOCK_FIELDS, type Field, fieldInAddress, ownParagraph, splitAtMarks } from './template.ts'

/** A paragraph, heading or list of a template, cut at its fields. */
export interface Block {
  /** Of a heading; 0 for anything else. */
  level: number
  /** One more than fields. */
  pieces: string[]
  fields: Field[]
  /** Its words without the values of fields, which is how pages are compared. */
  words: string[]
}

/** Says to the author of a template what is wrong with it. */
export class TemplateError extends Error {}

/** Sanitised HTML with marks for fields, as blocks. Throws TemplateError where a field cannot stand. */
export const toBlocks = (html: string): Block[] => splitBlocks(withoutAnchors(html)).map(toBlock)

/** Without addresses for sections: the names of a template's would hold marks, and texts of one page share names. */
export const withoutAnchors = (html: string) =>
  html.replace(/<div class="heading"><h([2-6])[^>]*>(.*?)<\/h\1><a [^>]*>.*?<\/a><\/div>/gs, '<h$1>$2</h$1>')

const VOID = new Set(['br', 'hr', 'img', 'input'])
const TAG = /<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g

/** The outermost elements of sanitised HTML, which is balanced. */
export function splitBlocks(html: string): string[] {
  const blocks: string[] = []
  let [depth, from] = [0, 0]
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(TAG)) {
    if (!VOID.has(name)) depth += slash ? -1 : 1
    if (depth > 0) continue
    const end = index + tag.length
    blocks.push(html.slice(from, end).trim())
    from = end
  }
  return [...blocks, html.slice(from).trim()].filter((block) => block !== '')
}

function toBlock(html: string): Block {
  const { pieces, fields } = splitAtMarks(html)
  if (/<[^>]*[\uE100-\uE1FF]/.test(html) || html.includes('%EE%8')) throw new TemplateError(fieldInAddress)
  const field = fields.find((name) => (BLOCK_FIELDS as readonly string[]).includes(name))
  if (!field)
    return { level: Number(/^<h([2-6])/.exec(html)?.[1] ?? 0), pieces, fields, words: listWords(html) }
  if (!/^<p>.<\/p>$/.test(html)) throw new TemplateError(ownParagraph(field))
  return { level: 0, pieces: ['', ''], fields: [field], words: [] }
}

/** The words of a piece of sanitised HTML, as texts are compared. */
export const listWords = (html: string): string[] =>
  unescapeHtml(html.replaceAll(/<[^>]*>/g, ' '))
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Those blocks whose fields all have a value, without headings that nothing stands under any more. */
export function listVisible(blocks: Block[], isEmpty: (field: Field) => boolean): Block[] {
  const filled = blocks.filter(({ fields }) => !fields.some(isEmpty))
  return filled.filter((block, place) => block.level === 0 || hasText(filled, place))
}

function hasText(blocks: Block[], place: number): boolean {
  const level = blocks[place]?.level ?? 0
  const rest = blocks.slice(place + 1)
  const end = rest.findIndex((block) => block.level > 0 && block.level <= level)
  return (end === -1 ? rest : rest.slice(0, end)).some((block) => block.level === 0)
}
