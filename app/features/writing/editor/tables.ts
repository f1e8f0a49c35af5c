import { syntaxTree } from '@codemirror/language'
import type { EditorState, Line, TransactionSpec } from '@codemirror/state'
import type { Command, KeyBinding } from '@codemirror/view'

/** A table and the cell that the caret is in. */
interface Table {
  lines: Line[]
  row: number
  column: number
}

interface Cell {
  from: number
  to: number
}

/** The row of dashes below the header row. */
const DASHES = 1

/** Returns the table at the caret. */
export function findTable(state: EditorState): Table | undefined {
  const { head } = state.selection.main
  for (let node = syntaxTree(state).resolveInner(head, -1); ;) {
    if (node.name === 'Table') return toTable(state, node.from, node.to)
    if (!node.parent) return undefined
    node = node.parent
  }
}

function toTable({ doc, selection }: EditorState, from: number, to: number): Table {
  const [first, last] = [doc.lineAt(from).number, doc.lineAt(to).number]
  const lines = Array.from({ length: last - first + 1 }, (_, index) => doc.line(first + index))
  const row = doc.lineAt(selection.main.head).number - first
  const cells = listCells(lines[row])
  const column = cells.findIndex((cell) => selection.main.head <= cell.to)
  return { lines, row, column: column === -1 ? cells.length - 1 : column }
}

/** Returns the cells of a row: the parts between two pipes. The pipes at both ends may be missing. */
export function listCells(line: Line | undefined): Cell[] {
  if (!line) return []
  const pipes = [...line.text.matchAll(/(?<!\\)\|/g)].map(({ index }) => index)
  const isOpen = pipes[0] !== undefined && line.text.slice(0, pipes[0]).trim() === ''
  const starts = isOpen ? pipes : [-1, ...pipes]
  const cells = starts.map((start, index) => ({
    from: line.from + start + 1,
    to: line.from + (starts[index + 1] ?? line.length),
  }))
  const last = cells.at(-1)
  const isClosed = last && line.text.slice(last.from - line.from).trim() === '' && cells.length > 1
  return isClosed ? cells.slice(0, -1) : cells
}

// The range of the text without the spaces around it.
function select({ doc }: EditorState, { from, to }: Cell): { anchor: number; head: number } {
  const text = doc.sliceString(from, to)
  if (text.trim() === '') return { anchor: Math.min(from + 1, to), head: Math.min(from + 1, to) }
  const anchor = from + text.length - text.trimStart().length
  return { anchor, head: anchor + text.trim().length }
}

const toRow = (columns: number) => `|${'  |'.repeat(columns)}`

/** Returns the change that adds a row below that of the caret, and moves the caret there. */
export function addRow(_: EditorState, { lines, row }: Table): TransactionSpec | undefined {
  const line = lines[Math.max(row, DASHES)]
  if (!line) return undefined
  const insert = `\n${toRow(listCells(lines[0]).length)}`
  return { changes: { from: line.to, insert }, selection: { anchor: line.to + 3 } }
}

/** Returns the change that adds a column after that of the caret. */
export function addColumn(_: EditorState, { lines, column }: Table): TransactionSpec {
  const changes = lines.flatMap((line, row) => {
    const cell = listCells(line)[column]
    return cell ? [{ from: cell.to, insert: row === DASHES ? '| --- ' : '|  ' }] : []
  })
  return { changes }
}

/** Returns the change that removes the row of the caret; the header row stays. */
export function removeRow({ doc }: EditorState, { lines, row }: Table): TransactionSpec | undefined {
  const line = row > DASHES ? lines[row] : undefined
  return line && { changes: { from: line.from - 1, to: Math.min(line.to, doc.length) } }
}

/** Returns the change that removes the column of the caret; the last one stays. */
export function removeColumn(_: EditorState, { lines, column }: Table): TransactionSpec | undefined {
  if (listCells(lines[0]).length < 2) return undefined
  const changes = lines.flatMap((line) => {
    const cell = listCells(line)[column]
    if (!cell) return []
    return [
      cell.from > line.from ? { from: cell.from - 1, to: cell.to } : { from: cell.from, to: cell.to + 1 },
    ]
  })
  return { changes }
}

// In the order in which a key turns them.
const ALIGNMENTS = ['---', ':---', ':---:', '---:']

/** Returns the change that turns the column of the caret from one alignment to the next: none, left, centre, right. */
export function alignColumn({ doc }: EditorState, { lines, column }: Table): TransactionSpec | undefined {
  const cell = listCells(lines[DASHES])[column]
  if (!cell) return undefined
  const [before, after] = doc.sliceString(cell.from, cell.to).trim().split(/-+/)
  const now = ALIGNMENTS.indexOf(`${before}---${after}`)
  return {
    changes: { from: cell.from, to: cell.to, insert: ` ${ALIGNMENTS[(now + 1) % ALIGNMENTS.length]} ` },
  }
}

const goToCell =
  (step: 1 | -1) =>
  (state: EditorState, table: Table): TransactionSpec | undefined => {
    const cells = table.lines.flatMap((line, row) => (row === DASHES ? [] : listCells(line)))
    const above = table.lines
      .slice(0, table.row)
      .flatMap((line, row) => (row === DASHES ? [] : listCells(line)))
    const at = above.length + (table.row === DASHES ? 0 : table.column) + step
    const cell = cells[at]
    if (cell) return { selection: select(state, cell) }
    return at < 0 ? undefined : addRow(state, { ...table, row: table.lines.length - 1 })
  }

const inTable =
  (toChange: (state: EditorState, table: Table) => TransactionSpec | undefined): Command =>
  (view) => {
    const table = findTable(view.state)
    const change = table && toChange(view.state, table)
    if (change) view.dispatch({ ...change, scrollIntoView: true, userEvent: 'input.table' })
    return table !== undefined && change !== undefined
  }

/** The keys of the editor in a table. Escape and then Tab leave it. */
export const TABLE_TOOLS: (KeyBinding & { key: string; name: string; run: Command })[] = [
  { name: 'Next cell', key: 'Tab', run: inTable(goToCell(1)) },
  { name: 'Cell before', key: 'Shift-Tab', run: inTable(goToCell(-1)) },
  { name: 'Add a row', key: 'Mod-Alt-ArrowDown', run: inTable(addRow) },
  { name: 'Add a column', key: 'Mod-Alt-ArrowRight', run: inTable(addColumn) },
  { name: 'Align the column left, in the middle, right', key: 'Mod-Alt-a', run: inTable(alignColumn) },
  { name: 'Remove the row', key: 'Mod-Alt-Backspace', run: inTable(removeRow) },
  { name: 'Remove the column', key: 'Mod-Alt-Shift-Backspace', run: inTable(removeColumn) },
]
