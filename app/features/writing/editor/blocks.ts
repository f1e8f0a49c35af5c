import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState, Line } from '@codemirror/state'
import { listCells } from './tables.ts'

/** A part of a text. */
export interface Part {
  from: number
  to: number
}

type Names = ReadonlySet<string>

/** The blocks of code. */
export const CODE: Names = new Set(['FencedCode', 'CodeBlock'])
/** The blocks that a paragraph inside them would break. */
export const WHOLE: Names = new Set([...CODE, 'Table', 'HTMLBlock', 'CommentBlock'])
const INLINE_CODE: Names = new Set(['InlineCode'])

const PARSE_MS = 50

/** Returns the part of a text around a position that has one of these names in its syntax. */
export function findAround(state: EditorState, at: number, names: Names) {
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state)
  for (const side of [-1, 1] as const)
    for (let node = tree.resolve(at, side); ; node = node.parent) {
      if (names.has(node.name)) return node
      if (!node.parent) break
    }
  return undefined
}

/** Returns the code in a line that holds both ends of a part. */
export function findInlineCode(state: EditorState, { from, to }: Part) {
  const code = findAround(state, from, INLINE_CODE) ?? findAround(state, to, INLINE_CODE)
  return code && code.from <= from && to <= code.to ? code : undefined
}

/** Returns true if a part begins or ends in code. */
export function isInCode(state: EditorState, { from, to }: Part): boolean {
  const isWithin = (at: number) => {
    const line = findAround(state, at, INLINE_CODE)
    return findAround(state, at, CODE) !== undefined || (line && line.from < at && at < line.to)
  }
  return [from, to].some(isWithin)
}

// The signs at the start of a line: those of quotes, headings, list items, tasks and notes.
const PREFIX = /^\s*(?:>\s?)*(?:#{1,6}\s+|\[\^[^\]\s]+\]:\s+|(?:[-*+]|\d+[.)])\s+(?:\[[ x]\]\s+)?)*/i

/**
 * Returns the parts of a selection that marks can stand around: its words in each paragraph, list item, heading and cell.
 * Blocks of code have none.
 */
export function listParts(state: EditorState, range: Part): Part[] {
  const parts: Part[] = []
  let last: Part | undefined // the words of a paragraph that may go on in the next line
  for (let at = range.from; at <= range.to; at = state.doc.lineAt(at).to + 1) {
    const line = state.doc.lineAt(at)
    const block = findAround(state, at, WHOLE)?.name ?? ''
    const { prefix, all } = splitLine(line, block)
    const found = all.flatMap((part) => trim(state, part, range) ?? [])
    if (last && found[0] && block === '' && prefix === '') last.to = found[0].to
    else {
      parts.push(...found)
      last = block === '' && !prefix.includes('#') ? found[0] : undefined
    }
  }
  return parts
}

/** Returns the signs at the start of a line, and the parts after them: more than one in a table, none in code. */
function splitLine(line: Line, block: string): { prefix: string; all: Part[] } {
  const [prefix = ''] = PREFIX.exec(line.text) ?? []
  const isEmpty = CODE.has(block) || (block === 'Table' && /^[\s|:-]+$/.test(line.text))
  const words = block === 'Table' ? listCells(line) : [{ from: line.from + prefix.length, to: line.to }]
  return { prefix: prefix.trim(), all: isEmpty ? [] : words }
}

/** Returns the words of a part within a range, without the spaces around them; undefined if there are none. */
function trim({ doc }: EditorState, part: Part, range: Part): Part | undefined {
  const [from, to] = [Math.max(part.from, range.from), Math.min(part.to, range.to)]
  const text = from < to ? doc.sliceString(from, to) : ''
  const start = from + text.length - text.trimStart().length
  return text.trim() === '' ? undefined : { from: start, to: start + text.trim().length }
}

/**
 * Returns the place for a new block: never within a line, or within a block that it would break. Selected words stay
 * above it.
 */
export function findPlaceForBlock(state: EditorState, { from, to }: Part = state.selection.main): number {
  const end = to > from && state.doc.lineAt(to).from === to ? to - 1 : to
  const around = findAround(state, end, WHOLE)
  if (around && around.from < end) return around.to
  const line = state.doc.lineAt(end)
  return from === to && end === line.from ? end : line.to
}
