import { useNavigation, useSearchParams } from 'react-router'
import { validate as isUuid } from 'uuid'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { type BoardOutcome, BoardView } from '../../features/newsroom/board/board-view.tsx'
import { type ChangeSummary, listIgnored, parseBoard } from '../../features/newsroom/board/board.ts'
import { changeByForm } from '../../features/newsroom/board/change-by-form.server.ts'
import { findChange } from '../../features/newsroom/board/commands.server.ts'
import { changeRefusals, toChangeFailure, toRetryMessage } from '../../features/newsroom/board/messages.ts'
import { findBoard, findLatestChange } from '../../features/newsroom/board/queries.server.ts'
import { findDraft } from '../../features/writing/drafts/queries.server.ts'
import { articleDeleted } from '../../features/writing/messages.ts'
import { findEditable } from '../../features/writing/publish/queries.server.ts'
import { useOpenRun, useUnansweredRun } from '../../features/runs/use-run.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/articles'
import { isRefusal } from '../../shared/refusal.ts'

export const handle: RouteFacts = { access: 'screen', right: 'write' }

/**
 * Lists one page of own articles. `?unpublish=ID` asks before one is unpublished, `?discard=ID` before a draft is
 * discarded; `?done=ID` shows the outcome of a change. Without it, the newest change is shown while it can be undone.
 * `?at=ID` opens what is known of an article on its sites, `?at=ID.SITE` on one of them.
 */
export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const board = await findBoard(operator, parseBoard(searchParams))
  const askedId = searchParams.get('unpublish')
  const asked = askedId !== null && isUuid(askedId) ? await findEditable(operator, askedId) : undefined
  const draftId = searchParams.get('discard')
  const draft = draftId !== null && isUuid(draftId) ? await findDraft(operator, draftId) : undefined
  const runId = searchParams.get('done')
  const done = runId !== null && isUuid(runId) ? await findChange(operator, runId) : undefined
  return {
    board,
    done,
    latest: await findLatestChange(operator),
    ignored: [...listIgnored(searchParams), ...board.unknown],
    asked: asked?.state === 'published' ? asked : undefined,
    discarding: draft && { id: draft.id, title: draft.text.title },
  }
}

/** Changes the selected articles, or one of them on one site; undoes an earlier change. */
export async function action({ request, context, url }: Route.ActionArgs): Promise<BoardOutcome> {
  const form = await request.formData()
  const result = await changeByForm(context.get(operatorContext), form, parseBoard(url.searchParams))
  if (isRefusal(result)) return { ...changeRefusals[result.reason], tone: 'bad' }
  return 'isUpToDate' in result ? toRetryMessage(result) : { summary: result }
}

export const clientMiddleware = [
  keepFormOnFailure((form) =>
    // A form at a site of an article says what to do in its field `dot`.
    toChangeFailure(readFormText(form, 'intent') || (readFormText(form, 'dot').split(' ')[0] ?? '')),
  ),
]

export const meta = () => [{ title: 'Articles' }]

export default function Articles({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const [search] = useSearchParams()
  const { done, latest, ...shown } = loaderData
  const outcome = actionData ?? findOutcome(search.get('done'), done)
  const summary = outcome ? toSummary(outcome) : latest
  useUnansweredRun(actionData !== undefined)
  const live = useOpenRun(summary && { id: summary.runId, state: summary.isOver ? 'done' : 'running' }, 1)
  const at = search.get('at') ?? undefined
  return <BoardView {...shown} {...{ at, busy, outcome, latest, live }} />
}

const toSummary = (outcome: BoardOutcome) => ('summary' in outcome ? outcome.summary : undefined)

function findOutcome(done: string | null, summary: ChangeSummary | undefined): BoardOutcome | undefined {
  if (summary) return { summary }
  return done === 'deleted' ? { title: articleDeleted, tone: 'ok' } : undefined
}
