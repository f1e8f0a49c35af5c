import { data, redirect, useNavigation, useSearchParams } from 'react-router'
import { isOfOtherAccount } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { otherAccount } from '../../features/accounts/guard/messages.ts'
import { hasModel } from '../../features/accounts/ai-usage/queries.server.ts'
import {
  FIX_MODES,
  FIXER_PATH,
  type FixMode,
  POST_STATUSES,
  type ResultFilter,
} from '../../features/links/fixer/fixer.ts'
import { BacklinkFixerView } from '../../features/links/fixer/backlink-fixer-view.tsx'
import { startFix, undoOne } from '../../features/links/fixer/commands.server.ts'
import { fixFailures, fixRefusals, noModel, postRefusals } from '../../features/links/fixer/messages.ts'
import {
  countFixable,
  countUndoable,
  findFixRun,
  listFixRuns,
  listPostResults,
} from '../../features/links/fixer/queries.server.ts'
import type { Operator } from '../../features/accounts/accounts.ts'
import { useOpenRun } from '../../features/runs/use-run.ts'
import { parseFilter, parsePage } from '../../shared/page-list.ts'
import { readId, readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/backlink-fixer'

export const handle: RouteFacts = { access: 'screen', right: 'organise' }

/** Lists the runs over posts, with the filtered results of `?run=ID` or of the newest one. */
export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const filter = readFilter(searchParams)
  const runs = await listFixRuns(operator)
  const chosen = searchParams.get('run')
  const run = chosen === null ? runs[0] : await findFixRun(operator, chosen)
  const content = {
    runs,
    filter,
    fixable: await countFixable(operator),
    run: run && {
      ...run,
      undoable: await countUndoable(operator, run.id),
      results: await listPostResults(operator, run.id, filter),
    },
    unavailableReason: hasModel() ? undefined : noModel,
    refusal: chosen !== null && !run ? fixRefusals['not-found'] : undefined,
  }
  return data(content, content.refusal === undefined ? undefined : { status: 404 })
}

function readFilter(search: URLSearchParams): ResultFilter {
  const status = POST_STATUSES.find((known) => known === search.get('status'))
  const query = parseFilter(search.get('q'))
  return { status, query, page: parsePage(search.get('page')) }
}

/** Starts a run, or takes the links of a run out of one post again. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const form = await request.formData()
  const intent = readFormText(form, 'intent')
  const runId = readId(form, 'runId')
  if (intent === 'undo-one') {
    const undone = await undoOne(operator, { runId, articleId: readId(form, 'articleId') })
    return answer(undone.ok ? undefined : { ...postRefusals, ...fixRefusals }[undone.reason])
  }
  if (isOfOtherAccount(operator, form)) return answer(otherAccount)
  const mode = FIX_MODES.find((known) => known === intent)
  return mode ? begin(operator, mode, { runId, usesModel: form.has('usesModel') }) : null
}

async function begin(
  operator: Operator,
  mode: FixMode,
  { runId, usesModel }: { runId: string; usesModel: boolean },
) {
  const started = await startFix(operator, { mode, usesModel, ...(mode === 'undo' && { undoes: runId }) })
  if (!started.ok) return answer(fixRefusals[started.reason])
  throw redirect(`${FIXER_PATH}?run=${started.runId}`)
}

const answer = (refusal: string | undefined) =>
  data({ refusal }, refusal === undefined ? undefined : { status: 409 })

export const clientMiddleware = [keepFormOnFailure(fixFailures)]

export const meta = () => [{ title: 'Backlinks' }]

export default function BacklinkFixer({ loaderData, actionData }: Route.ComponentProps) {
  const { state, formData } = useNavigation()
  const [search] = useSearchParams()
  const live = useOpenRun(loaderData.run, 12)
  return (
    <BacklinkFixerView
      {...loaderData}
      refusal={actionData?.refusal ?? loaderData.refusal}
      live={live}
      isSent={state !== 'idle' && formData?.has('intent') === true}
      isAsked={search.get('ask') === 'undo'}
    />
  )
}
