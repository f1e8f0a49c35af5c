import { findWork, type Span, type SpanAttributes, type SpanStart } from './current-work.server.ts'
import { env } from './env.server.ts'
import { singleton } from './singleton.server.ts'
import type { Tracing } from './trace-export.server.ts'

const state = singleton('traces', (): { tracing?: Tracing } => ({}))

/** Loads OpenTelemetry and begins to trace, if an endpoint is set. Without one, nothing is loaded. */
export async function startTraces(): Promise<void> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || state.tracing) return
  const { createTracing } = await import('./trace-export.server.ts')
  state.tracing = createTracing()
}

/** Sends the last spans. */
export async function stopTraces(): Promise<void> {
  await state.tracing?.stop()
  delete state.tracing
}

/** Starts the span of a request or a job. Returns undefined if traces are off. */
export const startSpan = (span: SpanStart): Span | undefined => state.tracing?.start(span)

/** Starts the span of a part of the current request or job. Returns undefined outside of both, or if traces are off. */
export function startPart(name: string, attributes: SpanAttributes): Span | undefined {
  const parent = findWork()?.span?.traceparent
  return parent === undefined ? undefined : startSpan({ name, kind: 'client', attributes, parent })
}

/**
 * Runs one SQL statement as a span. `text` has placeholders for its values, so the span has none of them. An error is
 * told by its SQLSTATE alone, because its message may repeat a value.
 */
export async function traceQuery<T>(text: string, run: () => Promise<T>): Promise<T> {
  const operation = /^[\s(]*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'query'
  const span = startPart(operation, {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text.replace(/\s+/g, ' ').trim(),
  })
  try {
    const result = await run()
    span?.end()
    return result
  } catch (error) {
    span?.end({ error: (error as { code?: string }).code ?? 'unknown' })
    throw error
  }
}
