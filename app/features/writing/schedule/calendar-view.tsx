import { useState } from 'react'
import { Link } from 'react-router'
import { ARTICLES_PATH } from '../writing.ts'
import styles from './calendar.module.css'
import { DayCell } from './day-cell.tsx'
import { PlanToast } from './plan-toast.tsx'
import type { KeyMove } from './planned-item.tsx'
import { type Calendar, CALENDAR_PATH, type PlanOutcome, toMonthPath } from './schedule.ts'
import { TimeZoneNote } from './time-zone-note.tsx'
import { useTimeZone } from './use-time-zone.ts'

interface CalendarViewProps {
  calendar: Calendar
  timeZones: string[]
  busy: boolean
  outcome: PlanOutcome | undefined
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/**
 * Shows a month with plans and published articles. Plans move to another day by a drag, by keys, or by their form. A day
 * that is not over opens for a new article, or for a draft.
 */
export function CalendarView({ calendar, timeZones, busy, outcome }: CalendarViewProps) {
  useTimeZone()
  const { title, before, after, now, month, timeZone, weeks, opened } = calendar
  const [moved, setMoved] = useState<KeyMove>()
  const isEmpty = weeks.flat().every(({ planned, published }) => planned.length + published.length === 0)
  return (
    <>
      <div className={styles.head}>
        <h2>{title}</h2>
        <nav aria-label="Months">
          <Link className="button" to={toMonthPath(before)}>
            Earlier
          </Link>
          <Link className="button" to={CALENDAR_PATH} aria-current={month === now ? 'page' : undefined}>
            Today
          </Link>
          <Link className="button" to={toMonthPath(after)}>
            Later
          </Link>
        </nav>
        <TimeZoneNote {...{ timeZone, timeZones }} />
      </div>
      <table className={styles.month} aria-label={title} aria-busy={busy || undefined}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col">
                <abbr title={name}>{name.slice(0, 3)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.date}>
              {week.map((day, index) => (
                <DayCell
                  key={day.date}
                  day={day}
                  weekday={WEEKDAYS[index] ?? ''}
                  opened={opened?.date === day.date ? opened : undefined}
                  {...{ month, timeZone, busy, moved }}
                  onMove={setMoved}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isEmpty && <NothingPlanned />}
      {!busy && outcome && <PlanToast outcome={outcome} />}
    </>
  )
}

const NothingPlanned = () => (
  <p className="mt-4 text-muted">
    Nothing is planned or published in this month. Press a day to write for it, or to plan a draft. Your
    drafts are under{' '}
    <Link className="link" to={ARTICLES_PATH}>
      Articles
    </Link>
    .
  </p>
)
