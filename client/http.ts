/** A refusal or failure of the server: `message` is a sentence for people, `code` is for programs. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string

  constructor(message: string, status: number, code: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
  }
}

/** The parts of a request besides its path. */
export interface HttpOptions {
  method?: 'GET' | 'POST' | 'DELETE'
  body?: unknown
  /** The access token to send. */
  token?: string | undefined
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  cache?: RequestCache
}

/** Sends a request to one newsroom. Throws ApiError for a refusal, and the error of `fetch` without an answer. */
export type Http = (path: string, options?: HttpOptions) => Promise<Response>

/** Returns the function that sends requests to a newsroom, with its public key. */
export function createHttp(url: string, publicKey: string): Http {
  const origin = new URL(url).origin
  return async (path, options = {}) => {
    const { body, method = body === undefined ? 'GET' : 'POST', signal = null, cache = 'default' } = options
    const key: Record<string, string> = path.startsWith('/auth/') ? { apikey: publicKey } : {} // only these addresses need it
    const response = await fetch(origin + path, {
      method,
      credentials: 'omit',
      headers: { ...key, ...toHeaders(options) },
      body: body === undefined ? null : JSON.stringify(body),
      signal,
      cache,
    })
    if (response.ok) return response
    throw await toError(response)
  }
}

const toHeaders = ({ token, body, headers }: HttpOptions): Record<string, string> => ({
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
  ...(body !== undefined && { 'content-type': 'application/json' }),
  ...headers,
})

async function toError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  const problem = parseProblem(text)
  const message = problem.message ?? `The server answered with ${response.status}.`
  return new ApiError(message, response.status, problem.code ?? 'unexpected')
}

function parseProblem(text: string): { message?: string; code?: string } {
  try {
    return JSON.parse(text) as { message?: string; code?: string }
  } catch {
    return {} // such as the HTML page of a proxy
  }
}
