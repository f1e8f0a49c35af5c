import { beforeAll, expect, test } from 'vitest'
import { type ApiAnswer, createApi, signInProgram } from '../../../tests/support/api.ts'
import { signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { type Operation, OPERATIONS } from '../../features/api/operations.ts'

const ORIGIN = 'https://reader.example'
const SENT = ['authorization', 'content-type', 'if-match', 'idempotency-key', 'last-event-id']
const READ = ['etag', 'idempotent-replayed', 'location', 'retry-after']

let server: TestServer
let call: ReturnType<typeof createApi>

beforeAll(async () => {
  server = await shareServer()
  const { email } = await signUp(server)
  const credentials = await signInProgram(server, email)
  call = createApi(server, { ...credentials, origin: ORIGIN, 'sec-fetch-site': 'cross-site' })
})

const listIn = (header: string | string[] | undefined) => String(header).toLowerCase().split(/, */)

test('a page of another site may send every operation as the client does, without cookies', async () => {
  const operations: Operation[] = Object.values(OPERATIONS)
  expect(new Set(operations.map(({ method }) => method)).size).toBeGreaterThan(4)
  for (const { method, path } of operations) {
    const headers = {
      origin: ORIGIN,
      'access-control-request-method': method,
      'access-control-request-headers': SENT.join(','),
    }
    const answer = await server.ask(path.replaceAll(/[{}]/g, ''), { method: 'OPTIONS', headers })
    expect(answer.status, `${method} ${path}`).toBe(204)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    expect(listIn(answer.headers['access-control-allow-methods'])).toContain(method.toLowerCase())
    expect(listIn(answer.headers['access-control-allow-headers'])).toEqual(expect.arrayContaining(SENT))
  }
})

test('an agent in a browser may say which version of its protocol it speaks', async () => {
  const headers = { origin: ORIGIN, 'access-control-request-method': 'POST' }
  const answer = await server.ask('/mcp', { method: 'OPTIONS', headers })
  expect(answer.status).toBe(204)
  expect(listIn(answer.headers['access-control-allow-headers'])).toContain('mcp-protocol-version')
})

function requireReadable({ status, headers }: Pick<ApiAnswer, 'status' | 'headers'>): number {
  expect(headers['access-control-allow-origin']).toBe('*')
  expect(headers['access-control-allow-credentials']).toBeUndefined()
  expect(listIn(headers['access-control-expose-headers'])).toEqual(expect.arrayContaining(READ))
  return status
}

test('it may read the answer, whatever becomes of the request', async () => {
  const key = { 'idempotency-key': 'tides' }
  const json = { title: 'Tides' }
  const made = await call('createDraft', { json, headers: key })
  const params = { draftId: made.body.id as string }
  const answers = [
    made,
    await call('createDraft', { json, headers: key }),
    await call('changeDraft', { params, json: {} }),
    await call('changeDraft', { params, json, headers: { 'if-match': '"0-a-b"' } }),
    await call('findDraft', { params: { draftId: 'none' } }),
    await server.ask('/v1/drafts', { headers: { origin: ORIGIN } }),
    await server.ask('/v1/drafts/%00', { headers: { origin: ORIGIN } }),
    await server.ask('/v1/drafts', { form: {}, headers: { origin: ORIGIN } }),
  ]
  expect(answers.map(requireReadable)).toEqual([201, 201, 428, 412, 404, 401, 404, 403])
})
