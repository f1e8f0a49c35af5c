import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { sayResults } from '../../features/runs/commands.server.ts'
import { findRun } from '../../features/runs/queries.server.ts'
import { answerNoRun } from '../../features/runs/run-events.server.ts'
import { toApiRun } from '../../features/runs/runs.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/run'

export const handle: RouteFacts = { access: 'function', right: 'write' }

/** Returns the state of an own run, with its results so far. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const run = await findRun(context.get(operatorContext), params.id)
  return run ? Response.json(toApiRun(sayResults(run))) : answerNoRun()
}
