export type RunState = 'queued' | 'running' | 'done' | 'failed'

/** Long work as its owner sees it: durable, watched while it goes, kept as history. */
export interface Run {
  id: string
  /** What kind of work, such as `publish`. */
  kind: string
  state: RunState
  /** Parts in all, and parts that are done with, whatever came of them. */
  total: number
  done: number
  /** How many parts ended how. */
  counts: Record<string, number>
  /** One per part that is done with, in the order in which they ended. */
  results: Record<string, unknown>[]
  /** Why it failed as a whole, as a sentence. */
  error: string | null
  /** Grows with every change. */
  version: number
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

export const hasEnded = ({ state }: { state: RunState }) => state === 'done' || state === 'failed'

/** A run as the API shows it. */
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

/** The address of a run's state; its events are at the same with `/events`. */
export const runPath = (id: string) => `/functions/v1/runs/${id}`

/** A run as a screen follows it. */
export type LiveRun = Pick<Run, 'id' | 'state' | 'total' | 'done' | 'counts' | 'results' | 'error'>

export const HISTORY_DAYS = 90
