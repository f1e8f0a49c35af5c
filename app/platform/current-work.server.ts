import { AsyncLocalStorage } from 'node:async_hooks'

/** The values that a span tells, by the names of OpenTelemetry's semantic conventions. */
export type SpanAttributes = Record<string, string | number>

/** How a span begins. */
export interface SpanStart {
  name: string
  /** A received request, a job, or a part of one of them that waits for another program. */
  kind: 'server' | 'consumer' | 'client'
  attributes: SpanAttributes
  /** The `traceparent` of the span that caused this one. Without a valid one, a new trace begins. */
  parent?: string | undefined
  /** The `traceparent` of a span of another trace. */
  link?: string | undefined
}

/** One timed part of a trace that has started. */
export interface Span {
  /** 32 hexadecimal digits. */
  traceId: string
  /** The span as a parent of others (W3C Trace Context, the header `traceparent`). */
  traceparent: string
  /** Ends the span. `error` is a short kind of error, never a message: a message may repeat values. */
  end: (outcome?: { name?: string; attributes?: SpanAttributes; error?: string | undefined }) => void
}

/** A request or a job. */
export interface Work {
  /** The id of the request, as in its X-Request-Id, or that of the job. */
  id: string
  kind: 'request' | 'job'
  /** The network address of the client; undefined for a job. */
  address?: string
  /** Undefined unless traces are on. */
  span: Span | undefined
}

const current = new AsyncLocalStorage<Work>()

/** Runs the code of a request or a job. Log lines and spans of this code belong to it. Returns what `run` returns. */
export const runWork = <T>(work: Work, run: () => T): T => current.run(work, run)

/** Returns the request or the job that runs this code; undefined outside of both. */
export const findWork = (): Work | undefined => current.getStore()
