import { data, redirect, useNavigation, useSearchParams } from 'react-router'
import { v7 as uuidv7, validate as isUuid } from 'uuid'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { insertBacklinks } from '../../features/links/placing/commands.server.ts'
import { publishArticle } from '../../features/writing/publish/commands.server.ts'
import type { Operator } from '../../features/accounts/accounts.ts'
import { saveRevision } from '../../features/writing/drafts/commands.server.ts'
import {
  type DraftFormValues,
  draftText,
  readDraftForm,
  SAVE_STATUSES,
  type SaveAnswer,
  toDraftPath,
  toDraftText,
  toSaveHeaders,
} from '../../features/writing/drafts/drafts.ts'
import { saveRefusals } from '../../features/writing/drafts/messages.ts'
import { findDraft, listBegun } from '../../features/writing/drafts/queries.server.ts'
import { ARTICLES_PATH, parseDraft } from '../../features/writing/writing.ts'
import {
  draftRefusals,
  publishFailures,
  publishRefusals,
  toFieldErrors,
} from '../../features/writing/messages.ts'
import { PublisherView } from '../../features/writing/form/publisher-view.tsx'
import { findArticleOfDraft, findFirstSteps } from '../../features/writing/publish/queries.server.ts'
import { listTargetSites } from '../../features/delivery/target-sites/queries.server.ts'
import { coverPath } from '../../features/site/covers/covers.ts'
import { listChoosable } from '../../features/articles/pictures/queries.server.ts'
import { useRun } from '../../features/runs/use-run.ts'
import { hasModel } from '../../features/accounts/ai-usage/queries.server.ts'
import { NO_PROVIDER } from '../../features/delivery/variations/variations.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/publisher'

export const handle: RouteFacts = { access: 'screen' }

/**
 * Returns the sites on offer, and the draft of `?draft=ID`; without it a new id, and the newest draft to offer. The
 * address of a draft that was planned leads to its article.
 */
export async function loader({ request, context, url: { searchParams } }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const id = searchParams.get('draft')
  const draft = id !== null && isUuid(id) ? await findDraft(operator, id) : undefined
  if (!draft && !isForm(request)) await leadOn(operator, id)
  const [begun] = draft ? [] : await listBegun(operator, 1)
  return {
    accountId: operator.id,
    draftId: id !== null && isUuid(id) ? id : uuidv7(),
    draft: draft && { version: draft.version, text: draft.text },
    begun,
    sites: await listTargetSites(operator),
    firstSteps: await findFirstSteps(operator),
    pictures: await listChoosable(operator),
    author: operator.name,
    unavailableReason: hasModel() ? undefined : NO_PROVIDER,
  }
}

async function leadOn(operator: Operator, draftId: string | null): Promise<void> {
  const movedTo = await findArticleOfDraft(operator, draftId, { isPlanned: true })
  if (movedTo) throw redirect(`${ARTICLES_PATH}/${movedTo}`)
}

// A form that was refused keeps what was typed, also without scripts. Its headers stay with the loader.
const isForm = (request: Request) => request.headers.has('content-type')

/** Saves the draft, or publishes the article with its backlinks. A refusal returns the typed form. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const form = await request.formData()
  if (readFormText(form, 'intent') === 'save') return save(operator, form)
  const parsed = parseDraft(form)
  if (!parsed.ok) {
    const { reason, errors, typed } = parsed
    const marked = { ...errors, ...toFieldErrors(reason) }
    const sent = await findSent(operator, form)
    return data({ refusal: draftRefusals[reason], errors: marked, typed, ...sent }, { status: 400 })
  }
  const runId = readFormText(form, 'runId')
  const published = await publishArticle(operator, parsed.draft, {
    runId: isUuid(runId) ? runId : undefined,
    placeLinks: insertBacklinks,
  })
  if (!published.ok) {
    const { reason, waitS } = published
    const headers: HeadersInit = waitS ? { 'Retry-After': String(waitS) } : {}
    const refused = {
      refusal: publishRefusals[reason],
      errors: toFieldErrors(reason),
      typed: readDraftForm(form),
      ...(await findSent(operator, form, reason === 'draft-changed')),
    }
    if (reason === 'published-elsewhere') return data(toOwnDraft(refused), { status: 409 })
    return data(refused, { status: waitS ? 429 : 422, headers })
  }
  const { summary, runId: undoRunId } = published
  const cover = coverPath({ id: summary.articleId, tags: parsed.draft.tags })
  return { summary, cover, undoRunId, publishedId: parsed.draft.draftId }
}

/**
 * Returns the draft that a refused form was made from, and its version. If the draft was saved elsewhere since, that is
 * shown only if it is the reason: `isShown`. Otherwise the next try is refused for it.
 */
async function findSent(operator: Operator, form: FormData, isShown = false) {
  const id = readFormText(form, 'draftId')
  const sentVersion = Number(readFormText(form, 'draftVersion')) || 0
  const saved = isUuid(id) ? await findDraft(operator, id) : undefined
  const draft = saved && { version: saved.version, text: saved.text }
  if (isShown) return { draft, saved: draft, sentVersion: draft?.version ?? sentVersion }
  return { draft: draft?.version === sentVersion ? draft : undefined, sentVersion }
}

// The text of a tab whose draft was published in another one.
const toOwnDraft = <Refused extends { typed: DraftFormValues }>({ typed, ...refused }: Refused) => ({
  ...refused,
  typed: { ...typed, draftId: uuidv7() },
  publishedId: typed.draftId,
  sentVersion: 0,
})

// As a revision. With scripts, the text itself is already saved.
async function save(operator: Operator, form: FormData) {
  const typed = readDraftForm(form)
  const { draftId: id } = typed
  const text = draftText.safeParse(toDraftText(typed))
  const version = Number(readFormText(form, 'draftVersion'))
  const answer: SaveAnswer =
    isUuid(id) && text.success && Number.isInteger(version)
      ? await saveRevision(operator, { id, version, text: text.data })
      : { ok: false, reason: 'wrong-form' }
  if (answer.ok) throw redirect(`${toDraftPath(id)}&done=saved`)
  const { reason, saved } = answer
  const init = { status: SAVE_STATUSES[reason], headers: toSaveHeaders(answer) }
  const sentVersion = saved?.version ?? version
  return data({ refusal: saveRefusals[reason], typed, saved, sentVersion }, init)
}

export const clientMiddleware = [keepFormOnFailure(publishFailures)]

export const meta = () => [{ title: 'Publish Article' }]

export default function Publisher({ loaderData, actionData }: Route.ComponentProps) {
  const { formMethod, formData } = useNavigation()
  const [search] = useSearchParams()
  const sent = formMethod === 'POST' ? formData : undefined
  const run = useRun(sent && readFormText(sent, 'runId'))
  const publishing = sent && { siteIds: sent.getAll('siteIds').map(String), results: run?.results ?? [] }
  const isKept = search.get('done') === 'saved' && formMethod === undefined
  return <PublisherView {...loaderData} {...actionData} publishing={publishing} isKept={isKept} />
}
