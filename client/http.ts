import type { Schemas } from './operations.ts'

/** A refusal or failure of the server: `message` is a sentence for people, `code` is for programs. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** What is wrong with the request, field by field. */
  readonly errors: Schemas['FieldError'][]
  /** The whole problem document (RFC 9457): a change that was refused has `current` or `conflicts`, for example. */
  readonly problem: Readonly<Record<string, unknown>>
  /** The seconds after which the server can be asked again, if it says so. */
  readonly retryAfterS: number | undefined

  constructor(status: number, problem: Partial<Schemas['Problem']>, retryAfterS?: number) {
    super(problem.message ?? `The server answered with ${status}.`)
    this.name = 'ApiError'
    this.status = status
    this.code = problem.code ?? 'unexpected'
    this.errors = problem.errors ?? []
    this.problem = problem
    this.retryAfterS = retryAfterS
  }
}

/** A file to send. */
export type FileBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>

/** The parts of a request besides its path. */
export interface HttpOptions {
  method?: string
  /** Is sent as JSON. */
  body?: unknown
  /** Is sent as it is. `headers` need its type. */
  file?: FileBody | undefined
  /** The access token to send. */
  token?: string | undefined
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  cache?: 'default' | 'no-cache'
}

/** Sends a request to one newsroom. Throws ApiError for a refusal, and the error of `fetch` without an answer. */
export type Http = (path: string, options?: HttpOptions) => Promise<Response>

/** Returns the function that sends requests to a newsroom, with its public key. */
export function createHttp(url: string, publicKey?: string): Http {
  const origin = new URL(url).origin
  return async (path, options = {}) => {
    const { body, signal = null, cache = 'default' } = options
    const { method = body === undefined ? 'GET' : 'POST' } = options
    const needsKey = publicKey !== undefined && path.startsWith('/auth/') // only these addresses need it
    const headers = { ...(needsKey && { apikey: publicKey }), ...toHeaders(options) }
    const sent = { method, headers, body: toBody(options), signal, cache }
    const response = await fetch(origin + path, { ...sent, credentials: 'omit' })
    if (response.ok) return response
    throw await toError(response)
  }
}

const toBody = ({ body, file }: HttpOptions) => file ?? (body === undefined ? null : JSON.stringify(body))

const toHeaders = ({ token, body, headers }: HttpOptions): Record<string, string> => ({
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
  ...(body !== undefined && { 'content-type': 'application/json' }),
  ...headers,
})

async function toError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  return new ApiError(
    response.status,
    parseProblem(text),
    readRetryAfter(response.headers.get('retry-after')),
  )
}

function parseProblem(text: string): Partial<Schemas['Problem']> {
  try {
    const problem: unknown = JSON.parse(text)
    return typeof problem === 'object' && problem !== null ? problem : {}
  } catch {
    return {} // such as the HTML page of a proxy
  }
}

/** Returns the seconds of a Retry-After header, which has seconds or a date (RFC 9110, 10.2.3). Undefined without one. */
export function readRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined
  if (/^\s*\d+\s*$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1000)
}
