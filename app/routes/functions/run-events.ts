import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { answerRunEvents } from '../../features/runs/run-events.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/run-events'

export const handle: RouteFacts = { access: 'function', right: 'write' }

/**
 * Streams the progress of an own run as server-sent events, until it has ended. With `?wait` the run may begin later;
 * with `?latest=N` an event has the last N results at most.
 */
export const loader = ({ request, url, params, context }: Route.LoaderArgs) =>
  answerRunEvents(context.get(operatorContext), {
    id: params.id,
    lastEventId: request.headers.get('last-event-id'),
    waits: url.searchParams.has('wait'),
    latest: parseLatest(url.searchParams.get('latest')),
  })

const parseLatest = (value: string | null) => (value && /^\d{1,3}$/.test(value) ? Number(value) : undefined)
