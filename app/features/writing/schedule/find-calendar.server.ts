import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { toLongMonth } from '../../../shared/dates.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { isBegun } from '../drafts/queries.server.ts'
import { addDays, addMonths, toWeeks } from './month.ts'
import { countWaiting, MORNING, type PlanRow, selectPlans } from './queries.server.ts'
import type { Calendar, CalendarDay, PlannedEntry, PublishedEntry } from './schedule.ts'
import { toLocal, toMomentIn } from './time-zones.server.ts'

const PUBLISHED_A_DAY = 5

interface AskedCalendar {
  month: string | undefined
  /** The day that is opened, such as `2026-11-25`. */
  day: string | null
  timeZone: string
}

/** Returns a month of the operator's calendar, with plans and published articles. A day that is over is not opened. */
export async function findCalendar(
  operator: Operator,
  { month, day: openedDay, timeZone }: AskedCalendar,
): Promise<Calendar> {
  const present = toLocal(timeZone, new Date())
  const today = present.slice(0, 10)
  const now = today.slice(0, 7)
  const shown = month ?? now
  const weeks = toWeeks(shown, today)
  const isOpened = weeks.flat().some(({ date }) => date === openedDay && toTimeOn(date, present))
  const between = toBounds(weeks, timeZone)
  const { plans, published, waiting, drafts } = await readAs(operator, async (trx) => ({
    plans: await selectPlans(trx, operator)
      .where('dueAt', '>=', between.start)
      .where('dueAt', '<', between.end)
      .where((where) => where.or([where('result', 'is', null), where('result', '!=', 'cancelled')]))
      .orderBy('dueAt')
      .execute(),
    published: await listPublished(trx, operator, { ...between, timeZone }),
    waiting: await countWaiting(trx, operator),
    drafts: isOpened ? await listDrafts(trx, operator) : [],
  }))
  const planned = Map.groupBy(
    plans.map((row) => toEntry(row, timeZone)),
    dayOf,
  )
  const articles = Map.groupBy(published, ({ day }) => day)
  return {
    month: shown,
    title: toLongMonth(new Date(`${shown}-01T00:00:00Z`)),
    before: addMonths(shown, -1),
    after: addMonths(shown, 1),
    now,
    timeZone,
    waiting,
    opened: isOpened && openedDay ? { date: openedDay, drafts } : undefined,
    weeks: weeks.map((week) =>
      week.map((day): CalendarDay => ({
        ...day,
        planned: planned.get(day.date) ?? [],
        published: (articles.get(day.date) ?? []).map(({ id, title, time }): PublishedEntry => ({
          id,
          title,
          time,
        })),
        more: Math.max(0, (articles.get(day.date)?.[0]?.ofDay ?? 0) - PUBLISHED_A_DAY),
        proposed: toTimeOn(day.date, present),
      })),
    ),
  }
}

// Nine o'clock, or the next full hour of today.
function toTimeOn(date: string, present: string): string | undefined {
  const today = present.slice(0, 10)
  if (date < today) return undefined
  if (date > today || present < `${today}${MORNING}`) return `${date}${MORNING}`
  const hour = Number(present.slice(11, 13)) + 1
  return hour < 24 ? `${date}T${String(hour).padStart(2, '0')}:00` : undefined
}

const DRAFTS_SHOWN = 8

/** Lists the operator's texts that readers do not see and that wait for no publication, the last changed first. */
async function listDrafts(trx: Transaction, operator: Operator): Promise<{ id: string; title: string }[]> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from (
      select id, text->>'title' as title, saved_at as changed_at from drafts
      where ${isOwn(operator, 'user_id')} and ${isBegun}
      union all
      select id, title, updated_at from blog_posts
      where ${isOwn(operator, 'user_id')} and origin_id is null and published_at is null and deletion_asked_at is null
    ) as texts
    where not exists (
      select from plans where article_id = texts.id and kind = 'publish' and done_at is null
    )
    order by changed_at desc, id desc limit ${DRAFTS_SHOWN}
  `.execute(trx)
  return rows
}

function toBounds(weeks: { date: string }[][], timeZone: string): { start: Date; end: Date } {
  const toStart = (date: string) => toMomentIn(timeZone, `${date}T00:00`) ?? new Date(`${date}T00:00:00Z`)
  const [first, last] = [weeks[0]?.[0]?.date ?? '', weeks.at(-1)?.at(-1)?.date ?? '']
  return { start: toStart(first), end: toStart(addDays(last, 1)) }
}

const dayOf = ({ dueLocal }: { dueLocal: string }) => dueLocal.slice(0, 10)

function toEntry(row: PlanRow, timeZone: string): PlannedEntry {
  const { id, articleId, title, kind, result, lacksApproval } = row
  const dueLocal = toLocal(timeZone, row.dueAt)
  return { id, articleId, title, kind, result, lacksApproval, dueLocal, time: dueLocal.slice(11) }
}

// The last few of each day, and their number.
async function listPublished(
  trx: Transaction,
  operator: Operator,
  { start, end, timeZone }: { start: Date; end: Date; timeZone: string },
) {
  const { rows } = await sql<{ id: string; title: string; day: string; time: string; ofDay: number }>`
    select id, title, to_char(local, 'YYYY-MM-DD') as day, to_char(local, 'HH24:MI') as time, of_day
    from (
      select id, title, local, count(*) over (partition by local::date)::int as of_day,
        row_number() over (partition by local::date order by local desc) as place
      from (
        select id, title, published_at at time zone ${timeZone} as local
        from blog_posts
        where ${isOwn(operator, 'user_id')} and origin_id is null and published_at >= ${start} and published_at < ${end}
      ) as own
    ) as counted
    where place <= ${PUBLISHED_A_DAY}
    order by local
  `.execute(trx)
  return rows
}
