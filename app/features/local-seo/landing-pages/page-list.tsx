import { Link } from 'react-router'
import { toListUrl } from '../../../shared/page-list.ts'
import { Choice, FilterBar } from '../../../ui/filter-bar.tsx'
import { List, NoneFound } from '../../../ui/list.tsx'
import { type Column, ListTable } from '../../../ui/list-table.tsx'
import { AdviceList } from './advice-list.tsx'
import {
  landingPagePath,
  type ListedPage,
  type PageFilter,
  type PageState,
  PAGES_PATH,
  type PagesScreen,
} from './landing-pages.ts'
import { listAdvice, STATE_LABELS } from './messages.ts'
import styles from './landing-pages.module.css'

interface PageListProps {
  listed: PagesScreen['listed']
  filter: PageFilter
}

/** The list of an account's pages, those with the fewest points first. */
export const PageList = ({ listed, filter: { state, band, query } }: PageListProps) => (
  <List
    id="pages"
    title="Pages"
    filter={
      <FilterBar path={PAGES_PATH} label="City or service" query={query} kept={{ band }}>
        <Choice name="state" label="State" value={state ?? ''} options={STATE_LABELS} all="All states" />
        <button className="button" type="submit">
          Filter
        </button>
      </FilterBar>
    }
    pages={{ ...listed, path: toListUrl(PAGES_PATH, { state, band, q: query }) }}
  >
    {listed.total === 0 ? (
      <NoneFound path={PAGES_PATH}>No page is like that.</NoneFound>
    ) : (
      <ListTable
        caption="Landing pages"
        className={styles.table}
        isCards
        rows={listed.rows}
        idOf={({ id }) => id}
        columns={COLUMNS}
      />
    )}
  </List>
)

// Readers see the pages of the first two states.
const STATE_TONES: Record<PageState, string> = {
  published: 'text-ok',
  noindex: 'text-warn',
  unpublished: 'text-warn',
  retired: 'text-muted',
}

const COLUMNS: Column<ListedPage>[] = [
  { head: 'Page', className: styles.name, cell: (page) => <Name page={page} /> },
  { head: 'Score and hints', className: styles.score, cell: (page) => <Score page={page} /> },
  {
    head: 'State',
    className: styles.state,
    cell: ({ state }) => <span className={`state ${STATE_TONES[state]}`}>{STATE_LABELS[state]}</span>,
  },
]

function Name({ page: { id, slug, metaTitle, state } }: { page: ListedPage }) {
  const isShown = state === 'published' || state === 'noindex'
  return (
    <>
      {isShown ? (
        <a className="link" href={landingPagePath({ slug })}>
          {metaTitle}
        </a>
      ) : (
        metaTitle
      )}
      {state === 'unpublished' && (
        <Link className="link" to={`${PAGES_PATH}/${id}`}>
          Preview
        </Link>
      )}
      <code>/{slug}</code>
    </>
  )
}

function Score({ page }: { page: ListedPage }) {
  const { score, parts } = page
  if (!parts) return '–'
  const { length } = listAdvice(page)
  return (
    <details className="fold">
      <summary>
        {score}
        {length > 0 && <span className="text-muted"> · {length === 1 ? '1 hint' : `${length} hints`}</span>}
      </summary>
      <dl>
        <dt>Unlike others</dt>
        <dd>{parts.similarity} of 45</dd>
        <dt>Local</dt>
        <dd>{parts.local} of 35</dd>
        <dt>Not thin</dt>
        <dd>{parts.thin} of 20</dd>
      </dl>
      <AdviceList page={page} />
    </details>
  )
}
