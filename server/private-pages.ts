import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'
import { createRequest } from '@remix-run/node-fetch-server'
import { env } from '../app/platform/env.server.ts'
import type { Access, RequestSite } from '../app/platform/request-context.server.ts'
import { chooseEncoding, readClientAddress } from '../app/shared/http.ts'
import { privateHeaders } from './headers.ts'

const BODY_LIMIT = 1024 * 1024
const WORTH_COMPRESSING = 1024
const BROTLI_QUALITY = 4

/** Answers one request of the desk or of signing in, with everything that the visitor sent. */
export type RenderPrivate = (
  request: Request,
  visit: { site: RequestSite; access: Access; nonce: string; clientAddress: string },
) => Promise<Response>

/** Answers with what only the asking account may see: never kept, its scripts named by a nonce of its own. */
export async function answerPrivate(
  request: IncomingMessage,
  response: ServerResponse,
  { site, access, render }: { site: RequestSite; access: Access; render: RenderPrivate },
): Promise<void> {
  const refusal = refuseBody(request)
  if (refusal) {
    response.writeHead(refusal.status, { connection: 'close', 'content-type': 'text/plain; charset=utf-8' })
    response.end(refusal.text)
    return
  }
  const { protocol, host } = new URL(site.origin)
  const fetchRequest = createRequest(request, response, { protocol, host })
  const nonce = randomBytes(16).toString('base64')
  const clientAddress = readClientAddress(
    request.socket.remoteAddress ?? '',
    request.headers['x-forwarded-for']?.toString(),
    env.TRUST_PROXY,
  )
  const answer = await render(fetchRequest, { site, access, nonce, clientAddress })
  await send(request, response, { answer, nonce })
}

// A body of unknown length could grow for ever; browsers always say how long theirs is.
function refuseBody(request: IncomingMessage): { status: number; text: string } | undefined {
  if (request.headers['transfer-encoding'])
    return { status: 411, text: 'The request must say how long it is.\n' }
  const isTooLong = Number(request.headers['content-length'] ?? 0) > BODY_LIMIT
  return isTooLong ? { status: 413, text: 'The request is larger than 1 MB.\n' } : undefined
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { answer, nonce }: { answer: Response; nonce: string },
): Promise<void> {
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value)
  for (const [name, value] of Object.entries(privateHeaders(nonce))) response.setHeader(name, value)
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  const plain = Buffer.from(await answer.arrayBuffer())
  const header = request.headers['accept-encoding']?.toString()
  const isCompressed = plain.length > WORTH_COMPRESSING && chooseEncoding(header) === 'br'
  if (isCompressed) response.setHeader('content-encoding', 'br')
  const body = isCompressed ? compress(plain) : plain
  response.setHeader('content-length', body.length)
  response.writeHead(answer.status)
  response.end(request.method === 'HEAD' ? undefined : body)
}

const compress = (body: Buffer) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
