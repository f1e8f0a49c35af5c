import { operatorContext } from '../../features/accounts/guard.server.ts'
import { answerRunEvents } from '../../features/runs/run-events.server.ts'
import type { Route } from './+types/run-events'

/**
 * A run of one's own as it goes on: server-sent events until it has ended. With `?wait` it may begin after one has asked;
 * with `?latest=N` an event tells of the last N results alone, where there are more.
 */
export const loader = ({ request, url, params, context }: Route.LoaderArgs) =>
  answerRunEvents(context.get(operatorContext), {
    id: params.id,
    lastEventId: request.headers.get('last-event-id'),
    waits: url.searchParams.has('wait'),
    latest: parseLatest(url.searchParams.get('latest')),
  })

const parseLatest = (value: string | null) => (value && /^\d{1,3}$/.test(value) ? Number(value) : undefined)
