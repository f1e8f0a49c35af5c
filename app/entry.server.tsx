import { Writable } from 'node:stream'
import type { ReactElement } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { findWork } from './platform/current-work.server.ts'
import { log } from './platform/log.server.ts'
import { toLoggedPath } from './platform/web/logged-path.ts'
import { nonceContext } from './platform/web/request-context.server.ts'
import { FailedRequest } from './ui/failed-request.tsx'

/**
 * Renders a document as a whole, not as a stream, because pages are cached and compressed as a whole. Only a private
 * response has a nonce, and only then React runs in the browser. A page with a status of 500 or more shows the id of its
 * request.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  ...[headers, entry, context]: [Headers, EntryContext, RouterContextProvider]
): Promise<Response> {
  const nonce = context.get(nonceContext)
  const requestId = status >= 500 ? findWork()?.id : undefined
  const router = (
    <FailedRequest value={requestId}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </FailedRequest>
  )
  // Only the stream writes the data for hydration. A public page does not need it, and is rendered a fifth faster
  // without.
  const html = nonce === '' ? `<!DOCTYPE html>${renderToString(router)}` : await renderWithData(router, nonce)
  headers.set('content-type', 'text/html; charset=utf-8')
  if (requestId !== undefined) headers.set('x-request-id', requestId)
  return new Response(html, { status, headers })
}

/** Logs an error that no route expected. The visitor gets the last error page (spec §8). */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return
  log.error({ err: toLogged(error), path: toLoggedPath(new URL(request.url).pathname) }, 'route.broken')
}

// The text of a refusal by the router repeats the path.
const toLogged = (error: unknown) =>
  isRouteErrorResponse(error) ? { status: error.status, statusText: error.statusText } : error

function renderWithData(router: ReactElement, nonce: string): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve(Buffer.concat(chunks))
        done()
      },
    })
    const { pipe } = renderToPipeableStream(router, {
      nonce,
      onAllReady: () => pipe(sink),
      onError: reject,
    })
  })
}
