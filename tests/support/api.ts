import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { describeApi } from '../../app/features/api/description.ts'
import { type Operation, type OperationName, OPERATIONS } from '../../app/features/api/operations.ts'
import { findPublicApiKey } from '../../app/features/accounts/tokens/queries.server.ts'
import type { Answer, TestServer } from './server.ts'

const PASSWORD = 'a long enough password'

/** An answer of the API. */
export interface ApiAnswer {
  status: number
  headers: Answer['headers']
  etag: string
  // The tests know the shape of each answer; `callApi` has checked it.
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

/** Returns a function that calls operations of the API, and checks each answer by the shape that the description has. */
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
    return checkAnswer(operation, answer)
  }

const description = describeApi('http://localhost', new Date().getUTCFullYear())
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(description, 'api')

// The description is the judge: an answer that it does not have is a fault.
function checkAnswer({ method, path }: Operation, answer: Answer): ApiAnswer {
  const { status, headers } = answer
  const body: unknown = answer.body === '' ? undefined : JSON.parse(answer.body)
  const shape = findShape({ method, path }, answer)
  if (shape) {
    ajv.validate({ $ref: `api${shape}` }, body)
    expect(ajv.errors, `${method} ${path} ${status}`).toBeNull()
  } else expect(body).toBeUndefined()
  return { status, headers, etag: headers.etag ?? '', body }
}

/** Returns the reference to the shape of an answer; undefined for an answer without a body. */
function findShape({ method, path }: Pick<Operation, 'method' | 'path'>, { status, headers }: Answer) {
  const operation = description.paths[path]?.[method.toLowerCase()] as DescribedOperation | undefined
  const response = operation?.responses[status < 400 ? status : `${Math.floor(status / 100)}XX`]
  expect(response, `${method} ${path} answers ${status}`).toBeDefined()
  const reference = response?.content?.[headers['content-type'] ?? '']?.schema.$ref
  expect(reference !== undefined, `${method} ${path} answers ${status}`).toBe(response?.content !== undefined)
  return reference
}

interface DescribedOperation {
  responses: Record<string, { content?: Record<string, { schema: { $ref: string } }> }>
}
