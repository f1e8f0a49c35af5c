import type { IncomingMessage, ServerResponse } from 'node:http'
import { findWork, type Span } from '../app/platform/current-work.server.ts'
import { env } from '../app/platform/env.server.ts'
import type { RequestSite } from '../app/platform/web/request-context.server.ts'
import { startSpan } from '../app/platform/traces.server.ts'

/**
 * Starts the span of a request. Returns undefined if traces are off. It continues the trace of a trusted proxy; a visitor
 * cannot choose the trace. It has no path, because a path may be a secret, like that of a link to a draft.
 */
export function startRequestSpan(
  { method = 'GET', headers }: IncomingMessage,
  { id, site }: { id: string; site: RequestSite | undefined },
): Span | undefined {
  return startSpan({
    name: method,
    kind: 'server',
    parent: env.TRUST_PROXY > 0 ? headers.traceparent?.toString() : undefined,
    attributes: {
      'http.request.method': method,
      'request.id': id,
      ...(site && { 'site.name': site.name }),
    },
  })
}

/** Ends the span of the current request, with its status and the pattern of its route. */
export function endRequestSpan(
  { method = 'GET' }: IncomingMessage,
  { statusCode }: ServerResponse,
  pattern: string | undefined,
): void {
  findWork()?.span?.end({
    attributes: { 'http.response.status_code': statusCode, ...(pattern && { 'http.route': pattern }) },
    error: statusCode >= 500 ? String(statusCode) : undefined,
    ...(pattern && { name: `${method} ${pattern}` }),
  })
}
