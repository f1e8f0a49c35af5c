// Loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set (decision 46). No other file imports OpenTelemetry.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT_CONTEXT, type Span as ApiSpan, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { version } from '../../package.json'
import type { Span, SpanStart } from './current-work.server.ts'
import { env } from './env.server.ts'
import { log } from './log.server.ts'

const STOP_MS = 3000
const ATTRIBUTE_LENGTH = 2048 // a statement that stores many rows is long
const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT }

/** Collects spans and sends them. */
export interface Tracing {
  start: (span: SpanStart) => Span
  /** Sends the last spans. Resolves within seconds, also if they cannot be sent. */
  stop: () => Promise<void>
}

/**
 * Starts to collect spans. At most 2,048 wait to be sent; more are dropped. They are sent every five seconds, as
 * OTLP over HTTP. The exporter reads its address, headers and time limit from the standard OTEL_EXPORTER_OTLP_ settings.
 */
export function createTracing(): Tracing {
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': env.OTEL_SERVICE_NAME, 'service.version': version }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(env.OTEL_TRACES_SAMPLER_ARG) }),
    spanLimits: { attributeValueLengthLimit: ATTRIBUTE_LENGTH },
    spanProcessors: [new BatchSpanProcessor({ exporter: reportOnce(new OTLPTraceExporter()) })],
  })
  const tracer = provider.getTracer('broadsheet')
  return {
    start({ name, kind, attributes, parent, link }) {
      const linked = toSpanContext(link)
      const options = { kind: KINDS[kind], attributes, links: linked ? [{ context: linked }] : [] }
      const from = toSpanContext(parent)
      return toSpan(
        tracer.startSpan(name, options, from ? trace.setSpanContext(ROOT_CONTEXT, from) : ROOT_CONTEXT),
      )
    },
    stop: () =>
      Promise.race([provider.shutdown().catch(() => {}), sleep(STOP_MS, undefined, { ref: false })]),
  }
}

const toSpanContext = (traceparent: SpanStart['parent']) =>
  traceparent === undefined ? null : parseTraceParent(traceparent)

function toSpan(span: ApiSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
    end({ name, attributes = {}, error } = {}) {
      if (name !== undefined) span.updateName(name)
      span.setAttributes(attributes)
      if (error !== undefined)
        span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** Logs the first failure to send spans, and again only after a success. */
function reportOnce(exporter: SpanExporter): SpanExporter {
  const outside = AsyncLocalStorage.snapshot() // the timer of a batch starts in a request, to which its failure does not belong
  let isReported = false
  return {
    export: (spans, done) =>
      outside(() =>
        exporter.export(spans, (result) => {
          const hasFailed = result.code !== ExportResultCode.SUCCESS
          if (hasFailed && !isReported) log.warn({ reason: result.error?.message }, 'traces.not_sent')
          isReported = hasFailed
          done(result)
        }),
      ),
    shutdown: () => exporter.shutdown(),
  }
}
