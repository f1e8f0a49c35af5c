import { safeFetch } from '../../platform/outbound.server.ts'

const ANSWER_BYTES = 1024 * 1024
const TIMEOUT_MS = 60_000
const WITHOUT_BODY = new Set([204, 205, 304])

/**
 * Returns a response like `fetch`, for the SDK, but sends the request through `safeFetch`. It is only for POST requests
 * to the server of the settings; a response has 1 MB at most. Throws OutboundError.
 */
export const sdkFetch = async (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
  const { status, headers, body } = await safeFetch(input instanceof Request ? input.url : input.toString(), {
    method: 'POST',
    headers: Object.fromEntries(new Headers(init?.headers)),
    body: typeof init?.body === 'string' ? init.body : '',
    timeoutMs: TIMEOUT_MS,
    maxBytes: ANSWER_BYTES,
    isTrusted: true,
    ...(init?.signal && { signal: init.signal }),
  })
  const answered = new Headers()
  for (const [name, value] of Object.entries(headers)) answered.set(name, String(value))
  return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(body), { status, headers: answered })
}
