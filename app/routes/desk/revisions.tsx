import { redirect, useNavigation, useSearchParams } from 'react-router'
import { validate as isUuid } from 'uuid'
import type { Operator } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { findComparison, findHistory } from '../../features/articles/revisions/queries.server.ts'
import {
  type History,
  parseKey,
  type RevisionKey,
  toPlaces,
  toRevisionsPath,
} from '../../features/articles/revisions/revisions.ts'
import { RevisionsView } from '../../features/articles/revisions/revisions-view.tsx'
import { textTakenBack } from '../../features/newsroom/board/messages.ts'
import { listUndoable } from '../../features/newsroom/board/list-undoable.server.ts'
import { UndoPanel } from '../../features/newsroom/board/undo-list.tsx'
import { toDraftPath } from '../../features/writing/drafts/drafts.ts'
import { findDraft } from '../../features/writing/drafts/queries.server.ts'
import { listSiteStates } from '../../features/delivery/deliveries/queries.server.ts'
import { restoreFailed, restoreRefusals, variationRestored } from '../../features/writing/messages.ts'
import { findArticleOfDraft, ownsArticle } from '../../features/writing/publish/queries.server.ts'
import { restoreRevision } from '../../features/writing/publish/restore-revision.server.ts'
import { ARTICLES_PATH } from '../../features/writing/writing.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import { notFound } from '../../shell/not-found.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/revisions'

export const handle: RouteFacts = { access: 'screen', right: 'write' }

/** Returns the states of an own article or draft, which sites have them, and two of them to compare. */
export async function loader({ context, params: { articleId: id }, url }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const history = isUuid(id)
    ? ((await findHistory(operator, id)) ?? (await findNone(operator, id)))
    : undefined
  if (!history) {
    const movedTo = await findArticleOfDraft(operator, id)
    if (movedTo) throw redirect(toRevisionsPath(movedTo))
    throw notFound('article')
  }
  const isArticle = await ownsArticle(operator, id)
  const pair = toPair(url.searchParams, history)
  return {
    history,
    mainSite: context.get(siteContext).name,
    comparison: pair && (await findComparison(operator, id, pair)),
    places: toPlaces(history, await listSiteStates(operator, id)),
    undoable: await listUndoable(operator, { articleId: id }),
    back: isArticle ? `${ARTICLES_PATH}/${id}` : toDraftPath(id),
  }
}

async function findNone(operator: Operator, id: string): Promise<History | undefined> {
  const draft = await findDraft(operator, id)
  return draft && { id, title: draft.text.title, liveHash: null, revisions: [], variations: [] }
}

// Without a choice, the newest one and the one that readers see, or the one before it.
function toPair(
  search: URLSearchParams,
  { revisions, liveHash }: History,
): [RevisionKey, RevisionKey] | undefined {
  const [newest, ...older] = revisions
  const isLive = ({ hash }: History['revisions'][number]) => hash !== null && hash === liveHash
  const before = (newest && !isLive(newest) && older.find(isLive)) || older[0]
  const from = parseKey(search.get('from')) ?? (before && { siteId: null, number: before.number })
  const to = parseKey(search.get('to')) ?? (newest && { siteId: null, number: newest.number })
  return from && to && [from, to]
}

/**
 * Restores a revision as a new one. That of an article goes into its working copy, and the answer leads to its form; a
 * variation goes to its site.
 */
export async function action({ request, context, params: { articleId: id } }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const key = parseKey(readFormText(await request.formData(), 'revision'))
  if (!isUuid(id) || !key) throw notFound('article')
  const refused = await restoreRevision(operator, id, key)
  if (refused) return { refusal: [restoreRefusals[refused.reason], ...(refused.faults ?? [])].join(' ') }
  if (key.siteId !== null) throw redirect(`${toRevisionsPath(id)}?done=restored`)
  throw redirect((await ownsArticle(operator, id)) ? `${ARTICLES_PATH}/${id}?done=restored` : toDraftPath(id))
}

const DONE: Record<string, { title: string; description: string }> = {
  restored: variationRestored,
  undone: textTakenBack,
}

export const clientMiddleware = [keepFormOnFailure(restoreFailed)]

export const meta = () => [{ title: 'Revisions' }]

export default function Revisions({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const [search] = useSearchParams()
  const done = actionData ? undefined : DONE[search.get('done') ?? '']
  const { undoable, ...shown } = loaderData
  return (
    <RevisionsView {...shown} {...{ busy, done }} refusal={actionData?.refusal}>
      <UndoPanel undoable={undoable} />
    </RevisionsView>
  )
}
