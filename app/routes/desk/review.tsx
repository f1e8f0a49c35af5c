import { data, redirect, useNavigation, useSearchParams } from 'react-router'
import { validate as isUuid } from 'uuid'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { ComparisonView } from '../../features/articles/revisions/comparison-view.tsx'
import { toReviewPath } from '../../features/writing/approval/approval.ts'
import { findArticleOfDraft } from '../../features/writing/publish/queries.server.ts'
import { decideReview, withdrawText } from '../../features/writing/review/commands.server.ts'
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
  const refused =
    intent === 'withdraw'
      ? await withdrawText(operator, id)
      : await decideReview(operator, id, { kind, seen: readFormText(form, 'seen'), message, planned })
  if (refused) return data({ error: reviewRefusals[refused.reason], message }, { status: 422 })
  throw redirect(`${toReviewPath(id)}?done=${intent === 'withdraw' ? 'withdrawn' : kind}`)
}

export const clientMiddleware = [keepFormOnFailure(reviewFailures)]

export const meta = () => [{ title: 'Review' }]

export default function Review({ loaderData: { reviewed }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const [search] = useSearchParams()
  const done = actionData ? undefined : search.get('done')
  const toast = Object.entries(reviewToasts).find(([name]) => name === done)?.[1]
  const { comparison } = reviewed
  return (
    <ReviewView {...{ reviewed, busy, toast }} error={actionData?.error} message={actionData?.message}>
      {comparison && <ComparisonView {...comparison} names={['Before', 'Now']} />}
    </ReviewView>
  )
}
