import { operatorContext } from '../../features/accounts/guard.server.ts'
import { findRun } from '../../features/runs/queries.server.ts'
import { answerNoRun } from '../../features/runs/run-events.server.ts'
import { toApiRun } from '../../features/runs/runs.ts'
import type { Route } from './+types/run'

/** How a run of one's own stands. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const run = await findRun(context.get(operatorContext), params.id)
  return run ? Response.json(toApiRun(run)) : answerNoRun()
}
