import { Link } from 'react-router'
import { toMoment, toShortDate } from '../../../shared/dates.ts'
import { ARTICLES_PATH } from '../../writing/writing.ts'
import { type BoardFilter, type BoardRow, type BoardSite, isByPublication, toBoardPath } from './board.ts'
import { SiteDot } from './site-dot.tsx'
import styles from './board.module.css'

interface ArticleRowProps {
  row: BoardRow
  sites: BoardSite[]
  filter: BoardFilter
  isSelected: boolean
  onSelect: (ids: string[], isSelected: boolean) => void
}

/** Shows one article: its title, its state, a dot for each site, its tags, its author and its date. */
export function ArticleRow({ row, sites, filter, isSelected, onSelect }: ArticleRowProps) {
  return (
    <tr data-selected={isSelected || undefined}>
      <td className={styles.check}>
        <input
          type="checkbox"
          name="ids"
          value={row.id}
          aria-label={`Select ${toTitle(row)}`}
          checked={isSelected}
          onChange={({ target }) => onSelect([row.id], target.checked)}
        />
      </td>
      <th scope="row" className={styles.name}>
        <Link to={`${ARTICLES_PATH}/${row.id}`}>{toTitle(row)}</Link>
        {row.url && (
          <a className={styles.view} href={row.url}>
            View<span className="sr-only"> {row.title}</span>
          </a>
        )}
      </th>
      <td className={styles.state}>
        <RowState row={row} />
      </td>
      {sites.map((site, index) => (
        <td key={site.id} className={styles.site}>
          <SiteDot row={row} site={site} isFirst={index === 0} />
        </td>
      ))}
      <td className={styles.tags}>
        {row.tags.map((tag, index) => (
          <span key={tag}>
            {index > 0 && ', '}
            <Link to={toBoardPath(filter, { tag })}>{tag}</Link>
          </span>
        ))}
      </td>
      <td className={styles.author}>
        {row.author && <Link to={toBoardPath(filter, { author: row.author })}>{row.author}</Link>}
      </td>
      <td className={styles.date}>
        <RowDate date={isByPublication(filter) ? row.publishedAt : row.changedAt} />
      </td>
    </tr>
  )
}

const toTitle = ({ title }: BoardRow) => title.trim() || 'Untitled'

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
