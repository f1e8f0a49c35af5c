import { data, redirect, useNavigation, useSearchParams } from 'react-router'
import { validate as isUuid } from 'uuid'
import type { Operator } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard.server.ts'
import { redeliver } from '../../features/publishing/commands.server.ts'
import { deleteArticle, editArticle } from '../../features/publishing/edit-article.server.ts'
import { EditView } from '../../features/publishing/edit-view.tsx'
import { LostArticle } from '../../features/publishing/lost-article.tsx'
import {
  articleFailures,
  draftRefusals,
  editRefusals,
  publishFailed,
  toFieldErrors,
} from '../../features/publishing/messages.ts'
import { type EditRefusal, parseEdit, readTyped } from '../../features/publishing/publishing.ts'
import { findEditable } from '../../features/publishing/queries.server.ts'
import { useRun } from '../../features/runs/use-run.ts'
import { listTargetSites } from '../../features/target-sites/queries.server.ts'
import { canVary } from '../../features/variations/queries.server.ts'
import { NO_PROVIDER } from '../../features/variations/variations.ts'
import { readText } from '../../shared/text.ts'
import { keepScreen } from '../../ui/keep-screen.tsx'
import type { Route } from './+types/edit-article'

export async function loader({ context, params }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const article = isUuid(params.articleId) ? await findEditable(operator, params.articleId) : undefined
  const sites = article ? await listTargetSites(operator) : []
  const content = { article, sites, hindrance: canVary() ? undefined : NO_PROVIDER }
  return data(content, article ? undefined : { status: 404 })
}

export async function action({ request, context, params: { articleId } }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  if (!isUuid(articleId)) return data(null, { status: 404 })
  const form = await request.formData()
  const refusal = await takeAway(operator, articleId, readText(form, 'intent'))
  return refusal ? refuse(refusal, form) : save(operator, articleId, form)
}

// Leads back to the list, unless it is something else that is asked for, or it was refused.
async function takeAway(
  operator: Operator,
  articleId: string,
  intent: string,
): Promise<EditRefusal | undefined> {
  if (intent === 'redeliver') {
    await redeliver(operator, articleId)
    throw redirect('/articles')
  }
  if (intent !== 'delete' && intent !== 'forget') return undefined
  const deleted = await deleteArticle(operator, articleId, intent === 'forget')
  if (!deleted.ok) return deleted.reason
  throw redirect(`/articles?done=${deleted.isGone ? 'deleted' : 'deleting'}`)
}

async function save(operator: Operator, articleId: string, form: FormData) {
  const parsed = parseEdit(form, articleId)
  if (!parsed.ok) {
    const { reason, errors, typed } = parsed
    return data({ refusal: draftRefusals[reason], errors, typed }, { status: 400 })
  }
  const runId = readText(form, 'runId')
  const edited = await editArticle(operator, parsed.edit, isUuid(runId) ? runId : undefined)
  return edited.ok ? { saved: edited.summary } : refuse(edited.reason, form, edited.waitS)
}

const STATUSES: Partial<Record<EditRefusal, number>> = { 'article-not-found': 404, 'too-many-saves': 429 }

function refuse(reason: EditRefusal, form: FormData, waitS = 0) {
  const headers: HeadersInit = waitS > 0 ? { 'Retry-After': String(waitS) } : {}
  const refused = { refusal: editRefusals[reason], errors: toFieldErrors(reason), typed: readTyped(form) }
  return data(refused, { status: STATUSES[reason] ?? 422, headers })
}

export const clientMiddleware = [
  keepScreen((form) => articleFailures[readText(form, 'intent')] ?? publishFailed),
]

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData.article ? `Edit: ${loaderData.article.title}` : 'Article Not Found' },
]

export default function EditArticle({ loaderData, actionData }: Route.ComponentProps) {
  const { formMethod, formData } = useNavigation()
  const [search] = useSearchParams()
  const sent = formMethod === 'POST' ? formData : undefined
  const run = useRun(sent && (readText(sent, 'runId') || undefined))
  const publishing = sent && { siteIds: sent.getAll('siteIds').map(String), results: run?.results ?? [] }
  const isAsked = search.get('ask') === 'delete'
  const { article, ...choices } = loaderData
  if (!article)
    return <LostArticle typed={actionData && 'typed' in actionData ? actionData.typed : undefined} />
  return <EditView article={article} {...choices} {...actionData} publishing={publishing} isAsked={isAsked} />
}
