import type { ChangeSpec, EditorState, Line, TransactionSpec } from '@codemirror/state'
import { findAround, findPlaceForBlock, listParts, type Part, WHOLE } from './blocks.ts'
import { toGaps, toParagraph } from './insert-picture.ts'
import { toFence } from './marks.ts'
import { findTable } from './tables.ts'

/** A kind of lines, which is recognised by the beginning of each line. */
export interface LineKind {
  /** The beginning of a line of this kind. */
  pattern: RegExp
  /** The part that a line of another kind loses. */
  replaces?: RegExp
  /** Returns the prefix of a line, by its index among the selected lines. */
  toPrefix: (index: number) => string
  /** True if it stands around whole blocks. The other kinds stand within quotes, and not in code or tables. */
  isAround?: boolean
}

const ANY_PREFIX = /^(?:#{1,6} |[-*+] (?:\[[ x]\] )?|\d+[.)] )/i

/** A heading of a level. */
export const headingOf = (level: number): LineKind => ({
  pattern: new RegExp(`^#{${level}} `),
  replaces: ANY_PREFIX,
  toPrefix: () => `${'#'.repeat(level)} `,
})
/** A bulleted list. */
export const bulletList: LineKind = {
  pattern: /^[-*+] (?!\[[ x]\])/i,
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
export const quote: LineKind = { pattern: /^> ?/, toPrefix: () => '> ', isAround: true }

/**
 * Returns a change that turns the selected lines into a kind. If all of them are of that kind, they become plain lines.
 */
export const toggleLines =
  (kind: LineKind) =>
  (state: EditorState): TransactionSpec => {
    const lines = kind.isAround ? listLines(state, toWhole(state)) : listFree(state)
    const filled = lines.length === 1 ? lines : lines.filter(({ text }) => text.trim() !== '')
    const skipped = ({ text }: Line) => (kind.isAround ? '' : (BEFORE_KIND.exec(text)?.[0] ?? ''))
    const isOn = filled.every((line) => kind.pattern.test(line.text.slice(skipped(line).length)))
    const changed = kind.isAround && !isOn ? lines : filled // a quote goes on in its empty lines
    const changes = changed.map((line, index): ChangeSpec => {
      const start = skipped(line).length
      const old = (isOn ? kind.pattern : kind.replaces)?.exec(line.text.slice(start))?.[0] ?? ''
      const from = line.from + start
      return { from, to: from + old.length, insert: isOn ? '' : toPrefixOf(kind, line, index) }
    })
    const set = state.changes(changes)
    const { anchor, head } = state.selection.main
    const selection = { anchor: set.mapPos(anchor, 1), head: set.mapPos(head, 1) }
    return { changes: set, selection, userEvent: 'input.format', scrollIntoView: true }
  }

// The quotes and spaces before a heading or an item.
const BEFORE_KIND = /^\s*(?:> ?\s*)*/

const toPrefixOf = (kind: LineKind, { text }: Line, index: number) =>
  text === '' && index > 0 ? kind.toPrefix(index).trim() : kind.toPrefix(index)

function listLines({ doc }: EditorState, { from, to }: Part): Line[] {
  const [first, last] = [doc.lineAt(from).number, doc.lineAt(to).number]
  return Array.from({ length: last - first + 1 }, (_, index) => doc.line(first + index))
}

const listFree = (state: EditorState): Line[] =>
  listLines(state, state.selection.main).filter(({ from }) => !findAround(state, from, WHOLE))

/** Returns the selection, with the whole of the blocks in which it begins and ends. */
function toWhole(state: EditorState): Part {
  const { from, to } = state.selection.main
  const [first, last] = [findAround(state, from, WHOLE), findAround(state, to, WHOLE)]
  return { from: Math.min(from, first?.from ?? from), to: Math.max(to, last?.to ?? to) }
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

/** Returns a change that inserts a block as a paragraph of its own. Selected words stay. */
export function insertBlock(state: EditorState, block: string): TransactionSpec {
  const at = findPlaceForBlock(state)
  const [start = '', selected = '', ...rest] = block.split(CARET)
  const text = block.replaceAll(CARET, '')
  const insert = toParagraph(text, readAround(state, { from: at, to: at }))
  const anchor = at + insert.indexOf(text) + start.length
  return {
    changes: { from: at, insert },
    selection: { anchor, head: rest.length > 0 ? anchor + selected.length : anchor },
    userEvent: 'input.format',
    scrollIntoView: true,
  }
}

const readAround = ({ doc }: EditorState, { from, to }: Part) => ({
  before: doc.sliceString(Math.max(0, from - 2), from),
  after: doc.sliceString(to, to + 2),
})

/**
 * Returns a change that turns the selected lines into a block of code, or inserts an empty one. In a block of code, it
 * takes the fences away.
 */
export function toggleCode(state: EditorState): TransactionSpec {
  const { from, to } = state.selection.main
  const block = findAround(state, from, FENCED)
  if (block && to <= block.to) return removeFences(state, block)
  if (from === to) return insertBlock(state, CODE_BLOCK)
  const whole = toWhole(state)
  const part = { from: state.doc.lineAt(whole.from).from, to: state.doc.lineAt(whole.to).to }
  const fence = toFence(state.sliceDoc(part.from, part.to), 2)
  const gaps = toGaps(readAround(state, part))
  return {
    changes: [
      { from: part.from, insert: `${gaps.before}${fence}\n` },
      { from: part.to, insert: `\n${fence}${gaps.after}` },
    ],
    selection: { anchor: part.from + gaps.before.length + fence.length },
    userEvent: 'input.format',
    scrollIntoView: true,
  }
}

const FENCED = new Set(['FencedCode'])

function removeFences({ doc }: EditorState, { from, to }: Part): TransactionSpec {
  const [first, last] = [doc.lineAt(from), doc.lineAt(to)]
  const start = /^[\s>]*$/.test(doc.sliceString(first.from, from)) ? first.from : from
  const begin = { from: start, to: Math.min(first.to + 1, doc.length) }
  const isClosed = last.number > first.number && /^[\s>]*(?:`{3,}|~{3,})\s*$/.test(last.text)
  const end = { from: Math.max(begin.to, last.from - 1), to: last.to }
  return { changes: isClosed ? [begin, end] : [begin], userEvent: 'input.format', scrollIntoView: true }
}

interface NewLink {
  text: string
  address: string
}

/**
 * Returns a change that turns the selected words into a link, those of each paragraph, list item and cell into one of
 * their own. If `text` is another one, it takes their place.
 */
export function insertLink(state: EditorState, { text, address }: NewLink): TransactionSpec {
  const { main } = state.selection
  const isSame = text === readSelection(state)
  const parts = isSame ? listParts(state, main) : []
  const target = `](${toDestination(address)})`
  const words = (text || address).replaceAll(findTable(state) ? /[[\]\\|]/g : /[[\]\\]/g, String.raw`\$&`)
  const changes = state.changes(
    parts.length === 0
      ? { from: isSame ? main.to : main.from, to: main.to, insert: `[${words}${target}` }
      : parts.flatMap((part) => toLinked(state, part, target)),
  )
  return {
    changes,
    selection: { anchor: changes.mapPos(main.to, 1) },
    userEvent: 'input.format',
    scrollIntoView: true,
  }
}

/** Returns the selected text on one line. */
export const readSelection = (state: EditorState) =>
  state.sliceDoc(state.selection.main.from, state.selection.main.to).replaceAll(/\s+/g, ' ').trim()

// The words are Markdown already, so only brackets without a partner would end the link. A link gets another address.
function toLinked(state: EditorState, { from, to }: Part, target: string): ChangeSpec[] {
  const words = state.sliceDoc(from, to)
  const [, label] = /^\[([^[\]]*)\]\([^()\s]*\)$/.exec(words) ?? []
  if (label !== undefined) return [{ from: from + 1 + label.length, to, insert: target }]
  const open = words.replaceAll(/\\.|\[[^[\]]*\]/gs, (found) => ' '.repeat(found.length))
  const escapes = [...open.matchAll(/[[\]]/g)].map(({ index }) => ({ from: from + index, insert: '\\' }))
  return [{ from, insert: '[' }, ...escapes, { from: to, insert: target }]
}

/** Returns a URL as the target of a link in Markdown. */
const toDestination = (address: string) =>
  address.replaceAll(/[\s()<>\\]/g, (character) =>
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  )
