import { useRef } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import { FilterField } from '../../../ui/filter-field.tsx'
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
  toBoardPath,
} from './board.ts'
import styles from './board.module.css'

const STATE_NAMES: Record<BoardState, string> = {
  live: 'Live',
  draft: 'Drafts',
  scheduled: 'Scheduled',
  edited: 'With changes to publish',
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
  const submit = useSubmit()
  const labels = useLookup<Labels>()
  const form = useRef<HTMLFormElement>(null)
  const apply = () => void submit(form.current)
  const loadLabels = () => {
    if (labels.state === 'idle' && !labels.data) void labels.load(LABELS_PATH)
  }
  const { q, ...rest } = filter
  const count = countFilters({ ...filter, q: '' }) // the words are in sight anyway
  return (
    <search>
      {/* The key resets the fields when the URL changes. */}
      <Form ref={form} key={JSON.stringify(rest)} action={ARTICLES_PATH} className={styles.filters}>
        <div className={styles.find}>
          <FilterField label="Search titles and text" query={q} />
        </div>
        <details className={styles.more} open={count > 0 || undefined}>
          <summary className="button fold">Filters{count > 0 && ` (${count})`}</summary>
          <div className={styles.choices}>
            <Choice name="state" label="State" value={filter.state} options={STATE_NAMES} onChange={apply} />
            <Choice
              name="site"
              label="Site"
              value={filter.site}
              options={Object.fromEntries(sites.map(({ id, name }) => [id, name]))}
              onChange={apply}
            />
            <LabelField
              name="tag"
              label="Tag"
              value={filter.tag}
              options={labels.data?.tags}
              onFocus={loadLabels}
              onChange={apply}
            />
            <LabelField
              name="author"
              label="Author"
              value={filter.author}
              options={labels.data?.authors}
              onFocus={loadLabels}
              onChange={apply}
            />
            <input
              className="input"
              type="month"
              name="month"
              defaultValue={filter.month}
              aria-label="Month"
              placeholder="Month, such as 2026-11"
              data-set={filter.month || undefined}
              onChange={apply}
            />
            <Choice
              name="sort"
              label="Order"
              value={filter.sort}
              options={SORT_NAMES}
              onChange={apply}
              isOrder
            />
            <button type="submit" className="button without-scripts">
              Filter
            </button>
            {(q || count > 0) && (
              <Link
                className="link text-small"
                to={toBoardPath({ ...filter, q: '', state: '', site: '', tag: '', author: '', month: '' })}
              >
                Clear
              </Link>
            )}
          </div>
        </details>
      </Form>
    </search>
  )
}

interface ChoiceProps {
  name: string
  label: string
  value: string
  options: Record<string, string>
  onChange: () => void
  /** True if it has no empty choice. */
  isOrder?: boolean
}

const Choice = ({ name, label, value, options, onChange, isOrder = false }: ChoiceProps) => (
  <select
    className="input"
    name={name}
    aria-label={label}
    defaultValue={value}
    data-set={isOrder ? undefined : value || undefined}
    onChange={onChange}
  >
    {!isOrder && <option value="">{label}</option>}
    {Object.entries(options).map(([option, text]) => (
      <option key={option} value={option}>
        {text}
      </option>
    ))}
  </select>
)

interface LabelFieldProps {
  name: string
  label: string
  value: string
  options: string[] | undefined
  onFocus: () => void
  onChange: () => void
}

function LabelField({ name, label, value, options, onFocus, onChange }: LabelFieldProps) {
  return (
    <>
      <input
        className="input"
        name={name}
        list={`${name}-labels`}
        defaultValue={value}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        data-set={value || undefined}
        onFocus={onFocus}
        onChange={({ target }) => options?.includes(target.value) && onChange()}
        onBlur={({ target }) => target.value !== value && onChange()}
      />
      <datalist id={`${name}-labels`}>
        {options?.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </datalist>
    </>
  )
}
