import { operatorContext } from '../../features/accounts/guard.server.ts'
import { answerRunEvents } from '../../features/runs/run-events.server.ts'
import type { Route } from './+types/run-events'

/** A run of one's own as it goes on: server-sent events until it has ended. */
export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  answerRunEvents(context.get(operatorContext), params.id, request.headers.get('last-event-id'))
