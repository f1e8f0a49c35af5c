import { redirect, useNavigation } from 'react-router'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { CalendarView } from '../../features/writing/schedule/calendar-view.tsx'
import { changePlan } from '../../features/writing/schedule/change-plan.server.ts'
import { planFailures } from '../../features/writing/schedule/messages.ts'
import { parseMonth } from '../../features/writing/schedule/month.ts'
import { findCalendar } from '../../features/writing/schedule/find-calendar.server.ts'
import { toZoneCookie } from '../../features/writing/schedule/schedule.ts'
import {
  listTimeZones,
  readFormZone,
  readTimeZone,
  toTimeZone,
} from '../../features/writing/schedule/time-zones.server.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/calendar'

export const handle: RouteFacts = { access: 'screen', right: 'write' }

/** Returns the month of `?month=2026-11`, or the present one. `?day=2026-11-25` opens a day. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const month = parseMonth(url.searchParams.get('month'))
  const timeZone = readTimeZone(request)
  return {
    calendar: await findCalendar(context.get(operatorContext), {
      month,
      day: url.searchParams.get('day'),
      timeZone,
    }),
    timeZones: listTimeZones(),
  }
}

/** Moves or cancels a plan, takes that back, or changes the time zone. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await request.formData()
  if (readFormText(form, 'intent') === 'time-zone')
    throw redirect(`${url.pathname}${url.search}`, {
      headers: { 'set-cookie': toZoneCookie(toTimeZone(readFormText(form, 'timeZone')), { isChosen: true }) },
    })
  return changePlan(context.get(operatorContext), form, readFormZone(request, form))
}

export const clientMiddleware = [keepFormOnFailure(planFailures)]

export const meta = () => [{ title: 'Calendar' }]

export default function CalendarScreen({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  return <CalendarView key={loaderData.calendar.month} {...loaderData} busy={busy} outcome={actionData} />
}
