import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type Line,
  type SelectionRange,
  type TransactionSpec,
} from '@codemirror/state'
import { toParagraph } from './insert-picture.ts'

/** Returns a change that adds marks around the selected words, or removes them. */
export const toggleMark =
  (mark: string) =>
  (state: EditorState): TransactionSpec => ({
    ...state.changeByRange((range) => {
      const words = trim(state, range.empty ? (state.wordAt(range.head) ?? range) : range)
      const outer = EditorSelection.range(words.from - mark.length, words.to + mark.length)
      if (isMarked(state, outer, mark)) return unmark(outer, mark, range)
      if (isMarked(state, words, mark)) return unmark(words, mark, range)
      const { from, to } = words
      const changes = [
        { from, insert: mark },
        { from: to, insert: mark },
      ]
      const [start, end] = [from + mark.length, to + mark.length]
      return {
        changes,
        range: range.empty
          ? EditorSelection.cursor(range.head + mark.length)
          : EditorSelection.range(start, end),
      }
    }),
    userEvent: 'input.format',
  })

// Marks beside a space would be shown as characters.
function trim(state: EditorState, { from, to }: SelectionRange): SelectionRange {
  const text = state.sliceDoc(from, to)
  if (text.trim() === '') return EditorSelection.range(from, to)
  const start = from + text.length - text.trimStart().length
  return EditorSelection.range(start, start + text.trim().length)
}

function isMarked(state: EditorState, { from, to }: SelectionRange, mark: string): boolean {
  if (from < 0 || to > state.doc.length || to - from < 2 * mark.length) return false
  const text = state.sliceDoc(from, to)
  if (!text.startsWith(mark) || !text.endsWith(mark)) return false
  return mark !== '*' || countStars(state, from) % 2 === 1 // two are strong, one is an emphasis, and three are both
}

// The length of the whole row of asterisks at a position.
function countStars(state: EditorState, at: number): number {
  const before = /\**$/.exec(state.sliceDoc(Math.max(0, at - 3), at))?.[0] ?? ''
  const after = /^\**/.exec(state.sliceDoc(at, at + 3))?.[0] ?? ''
  return before.length + after.length
}

function unmark({ from, to }: SelectionRange, mark: string, { empty, head }: SelectionRange) {
  const { length } = mark
  const changes = [
    { from, to: from + length },
    { from: to - length, to },
  ]
  const end = to - 2 * length
  const caret = Math.min(end, Math.max(from, head - length))
  return { changes, range: empty ? EditorSelection.cursor(caret) : EditorSelection.range(from, end) }
}

/** A kind of lines, which is recognised by the beginning of each line. */
export interface LineKind {
  /** The beginning of a line of this kind. */
  pattern: RegExp
  /** The part that a line of another kind loses. */
  replaces?: RegExp
  /** Returns the prefix of a line, by its index among the selected lines. */
  toPrefix: (index: number) => string
}

const ANY_PREFIX = /^(?:#{1,6} |[-*+] (?:\[[ x]\] )?|\d+[.)] )/

/** A heading of a level. */
export const headingOf = (level: number): LineKind => ({
  pattern: new RegExp(`^#{${level}} `),
  replaces: ANY_PREFIX,
  toPrefix: () => `${'#'.repeat(level)} `,
})
/** A bulleted list. */
export const bulletList: LineKind = {
  pattern: /^[-*+] (?!\[[ x]\])/,
  replaces: ANY_PREFIX,
  toPrefix: () => '- ',
}
/** A numbered list. */
export const numberedList: LineKind = {
  pattern: /^\d+[.)] /,
  replaces: ANY_PREFIX,
  toPrefix: (index) => `${index + 1}. `,
}
/** A quote, which may contain the other kinds. */
export const quote: LineKind = { pattern: /^> ?/, toPrefix: () => '> ' }

/**
 * Returns a change that turns the selected lines into a kind. If all of them are of that kind, they become plain lines.
 */
export const toggleLines =
  (kind: LineKind) =>
  (state: EditorState): TransactionSpec => {
    const lines = listLines(state)
    const filled = lines.length === 1 ? lines : lines.filter(({ text }) => text.trim() !== '')
    const isOn = filled.every(({ text }) => kind.pattern.test(text))
    const changes = filled.map(({ from, text }, index): ChangeSpec => {
      const old = (isOn ? kind.pattern : kind.replaces)?.exec(text)?.[0] ?? ''
      return { from, to: from + old.length, insert: isOn ? '' : kind.toPrefix(index) }
    })
    const set = state.changes(changes)
    const { anchor, head } = state.selection.main
    const selection = { anchor: set.mapPos(anchor, 1), head: set.mapPos(head, 1) }
    return { changes: set, selection, userEvent: 'input.format', scrollIntoView: true }
  }

function listLines({ doc, selection }: EditorState): Line[] {
  const { from, to } = selection.main
  const [first, last] = [doc.lineAt(from).number, doc.lineAt(to).number]
  return Array.from({ length: last - first + 1 }, (_, index) => doc.line(first + index))
}

/**
 * Returns a change that makes the heading at the caret one level smaller, or removes it at the smallest. A plain line
 * becomes a heading of the second level.
 */
export function turnHeading(state: EditorState): TransactionSpec {
  const marks = /^#{1,6}(?= )/.exec(state.doc.lineAt(state.selection.main.head).text)?.[0].length ?? 0
  const level = marks === 2 ? 3 : 2
  return toggleLines(headingOf(marks === 3 ? 3 : level))(state)
}

// Blocks to insert. The text between two of these characters is selected afterwards; a single one is the caret.
const CARET = '‸'
export const DIVIDER = `---\n\n${CARET}`
export const CODE_BLOCK = `\`\`\`${CARET}\n\n\`\`\``
export const TABLE = `| ${CARET}Column${CARET} | Column |\n| --- | --- |\n|  |  |\n|  |  |`
export const VIDEO = `${CARET}https://www.youtube.com/watch?v=${CARET}`

/** Returns a change that inserts a block as a paragraph of its own, in place of `from` to `to`. */
export function insertBlock(
  { doc, selection }: EditorState,
  block: string,
  { from, to }: { from: number; to: number } = selection.main,
): TransactionSpec {
  const [start = '', selected = '', ...rest] = block.split(CARET)
  const [before, after] = [doc.sliceString(Math.max(0, from - 2), from), doc.sliceString(to, to + 2)]
  const text = block.replaceAll(CARET, '')
  const insert = toParagraph(text, { before, after })
  const anchor = from + insert.indexOf(text) + start.length
  return {
    changes: { from, to, insert },
    selection: { anchor, head: rest.length > 0 ? anchor + selected.length : anchor },
    userEvent: 'input.format',
    scrollIntoView: true,
  }
}

/** Returns a change that turns the selected lines into a block of code, or inserts an empty one. */
export function insertCode(state: EditorState): TransactionSpec {
  const { from, to } = state.selection.main
  if (from === to) return insertBlock(state, CODE_BLOCK)
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)]
  const code = state.sliceDoc(first.from, last.to).replaceAll(CARET, '')
  return insertBlock(state, `\`\`\`${CARET}\n${code}\n\`\`\``, { from: first.from, to: last.to })
}
/** Returns a change that turns the selected words into a link, or inserts a link with `text`. */
export function insertLink(
  state: EditorState,
  { text, address }: { text: string; address: string },
): TransactionSpec {
  const { from, to } = state.selection.main
  const words = (text || address).replaceAll(/[[\]\\]/g, String.raw`\$&`)
  const link = `[${words}](${toDestination(address)})`
  return {
    changes: { from, to, insert: link },
    selection: { anchor: from + link.length },
    userEvent: 'input.format',
    scrollIntoView: true,
  }
}

/** Returns a URL as the target of a link in Markdown. */
const toDestination = (address: string) =>
  address.replaceAll(/[\s()<>\\]/g, (character) =>
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  )
