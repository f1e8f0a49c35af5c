import { data, redirect, useNavigation, useSearchParams } from 'react-router'
import { validate as isUuid } from 'uuid'
import type { Operator } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { ComparisonView } from '../../features/articles/revisions/comparison-view.tsx'
import { parseKey, toKeyText } from '../../features/articles/revisions/revisions.ts'
import { toReviewPath } from '../../features/writing/approval/approval.ts'
import { findArticleOfDraft } from '../../features/writing/publish/queries.server.ts'
import {
  approveVariation,
  decideReview,
  deleteNote,
  settleNote,
  withdrawText,
  writeNote,
} from '../../features/writing/review/commands.server.ts'
import { reviewFailures, reviewRefusals, reviewToasts } from '../../features/writing/review/messages.ts'
import { findReviewedText } from '../../features/writing/review/queries.server.ts'
import { parseNumber, type Decision } from '../../features/writing/review/review.ts'
import { ReviewView } from '../../features/writing/review/review-view.tsx'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import { notFound } from '../../shell/not-found.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/review'

export const handle: RouteFacts = { access: 'screen', right: 'write' }

/**
 * Returns a draft or a working copy with its review, and what changed in it; `?planned=7` shows the text of a plan. 404
 * without the text. The address of a draft leads to the article that it became.
 */
export async function loader({ context, params: { articleId: id }, url }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const planned = parseNumber(url.searchParams.get('planned'))
  const reviewed = isUuid(id) ? await findReviewedText(operator, { id, planned }) : undefined
  if (reviewed) return { reviewed }
  const movedTo = await findArticleOfDraft(operator, id)
  if (movedTo) throw redirect(toReviewPath(movedTo))
  throw notFound('article')
}

/** Approves the text, asks for changes, or takes the submitted text back. */
export async function action({ request, context, params: { articleId: id } }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  if (!isUuid(id)) throw notFound('article')
  const form = await request.formData()
  const intent = readFormText(form, 'intent')
  const message = readFormText(form, 'message')
  const kind: Decision['kind'] = intent === 'approve' ? 'approve' : 'changes'
  const planned = parseNumber(readFormText(form, 'planned'))
  const acted = (await actOnNote(operator, id, form)) ?? (await actOnVariation(operator, id, form))
  if (acted) return acted
  const refused =
    intent === 'withdraw'
      ? await withdrawText(operator, id)
      : await decideReview(operator, id, { kind, seen: readFormText(form, 'seen'), message, planned })
  if (refused) return data({ error: reviewRefusals[refused.reason], message }, { status: 422 })
  throw redirect(`${toReviewPath(id)}?done=${intent === 'withdraw' ? 'withdrawn' : kind}`)
}

// Undefined for a form that is about no note.
async function actOnNote(operator: Operator, id: string, form: FormData) {
  const intent = readFormText(form, 'intent')
  const line = parseNumber(readFormText(form, 'line'))
  const body = readFormText(form, line === undefined ? 'wholeNote' : 'lineNote')
  const noteId = readFormText(form, 'noteId')
  if (!isUuid(noteId) && intent !== 'note') return undefined
  const act = () => {
    if (intent === 'note') return writeNote(operator, id, { line, body })
    if (intent === 'delete-note') return deleteNote(operator, noteId)
    return settleNote(operator, noteId, intent === 'settle')
  }
  const refused = await act()
  if (refused) return data({ error: reviewRefusals[refused.reason], body, line }, { status: 422 })
  const at = line === undefined ? '' : `#line-${line}`
  throw redirect(`${toReviewPath(id)}${intent === 'note' ? '?done=note' : ''}${at}`)
}

export const clientMiddleware = [keepFormOnFailure(reviewFailures)]

export const meta = () => [{ title: 'Review' }]

// Undefined for a form that is about no variation.
async function actOnVariation(operator: Operator, id: string, form: FormData) {
  const key = parseKey(readFormText(form, 'variation'))
  if (!key || key.siteId === null) return undefined
  const { siteId, number } = key
  const refused = await approveVariation(operator, { articleId: id, siteId, number })
  if (refused) return data({ error: reviewRefusals[refused.reason] }, { status: 422 })
  throw redirect(`${toReviewPath(id)}?done=approve`)
}

/** What was wrong with a form, and what was typed into it. */
interface Refused {
  error?: string
  message?: string
  body?: string
  line?: number | undefined
}

const parseNoting = (line: string | null) => (line === 'whole' ? line : parseNumber(line))

export default function Review({ loaderData: { reviewed }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const [search] = useSearchParams()
  const done = actionData ? undefined : search.get('done')
  const toast = Object.entries(reviewToasts).find(([name]) => name === done)?.[1]
  const { comparison } = reviewed
  const refused: Refused = actionData ?? {}
  const noting = refused.body === undefined ? parseNoting(search.get('line')) : (refused.line ?? 'whole')
  return (
    <ReviewView
      {...{ reviewed, busy, toast, noting, ...refused }}
      variations={reviewed.variations.map(({ siteName, comparison: varied }) => ({
        siteName,
        name: toKeyText(varied.to.key),
        changes: <ComparisonView {...varied} names={['The article', `For ${siteName}`]} />,
      }))}
    >
      {comparison && <ComparisonView {...comparison} names={['Before', 'Now']} />}
    </ReviewView>
  )
}
