// @seconds 15
import { beforeAll, expect, test } from 'vitest'
import { createApi, signInProgram } from '../../../tests/support/api.ts'
import { listBadInputs } from '../../../tests/support/bad-inputs.ts'
import { readAll } from '../../../tests/support/rows.ts'
import { signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { isDeep } from '../../../tests/support/tier.ts'
import { type Operation, type OperationName, OPERATIONS } from '../../features/api/operations.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'

let server: TestServer
let call: ReturnType<typeof createApi>
let credentials: Record<string, string>
let params: Record<string, string>
let before: Record<string, unknown>

beforeAll(async () => {
  server = await shareServer()
  const { email } = await signUp(server, 'ines@example.com')
  credentials = await signInProgram(server, email)
  call = createApi(server, credentials)
  const text = { title: 'Tides', content: 'One.', siteIds: [MAIN_SITE_ID] }
  const article = await call('createArticle', { json: text })
  const draft = await call('createDraft', { json: text })
  const articleId = article.body.id as string
  const dueAt = new Date(Date.now() + 86_400_000).toISOString()
  const plan = await call('createPlan', { params: { articleId }, json: { kind: 'unpublish', dueAt } })
  params = { articleId, draftId: draft.body.id as string, planId: plan.body.id as string, number: '1' }
  before = await readAll(server)
})

const INPUTS = isDeep ? 200 : 10
const ODD_IDS = ['none', '%00', "'", '..%2F..', '%ED%A0%80', 'x'.repeat(2000)]

test.each(Object.entries(OPERATIONS) as [OperationName, Operation][])(
  'no bad input makes %s fail',
  async (name, operation) => {
    for (const { query, json } of listBadInputs(operation, INPUTS)) {
      const { status, body } = await call(name, { params, query, json, headers: { 'if-match': '*' } })
      expect([400, 413, 422], `${query} ${json?.slice(0, 200)} ${JSON.stringify(body)}`).toContain(status)
    }
    const { method, path } = operation
    for (const odd of path.includes('{') ? ODD_IDS : []) {
      const headers = { ...credentials, 'if-match': '*' }
      const { status } = await server.ask(path.replaceAll(/\{\w+\}/g, odd), { method, headers })
      expect([400, 404], odd).toContain(status)
    }
  },
)

test('no bad input stored anything', async () => {
  expect(await readAll(server)).toEqual(before)
})
