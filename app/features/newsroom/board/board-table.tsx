import { Link } from 'react-router'
import { toAgeOrDay, toMoment } from '../../../shared/dates.ts'
import { toInitials } from '../../../shared/text.ts'
import { Icon } from '../../../ui/icon.tsx'
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
  SITES_TOGETHER,
  toBoardPath,
  toTitle,
} from './board.ts'
import type { OpenPlace } from './open-place.tsx'
import { RowState } from './row-state.tsx'
import { SiteDot, SitesOfRow } from './site-dot.tsx'
import styles from './board.module.css'

interface BoardTableProps {
  board: Pick<Board, 'rows' | 'sites' | 'filter' | 'readAt'>
  selection: Selection
  place: OpenPlace
}

/** Shows the articles of one page: a row for each, with a column for every site, or one for all of many. */
export function BoardTable({ board: { rows, sites, filter, readAt }, selection, place }: BoardTableProps) {
  const isMany = sites.length >= SITES_TOGETHER
  const siteColumns = isMany ? [] : sites.map((site, index) => toSiteColumn(site, index === 0, place))
  return (
    <ListTable
      className={isMany ? `${styles.table} ${styles.isMany}` : styles.table}
      isCards
      rows={rows}
      idOf={({ id }) => id}
      columns={[
        toNameColumn(filter),
        STATE,
        ...siteColumns,
        toSitesColumn(sites, place),
        toAuthorColumn(filter),
        toDateColumn(filter, readAt),
        PAGE,
      ]}
      ticks={{
        selection,
        name: 'ids',
        all: 'Select all on this page',
        labelOf: (row) => `Select ${toTitle(row)}`,
      }}
    />
  )
}

const toNameColumn = (filter: BoardFilter): Column<BoardRow> => ({
  head: 'Title',
  className: styles.name,
  isName: true,
  sort: toSort(filter, BY_TITLE),
  cell: (row) => (
    <Link to={`${ARTICLES_PATH}/${row.id}`} title={toHint(row)}>
      {toTitle(row)}
    </Link>
  ),
})

// The tags have no column, because titles need the room.
const toHint = (row: BoardRow) =>
  row.tags.length > 0 ? `${toTitle(row)}\n${row.tags.join(', ')}` : toTitle(row)

const STATE: Column<BoardRow> = {
  head: 'State',
  className: styles.state,
  cell: (row) => <RowState row={row} />,
}

const toSiteColumn = (site: BoardSite, isFirst: boolean, place: OpenPlace): Column<BoardRow> => ({
  key: site.id,
  head: site.name,
  headContent: <span title={site.name}>{site.name}</span>,
  className: styles.site,
  cell: (row) => <SiteDot {...{ row, site, isFirst, place }} />,
})

// On a phone, and with many sites, it stands for their columns.
const toSitesColumn = (sites: BoardSite[], place: OpenPlace): Column<BoardRow> => ({
  head: 'Sites',
  className: styles.sites,
  cell: (row) => <SitesOfRow {...{ row, sites, place }} />,
})

const toAuthorColumn = (filter: BoardFilter): Column<BoardRow> => ({
  head: 'Author',
  headContent: <span>Author</span>,
  className: styles.author,
  cell: ({ author }) =>
    author && (
      <Link to={toBoardPath(filter, { author })} title={author}>
        <b aria-hidden="true">{toInitials(author)}</b>
        <span>{author}</span>
      </Link>
    ),
})

function toDateColumn(filter: BoardFilter, now: Date): Column<BoardRow> {
  const isPublished = isByPublication(filter)
  return {
    head: isPublished ? 'Published' : 'Changed',
    className: styles.date,
    sort: toSort(filter, isPublished ? BY_PUBLICATION : BY_CHANGE),
    cell: ({ publishedAt, changedAt }) => <RowDate date={isPublished ? publishedAt : changedAt} now={now} />,
  }
}

const RowDate = ({ date, now }: { date: Date | null; now: Date }) =>
  date && (
    <time dateTime={date.toISOString()} title={toMoment(date)}>
      {toAgeOrDay(date, now)}
    </time>
  )

const PAGE: Column<BoardRow> = {
  head: 'Page',
  headContent: <span className="sr-only">Page</span>,
  className: styles.page,
  cell: ({ url, title }) =>
    url !== null && (
      <a href={url} title="View" aria-label={`View ${title}`}>
        <Icon name="out" />
      </a>
    ),
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
