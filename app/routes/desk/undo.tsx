import { data, redirect, useNavigation } from 'react-router'
import { validate as isUuid } from 'uuid'
import { may } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { listUndoableFaces } from '../../features/delivery/faces/queries.server.ts'
import { listUndoable } from '../../features/newsroom/board/list-undoable.server.ts'
import { undoFailed, undoRefusals } from '../../features/newsroom/board/messages.ts'
import { undoRun } from '../../features/newsroom/board/undo-run.server.ts'
import { UndoView } from '../../features/newsroom/board/undo-view.tsx'
import { restorePublished } from '../../features/writing/publish/restore-published.server.ts'
import { undoMove } from '../../features/writing/schedule/change-plan.server.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/undo'

export const handle: RouteFacts = { access: 'screen', right: 'write' }

/** Lists the account's acts that can be undone. */
export async function loader({ context }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const looks = may(operator, 'set_up') ? await listUndoableFaces(operator) : []
  return { undoable: await listUndoable(operator), looks }
}

/** Undoes one of them, and leads to its outcome. A refusal stays here, or on the screen that asked. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const form = await request.formData()
  const changeId = readFormText(form, 'changeId')
  const newRunId = isUuid(changeId) ? changeId : undefined
  const means = { restoreText: restorePublished, undoMove, newRunId }
  const undone = await undoRun(operator, readFormText(form, 'runId'), means)
  if (undone.ok) throw redirect(undone.path)
  return data({ refusal: undoRefusals[undone.reason] }, { status: 409 })
}

export const clientMiddleware = [keepFormOnFailure(undoFailed)]

export const meta = () => [{ title: 'Undo' }]

export default function Undo({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  return <UndoView {...loaderData} refusal={busy ? undefined : actionData?.refusal} />
}
