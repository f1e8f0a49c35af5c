import type { ServerResponse } from 'node:http'
import { metrics } from '../app/platform/metrics.server.ts'
import { type Access, isForPrograms } from '../app/platform/web/route-facts.ts'
import { toProblem } from '../app/shared/problem.ts'
import { crossOriginHeaders } from './headers.ts'

/** A response to a request that is refused before any route. `code` is for programs. */
export interface Refusal {
  status: number
  code: string
  message: string
  headers?: Record<string, string>
}

/**
 * Sends a refusal: a line of text for people, a problem for programs (RFC 9457). Scripts of other sites may read it where
 * they may read the answer. Otherwise they could not tell a busy server from none.
 */
export async function refuse(
  response: ServerResponse,
  access: Access,
  { status, code, message, headers }: Refusal,
): Promise<void> {
  metrics.refusals.inc({ code })
  const isReadable = access === 'public' || isForPrograms(access)
  const problem = isForPrograms(access) ? toProblem(status, { code, message }) : undefined
  response.writeHead(status, {
    'content-type': problem?.headers.get('content-type') ?? 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(isReadable && crossOriginHeaders),
    ...headers,
  })
  response.end(problem ? await problem.text() : `${message}\n`)
}
