import type { AccountHttp } from './account-http.ts'
import { pause, toOwnWait, toWait } from './retry.ts'
import { readEvents } from './server-sent-events.ts'

/** Long work: its progress, and the result of each part. */
export interface Run {
  id: string
  kind: string
  state: 'queued' | 'running' | 'done' | 'failed'
  /** Parts in all, and parts that are done, with any outcome. */
  total: number
  done: number
  /** The number of parts by outcome, such as `{ succeeded: 2, failed: 1 }`. */
  counts: Record<string, number>
  /** One for each part that is done. */
  results: Record<string, unknown>[]
  error: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
}

/** Reads the runs of the signed-in account. */
export interface Runs {
  find: (id: string) => Promise<Run>
  /** Yields a run at each change until it has ended. Reconnects after a broken connection without missing a change. */
  follow: (id: string, options?: { signal?: AbortSignal }) => AsyncGenerator<Run, void, undefined>
}

const pathOf = (id: string) => `/functions/v1/runs/${encodeURIComponent(id)}`

/** Returns the part of the client that reads runs. */
export function createRuns(accountHttp: AccountHttp): Runs {
  return {
    async find(id) {
      return (await (await accountHttp(pathOf(id))).json()) as Run
    },
    async *follow(id, { signal } = {}) {
      const stream: StreamState = { id, lastEventId: '', results: [], failures: 0 }
      for (;;) {
        stream.failures += 1
        let waitS: number | undefined = toOwnWait(stream.failures)
        try {
          if (yield* followOnce(stream, signal)) return
        } catch (error) {
          waitS = toWait(error, stream.failures)
          if (waitS === undefined) throw error
        }
        await pause(waitS * 1000, signal)
      }
    },
  }

  /** Follows a run over one connection. Returns true if the run ended. */
  async function* followOnce(stream: StreamState, signal: AbortSignal | undefined) {
    const headers: Record<string, string> = stream.lastEventId ? { 'last-event-id': stream.lastEventId } : {}
    const answer = await accountHttp(`${pathOf(stream.id)}/events`, { headers, signal })
    for await (const event of readEvents(answer.body)) {
      const run = JSON.parse(event.data) as Run
      stream.failures = 0
      stream.lastEventId = event.id
      stream.results.push(...run.results) // an event has only the new ones
      yield { ...run, results: [...stream.results] }
      if (run.state === 'done' || run.state === 'failed') return true
    }
    return false
  }
}

interface StreamState {
  id: string
  lastEventId: string
  results: Run['results']
  /** Connections in a row without an event. */
  failures: number
}
