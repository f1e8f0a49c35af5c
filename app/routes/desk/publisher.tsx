import { data, useNavigation } from 'react-router'
import { v7 as uuidv7, validate as isUuid } from 'uuid'
import { operatorContext } from '../../features/accounts/guard.server.ts'
import { publishArticle } from '../../features/publishing/commands.server.ts'
import {
  draftRefusals,
  publishFailed,
  publishRefusals,
  toFieldErrors,
} from '../../features/publishing/messages.ts'
import { PublisherView } from '../../features/publishing/publisher-view.tsx'
import { parseDraft, readTyped } from '../../features/publishing/publishing.ts'
import { listTargetSites } from '../../features/target-sites/queries.server.ts'
import { useRun } from '../../features/runs/use-run.ts'
import { canVary } from '../../features/variations/queries.server.ts'
import { NO_PROVIDER } from '../../features/variations/variations.ts'
import { readText } from '../../shared/text.ts'
import { keepScreen } from '../../ui/keep-screen.tsx'
import type { Route } from './+types/publisher'

export async function loader({ context }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const sites = await listTargetSites(operator)
  return {
    accountId: operator.id,
    draftId: uuidv7(),
    sites,
    author: operator.name,
    hindrance: canVary() ? undefined : NO_PROVIDER,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const parsed = parseDraft(form)
  if (!parsed.ok) {
    const { reason, errors, typed } = parsed
    const marked = { ...errors, ...toFieldErrors(reason) }
    return data({ refusal: draftRefusals[reason], errors: marked, typed }, { status: 400 })
  }
  const runId = readText(form, 'runId')
  const published = await publishArticle(
    context.get(operatorContext),
    parsed.draft,
    isUuid(runId) ? runId : undefined,
  )
  if (!published.ok) {
    const { reason, waitS } = published
    const headers: HeadersInit = waitS ? { 'Retry-After': String(waitS) } : {}
    const refused = {
      refusal: publishRefusals[reason],
      errors: toFieldErrors(reason),
      typed: readTyped(form),
    }
    return data(refused, { status: waitS ? 429 : 422, headers })
  }
  return { summary: published.summary, publishedId: parsed.draft.draftId }
}

export const clientMiddleware = [keepScreen(publishFailed)]

export const meta = () => [{ title: 'Publish Article' }]

export default function Publisher({ loaderData, actionData }: Route.ComponentProps) {
  const { formMethod, formData } = useNavigation()
  const sent = formMethod === 'POST' ? formData : undefined
  const run = useRun(sent && readText(sent, 'runId'))
  const publishing = sent && { siteIds: sent.getAll('siteIds').map(String), results: run?.results ?? [] }
  return <PublisherView {...loaderData} {...actionData} publishing={publishing} />
}
