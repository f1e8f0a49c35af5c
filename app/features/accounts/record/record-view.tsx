import { toMoment } from '../../../shared/dates.ts'
import { toListUrl } from '../../../shared/page-list.ts'
import { Choice, FilterBar } from '../../../ui/filter-bar.tsx'
import { type Column, ListTable } from '../../../ui/list-table.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { actTexts } from './messages.ts'
import { LINES_ON_PAGE, type RecordFilter, type RecordLine } from './record.ts'

interface RecordViewProps {
  lines: RecordLine[]
  found: number
  people: { id: string; name: string }[]
  filter: RecordFilter
  page: number
}

// On a phone each cell has a line of its own.
const LINE = 'max-[40rem]:block max-[40rem]:mb-1 wrap-anywhere'

const ASIDE = 'max-[40rem]:text-small max-[40rem]:text-muted'

const COLUMNS: Column<RecordLine>[] = [
  { head: 'When', className: `${LINE} ${ASIDE} min-[40rem]:w-48`, cell: ({ at }) => toMoment(at) },
  { head: 'Who', className: LINE, isName: true, cell: ({ who }) => who },
  { head: 'What', className: `${LINE} max-[40rem]:font-[550]`, cell: ({ act }) => sayAct(act) },
  { head: 'About', className: LINE, cell: ({ about }) => about },
  {
    head: 'From',
    className: `${LINE} ${ASIDE} min-[40rem]:w-32`,
    cell: ({ address }) => address ?? 'this server',
  },
]

/** Returns the words for an act; a later version's act is shown as it is stored. */
const sayAct = (act: string): string =>
  Object.hasOwn(actTexts, act) ? actTexts[act as keyof typeof actTexts] : act

/** The record of an account: who did what, when, and from where. */
export function RecordView({ lines, found, people, filter, page }: RecordViewProps) {
  const given = { ...filter }
  const names = Object.fromEntries(people.map(({ id, name }) => [id, name]))
  return (
    <div className="grid gap-5">
      <FilterBar path="/record" label="Search the record" query={filter.q}>
        <Choice name="person" label="Who" value={filter.person} options={names} all="Everybody" />
        <Choice name="act" label="What" value={filter.act} options={actTexts} all="Everything" />
        <Day name="from" label="From" value={filter.from} />
        <Day name="to" label="To" value={filter.to} />
        <button type="submit" className="button">
          Filter
        </button>
      </FilterBar>
      <p className="flex flex-wrap items-baseline gap-4 text-small">
        <span>{found === 1 ? '1 line' : `${found} lines`}, kept for a year</span>
        <a className="link" href={toListUrl('/record/export', { ...given, as: 'csv' })} download>
          Export as CSV
        </a>
        <a className="link" href={toListUrl('/record/export', { ...given, as: 'json' })} download>
          Export as JSON
        </a>
      </p>
      {lines.length === 0 ? (
        <p className="panel">Nothing matches.</p>
      ) : (
        <ListTable rows={lines} idOf={({ id }) => id} columns={COLUMNS} isCards caption="Record" />
      )}
      <Pagination
        page={page}
        pageCount={Math.ceil(found / LINES_ON_PAGE)}
        pathname={toListUrl('/record', given)}
      />
    </div>
  )
}

const Day = ({ name, label, value }: { name: string; label: string; value: string }) => (
  <label className="flex items-center gap-2 text-small">
    {label} <input className="input" type="date" name={name} defaultValue={value} />
  </label>
)
