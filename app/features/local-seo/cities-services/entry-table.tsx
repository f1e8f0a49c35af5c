import { type ChangeEvent, useState } from 'react'
import { Form, Link } from 'react-router'
import { toExcerpt } from '../../../shared/text.ts'
import { CATALOGUE, type Entry, type EntryList, type Kind, toLabel, toListPath } from './cities-services.ts'
import styles from './cities-services.module.css'

const EXCERPT = 120

interface EntryTableProps {
  kind: Kind
  list: EntryList
  query: string
}

/** The table of a page of cities or services. Each can be opened or deleted; ticked ones are deleted together. */
export function EntryTable({ kind, list, query }: EntryTableProps) {
  const { path, isPlace, textLabel } = CATALOGUE[kind]
  const [ticked, setTicked] = useState(0)
  const count = ({ currentTarget }: ChangeEvent<HTMLFormElement>) =>
    setTicked(currentTarget.querySelectorAll('input[name="id"]:checked').length)
  return (
    <Form method="get" action={path} onChange={count}>
      {query && <input type="hidden" name="q" value={query} />}
      <table className={styles.entries}>
        <thead>
          <tr>
            <th scope="col">
              <TickAll ticked={ticked} of={list.entries.length} />
            </th>
            <th scope="col">Name</th>
            {isPlace && <th scope="col">State</th>}
            {isPlace && (
              <th scope="col" className={styles.isNumber}>
                Population
              </th>
            )}
            <th scope="col">{textLabel}</th>
            <th scope="col">
              <span className="sr-only">Delete</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.entries.map((entry) => (
            <EntryRow key={entry.id} kind={kind} entry={entry} query={query} />
          ))}
        </tbody>
      </table>
      <DeleteButtons {...{ kind, list, query, ticked }} />
    </Form>
  )
}

function EntryRow({ kind, entry, query }: { kind: Kind; entry: Entry; query: string }) {
  const { path, isPlace } = CATALOGUE[kind]
  const label = toLabel(entry)
  const population = entry.population?.toLocaleString('en-US')
  return (
    <tr>
      <td>
        <input type="checkbox" name="id" value={entry.id} aria-label={label} />
      </td>
      <td>
        <Link className="link font-[550]" to={`${path}/${entry.id}`}>
          {entry.name}
        </Link>
        <span className={styles.under}>{[entry.state, population].filter(Boolean).join(' · ')}</span>
      </td>
      {isPlace && <td>{entry.state}</td>}
      {isPlace && <td className={styles.isNumber}>{population}</td>}
      <td className="text-muted">{toExcerpt(entry.text, EXCERPT)}</td>
      <td>
        <Link className="link" to={toListPath(kind, query, { ask: 'delete', id: entry.id })}>
          Delete<span className="sr-only"> {label}</span>
        </Link>
      </td>
    </tr>
  )
}

const TickAll = ({ ticked, of }: { ticked: number; of: number }) => (
  <input
    type="checkbox"
    className="needs-scripts"
    aria-label="All on this page"
    checked={ticked > 0 && ticked === of}
    onChange={tickAll}
  />
)

function tickAll({ currentTarget: { form, checked } }: ChangeEvent<HTMLInputElement>): void {
  for (const box of form?.querySelectorAll<HTMLInputElement>('input[name="id"]') ?? []) box.checked = checked
}

function DeleteButtons({
  kind,
  list: { found, total },
  query,
  ticked,
}: EntryTableProps & { ticked: number }) {
  const all = found.toLocaleString('en-US')
  return (
    <p className={styles.buttons}>
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
