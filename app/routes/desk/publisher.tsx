import { data, redirect, useNavigation, useSearchParams } from 'react-router'
import { v7 as uuidv7, validate as isUuid } from 'uuid'
import { otherAccount } from '../../features/accounts/guard/messages.ts'
import { isOfOtherAccount, type Operator } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { insertBacklinks } from '../../features/links/insertion/commands.server.ts'
import { coverPath } from '../../features/site/covers/covers.ts'
import { duplicateText, saveRevision } from '../../features/writing/drafts/commands.server.ts'
import {
  parseDraftSave,
  readDraftForm,
  SAVE_STATUSES,
  type SaveAnswer,
  toDraftPath,
  toDraftText,
  toSaveHeaders,
} from '../../features/writing/drafts/drafts.ts'
import { saveRefusals } from '../../features/writing/drafts/messages.ts'
import { PublisherView } from '../../features/writing/form/publisher-view.tsx'
import { findPublishForm, findSentDraft } from '../../features/writing/form/queries.server.ts'
import {
  draftRefusals,
  firstText,
  publishFailures,
  publishRefusals,
  toFieldErrors,
  toOtherAccount,
} from '../../features/writing/messages.ts'
import { publishArticle } from '../../features/writing/publish/commands.server.ts'
import { findArticleOfDraft, hasOneArticle } from '../../features/writing/publish/queries.server.ts'
import { toPublishing } from '../../features/writing/publish/publishing.ts'
import { submitText } from '../../features/writing/review/commands.server.ts'
import { reviewRefusals } from '../../features/writing/review/messages.ts'
import { planRefusals, toPlanErrors } from '../../features/writing/schedule/messages.ts'
import { readAskedTime } from '../../features/writing/schedule/schedule.ts'
import { planTyped } from '../../features/writing/schedule/plan-typed.server.ts'
import { readFormZone, readTimeZone } from '../../features/writing/schedule/time-zones.server.ts'
import {
  ARTICLES_PATH,
  CLOSED_STEPS_COOKIE,
  type DraftErrors,
  parseDraft,
  type PublishRefusal,
} from '../../features/writing/writing.ts'
import { useRun } from '../../features/runs/use-run.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/publisher'

export const handle: RouteFacts = { access: 'screen', right: 'write' }

/**
 * Returns the sites on offer, and the draft of `?draft=ID`; without it a new id, and the newest draft to offer. The
 * address of a draft that was planned leads to its article. `?at=2026-11-25T09:00` chooses a time,
 * and `?first` fills the form of the first article.
 */
export async function loader({ request, context, url: { searchParams } }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const asked = searchParams.get('draft')
  const draftId = asked !== null && isUuid(asked) ? asked : undefined
  const form = await findPublishForm(operator, draftId, request.headers.get('cookie'))
  const movedTo =
    form.draft || isForm(request) ? undefined : await findArticleOfDraft(operator, asked, { isPlanned: true })
  if (movedTo) throw redirect(`${ARTICLES_PATH}/${movedTo}`)
  const timeZone = readTimeZone(request)
  const dueAt = readAskedTime(searchParams)
  const sample = searchParams.has('first') && form.firstSteps && !form.begun ? firstText : undefined
  return {
    accountId: operator.id,
    author: operator.name,
    draftId: draftId ?? uuidv7(),
    timeZone,
    dueAt,
    sample,
    ...form,
  }
}

// A form that was refused keeps what was typed, also without scripts. Its headers stay with the loader.
const isForm = (request: Request) => request.headers.has('content-type')

/** Saves, submits, plans or duplicates the draft, or publishes the article with its backlinks. A refusal returns the typed form. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const form = await request.formData()
  if (isOfOtherAccount(operator, form)) return refuseOther(form)
  switch (readFormText(form, 'intent')) {
    case 'save':
      return save(operator, form)
    case 'duplicate':
      return duplicate(operator, form)
    case 'close-steps':
      throw redirect('/publisher', { headers: { 'set-cookie': CLOSED_STEPS_COOKIE } })
    case 'submit':
      return submit(operator, form)
    case 'plan':
      return plan(operator, form, readFormZone(request, form))
    default:
      return publish(operator, form)
  }
}

type Parsed = ReturnType<typeof parseDraft>

async function refuseFields(operator: Operator, form: FormData, parsed: Exclude<Parsed, { ok: true }>) {
  const { reason, errors, typed } = parsed
  const marked = { ...errors, ...toFieldErrors(reason) }
  const sent = await findSentDraft(operator, readSent(form), false)
  const refused = {
    refusal: draftRefusals[reason],
    errors: marked,
    typed,
    dueAt: readFormText(form, 'dueAt'),
  }
  return data({ ...refused, ...sent }, { status: 400 })
}

async function publish(operator: Operator, form: FormData) {
  const parsed = parseDraft(form)
  if (!parsed.ok) return refuseFields(operator, form, parsed)
  const runId = readFormText(form, 'runId')
  const published = await publishArticle(operator, parsed.draft, {
    runId: isUuid(runId) ? runId : undefined,
    placeLinks: insertBacklinks,
  })
  if (!published.ok) return refuse(operator, form, published)
  const { summary, runId: undoRunId } = published
  const { tags, cover: choice } = parsed.draft
  const cover = coverPath({ id: summary.articleId, tags, cover: choice })
  const isFirst = await hasOneArticle(operator)
  return { summary, isFirst, cover, undoRunId, publishedId: parsed.draft.draftId }
}

/** The id and the version of the draft that a form was made from. */
const readSent = (form: FormData) => ({
  id: readFormText(form, 'draftId'),
  version: Number(readFormText(form, 'draftVersion')) || 0,
})

async function refuse(
  operator: Operator,
  form: FormData,
  { reason, waitS }: { reason: PublishRefusal; waitS?: number },
) {
  const typed = readDraftForm(form)
  const refused = {
    refusal: publishRefusals[reason],
    errors: toFieldErrors(reason),
    typed,
    articlePath: await findArticlePath(operator, { reason, draftId: typed.draftId }),
    ...(await findSentDraft(operator, readSent(form), reason === 'draft-changed')),
  }
  const headers: HeadersInit = waitS ? { 'Retry-After': String(waitS) } : {}
  if (reason !== 'published-elsewhere') return data(refused, { status: waitS ? 429 : 422, headers })
  // The draft of this tab was published in another one. The text becomes a draft of its own.
  const own = { typed: { ...typed, draftId: uuidv7() }, publishedId: typed.draftId, sentVersion: 0 }
  return data({ ...refused, ...own }, { status: 409 })
}

async function findArticlePath(
  operator: Operator,
  { reason, draftId }: { reason: PublishRefusal; draftId: string },
): Promise<string | undefined> {
  const articleId = reason === 'article-not-live' ? await findArticleOfDraft(operator, draftId) : undefined
  return articleId && `${ARTICLES_PATH}/${articleId}`
}

// The text stays that of the account that the form was opened for.
function refuseOther(form: FormData) {
  const said = { intent: readFormText(form, 'intent'), sentence: otherAccount }
  const refusal = toOtherAccount(publishFailures, said)
  const sent = { accountId: readFormText(form, 'accountId'), sentVersion: readSent(form).version }
  return data(
    { refusal, typed: readDraftForm(form), dueAt: readFormText(form, 'dueAt'), ...sent },
    { status: 409 },
  )
}

async function save(operator: Operator, form: FormData) {
  const answer = await saveTyped(operator, form)
  if (!answer.ok) return refuseSave(form, answer)
  throw redirect(`${toDraftPath(readFormText(form, 'draftId'))}&done=saved`)
}

// As a revision. With scripts, the text itself is already saved.
function saveTyped(operator: Operator, form: FormData): Promise<SaveAnswer> | SaveAnswer {
  const parsed = parseDraftSave(form)
  return parsed ? saveRevision(operator, parsed) : { ok: false, reason: 'wrong-form' }
}

function refuseSave(form: FormData, answer: Exclude<SaveAnswer, { ok: true }>) {
  const { reason, saved } = answer
  const sentVersion = saved?.version ?? Number(readFormText(form, 'draftVersion'))
  const init = { status: SAVE_STATUSES[reason], headers: toSaveHeaders(answer) }
  return data({ refusal: saveRefusals[reason], typed: readDraftForm(form), saved, sentVersion }, init)
}

async function duplicate(operator: Operator, form: FormData) {
  const made = await duplicateText(operator, toDraftText(readDraftForm(form)))
  if (!made.ok) return refuseSave(form, made)
  throw redirect(toDraftPath(made.id))
}

// A reviewer sees the text that is saved.
async function submit(operator: Operator, form: FormData) {
  const parsed = parseDraft(form)
  if (!parsed.ok) return refuseFields(operator, form, parsed)
  const answer = await saveTyped(operator, form)
  if (!answer.ok) return refuseSave(form, answer)
  const { draftId } = parsed.draft
  const refused = await submitText(operator, draftId)
  if (!refused) throw redirect(`${toDraftPath(draftId)}&done=submitted`)
  const refusal = { title: publishFailures.submit, description: reviewRefusals[refused.reason] }
  const sent = await findSentDraft(operator, { ...readSent(form), version: answer.version }, false)
  return data({ refusal, typed: readDraftForm(form), ...sent }, { status: 422 })
}

// The plan has the text that is saved.
async function plan(operator: Operator, form: FormData, timeZone: string) {
  const parsed = parseDraft(form)
  if (!parsed.ok) return refuseFields(operator, form, parsed)
  const answer = await saveTyped(operator, form)
  if (!answer.ok) return refuseSave(form, answer)
  const planned = await planTyped(operator, parsed.draft.draftId, { form, timeZone })
  if (planned.ok) throw redirect(planned.path)
  const { reason } = planned
  const sent = await findSentDraft(operator, { ...readSent(form), version: answer.version }, false)
  const errors: DraftErrors = toPlanErrors(reason)
  const refused = { refusal: planRefusals[reason], errors, typed: readDraftForm(form), ...sent }
  return data({ ...refused, dueAt: readFormText(form, 'dueAt') }, { status: 422 })
}

export const clientMiddleware = [keepFormOnFailure(publishFailures)]

export const meta = () => [{ title: 'Publish Article' }]

export default function Publisher({ loaderData, actionData }: Route.ComponentProps) {
  const { formMethod, formData } = useNavigation()
  const sent = formMethod === 'POST' ? formData : undefined
  const publishing = toPublishing(sent, useRun(sent && readFormText(sent, 'runId')))
  const [search] = useSearchParams()
  const done = formMethod === undefined ? search.get('done') : null
  return (
    <PublisherView
      {...loaderData}
      {...actionData}
      drawCover={coverPath}
      publishing={publishing}
      isKept={done === 'saved'}
      isSubmitted={done === 'submitted'}
    />
  )
}
