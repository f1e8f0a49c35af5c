import { useMay } from '../../../shell/use-may.ts'
import { Form, Link, useSubmit } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { toSchedulePath } from '../drafts/drafts.ts'
import { ARTICLES_PATH } from '../writing.ts'
import styles from './calendar.module.css'
import { MovePlan } from './move-plan.tsx'
import { PlanToast } from './plan-toast.tsx'
import {
  type Calendar,
  CALENDAR_PATH,
  type CalendarDay,
  type PlannedEntry,
  type PlanOutcome,
} from './schedule.ts'
import { TimeZoneNote } from './time-zone-note.tsx'
import { useTimeZone } from './use-time-zone.ts'

interface CalendarViewProps {
  calendar: Calendar
  timeZones: string[]
  busy: boolean
  outcome: PlanOutcome | undefined
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const toMonthPath = (month: string) => `${CALENDAR_PATH}?month=${month}`

/** Shows a month with plans and published articles. Plans move to another day by a drag, or by their form. */
export function CalendarView({ calendar, timeZones, busy, outcome }: CalendarViewProps) {
  useTimeZone()
  const { title, before, after, now, month, timeZone, weeks } = calendar
  const isEmpty = weeks.flat().every(({ planned, published }) => planned.length + published.length === 0)
  return (
    <>
      <div className={styles.head}>
        <h2>{title}</h2>
        <nav aria-label="Months">
          <Link className="button" to={toMonthPath(before)}>
            Earlier
          </Link>
          {month !== now && (
            <Link className="button" to={CALENDAR_PATH}>
              Today
            </Link>
          )}
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
                <DayCell key={day.date} day={day} weekday={WEEKDAYS[index] ?? ''} {...{ timeZone, busy }} />
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
    Nothing is planned or published in this month. To plan an article, open it under{' '}
    <Link className="link" to={ARTICLES_PATH}>
      Articles
    </Link>{' '}
    and follow “Schedule”.
  </p>
)

const DRAGGED = 'application/x-broadsheet-plan'

interface DayCellProps {
  day: CalendarDay
  weekday: string
  timeZone: string
  busy: boolean
}

/** A drop moves the plan to this day, at the same time of day. */
function DayCell({ day, weekday, timeZone, busy }: DayCellProps) {
  const submit = useSubmit()
  const isEmpty = day.planned.length + day.published.length === 0
  return (
    <td
      className={styles.day}
      data-outside={day.isOutside || undefined}
      data-today={day.isToday || undefined}
      data-empty={isEmpty || undefined}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault()
      }}
      onDrop={(event) => {
        event.preventDefault()
        const [planId = '', time = ''] = event.dataTransfer.getData(DRAGGED).split(' ')
        void submit({ intent: 'move', planId, dueAt: `${day.date}T${time}`, timeZone }, { method: 'post' })
      }}
    >
      <time dateTime={day.date}>
        <span className={styles.weekday}>{weekday.slice(0, 3)} </span>
        {day.number}
        {day.isToday && <span className="sr-only">, today</span>}
      </time>
      <ul>
        {day.planned.map((entry) => (
          <li key={entry.id}>
            <Planned {...{ entry, timeZone, busy }} />
          </li>
        ))}
        {day.published.map(({ id, title, time }) => (
          <li key={id}>
            <Link className={styles.published} to={`${ARTICLES_PATH}/${id}`}>
              <span className="sr-only">Published </span>
              {time} {title}
            </Link>
          </li>
        ))}
      </ul>
      {day.more > 0 && <p className="text-small text-muted">and {day.more} more</p>}
    </td>
  )
}

const KINDS = { publish: 'Publish', 'take-off': 'Take off', unpublish: 'Unpublish' }

function Planned({ entry, timeZone, busy }: { entry: PlannedEntry; timeZone: string; busy: boolean }) {
  const mayPublish = useMay('publish')
  const { id, articleId, title, time, kind, result } = entry
  const name = (
    <>
      {time} {kind !== 'publish' && `${KINDS[kind]}: `}
      {title}
    </>
  )
  if (result !== null || !mayPublish)
    return (
      <Link
        className={styles.over}
        data-result={result ?? 'waiting'}
        to={mayPublish ? `${toSchedulePath(articleId)}#plan-${id}` : `${ARTICLES_PATH}/${articleId}`}
      >
        {name}
        {result !== null && <span className="sr-only">{result === 'done' ? ', done' : ', not done'}</span>}
      </Link>
    )
  return (
    <details
      className={styles.plan}
      data-kind={kind}
      name="plan" // one is open at a time
    >
      <summary draggable onDragStart={({ dataTransfer }) => dataTransfer.setData(DRAGGED, `${id} ${time}`)}>
        {name}
      </summary>
      <div className={styles.planForms}>
        <MovePlan plan={entry} {...{ timeZone, busy }} />
        <Form method="post" className="flex flex-wrap items-center gap-3" preventScrollReset>
          <input type="hidden" name="planId" value={id} />
          <Button intent="cancel" busy={busy}>
            Cancel it
          </Button>
          <Link className="link text-small" to={toSchedulePath(articleId)}>
            Open the schedule
          </Link>
        </Form>
      </div>
    </details>
  )
}
