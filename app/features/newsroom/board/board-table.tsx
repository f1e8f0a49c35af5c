import { Link } from 'react-router'
import { type Board, type BoardFilter, type BoardSort, isByPublication, toBoardPath } from './board.ts'
import { ArticleRow } from './article-row.tsx'
import styles from './board.module.css'

interface BoardTableProps {
  board: Pick<Board, 'rows' | 'sites'>
  filter: BoardFilter
  selected: Set<string>
  onSelect: (ids: string[], isSelected: boolean) => void
}

/** Shows the articles of one page: a row for each, with a column for every site. */
export function BoardTable({ board: { rows, sites }, filter, selected, onSelect }: BoardTableProps) {
  const ids = rows.map(({ id }) => id)
  const isAll = ids.every((id) => selected.has(id))
  return (
    <div className={styles.scroller}>
      <table className={styles.table} data-many={sites.length > 6 || undefined}>
        <thead>
          <tr>
            <th scope="col" className={styles.check}>
              <input
                type="checkbox"
                className="needs-scripts"
                aria-label="Select all on this page"
                checked={isAll}
                ref={(box) => {
                  if (box) box.indeterminate = !isAll && ids.some((id) => selected.has(id))
                }}
                onChange={() => onSelect(ids, !isAll)}
              />
            </th>
            <SortHead name="Title" filter={filter} up="title" down="title-down" />
            <th scope="col">State</th>
            {sites.map((site) => (
              <th key={site.id} scope="col" className={styles.site} title={site.name}>
                <span>{site.name}</span>
              </th>
            ))}
            <th scope="col" className={styles.tags}>
              Tags
            </th>
            <th scope="col" className={styles.author}>
              Author
            </th>
            {isByPublication(filter) ? (
              <SortHead name="Published" filter={filter} up="first-published" down="published" isLast />
            ) : (
              <SortHead name="Changed" filter={filter} up="oldest" down="changed" isLast />
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ArticleRow
              key={row.id}
              row={row}
              sites={sites}
              filter={filter}
              isSelected={selected.has(row.id)}
              onSelect={onSelect}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface SortHeadProps {
  name: string
  filter: BoardFilter
  /** The ascending order and the descending order. */
  up: BoardSort
  down: BoardSort
  isLast?: boolean
}

function SortHead({ name, filter, up, down, isLast = false }: SortHeadProps) {
  const order = { [up]: 'ascending', [down]: 'descending' }[filter.sort] as
    | 'ascending'
    | 'descending'
    | undefined
  const [first, other] = isLast ? [down, up] : [up, down]
  const next = filter.sort === first ? other : first
  return (
    <th scope="col" className={isLast ? styles.date : styles.name} aria-sort={order}>
      <Link to={toBoardPath(filter, { sort: next })}>
        {name}
        {order && <span aria-hidden="true">{order === 'ascending' ? ' ↑' : ' ↓'}</span>}
      </Link>
    </th>
  )
}
