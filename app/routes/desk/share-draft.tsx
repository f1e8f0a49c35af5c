import { redirect, useNavigation } from 'react-router'
import { validate as isUuid } from 'uuid'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { toDraftPath, toSharePath } from '../../features/writing/drafts/drafts.ts'
import { shareDraft, withdrawShare } from '../../features/writing/sharing/commands.server.ts'
import { shareFailures, shareOutcomes, shareRefusals } from '../../features/writing/sharing/messages.ts'
import { findSharedDraft } from '../../features/writing/sharing/queries.server.ts'
import { ShareView } from '../../features/writing/sharing/share-view.tsx'
import { SHARE_DAYS } from '../../features/writing/sharing/sharing.ts'
import { findArticleOfDraft, ownsArticle } from '../../features/writing/publish/queries.server.ts'
import { ARTICLES_PATH } from '../../features/writing/writing.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import { notFound } from '../../shell/not-found.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/share-draft'

export const handle: RouteFacts = { access: 'screen', right: 'write' }

/** Returns one of the account's drafts with the links that show it; 404 without a text that is not public. */
export async function loader({ context, params: { draftId } }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const draft = isUuid(draftId) ? await findSharedDraft(operator, draftId) : undefined
  if (!draft) {
    const movedTo = await findArticleOfDraft(operator, draftId)
    if (movedTo) throw redirect(toSharePath(movedTo))
    throw notFound('draft')
  }
  const back = (await ownsArticle(operator, draftId)) ? `${ARTICLES_PATH}/${draftId}` : toDraftPath(draftId)
  return { draft, back }
}

/** Makes a link to the draft, or withdraws one. */
export async function action({ request, context, params: { draftId } }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  if (!isUuid(draftId)) throw notFound('draft')
  const form = await request.formData()
  const shareId = readFormText(form, 'shareId')
  if (readFormText(form, 'intent') === 'withdraw') {
    if (!isUuid(shareId) || !(await withdrawShare(operator, draftId, shareId)))
      return { ...shareRefusals['share-gone'], tone: 'bad' as const }
    return { title: shareOutcomes.withdrawn, tone: 'ok' as const }
  }
  const days = SHARE_DAYS.find((each) => String(each) === readFormText(form, 'days')) ?? SHARE_DAYS[0]
  const refusal = await shareDraft(operator, draftId, { days })
  return refusal
    ? { ...shareRefusals[refusal.reason], tone: 'bad' as const }
    : { title: shareOutcomes.made, tone: 'ok' as const }
}

export const clientMiddleware = [keepFormOnFailure(shareFailures)]

export const meta = () => [{ title: 'Share a draft' }]

export default function ShareDraft({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  return <ShareView {...loaderData} busy={busy} outcome={actionData} />
}
