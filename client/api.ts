import type { FileBody, Http, HttpOptions } from './http.ts'
import type { Operations } from './operations.ts'
import { retry, type RetryOptions } from './retry.ts'
import { readEvents } from './server-sent-events.ts'

/** An operation of the API, by its method and path, such as `GET /v1/articles`. */
export type OperationKey = keyof Operations

interface CallOptions {
  signal?: AbortSignal
  /** The name of the request for the server. Without one, each call of a write makes its own for all of its tries. */
  idempotencyKey?: string
}

type Asked<Key extends OperationKey> = Operations[Key]['request'] & CallOptions
// Without required parts, the whole may be left out.
type Rest<Key extends OperationKey> = object extends Asked<Key> ? [asked?: Asked<Key>] : [asked: Asked<Key>]

/** A good answer. */
export interface Answered<Key extends OperationKey> {
  data: Operations[Key]['answer']
  /** The version of an article or of a draft, to be sent as `ifMatch`; null for all else. */
  etag: string | null
  /** True if the server had carried this request out before, and repeats its answer. */
  isRepeated: boolean
}

type ReadKey = Extract<OperationKey, `GET ${string}`>

/** The operations that read a page of a list. */
export type ListKey = {
  [Key in ReadKey]: Operations[Key] extends {
    request: { query?: { cursor?: string | number } }
    answer: { entries: unknown[]; next: string | null }
  }
    ? Key
    : never
}[ReadKey]

type Entry<Key extends ListKey> = Operations[Key]['answer']['entries'][number]

/** The API under `/v1`: all that the desk does. */
export interface Api {
  /** Calls an operation. Throws ApiError for a refusal, after the tries that may help. */
  call: <Key extends OperationKey>(key: Key, ...rest: Rest<Key>) => Promise<Answered<Key>>
  /** Yields the entries of a list, page by page. */
  entries: <Key extends ListKey>(key: Key, ...rest: Rest<Key>) => AsyncGenerator<Entry<Key>, void, undefined>
}

/** The parts that the requests of all operations may have. */
interface AnyAsked extends CallOptions {
  path?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  body?: unknown
  file?: FileBody
  contentType?: string
  ifMatch?: string
}

/** Returns the part of the client for the API. Each try asks for the token again, because it may have ended meanwhile. */
export function createApiCalls(http: Http, findToken: () => Promise<string>, options: RetryOptions): Api {
  const call: Api['call'] = async (key, ...[asked = {}]) => {
    const { address, request } = toRequest(key, asked)
    // The connection may also break after the head of an answer.
    const { headers, data } = await retry(
      async () => {
        const response = await http(address, { ...request, token: await findToken() })
        return { headers: response.headers, data: await readAnswer(response) }
      },
      options,
      request.signal,
    )
    return {
      data: data as Operations[typeof key]['answer'],
      etag: headers.get('etag'),
      isRepeated: headers.has('idempotent-replayed'),
    }
  }
  return {
    call,
    async *entries(key, ...[asked]) {
      let cursor: string | null | undefined
      do {
        const given: AnyAsked = asked ?? {}
        const query = { ...given.query, ...(cursor != null && { cursor }) }
        // The compiler does not see that a request of this key with another cursor is one, too.
        const { data } = await call(key, ...([{ ...given, query }] as unknown as Rest<typeof key>))
        yield* data.entries
        cursor = data.next
      } while (cursor !== null)
    },
  }
}

function toRequest(key: OperationKey, asked: AnyAsked): { address: string; request: HttpOptions } {
  const [method = '', path = ''] = key.split(' ')
  const { path: parts = {}, query, body, file, signal } = asked
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => toSegment(name, parts[name]))
  const isWrite = method !== 'GET'
  return {
    address: filled + toSearch(query),
    request: {
      method,
      ...(isWrite && file === undefined && { body: body ?? {} }),
      file,
      signal,
      headers: toHeaders(asked, isWrite),
    },
  }
}

function toSearch(query: AnyAsked['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search && `?${search}`
}

const toHeaders = ({ contentType, ifMatch, idempotencyKey }: AnyAsked, isWrite: boolean) => ({
  ...(contentType !== undefined && { 'content-type': contentType }),
  ...(ifMatch !== undefined && { 'if-match': ifMatch }),
  ...(isWrite && { 'idempotency-key': idempotencyKey ?? makeKey() }),
})

// Browsers have `randomUUID` only on pages with https.
const makeKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

function toSegment(name: string, value: string | number | undefined): string {
  if (value === undefined) throw new TypeError(`The path needs ${name}.`)
  const segment = encodeURIComponent(value)
  if (/^\.{0,2}$/.test(segment)) throw new TypeError(`A path cannot have '${value}' as ${name}.`) // it would lead elsewhere
  return segment
}

async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  return isStream ? readEvents(response.body) : response.json()
}
