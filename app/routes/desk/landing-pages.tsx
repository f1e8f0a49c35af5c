import { data, redirect, useNavigation, useSearchParams } from 'react-router'
import { isOfOtherAccount } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { otherAccount } from '../../features/accounts/guard/messages.ts'
import { hasModel } from '../../features/accounts/ai-usage/queries.server.ts'
import { startGeneration } from '../../features/local-seo/landing-pages/commands.server.ts'
import { BANDS, PAGE_STATES, PAGES_PATH } from '../../features/local-seo/landing-pages/landing-pages.ts'
import { generationFailed, startRefusals } from '../../features/local-seo/landing-pages/messages.ts'
import { PagesView } from '../../features/local-seo/landing-pages/pages-view.tsx'
import {
  countPairs,
  findLastGeneration,
  findOwnContact,
  findPagesScreen,
} from '../../features/local-seo/landing-pages/queries.server.ts'
import { useOpenRun } from '../../features/runs/use-run.ts'
import { parseFilter, parsePage } from '../../shared/page-list.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/landing-pages'

export const handle: RouteFacts = { access: 'screen', right: 'promote' }

/** Returns one page of the filtered landing pages, with their counts and the newest run. */
export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const band = searchParams.get('band')
  const filter = {
    state: PAGE_STATES.find((state) => state === searchParams.get('state')),
    band: band !== null && /^\d$/.test(band) && Number(band) < BANDS ? Number(band) : undefined,
    query: parseFilter(searchParams.get('q')),
    page: parsePage(searchParams.get('page')),
  }
  const { pairs } = await countPairs(operator)
  const run = await findLastGeneration(operator)
  const contact = await findOwnContact(operator)
  return { filter, pairs, run, contact, canWrite: hasModel(), ...(await findPagesScreen(operator, filter)) }
}

/** Starts a run that makes all landing pages; 429 or 409 if one may not start now. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const form = await request.formData()
  if (isOfOtherAccount(operator, form)) return data({ refusal: otherAccount }, { status: 409 })
  const usesModel = readFormText(form, 'usesModel') !== ''
  const started = await startGeneration(operator, { regenerateAll: true, usesModel })
  if (!started.ok)
    return data(
      { refusal: startRefusals[started.reason] },
      { status: started.reason === 'too-often' ? 429 : 409 },
    )
  return redirect(`${PAGES_PATH}?run=${started.runId}`)
}

export const clientMiddleware = [keepFormOnFailure(generationFailed)]

export const meta = () => [{ title: 'Landing pages' }]

export default function LandingPages({ loaderData, actionData }: Route.ComponentProps) {
  const live = useOpenRun(loaderData.run, 1)
  const busy = useNavigation().formMethod === 'POST'
  const isAwaited = useSearchParams()[0].get('run') === loaderData.run?.id
  return (
    <PagesView {...loaderData} live={live} refusal={actionData?.refusal} busy={busy} isAwaited={isAwaited} />
  )
}
