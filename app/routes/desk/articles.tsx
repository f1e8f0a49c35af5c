import { useEffect } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { validate as isUuid } from 'uuid'
import type { Operator } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { type BoardOutcome, BoardView } from '../../features/newsroom/board/board-view.tsx'
import {
  articleChange,
  type BoardFilter,
  type ChangeRefusal,
  type ChangeSummary,
  listIgnored,
  parseBoard,
} from '../../features/newsroom/board/board.ts'
import { changeArticles, findChange, undoChange } from '../../features/newsroom/board/commands.server.ts'
import { toChangeFailure, changeRefusals } from '../../features/newsroom/board/messages.ts'
import { findBoard, findLatestChange, listSelected } from '../../features/newsroom/board/queries.server.ts'
import { redeliver } from '../../features/delivery/deliveries/commands.server.ts'
import { findDraft } from '../../features/writing/drafts/queries.server.ts'
import { articleDeleted, publishedDescription } from '../../features/writing/messages.ts'
import { findEditable } from '../../features/writing/publish/queries.server.ts'
import { useOpenRun, useUnansweredRun } from '../../features/runs/use-run.ts'
import { readFormText, toName } from '../../shared/text.ts'
import { forgetFailure, keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/articles'
import { isRefusal, refuse } from '../../shared/refusal.ts'

export const handle: RouteFacts = { access: 'screen' }

/**
 * Lists one page of own articles. `?unpublish=ID` asks before one is unpublished, `?discard=ID` before a draft is
 * discarded; `?done=ID` shows the outcome of a change. Without it, the newest change is shown while it can be undone.
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
  const operator = context.get(operatorContext)
  const form = await request.formData()
  const changeId = readFormText(form, 'changeId')
  const named: Named = { newRunId: isUuid(changeId) ? changeId : undefined }
  const dot = readFormText(form, 'dot')
  if (dot) return changeDot(operator, dot, named)
  if (readFormText(form, 'intent') === 'undo')
    return toOutcome(await undoChange(operator, readFormText(form, 'runId'), named))
  return toOutcome(await changeSelected(operator, form, { filter: parseBoard(url.searchParams), ...named }))
}

interface Named {
  /** The id that the screen gave to the run of this change. */
  newRunId: string | undefined
}

// The value of a site's button: the action, the article and the site.
async function changeDot(operator: Operator, dot: string, named: Named): Promise<BoardOutcome> {
  const [kind, articleId = '', siteId] = dot.split(' ')
  if (!isUuid(articleId)) return toOutcome(refuse('change-unknown'))
  if (kind === 'redeliver') {
    const failed = await redeliver(operator, articleId)
    if (failed === undefined) return toOutcome(refuse('article-unknown'))
    return { title: publishedDescription(failed), tone: failed > 0 ? 'bad' : 'ok' }
  }
  const change = articleChange.safeParse({ kind, siteId })
  return toOutcome(
    change.success
      ? await changeArticles(operator, [articleId], { ...change.data, ...named })
      : refuse('change-unknown'),
  )
}

async function changeSelected(
  operator: Operator,
  form: FormData,
  { filter, newRunId }: Named & { filter: BoardFilter },
): Promise<ChangeSummary | ChangeRefusal> {
  const [kind, tag] = [readFormText(form, 'intent'), toName(readFormText(form, 'tag'), Infinity)]
  const change = articleChange.safeParse({ kind, tag, siteId: readFormText(form, 'siteId') })
  if (!change.success) return refuse(kind.endsWith('-tag') ? 'tag-wrong' : 'change-unknown')
  if (change.data.kind === 'restore') return refuse('change-unknown')
  if ('tag' in change.data && change.data.tag.includes(',')) return refuse('tag-wrong')
  if (!form.has('every'))
    return changeArticles(operator, form.getAll('ids').map(String).filter(isUuid), {
      ...change.data,
      newRunId,
    })
  const ids = await listSelected(operator, filter)
  if (ids.length !== Number(form.get('every'))) return refuse('selection-changed') // it is the number that was shown
  return changeArticles(operator, ids, { ...change.data, newRunId })
}

const toOutcome = (result: ChangeSummary | ChangeRefusal): BoardOutcome =>
  isRefusal(result) ? { ...changeRefusals[result.reason], tone: 'bad' } : { summary: result }

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
  const hasBegun = useUnansweredRun(actionData !== undefined)
  useEffect(() => {
    if (hasBegun) forgetFailure() // the change was made after all, and the board shows it
  }, [hasBegun])
  const live = useOpenRun(summary && { id: summary.runId, state: summary.isOver ? 'done' : 'running' }, 1)
  return <BoardView {...shown} busy={busy} outcome={outcome} latest={latest} live={live} />
}

const toSummary = (outcome: BoardOutcome) => ('summary' in outcome ? outcome.summary : undefined)

function findOutcome(done: string | null, summary: ChangeSummary | undefined): BoardOutcome | undefined {
  if (summary) return { summary }
  return done === 'deleted' ? { title: articleDeleted, tone: 'ok' } : undefined
}
