import { data, redirect, useNavigation, useSearchParams } from 'react-router'
import { validate as isUuid } from 'uuid'
import type { Operator } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { toSchedulePath } from '../../features/writing/drafts/drafts.ts'
import { changePlan } from '../../features/writing/schedule/change-plan.server.ts'
import { makePlan } from '../../features/writing/schedule/commands.server.ts'
import {
  planFailures,
  planOutcomes,
  planRefusals,
  toClockSentence,
  toPlanErrors,
} from '../../features/writing/schedule/messages.ts'
import { findSchedule } from '../../features/writing/schedule/queries.server.ts'
import {
  type PlanOutcome,
  readAskedTime,
  readPlanForm,
  toZoneCookie,
} from '../../features/writing/schedule/schedule.ts'
import { ScheduleView } from '../../features/writing/schedule/schedule-view.tsx'
import {
  findClockChange,
  listTimeZones,
  readFormZone,
  readTimeZone,
  toMomentIn,
  toTimeZone,
} from '../../features/writing/schedule/time-zones.server.ts'
import { listTargetSites } from '../../features/delivery/target-sites/queries.server.ts'
import { findArticleOfDraft } from '../../features/writing/publish/queries.server.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import { notFound } from '../../shell/not-found.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/schedule'

export const handle: RouteFacts = { access: 'screen', right: 'publish' }

/**
 * Returns the schedule of one of the account's articles or drafts; 404 without the text. The address of a draft leads to
 * the article that it became. `?at` is the time to propose, and `?asked` that of a plan that was just made.
 */
export async function loader({ request, context, params: { articleId }, url }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const timeZone = readTimeZone(request)
  const asked = readAskedTime(url.searchParams)
  const schedule = isUuid(articleId)
    ? await findSchedule(operator, articleId, { timeZone, asked })
    : undefined
  if (!schedule) {
    const movedTo = await findArticleOfDraft(operator, articleId)
    if (movedTo) throw redirect(toSchedulePath(movedTo))
    throw notFound('article')
  }
  const clock = findClockChange(timeZone, url.searchParams.get('asked') ?? '')
  return { schedule, sites: await listTargetSites(operator), timeZones: listTimeZones(), clock }
}

/** Makes a plan, changes a plan, or changes the time zone. */
export async function action({ request, context, params: { articleId } }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  if (!isUuid(articleId)) throw notFound('article')
  const form = await request.formData()
  const timeZone = readFormZone(request, form)
  switch (readFormText(form, 'intent')) {
    case 'plan':
      return plan(operator, articleId, { form, timeZone })
    case 'time-zone': {
      const cookie = toZoneCookie(toTimeZone(readFormText(form, 'timeZone')), { isChosen: true })
      throw redirect(toSchedulePath(articleId), { headers: { 'set-cookie': cookie } })
    }
    default: {
      const outcome = await changePlan(operator, form, timeZone)
      return { outcome, typed: undefined, errors: undefined }
    }
  }
}

async function plan(
  operator: Operator,
  articleId: string,
  { form, timeZone }: { form: FormData; timeZone: string },
) {
  const typed = readPlanForm(form)
  const dueAt = toMomentIn(timeZone, typed.dueAt)
  const planned = dueAt && (await makePlan(operator, articleId, { ...typed, dueAt }))
  if (!planned?.ok) {
    const reason = planned?.reason ?? 'wrong-time'
    const outcome: PlanOutcome = { ...planRefusals[reason], tone: 'bad' }
    return data({ outcome, typed, errors: toPlanErrors(reason) }, { status: 422 })
  }
  const asked = findClockChange(timeZone, typed.dueAt) ? `&asked=${typed.dueAt}` : ''
  throw redirect(`${toSchedulePath(planned.articleId)}?done=planned${asked}`)
}

export const clientMiddleware = [keepFormOnFailure(planFailures)]

export const meta = () => [{ title: 'Schedule' }]

export default function ScheduleScreen({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const [search] = useSearchParams()
  const { clock, ...schedule } = loaderData
  const description = clock && { description: toClockSentence(clock) }
  const planned: PlanOutcome | undefined =
    search.get('done') === 'planned' ? { title: planOutcomes.planned, tone: 'ok', ...description } : undefined
  return (
    <ScheduleView
      {...schedule}
      busy={busy}
      outcome={actionData ? actionData.outcome : planned}
      typed={actionData?.typed}
      errors={actionData?.errors}
    />
  )
}
