import { listAll, textOf, toWritten, WRITTEN } from '../../../shared/html-to-markdown/html-parts.ts'
import { toMarkdown } from '../../../shared/html-to-markdown/html-to-markdown.ts'
import { rename, unwrap } from './elements.ts'

const MOST_COLUMNS = 100

/** Writes the tables of an element as Markdown. A table that only places its blocks becomes these blocks. */
export function writeTables(body: Element): void {
  for (const table of listAll(body, 'table').toReversed()) {
    const rows = listRows(table)
    const isLayout =
      rows.flat().length < 2 || table.querySelector(`h1, h2, h3, h4, h5, h6, blockquote, pre, ${WRITTEN}`)
    if (isLayout) unfold(table)
    else write(table, rows)
  }
}

function unfold(table: Element): void {
  for (const cell of listAll(table, 'td, th, caption')) rename(cell, 'div')
  for (const part of listAll(table, 'thead, tbody, tfoot, tr, colgroup, col')) unwrap(part)
  rename(table, 'div')
}

const listRows = (table: Element): Element[][] =>
  listAll(table, 'tr')
    .map((row) => Array.from(row.children).filter(({ nodeName }) => /^T[DH]$/.test(nodeName)))
    .filter((cells) => cells.length > 0)

function write(table: Element, rows: Element[][]): void {
  const grid = toGrid(rows)
  const width = Math.max(...grid.map((cells) => cells.length))
  const lines = grid.map((cells) => toLine(Array.from({ length: width }, (_, column) => cells[column] ?? '')))
  lines.splice(1, 0, toLine(Array.from({ length: width }, () => '---')))
  const caption = table.querySelector('caption')
  const page = table.ownerDocument
  if (caption && textOf(caption) !== '') table.parentNode?.insertBefore(rename(caption, 'p'), table)
  const written = page.createElement('div')
  written.innerHTML = toWritten(lines.join('\n'))
  table.replaceWith(written)
}

const toLine = (cells: string[]) => `| ${cells.join(' | ')} |`

// A cell over several columns or rows leaves empty ones.
function toGrid(rows: Element[][]): string[][] {
  const grid: string[][] = rows.map(() => [])
  for (const [row, cells] of rows.entries()) for (const cell of cells) place(cell, grid.slice(row))
  return grid
}

function place(cell: Element, lines: string[][]): void {
  const [first = []] = lines
  const free = Array.from(first).findIndex((text) => text === undefined)
  const column = free === -1 ? first.length : free
  const width = readSpan(cell, 'colspan')
  for (const line of lines.slice(0, readSpan(cell, 'rowspan')))
    for (let right = 0; right < width; right += 1) line[column + right] = ''
  first[column] = toCell(cell)
}

const readSpan = (cell: Element, name: string) =>
  Math.min(MOST_COLUMNS, Math.max(1, Number(cell.getAttribute(name)) || 1))

const toCell = (cell: Element) =>
  toMarkdown(cell as HTMLElement)
    .trim()
    .replace(/\s*\n+\s*/g, '<br>')
    .replace(/\\?\|/g, String.raw`\|`)
