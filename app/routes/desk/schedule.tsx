import { data, redirect, useNavigation, useSearchParams } from 'react-router'
import { validate as isUuid } from 'uuid'
import type { Operator } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { toDraftPath, toSchedulePath } from '../../features/writing/drafts/drafts.ts'
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
  planKind,
  type PlanOutcome,
  type PlanRefusal,
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
import { findArticleOfDraft, ownsArticle } from '../../features/writing/publish/queries.server.ts'
import { ARTICLES_PATH } from '../../features/writing/writing.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import { notFound } from '../../shell/not-found.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/schedule'

export const handle: RouteFacts = { access: 'screen' }

/**
 * Returns the schedule of one of the account's articles or drafts; 404 without the text. The address of a draft leads to
 * the article that it became. `?asked` is the local time of a plan that was just made.
 */
export async function loader({ request, context, params: { articleId }, url }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const timeZone = readTimeZone(request)
  const schedule = isUuid(articleId) ? await findSchedule(operator, articleId, timeZone) : undefined
  if (!schedule) {
    const movedTo = await findArticleOfDraft(operator, articleId)
    if (movedTo) throw redirect(toSchedulePath(movedTo))
    throw notFound('article')
  }
  const clock = findClockChange(timeZone, url.searchParams.get('asked') ?? '')
  const back = (await ownsArticle(operator, articleId))
    ? `${ARTICLES_PATH}/${articleId}`
    : toDraftPath(articleId)
  return { schedule, sites: await listTargetSites(operator), timeZones: listTimeZones(), back, clock }
}

/** Makes a plan, changes a plan, or changes the time zone. */
export async function action({ request, context, params: { articleId } }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  if (!isUuid(articleId)) throw notFound('article')
  const form = await request.formData()
  switch (readFormText(form, 'intent')) {
    case 'plan':
      return plan(operator, articleId, { form, timeZone: readFormZone(request, form) })
    case 'time-zone':
      throw redirect(toSchedulePath(articleId), {
        headers: {
          'set-cookie': toZoneCookie(toTimeZone(readFormText(form, 'timeZone')), { isChosen: true }),
        },
      })
    default:
      return {
        outcome: await changePlan(operator, form, readFormZone(request, form)),
        typed: undefined,
        errors: undefined,
      }
  }
}

async function plan(
  operator: Operator,
  articleId: string,
  { form, timeZone }: { form: FormData; timeZone: string },
) {
  const kind = planKind.safeParse(readFormText(form, 'kind')).data ?? 'publish'
  const siteIds = form.getAll('siteIds').map(String).filter(isUuid)
  const varies = form.has('varies')
  const local = readFormText(form, 'dueAt')
  const refuse = (reason: PlanRefusal) => {
    const outcome: PlanOutcome = { ...planRefusals[reason], tone: 'bad' }
    const typed = { kind, dueAt: local, siteIds, varies }
    return data({ outcome, typed, errors: toPlanErrors(reason) }, { status: 422 })
  }
  const dueAt = toMomentIn(timeZone, local)
  if (!dueAt) return refuse('wrong-time')
  const planned = await makePlan(operator, articleId, { kind, dueAt, siteIds, varies })
  if (!planned.ok) return refuse(planned.reason)
  const asked = findClockChange(timeZone, local) ? `&asked=${local}` : ''
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
