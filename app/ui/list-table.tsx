import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Selection } from './use-selection.ts'

/** A column of a list. */
export interface Column<Row> {
  head: string
  /** If it is not only the words of `head`. */
  headContent?: ReactNode
  /** If two columns may have the same head. */
  key?: string
  /** The content of its cell in a row. */
  cell: (row: Row) => ReactNode
  /** Of its head and its cells. */
  className?: string | undefined
  /** True if its cells are the names of their rows. */
  isName?: boolean
  sort?: Sort
}

/** The present order of the rows by a column, and the URL of the list in the next order. */
export interface Sort {
  order: 'ascending' | 'descending' | undefined
  to: string
}

/** The check boxes of a list whose rows can be selected. */
interface Boxes {
  selection: Selection
  /** The name of the field that has the ids of the selected rows. */
  name: string
  /** The label of the box that selects all rows of the page. */
  all: string
}

interface ListTableProps<Row> {
  rows: Row[]
  idOf: (row: Row) => string
  columns: Column<Row>[]
  ticks?: Boxes & { labelOf: (row: Row) => string }
  /** The row that is edited, and what stands below it. */
  open?: { id: string; content: ReactNode } | undefined
  caption?: string
  className?: string | undefined
  /** True if on a phone each row is a card without heads. */
  isCards?: boolean
}

/** Shows a list as a table: a row for each thing. */
export function ListTable<Row>({ rows, idOf, columns, ticks, open, caption, ...look }: ListTableProps<Row>) {
  const { className = '', isCards = false } = look
  return (
    <table className={`list-table ${className}`} data-cards={isCards || undefined}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <thead>
        <tr>
          {ticks && <TickAll {...ticks} />}
          {columns.map((column) => (
            <Head key={toKey(column)} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const id = idOf(row)
          return (
            <Fragment key={id}>
              <tr data-selected={ticks?.selection.selected.has(id) || undefined}>
                {ticks && <Tick {...ticks} id={id} label={ticks.labelOf(row)} />}
                {columns.map((column) => (
                  <Cell key={toKey(column)} column={column} row={row} />
                ))}
              </tr>
              {open?.id === id && (
                <tr>
                  <td colSpan={columns.length + (ticks ? 1 : 0)}>{open.content}</td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

const toKey = <Row,>({ key, head }: Column<Row>) => key ?? head

const ARROWS = { ascending: ' ↑', descending: ' ↓' }

function Head<Row>({ column: { head, headContent = head, className, sort } }: { column: Column<Row> }) {
  return (
    <th scope="col" className={className} aria-sort={sort?.order}>
      {sort ? (
        <Link to={sort.to}>
          {headContent}
          {sort.order && <span aria-hidden="true">{ARROWS[sort.order]}</span>}
        </Link>
      ) : (
        headContent
      )}
    </th>
  )
}

function Cell<Row>({ column: { cell, className, isName }, row }: { column: Column<Row>; row: Row }) {
  const Tag = isName ? 'th' : 'td'
  return (
    <Tag scope={isName ? 'row' : undefined} className={className}>
      {cell(row)}
    </Tag>
  )
}

function TickAll({ selection: { ids, selected, select }, all }: Boxes) {
  const isAll = ids.every((id) => selected.has(id))
  return (
    <th scope="col" className="list-tick">
      <input
        type="checkbox"
        className="needs-scripts"
        aria-label={all}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = !isAll && selected.size > 0
        }}
        onChange={() => select(ids, !isAll)}
      />
    </th>
  )
}

function Tick({ selection: { selected, select }, name, id, label }: Boxes & { id: string; label: string }) {
  const isSelected = selected.has(id)
  return (
    <td className="list-tick">
      <input
        type="checkbox"
        name={name}
        value={id}
        aria-label={label}
        checked={isSelected}
        ref={(box) => {
          if (box?.checked && !isSelected) select([id], true) // it was ticked before the scripts ran
        }}
        onChange={({ target }) => select([id], target.checked)}
      />
    </td>
  )
}
