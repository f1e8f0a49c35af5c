import { Link } from 'react-router'
import { toMoment, toShortDate } from '../../../shared/dates.ts'
import { type Column, ListTable, type Sort } from '../../../ui/list-table.tsx'
import type { Selection } from '../../../ui/use-selection.ts'
import { ARTICLES_PATH } from '../../writing/writing.ts'
import {
  type Board,
  type BoardFilter,
  type BoardRow,
  type BoardSite,
  type BoardSort,
  isByPublication,
  toBoardPath,
} from './board.ts'
import { SiteDot } from './site-dot.tsx'
import styles from './board.module.css'

interface BoardTableProps {
  board: Pick<Board, 'rows' | 'sites' | 'filter'>
  selection: Selection
}

/** Shows the articles of one page: a row for each, with a column for every site. */
export const BoardTable = ({ board: { rows, sites, filter }, selection }: BoardTableProps) => (
  <div className={styles.scroller}>
    <ListTable
      className={sites.length > 6 ? `${styles.table} ${styles.isMany}` : styles.table}
      isCards
      rows={rows}
      idOf={({ id }) => id}
      columns={[
        toNameColumn(filter),
        STATE,
        ...sites.map(toSiteColumn),
        ...toLabelColumns(filter),
        toDateColumn(filter),
      ]}
      ticks={{
        selection,
        name: 'ids',
        all: 'Select all on this page',
        labelOf: (row) => `Select ${toTitle(row)}`,
      }}
    />
  </div>
)

const toTitle = ({ title }: BoardRow) => title.trim() || 'Untitled'

const toNameColumn = (filter: BoardFilter): Column<BoardRow> => ({
  head: 'Title',
  className: styles.name,
  isName: true,
  sort: toSort(filter, BY_TITLE),
  cell: (row) => (
    <>
      <Link to={`${ARTICLES_PATH}/${row.id}`}>{toTitle(row)}</Link>
      {row.url && (
        <a className={styles.view} href={row.url}>
          View<span className="sr-only"> {row.title}</span>
        </a>
      )}
    </>
  ),
})

const STATE: Column<BoardRow> = {
  head: 'State',
  className: styles.state,
  cell: (row) => <RowState row={row} />,
}

const toSiteColumn = (site: BoardSite, index: number): Column<BoardRow> => ({
  key: site.id,
  head: site.name,
  headContent: <span title={site.name}>{site.name}</span>,
  className: styles.site,
  cell: (row) => <SiteDot row={row} site={site} isFirst={index === 0} />,
})

const toLabelColumns = (filter: BoardFilter): Column<BoardRow>[] => [
  {
    head: 'Tags',
    className: styles.tags,
    cell: ({ tags }) =>
      tags.map((tag, index) => (
        <span key={tag}>
          {index > 0 && ', '}
          <Link to={toBoardPath(filter, { tag })}>{tag}</Link>
        </span>
      )),
  },
  {
    head: 'Author',
    className: styles.author,
    cell: ({ author }) => author && <Link to={toBoardPath(filter, { author })}>{author}</Link>,
  },
]

function toDateColumn(filter: BoardFilter): Column<BoardRow> {
  const isPublished = isByPublication(filter)
  return {
    head: isPublished ? 'Published' : 'Changed',
    className: styles.date,
    sort: toSort(filter, isPublished ? BY_PUBLICATION : BY_CHANGE),
    cell: ({ publishedAt, changedAt }) => <RowDate date={isPublished ? publishedAt : changedAt} />,
  }
}

interface Orders {
  up: BoardSort
  down: BoardSort
  /** The one that a first click on the head chooses. */
  first: BoardSort
}

const BY_TITLE: Orders = { up: 'title', down: 'title-down', first: 'title' }
const BY_PUBLICATION: Orders = { up: 'first-published', down: 'published', first: 'published' }
const BY_CHANGE: Orders = { up: 'oldest', down: 'changed', first: 'changed' }

function toSort(filter: BoardFilter, { up, down, first }: Orders): Sort {
  const orders: Partial<Record<BoardSort, Sort['order']>> = { [up]: 'ascending', [down]: 'descending' }
  const other = first === up ? down : up
  return {
    order: orders[filter.sort],
    to: toBoardPath(filter, { sort: filter.sort === first ? other : first }),
  }
}

const WORDS: Record<BoardRow['state'], { word: string; color: string }> = {
  live: { word: 'Live', color: 'text-ok' },
  draft: { word: 'Draft', color: 'text-muted' },
  begun: { word: 'Draft', color: 'text-muted' },
  deleting: { word: 'Being deleted', color: 'text-warn' },
}

function RowState({ row }: { row: BoardRow }) {
  const states = Object.values(row.dots)
  const refused = states.filter((state) => state === 'refused').length
  const isSending = row.state === 'live' && states.includes('sending')
  const isWaiting = row.state === 'draft' && row.isScheduled
  const { word, color } = isSending ? { word: 'Sending', color: 'text-warn' } : WORDS[row.state]
  return (
    <>
      <span className={`state ${isWaiting ? 'text-accent' : color}`}>{isWaiting ? 'Scheduled' : word}</span>
      {refused > 0 && <small className="text-bad">{refused} refused</small>}
      {row.hasChanges && <small>edited</small>}
      {row.isScheduled && !isWaiting && <small>scheduled</small>}
    </>
  )
}

const RowDate = ({ date }: { date: Date | null }) =>
  date && (
    <time dateTime={date.toISOString()} title={toMoment(date)}>
      {toShortDate(date)}
    </time>
  )
