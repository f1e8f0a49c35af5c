import { Form, Link } from 'react-router'
import { type Column, ListTable } from '../../../ui/list-table.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import { CATALOGUE, type Entry, type EntryList, type Kind, toLabel, toListPath } from './cities-services.ts'
import { listEntryColumns } from './entry-columns.tsx'

interface EntryTableProps {
  kind: Kind
  list: EntryList
  query: string
}

/** The table of a page of cities or services. Each can be opened or deleted; ticked ones are deleted together. */
export function EntryTable({ kind, list, query }: EntryTableProps) {
  const selection = useSelection(list.rows.map(({ id }) => id))
  return (
    <Form method="get" action={CATALOGUE[kind].path}>
      {query && <input type="hidden" name="q" value={query} />}
      <ListTable
        rows={list.rows}
        idOf={({ id }) => id}
        columns={toColumns(kind, query)}
        ticks={{ selection, name: 'id', all: 'All on this page', labelOf: toLabel }}
      />
      <DeleteButtons {...{ kind, list, query }} ticked={selection.selected.size} />
    </Form>
  )
}

function toColumns(kind: Kind, query: string): Column<Entry>[] {
  const showName = ({ id, name }: Entry) => (
    <Link className="link font-[550]" to={`${CATALOGUE[kind].path}/${id}`}>
      {name}
    </Link>
  )
  return [
    ...listEntryColumns(kind, { excerpt: 120, showName }),
    {
      head: 'Delete',
      headContent: <span className="sr-only">Delete</span>,
      className: 'w-[4.6rem] text-end',
      cell: (entry) => (
        <Link className="link" to={toListPath(kind, query, { ask: 'delete', id: entry.id })}>
          Delete<span className="sr-only"> {toLabel(entry)}</span>
        </Link>
      ),
    },
  ]
}

function DeleteButtons({
  kind,
  list: { found, total },
  query,
  ticked,
}: EntryTableProps & { ticked: number }) {
  const all = found.toLocaleString('en-US')
  return (
    <p className="mt-4 flex flex-wrap gap-3">
      <button type="submit" className="button" name="ask" value="delete">
        Delete selected{ticked > 0 && ` (${ticked})`}
      </button>
      {found > 1 && (
        <button type="submit" className="button" name="ask" value="delete-all">
          {query === '' || found === total ? `Delete all ${all} ${kind}` : `Delete all ${all} that match`}
        </button>
      )}
    </p>
  )
}
