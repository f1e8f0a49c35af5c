import { Link, useSubmit } from 'react-router'
import { useMay } from '../../../shell/use-may.ts'
import { toSchedulePath } from '../drafts/drafts.ts'
import { ARTICLES_PATH } from '../writing.ts'
import styles from './calendar.module.css'
import { DRAGGED, type KeyMove, PlannedItem } from './planned-item.tsx'
import { type CalendarDay, type OpenedDay, toDayPath, toMonthPath } from './schedule.ts'

interface DayCellProps {
  day: CalendarDay
  weekday: string
  /** The shown month. */
  month: string
  opened: OpenedDay | undefined
  timeZone: string
  busy: boolean
  moved: KeyMove
  onMove: (move: KeyMove) => void
}

/** A day of the calendar. A drop moves the plan to it, at the same time of day. */
export function DayCell({ day, weekday, month, opened, ...props }: DayCellProps) {
  const submit = useSubmit()
  const { planned, published, more } = day
  const proposed = useProposed(day)
  const isEmpty = planned.length + published.length === 0 && !opened
  return (
    <td
      className={styles.day}
      data-outside={day.isOutside || undefined}
      data-today={day.isToday || undefined}
      data-empty={isEmpty || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        event.currentTarget.dataset['over'] = ''
      }}
      onDragLeave={({ currentTarget }) => delete currentTarget.dataset['over']}
      onDrop={(event) => {
        event.preventDefault()
        delete event.currentTarget.dataset['over']
        const [planId = '', time = ''] = event.dataTransfer.getData(DRAGGED).split(' ')
        const move = { intent: 'move', planId, dueAt: `${day.date}T${time}`, timeZone: props.timeZone }
        void submit(move, { method: 'post', preventScrollReset: true })
      }}
    >
      {proposed ? (
        <Link className={styles.number} to={toDayPath(month, day.date)} preventScrollReset>
          <DayNumber {...{ day, weekday }} />
          <span className="sr-only">: write or plan</span>
        </Link>
      ) : (
        <span className={styles.number}>
          <DayNumber {...{ day, weekday }} />
        </span>
      )}
      {opened && <NewOnDay {...{ month, opened }} at={proposed ?? ''} />}
      <ul>
        {planned.map((entry) => (
          <li key={entry.id}>
            <PlannedItem entry={entry} {...props} />
          </li>
        ))}
        {published.map(({ id, title, time }) => (
          <li key={id}>
            <Link className={styles.published} to={`${ARTICLES_PATH}/${id}`}>
              <span className="sr-only">Published </span>
              {time} {title}
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-small text-muted">and {more} more</p>}
    </td>
  )
}

// A person who may not publish plans nothing.
const useProposed = ({ proposed }: CalendarDay) => (useMay('publish') ? proposed : undefined)

const DayNumber = ({ day, weekday }: Pick<DayCellProps, 'day' | 'weekday'>) => (
  <time dateTime={day.date}>
    <span className={styles.weekday}>{weekday.slice(0, 3)} </span>
    {day.number}
    {day.isToday && <span className="sr-only">, today</span>}
  </time>
)

/** What can begin on a day. It leads to the forms that ask for the sites. */
const NewOnDay = ({ month, opened, at }: { month: string; opened: OpenedDay; at: string }) => (
  <div className={styles.begin}>
    <p>
      <Link className="button is-primary" to={`/publisher?at=${at}`}>
        New article for {at.slice(11)}
      </Link>
      <Link className="link text-small" to={toMonthPath(month)} preventScrollReset>
        Close
      </Link>
    </p>
    {opened.drafts.length > 0 && (
      <>
        <p>Or plan a draft:</p>
        <ul>
          {opened.drafts.map(({ id, title }) => (
            <li key={id}>
              <Link className="link" to={`${toSchedulePath(id)}?at=${at}`}>
                {title.trim() || 'Untitled'}
              </Link>
            </li>
          ))}
        </ul>
      </>
    )}
  </div>
)
