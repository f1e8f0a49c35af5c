import { unescapeHtml } from '../../../shared/text.ts'
import { BLOCK_FIELDS, type Field, fieldInAddress, ownParagraph, splitAtMarks } from './template.ts'

/** A paragraph, heading or list of a template, split at its fields. */
export interface Block {
  /** The level of a heading; 0 for other blocks. */
  level: number
  /** The HTML around the fields: one piece more than there are fields. */
  pieces: string[]
  fields: Field[]
  /** The words that pages are compared by: those outside of fields. */
  words: string[]
}

/** A fault in a template. The message is a sentence for its author. */
export class TemplateError extends Error {}

/** Splits sanitised HTML with marks for fields into blocks. Throws TemplateError if a field is at a forbidden place. */
export const toBlocks = (html: string): Block[] => splitBlocks(withoutAnchors(html)).map(toBlock)

/** Removes the anchors of headings. Their names would contain marks, and would not be unique within a page. */
export const withoutAnchors = (html: string) =>
  html.replace(
    /<div class="heading"[^>]*><h([2-6])[^>]*>(.*?)<\/h\1><a [^>]*>.*?<\/a><\/div>/gs,
    '<h$1>$2</h$1>',
  )

const VOID = new Set(['br', 'hr', 'img', 'input'])
const TAG = /<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g

/** Splits sanitised HTML into its outermost elements. The HTML must be balanced. */
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
  if (!field) return { level: findLevel(html), pieces, fields, words: listWords(html) }
  if (!/^<p>.<\/p>$/.test(html)) throw new TemplateError(ownParagraph(field))
  return { level: 0, pieces: ['', ''], fields: [field], words: [] }
}

const findLevel = (html: string): number => {
  const [, level = '0'] = /^<h([2-6])/.exec(html) ?? []
  return Number(level)
}

/** Returns the words of sanitised HTML in lower case, as pages are compared by them. */
export const listWords = (html: string): string[] =>
  unescapeHtml(html.replaceAll(/<[^>]*>/g, ' '))
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns the blocks whose fields all have a value, without headings that have no content left. */
export function listVisible(blocks: Block[], isEmpty: (field: Field) => boolean): Block[] {
  const filled = blocks.filter(({ fields }) => !fields.some(isEmpty))
  return filled.filter(({ level }, place) => level === 0 || hasText(filled.slice(place + 1), level))
}

// Returns true if the section of a heading has content besides headings. The section ends at the next heading of its
// level.
function hasText(rest: Block[], level: number): boolean {
  const end = rest.findIndex((block) => block.level > 0 && block.level <= level)
  return (end === -1 ? rest : rest.slice(0, end)).some((block) => block.level === 0)
}
