import { Link } from 'react-router'
import { toMonthName } from '../../../shared/dates.ts'
import { applyFilter, Choice, FilterBar } from '../../../ui/filter-bar.tsx'
import { useLookup } from '../../../ui/use-lookup.ts'
import { ARTICLES_PATH } from '../../writing/writing.ts'
import {
  type BoardFilter,
  type BoardSite,
  type BoardSort,
  type BoardState,
  countFilters,
  LABELS_PATH,
  type Labels,
  NO_FILTER,
  toBoardPath,
} from './board.ts'
import styles from './board.module.css'

const STATE_NAMES: Record<BoardState, string> = {
  live: 'Live',
  draft: 'Drafts',
  scheduled: 'Planned',
  edited: 'With changes to publish',
  'for-me': 'Waits for me',
  sending: 'Being sent',
  refused: 'Refused by a site',
}

const SORT_NAMES: Record<BoardSort, string> = {
  changed: 'Last changed first',
  oldest: 'First changed first',
  published: 'Last published first',
  'first-published': 'First published first',
  title: 'Title, A to Z',
  'title-down': 'Title, Z to A',
}

/** The fields that filter the board. With scripts each choice is applied immediately. */
export function BoardFilters({ filter, sites }: { filter: BoardFilter; sites: BoardSite[] }) {
  const count = countFilters({ ...filter, q: '' }) // the words are in sight anyway
  return (
    <FilterBar path={ARTICLES_PATH} label="Search titles and text" query={filter.q}>
      <details className={styles.more} open={count > 0 || undefined}>
        <summary className="button fold">Filters{count > 0 && ` (${count})`}</summary>
        <div className={styles.choices}>
          <Choices filter={filter} sites={sites} />
          <button type="submit" className="button without-scripts">
            Filter
          </button>
          {(filter.q || count > 0) && (
            <Link className="link is-alone text-small" to={toBoardPath({ ...NO_FILTER, sort: filter.sort })}>
              Clear
            </Link>
          )}
        </div>
      </details>
    </FilterBar>
  )
}

function Choices({ filter, sites }: { filter: BoardFilter; sites: BoardSite[] }) {
  const { state, site, tag, author, month, sort } = filter
  const siteNames = Object.fromEntries(sites.map(({ id, name }) => [id, name]))
  const labels = useLookup<Labels>()
  const loadLabels = () => {
    if (labels.state === 'idle' && !labels.data) void labels.load(LABELS_PATH)
  }
  return (
    <>
      <Choice name="state" label="State" value={state} options={STATE_NAMES} all="State" isInstant />
      <Choice name="site" label="Site" value={site} options={siteNames} all="Site" isInstant />
      <LabelField name="tag" label="Tag" value={tag} options={labels.data?.tags} onFocus={loadLabels} />
      <LabelField
        name="author"
        label="Author"
        value={author}
        options={labels.data?.authors}
        onFocus={loadLabels}
      />
      <LabelField
        name="month"
        label="Month"
        value={month && toMonthName(month)}
        options={labels.data?.months}
        onFocus={loadLabels}
      />
      <Choice name="sort" label="Order" value={sort} options={SORT_NAMES} isInstant />
    </>
  )
}

interface LabelFieldProps {
  name: string
  label: string
  value: string
  options: string[] | undefined
  onFocus: () => void
}

const LabelField = ({ name, label, value, options, onFocus }: LabelFieldProps) => (
  <>
    <input
      key={value}
      className="input"
      name={name}
      list={`${name}-labels`}
      defaultValue={value}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      data-set={value || undefined}
      onFocus={onFocus}
      onChange={(event) => options?.includes(event.target.value) && applyFilter(event)}
      onBlur={(event) => event.target.value !== value && applyFilter(event)}
    />
    <datalist id={`${name}-labels`}>
      {options?.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </datalist>
  </>
)
