import type { AsAccount } from './as-account.ts'
import { ApiError } from './http.ts'
import { readEvents } from './server-sent-events.ts'

/** Long work: how far it is, and what came of each part. */
export interface Run {
  id: string
  kind: string
  state: 'queued' | 'running' | 'done' | 'failed'
  /** Parts in all, and parts that are done with, whatever came of them. */
  total: number
  done: number
  /** How many parts ended how, such as `{ succeeded: 2, failed: 1 }`. */
  counts: Record<string, number>
  /** One per part that is done with. */
  results: Record<string, unknown>[]
  error: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export interface Runs {
  find: (id: string) => Promise<Run>
  /** Yields a run at each change until it has ended; a connection that breaks is made again, and nothing is missed. */
  follow: (id: string, options?: { signal?: AbortSignal }) => AsyncGenerator<Run, void, undefined>
}

const RECONNECT_MS = 1000
const LONGEST_PAUSE_MS = 30_000

const pathOf = (id: string) => `/functions/v1/runs/${encodeURIComponent(id)}`

/** Runs of the signed-in account. */
export function createRuns(asked: AsAccount): Runs {
  return {
    async find(id) {
      return (await (await asked(pathOf(id))).json()) as Run
    },
    async *follow(id, { signal } = {}) {
      const seen: Seen = { id, lastEventId: '', results: [], failures: 0 }
      for (;;) {
        try {
          if (yield* listen(seen, signal)) return
        } catch (error) {
          if (signal?.aborted || isRefusal(error)) throw error // a connection, though, may come back
        }
        await pause(Math.min(RECONNECT_MS * 2 ** seen.failures, LONGEST_PAUSE_MS), signal)
        seen.failures += 1
      }
    },
  }

  /** Follows a run over one connection; tells whether it saw the end of the run. */
  async function* listen(seen: Seen, signal: AbortSignal | undefined) {
    const headers: Record<string, string> = seen.lastEventId ? { 'last-event-id': seen.lastEventId } : {}
    const answer = await asked(`${pathOf(seen.id)}/events`, { headers, signal })
    for await (const event of readEvents(answer.body)) {
      const run = JSON.parse(event.data) as Run
      seen.failures = 0
      seen.lastEventId = event.id
      seen.results.push(...run.results) // an event brings those that are new
      yield { ...run, results: [...seen.results] }
      if (run.state === 'done' || run.state === 'failed') return true
    }
    return false
  }
}

interface Seen {
  id: string
  lastEventId: string
  results: Run['results']
  /** Connections in a row that brought nothing. */
  failures: number
}

const isRefusal = (error: unknown) => error instanceof ApiError && error.status < 500

const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
