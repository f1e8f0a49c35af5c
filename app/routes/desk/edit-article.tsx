import { data, redirect, useNavigation, useSearchParams } from 'react-router'
import { v7 as uuidv7, validate as isUuid } from 'uuid'
import type { Operator } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { redeliver } from '../../features/delivery/deliveries/commands.server.ts'
import { changeArticles, forgetArticle } from '../../features/newsroom/board/commands.server.ts'
import { editArticle } from '../../features/writing/publish/edit-article.server.ts'
import { discardDraft, saveRevision } from '../../features/writing/drafts/commands.server.ts'
import {
  type DraftState,
  draftText,
  isSameText,
  readDraftForm,
  SAVE_STATUSES,
  type SaveAnswer,
  type SavedDraft,
  toDraftPath,
  toDraftText,
  toSaveHeaders,
} from '../../features/writing/drafts/drafts.ts'
import { saveRefusals } from '../../features/writing/drafts/messages.ts'
import { findDraft } from '../../features/writing/drafts/queries.server.ts'
import { ARTICLES_PATH, type EditRefusal, parseEdit } from '../../features/writing/writing.ts'
import { findArticleOfDraft, findEditable } from '../../features/writing/publish/queries.server.ts'
import type { Publishing } from '../../features/writing/publish/publish-progress.tsx'
import { EditView } from '../../features/writing/form/edit-view.tsx'
import { DeletedArticle } from '../../features/writing/form/deleted-article.tsx'
import {
  articleFailures,
  draftRefusals,
  toEditRefusal,
  toFieldErrors,
} from '../../features/writing/messages.ts'
import { listChoosable } from '../../features/articles/pictures/queries.server.ts'
import { useRun } from '../../features/runs/use-run.ts'
import { listTargetSites } from '../../features/delivery/target-sites/queries.server.ts'
import { findNextPlan } from '../../features/writing/schedule/queries.server.ts'
import { readTimeZone } from '../../features/writing/schedule/time-zones.server.ts'
import { hasModel } from '../../features/accounts/ai-usage/queries.server.ts'
import { NO_PROVIDER } from '../../features/delivery/variations/variations.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/edit-article'

export const handle: RouteFacts = { access: 'screen' }

/** Returns one own article, its working copy and the sites on offer; 404 without the article. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const article = isUuid(params.articleId) ? await findEditable(operator, params.articleId) : undefined
  const draft = isUuid(params.articleId) ? await findDraft(operator, params.articleId) : undefined
  if (!article) await leadOn(operator, params.articleId, draft)
  const sites = article ? await listTargetSites(operator) : []
  const pictures = article ? await listChoosable(operator) : []
  const unavailableReason = hasModel() ? undefined : NO_PROVIDER
  const planned = article && (await findNextPlan(operator, article.id, readTimeZone(request)))
  const saveId = uuidv7()
  const content = {
    accountId: operator.id,
    saveId,
    article,
    draft,
    sites,
    pictures,
    unavailableReason,
    planned,
  }
  return data(content, article ? undefined : { status: 404 })
}

// The id of a draft leads to its form, or to the article that it became.
async function leadOn(operator: Operator, draftId: string, draft: SavedDraft | undefined): Promise<void> {
  if (draft) throw redirect(toDraftPath(draft.id))
  const movedTo = await findArticleOfDraft(operator, draftId)
  if (movedTo) throw redirect(`${ARTICLES_PATH}/${movedTo}`)
}

/** Saves the article or its working copy, deletes the article, or delivers it again. */
export async function action({ request, context, params: { articleId } }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  if (!isUuid(articleId)) return data(null, { status: 404 })
  const form = await request.formData()
  if (readFormText(form, 'intent') === 'keep') return keep(operator, articleId, form)
  const refusal = await redeliverOrDelete(operator, articleId, readFormText(form, 'intent'))
  return refusal ? refuse({ reason: refusal, form }) : save(operator, articleId, form)
}

// Redirects when it is done. Returns a refusal, or undefined for any other intent.
async function redeliverOrDelete(
  operator: Operator,
  articleId: string,
  intent: string,
): Promise<EditRefusal | undefined> {
  if (intent === 'redeliver') {
    if ((await redeliver(operator, articleId)) === undefined) return 'article-not-found'
    throw redirect('/articles')
  }
  if (intent === 'discard') {
    await discardDraft(operator, articleId)
    throw redirect(`/articles/${articleId}`)
  }
  if (intent !== 'delete' && intent !== 'forget') return undefined
  const done =
    intent === 'forget'
      ? (await forgetArticle(operator, articleId)) && 'deleted'
      : await remove(operator, articleId)
  if (done === undefined) return 'article-not-found'
  throw redirect(`/articles?done=${done}`)
}

// Returns the id of the run, which can be undone; undefined if there is no such article.
async function remove(operator: Operator, articleId: string): Promise<string | undefined> {
  const done = await changeArticles(operator, [articleId], { kind: 'delete' })
  return typeof done === 'string' || !done.counts.changed ? undefined : done.runId
}

async function save(operator: Operator, articleId: string, form: FormData) {
  const parsed = parseEdit(form, articleId)
  if (!parsed.ok) {
    const { reason, errors, typed } = parsed
    return data({ refusal: draftRefusals[reason], errors, typed, sent: readSent(form) }, { status: 400 })
  }
  const runId = readFormText(form, 'runId')
  const edited = await editArticle(operator, parsed.edit, isUuid(runId) ? runId : undefined)
  if (edited.ok) return { saved: edited.summary }
  const { reason, waitS } = edited
  return refuse({ reason, form, waitS, ...(await findNewer(operator, articleId, reason)) })
}

// The text that a refused form would replace. Its writer sees it, and may replace it then.
async function findNewer(
  operator: Operator,
  articleId: string,
  reason: EditRefusal,
): Promise<Partial<Refused>> {
  if (reason === 'draft-changed') {
    const draft = await findDraft(operator, articleId)
    return draft ? { newer: draft, seen: { draftVersion: String(draft.version) } } : {}
  }
  const article = reason === 'changed-meanwhile' ? await findEditable(operator, articleId) : undefined
  if (!article) return {}
  return { newer: { version: 0, text: toDraftText(article.typed) }, seen: { version: article.version } }
}

/** The versions that the text of a form was made from. */
const readSent = (form: FormData) => ({
  version: readFormText(form, 'version'),
  draftVersion: readFormText(form, 'draftVersion'),
})

// Saves the working copy as a revision. Readers see no difference.
async function keep(operator: Operator, articleId: string, form: FormData) {
  const typed = readDraftForm(form)
  const text = draftText.safeParse(toDraftText(typed))
  const draft = await findDraft(operator, articleId)
  const article = await findEditable(operator, articleId)
  const refuseToSave = (answer: Extract<SaveAnswer, { ok: false }>, saved?: DraftState) => {
    const init = { status: SAVE_STATUSES[answer.reason], headers: toSaveHeaders(answer) }
    const sent = {
      ...readSent(form),
      ...(saved && article && { version: article.version }),
      ...(answer.saved && { draftVersion: String(answer.saved.version) }),
    }
    return data({ refusal: saveRefusals[answer.reason], typed, sent, newer: saved ?? answer.saved }, init)
  }
  if (!article) return refuseToSave({ ok: false, reason: 'gone' })
  if (!text.success) return refuseToSave({ ok: false, reason: 'wrong-form' })
  const present = toDraftText(article.typed)
  if (!draft && isSameText(text.data, present)) return { isKept: true }
  if (!draft && article.version !== readFormText(form, 'version'))
    return refuseToSave({ ok: false, reason: 'changed-meanwhile' }, { version: 0, text: present })
  const base = draft ? undefined : { version: article.version, text: present }
  const version = Number(readFormText(form, 'draftVersion')) || 0
  const answer = await saveRevision(operator, { id: articleId, version, text: text.data, base })
  return answer.ok ? { isKept: true } : refuseToSave(answer)
}

const STATUSES: Partial<Record<EditRefusal, number>> = {
  'article-not-found': 404,
  'changed-meanwhile': 409,
  'draft-changed': 409,
  'too-many-saves': 429,
}

interface Refused {
  reason: EditRefusal
  form: FormData
  waitS?: number | undefined
  /** The text that is there now, if that is the reason. */
  newer?: DraftState | undefined
  /** Its version, or that of its article. */
  seen?: { version: string } | { draftVersion: string } | undefined
}

function refuse({ reason, form, waitS, newer, seen }: Refused) {
  const headers: HeadersInit = waitS ? { 'Retry-After': String(waitS) } : {}
  const refused = {
    refusal: toEditRefusal(reason, readFormText(form, 'intent')),
    errors: toFieldErrors(reason),
    typed: readDraftForm(form),
    sent: { ...readSent(form), ...seen },
    newer,
  }
  return data(refused, { status: STATUSES[reason] ?? 422, headers })
}

export const clientMiddleware = [keepFormOnFailure(articleFailures)]

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData.article ? `Edit: ${loaderData.article.title}` : 'Article Not Found' },
]

// Saving a revision delivers nothing, but the form is busy too, because it loads the saved state afterwards.
const toPublishing = (sent: FormData | undefined, results: Publishing['results']) =>
  sent && {
    siteIds: readFormText(sent, 'intent') === 'keep' ? [] : sent.getAll('siteIds').map(String),
    results,
  }

export default function EditArticle({ loaderData, actionData, params }: Route.ComponentProps) {
  const { formMethod, formData } = useNavigation()
  const sent = formMethod === 'POST' ? formData : undefined
  const [search] = useSearchParams()
  const run = useRun(sent && (readFormText(sent, 'runId') || undefined))
  const publishing = toPublishing(sent, run?.results ?? [])
  const asked = search.get('ask')
  const { article, ...choices } = loaderData
  if (!article) {
    const typed = actionData && 'typed' in actionData ? actionData.typed : undefined
    return <DeletedArticle accountId={choices.accountId} articleId={params.articleId} typed={typed} />
  }
  const isRestored = search.get('done') === 'restored' && !actionData
  return <EditView article={article} {...choices} {...actionData} {...{ publishing, asked, isRestored }} />
}
