import { runFailures } from './messages.ts'

/** A reason why a whole run failed. */
export type RunFailure = keyof typeof runFailures

/** Returns the reason in the row of a run as a sentence. The rows of earlier versions hold the sentence itself. */
export const toRunError = (stored: string | null): string | null =>
  stored !== null && isRunFailure(stored) ? runFailures[stored] : stored

/** The sentence for work that a bug or an outage ended. */
export const stoppedUnexpectedly = runFailures['stopped-unexpectedly']

const isRunFailure = (stored: string): stored is RunFailure => Object.hasOwn(runFailures, stored)

/** The state of a run; `done` and `failed` are final. */
export type RunState = 'queued' | 'running' | 'done' | 'failed'

/** Long work as its owner sees it. It survives restarts, can be followed, and is kept as history. */
export interface Run {
  id: string
  /** The kind of work, such as `publish`. */
  kind: string
  state: RunState
  /** Parts in all, and parts that are done, with any outcome. */
  total: number
  done: number
  /** The number of parts by outcome. */
  counts: Record<string, number>
  /** One for each part that is done, in the order of their ends. */
  results: Record<string, unknown>[]
  /** The reason why the whole run failed, as a sentence. */
  error: string | null
  /** Grows with every change. */
  version: number
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

/** Returns true if a run is done or failed. */
export const hasEnded = ({ state }: { state: RunState }) => state === 'done' || state === 'failed'

/** Returns a run as the API shows it. */
export const toApiRun = (run: Run) => ({
  id: run.id,
  kind: run.kind,
  state: run.state,
  total: run.total,
  done: run.done,
  counts: run.counts,
  results: run.results,
  error: run.error,
  created_at: run.createdAt,
  started_at: run.startedAt,
  finished_at: run.finishedAt,
})

/** Returns the URL of a run's state; its events are below it, at `/events`. */
export const runPath = (id: string) => `/functions/v1/runs/${id}`

/** The fields of a run that a screen follows. */
export type LiveRun = Pick<Run, 'id' | 'state' | 'total' | 'done' | 'counts' | 'results' | 'error'>

/** Days for which a run is kept after its end. */
export const HISTORY_DAYS = 90
