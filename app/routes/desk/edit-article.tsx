import { data, redirect, useNavigation, useSearchParams } from 'react-router'
import { v7 as uuidv7, validate as isUuid } from 'uuid'
import { otherAccount } from '../../features/accounts/guard/messages.ts'
import { isOfOtherAccount, type Operator } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { retryDeliveries } from '../../features/delivery/deliveries/commands.server.ts'
import { deleteArticle, forgetArticle } from '../../features/newsroom/board/commands.server.ts'
import { coverPath } from '../../features/site/covers/covers.ts'
import { discardDraft, duplicateText } from '../../features/writing/drafts/commands.server.ts'
import {
  readDraftForm,
  SAVE_STATUSES,
  type SaveRefusal,
  toDraftPath,
  toDraftText,
} from '../../features/writing/drafts/drafts.ts'
import { saveRefusals } from '../../features/writing/drafts/messages.ts'
import { findDraft } from '../../features/writing/drafts/queries.server.ts'
import { DeletedArticle } from '../../features/writing/form/deleted-article.tsx'
import { EditView } from '../../features/writing/form/edit-view.tsx'
import {
  findDraftPath,
  findEditForm,
  findNewerText,
  type NewerText,
} from '../../features/writing/form/queries.server.ts'
import {
  articleFailures,
  draftRefusals,
  restoreRefusals,
  revisionRestored,
  submitted,
  toEditRefusal,
  toFieldErrors,
  toOtherAccount,
} from '../../features/writing/messages.ts'
import { editArticle } from '../../features/writing/publish/edit-article.server.ts'
import { saveWorkingCopy } from '../../features/writing/publish/save-working-copy.server.ts'
import { toPublishing } from '../../features/writing/publish/publishing.ts'
import { submitText } from '../../features/writing/review/commands.server.ts'
import { reviewRefusals } from '../../features/writing/review/messages.ts'
import { findNextPlan } from '../../features/writing/schedule/queries.server.ts'
import {
  planOutcomes,
  planRefusals,
  toClockSentence,
  toPlanErrors,
} from '../../features/writing/schedule/messages.ts'
import type { ClockChange } from '../../features/writing/schedule/schedule.ts'
import { planTyped } from '../../features/writing/schedule/plan-typed.server.ts'
import {
  findClockChange,
  readFormZone,
  readTimeZone,
} from '../../features/writing/schedule/time-zones.server.ts'
import { type DraftErrors, type EditRefusal, parseEdit } from '../../features/writing/writing.ts'
import { useRun } from '../../features/runs/use-run.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/edit-article'

export const handle: RouteFacts = { access: 'screen', right: 'write' }

/** Returns the form of one own article; 404 without the article. The id of a draft leads on. */
export async function loader({ request, context, params: { articleId }, url }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const form = await findEditForm(operator, articleId)
  const path = form ? undefined : await findDraftPath(operator, articleId)
  if (path) throw redirect(path)
  const timeZone = readTimeZone(request)
  const planned = form && (await findNextPlan(operator, articleId, timeZone))
  const clock = findClockChange(timeZone, url.searchParams.get('asked') ?? '')
  const content = { accountId: operator.id, saveId: uuidv7(), form, planned, timeZone, clock }
  return data(content, form ? undefined : { status: 404 })
}

/** Saves, submits, plans or duplicates the article or its working copy, deletes the article, or delivers it again. */
export async function action({ request, context, params: { articleId } }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  if (!isUuid(articleId)) return data(null, { status: 404 })
  const form = await request.formData()
  if (isOfOtherAccount(operator, form)) return refuseOther(form)
  return change(operator, articleId, { form, timeZone: readFormZone(request, form) })
}

interface Sent {
  form: FormData
  timeZone: string
}

function change(operator: Operator, articleId: string, { form, timeZone }: Sent) {
  switch (readFormText(form, 'intent')) {
    case 'keep':
      return keep(operator, articleId, form)
    case 'submit':
      return submit(operator, articleId, form)
    case 'plan':
      return plan(operator, articleId, { form, timeZone })
    case 'duplicate':
      return duplicate(operator, form)
    case 'delete':
    case 'forget':
      return remove(operator, articleId, form)
    case 'redeliver':
      return redeliver(operator, articleId, form)
    case 'discard':
      return discard(operator, articleId, form)
    default:
      return save(operator, articleId, form)
  }
}

async function remove(operator: Operator, articleId: string, form: FormData) {
  if (readFormText(form, 'intent') === 'forget')
    return leave(form, (await forgetArticle(operator, articleId)) && '/articles?done=deleted')
  const runId = await deleteArticle(operator, articleId)
  return leave(form, runId !== undefined && `/articles?done=${runId}`)
}

// A working copy that was saved after the question was asked stays.
async function discard(operator: Operator, articleId: string, form: FormData) {
  const version = Number(readSent(form).draftVersion) || 0
  if (await discardDraft(operator, articleId, version)) throw redirect(`/articles/${articleId}`)
  const refusal = { title: articleFailures.discard ?? '', description: restoreRefusals['changed-meanwhile'] }
  const newer = await findNewerText(operator, articleId, 'draft-changed')
  return refuse(form, { refusal }, { status: 409, ...newer })
}

async function redeliver(operator: Operator, articleId: string, form: FormData) {
  return leave(form, (await retryDeliveries(operator, articleId)) !== undefined && '/articles')
}

// Without a path, there is no such article.
function leave(form: FormData, path: string | false | undefined) {
  if (path) throw redirect(path)
  return refuseEdit(form, { reason: 'article-not-found' })
}

function refuseFields(form: FormData, parsed: Exclude<ReturnType<typeof parseEdit>, { ok: true }>) {
  const { reason, errors, typed } = parsed
  const refused = { refusal: draftRefusals[reason], errors, typed, dueAt: readFormText(form, 'dueAt') }
  return data({ ...refused, sent: readSent(form) }, { status: 400 })
}

async function save(operator: Operator, articleId: string, form: FormData) {
  const parsed = parseEdit(form, articleId)
  if (!parsed.ok) return refuseFields(form, parsed)
  const runId = readFormText(form, 'runId')
  const edited = await editArticle(operator, parsed.edit, isUuid(runId) ? runId : undefined)
  if (edited.ok) return { saved: edited.summary, undoRunId: edited.runId }
  return refuseEdit(form, { ...edited, ...(await findNewerText(operator, articleId, edited.reason)) })
}

async function keep(operator: Operator, articleId: string, form: FormData) {
  const saved = await saveTyped(operator, articleId, form)
  return saved.ok ? { isKept: true } : refuseSave(form, saved)
}

function saveTyped(operator: Operator, articleId: string, form: FormData) {
  const { version, draftVersion } = readSent(form)
  return saveWorkingCopy(operator, articleId, {
    typed: toDraftText(readDraftForm(form)),
    version,
    draftVersion: Number(draftVersion) || 0,
  })
}

const refuseSave = (form: FormData, saved: Refused & { reason: SaveRefusal }) =>
  refuse(form, { refusal: saveRefusals[saved.reason] }, { status: SAVE_STATUSES[saved.reason], ...saved })

async function duplicate(operator: Operator, form: FormData) {
  const made = await duplicateText(operator, toDraftText(readDraftForm(form)))
  if (!made.ok) return refuseSave(form, { reason: made.reason, waitS: made.waitS })
  throw redirect(toDraftPath(made.id))
}

// A reviewer sees the text that is saved.
async function submit(operator: Operator, articleId: string, form: FormData) {
  const parsed = parseEdit(form, articleId)
  if (!parsed.ok) return refuseFields(form, parsed)
  const saved = await saveTyped(operator, articleId, form)
  if (!saved.ok) return refuseSave(form, saved)
  const refused = await submitText(operator, articleId)
  if (!refused) throw redirect(`/articles/${articleId}?done=submitted`)
  const draftVersion = String((await findDraft(operator, articleId))?.version ?? 0)
  const refusal = { title: articleFailures.submit ?? '', description: reviewRefusals[refused.reason] }
  return refuse(form, { refusal }, { status: 422, seen: { draftVersion } })
}

// The plan has the text that is saved.
async function plan(operator: Operator, articleId: string, { form, timeZone }: Sent) {
  const parsed = parseEdit(form, articleId)
  if (!parsed.ok) return refuseFields(form, parsed)
  const saved = await saveTyped(operator, articleId, form)
  if (!saved.ok) return refuseSave(form, saved)
  const planned = await planTyped(operator, articleId, { form, timeZone })
  if (planned.ok) throw redirect(planned.path)
  const { reason } = planned
  const draftVersion = String((await findDraft(operator, articleId))?.version ?? 0)
  const errors: DraftErrors = toPlanErrors(reason)
  const said = { refusal: planRefusals[reason], errors, dueAt: readFormText(form, 'dueAt') }
  return refuse(form, said, { status: 422, seen: { draftVersion } })
}

/** The versions that the text of a form was made from. */
const readSent = (form: FormData) => ({
  version: readFormText(form, 'version'),
  draftVersion: readFormText(form, 'draftVersion'),
})

interface Refused extends Partial<NewerText> {
  waitS?: number | undefined
}

const STATUSES: Partial<Record<EditRefusal, number>> = {
  'article-not-found': 404,
  'changed-meanwhile': 409,
  'draft-changed': 409,
  'too-many-saves': 429,
}

function refuseEdit(form: FormData, { reason, ...refused }: Refused & { reason: EditRefusal }) {
  const refusal = toEditRefusal(reason, readFormText(form, 'intent'))
  const status = STATUSES[reason] ?? 422
  return refuse(form, { refusal, errors: toFieldErrors(reason) }, { status, ...refused })
}

// The text stays that of the account that the form was opened for.
function refuseOther(form: FormData) {
  const said = { intent: readFormText(form, 'intent'), sentence: otherAccount }
  const refusal = toOtherAccount(articleFailures, said)
  const sent = { accountId: readFormText(form, 'accountId'), dueAt: readFormText(form, 'dueAt') }
  return refuse(form, { refusal, ...sent }, { status: 409 })
}

// The form keeps what was typed. It shows a newer text, which its next try may replace.
function refuse<Said extends object>(
  form: FormData,
  said: Said,
  { status, waitS, newer, seen }: Refused & { status: number },
) {
  const headers: HeadersInit = waitS ? { 'Retry-After': String(waitS) } : {}
  const kept = { typed: readDraftForm(form), sent: { ...readSent(form), ...seen }, newer }
  return data({ ...said, ...kept }, { status, headers })
}

export const clientMiddleware = [keepFormOnFailure(articleFailures)]

export const meta = ({ loaderData: { form } }: Route.MetaArgs) => [
  { title: form ? `Edit: ${form.article.title}` : 'Article Not Found' },
]

/** Returns the toast after another screen, or a plan, has led here. */
function toDone(done: string | null, clock: ClockChange | undefined) {
  if (done === 'restored') return revisionRestored
  if (done === 'submitted') return { title: submitted }
  if (done !== 'planned') return undefined
  return { title: planOutcomes.planned, description: clock && toClockSentence(clock) }
}

export default function EditArticle({ loaderData, actionData, params }: Route.ComponentProps) {
  const { formMethod, formData } = useNavigation()
  const sent = formMethod === 'POST' ? formData : undefined
  const publishing = toPublishing(sent, useRun(sent && readFormText(sent, 'runId')))
  const [search] = useSearchParams()
  const { form, clock, ...screen } = loaderData
  if (!form) {
    const typed = actionData && 'typed' in actionData ? actionData.typed : undefined
    const refusal =
      actionData && 'accountId' in actionData && 'refusal' in actionData ? actionData.refusal : undefined
    return (
      <DeletedArticle {...{ typed, refusal }} accountId={screen.accountId} articleId={params.articleId} />
    )
  }
  const done = actionData ? undefined : toDone(search.get('done'), clock)
  const view = { publishing, asked: search.get('ask'), done, drawCover: coverPath }
  return <EditView {...screen} {...form} {...actionData} {...view} />
}
