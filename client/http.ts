/** An answer that is none of those hoped for: `message` is a sentence for people, `code` is for programs. */
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

export interface Ask {
  method?: 'GET' | 'POST' | 'DELETE'
  body?: unknown
  /** Access token. */
  token?: string | undefined
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  cache?: RequestCache
}

/** Asks one newsroom. Throws ApiError for a refusal, and what `fetch` throws where there was no answer. */
export type Http = (path: string, ask?: Ask) => Promise<Response>

/** Sends requests to a newsroom, with its public key. */
export function createHttp(url: string, publicKey: string): Http {
  const origin = new URL(url).origin
  return async (path, ask = {}) => {
    const { body, method = body === undefined ? 'GET' : 'POST', signal = null, cache = 'default' } = ask
    const key: Record<string, string> = path.startsWith('/auth/') ? { apikey: publicKey } : {} // nothing else asks for it
    const response = await fetch(origin + path, {
      method,
      credentials: 'omit',
      headers: { ...key, ...toHeaders(ask) },
      body: body === undefined ? null : JSON.stringify(body),
      signal,
      cache,
    })
    if (response.ok) return response
    throw await toError(response)
  }
}

const toHeaders = ({ token, body, headers }: Ask): Record<string, string> => ({
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
    return {} // a proxy's page, say
  }
}
