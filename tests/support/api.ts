import { type Operation, type OperationName, OPERATIONS } from '../../app/features/api/operations.ts'
import { findPublicApiKey } from '../../app/features/accounts/tokens/queries.server.ts'
import type { Answer, TestServer } from './server.ts'

const PASSWORD = 'a long enough password'

/** An answer of the API. */
export interface ApiAnswer {
  status: number
  headers: Answer['headers']
  etag: string
  // The tests know the shape of each answer; `requireDescribed` has checked it.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

/** What a request of the API is made of. */
export interface ApiCall {
  params?: Record<string, string>
  /** What stands behind the question mark. */
  query?: string
  json?: unknown
  /** The bytes of a file. */
  file?: Buffer | undefined
  headers?: Record<string, string>
}

/** Returns the headers of a program that has signed in by password. */
export async function signInProgram(server: TestServer, email: string): Promise<Record<string, string>> {
  const json = { email, password: PASSWORD }
  const headers = { apikey: findPublicApiKey() }
  const { body } = await server.ask('/auth/v1/token?grant_type=password', { json, headers })
  return { authorization: `Bearer ${(JSON.parse(body) as { access_token: string }).access_token}` }
}

/** Returns a function that calls operations of the API. The server of the tests checks each answer by the description. */
export const createApi =
  (server: TestServer, credentials: Record<string, string>) =>
  async (name: OperationName, call: ApiCall = {}): Promise<ApiAnswer> => {
    const operation: Operation = OPERATIONS[name]
    const { params = {}, query = '', json, file, headers } = call
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
      encodeURIComponent(params[part] ?? 'missing'),
    )
    const answer = await server.ask(path + (query && `?${query}`), {
      method: operation.method,
      headers: { ...(file && { 'content-type': 'application/octet-stream' }), ...credentials, ...headers },
      ...(json !== undefined && { json }),
      ...(file && { body: file }),
    })
    const { status, headers: got, body } = answer
    return {
      status,
      headers: got,
      etag: got.etag ?? '',
      body: body === '' ? undefined : (JSON.parse(body) as unknown),
    }
  }
