import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type SelectionRange,
  type TransactionSpec,
} from '@codemirror/state'
import { CODE, findAround, findInlineCode, listParts, type Part } from './blocks.ts'

/**
 * Returns a change that adds marks around the selected words, or removes them if all have them. The words of each
 * paragraph, list item and cell get marks of their own. Words in a block of code stay as they are.
 */
export const toggleMark =
  (mark: string) =>
  (state: EditorState): TransactionSpec => ({
    ...state.changeByRange((range) => {
      if (range.empty) return toggleAtCaret(state, range, mark)
      const parts = listParts(state, range).map((part) => toMarkable(state, part, mark))
      const [first, last] = [parts[0], parts.at(-1)]
      if (!first || !last) return { range }
      const marked = parts.map((part) => findMarks(state, part, mark))
      const isOn = marked.every((marks) => marks !== undefined)
      const set = state.changes(
        parts.flatMap((part, index): ChangeSpec[] => {
          const marks = marked[index]
          if (isOn) return marks ?? []
          return marks ? [] : addMarks(state, part, mark)
        }),
      )
      return {
        changes: set,
        range: EditorSelection.range(set.mapPos(first.from, 1), set.mapPos(last.to, -1)),
      }
    }),
    userEvent: 'input.format',
  })

function toggleAtCaret(state: EditorState, range: SelectionRange, mark: string) {
  if (findAround(state, range.head, CODE)) return { range }
  const words = toMarkable(state, state.wordAt(range.head) ?? range, mark)
  const marks = findMarks(state, words, mark)
  const set = state.changes(marks ?? addMarks(state, words, mark))
  const caret = marks || words.from < range.head ? set.mapPos(range.head, -1) : range.head + mark.length
  return { changes: set, range: EditorSelection.cursor(caret) }
}

// Code in a line shows marks as characters, so they stand around the whole of it.
function toMarkable(state: EditorState, { from, to }: Part, mark: string): Part {
  const code = mark === '`' ? undefined : findInlineCode(state, { from, to })
  return code && code.from < to && from < code.to ? { from: code.from, to: code.to } : { from, to }
}

// Marks of its own inside a part would end those around it. Code with backticks stands between longer rows of them.
function addMarks(state: EditorState, { from, to }: Part, mark: string): ChangeSpec[] {
  const text = state.sliceDoc(from, to)
  const isTicked = mark === '`' && text.includes('`')
  const ticks = isTicked ? toFence(text, 1) : mark
  const gap = isTicked ? ' ' : ''
  const inner = mark.length > 1 ? listPlaces(text, mark) : []
  const isEven = inner.length % 2 === 0
  return [
    { from, insert: ticks + gap },
    ...(isEven ? inner.map((at) => ({ from: from + at, to: from + at + mark.length })) : []),
    { from: to, insert: gap + ticks },
  ]
}

function listPlaces(text: string, mark: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + mark.length)) places.push(at)
  return places
}

/** Returns backticks that are more than each row of them in a text, and more than `least`. */
export function toFence(text: string, least: number): string {
  const rows = [...text.matchAll(/`+/g)].map(([row]) => row.length)
  return '`'.repeat(Math.max(least, ...rows) + 1)
}

/** Returns the marks at the ends of a part, inside or outside of it, as changes that remove them. */
function findMarks(state: EditorState, part: Part, mark: string): Part[] | undefined {
  if (mark === '`') return findTicks(state, part)
  const [before, after] = [part.from - mark.length, part.to + mark.length]
  for (const from of [before, part.from])
    for (const to of [after, part.to])
      if (isMarked(state, { from, to }, mark))
        return [
          { from, to: from + mark.length },
          { from: to - mark.length, to },
        ]
  return undefined
}

function findTicks(state: EditorState, part: Part): Part[] | undefined {
  const code = findInlineCode(state, part)
  if (!code || (part.from === part.to && (part.from === code.from || part.to === code.to))) return undefined
  const [text, ticks] = [state.sliceDoc(code.from, code.to), code.firstChild?.to ?? code.from]
  const row = ticks - code.from
  const gap = /^ .*\S.* $/s.test(text.slice(row, -row)) ? 1 : 0
  return [
    { from: code.from, to: ticks + gap },
    { from: code.to - row - gap, to: code.to },
  ]
}

function isMarked(state: EditorState, { from, to }: Part, mark: string): boolean {
  if (from < 0 || to > state.doc.length || to - from < 2 * mark.length) return false
  const text = state.sliceDoc(from, to)
  if (!text.startsWith(mark) || !text.endsWith(mark)) return false
  if (mark.length > 1 && listPlaces(text.slice(mark.length, -mark.length), mark).length > 0) return false
  return mark !== '*' || countStars(state, from) % 2 === 1 // two are strong, one is an emphasis, and three are both
}

// The length of the whole row of asterisks at a position.
function countStars(state: EditorState, at: number): number {
  const before = /\**$/.exec(state.sliceDoc(Math.max(0, at - 3), at))?.[0] ?? ''
  const after = /^\**/.exec(state.sliceDoc(at, at + 3))?.[0] ?? ''
  return before.length + after.length
}
