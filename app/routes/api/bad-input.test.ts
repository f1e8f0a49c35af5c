// @seconds 20
import { beforeAll, expect, test } from 'vitest'
import { createApi, signInProgram } from '../../../tests/support/api.ts'
import {
  type BadFile,
  listBadImports,
  listBadPictures,
  listBadTables,
} from '../../../tests/support/bad-files.ts'
import { type BadInput, listBadInputs } from '../../../tests/support/bad-inputs.ts'
import { readAll } from '../../../tests/support/rows.ts'
import { signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { isDeep } from '../../../tests/support/tier.ts'
import { type Operation, type OperationName, OPERATIONS } from '../../features/api/operations.ts'
import { unstorable } from '../../features/api/messages.ts'
import { check, readBody, readQuery } from '../../features/api/read-request.ts'
import { isRefusal } from '../../shared/refusal.ts'
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
  const [draftId, planId] = [draft.body.id as string, plan.body.id as string]
  const ids = [
    'runId',
    'cityId',
    'serviceId',
    'pageId',
    'personId',
    'invitationId',
    'pictureId',
    'shareId',
    'webhookId',
    'messageId',
  ]
  params = {
    ...Object.fromEntries(ids.map((name) => [name, articleId])),
    articleId,
    draftId,
    planId,
    siteId: MAIN_SITE_ID,
    number: '1',
    position: '0',
    tag: 'x',
    author: 'x',
  }
  before = await readAll(server, MORE)
})

// Every input is checked as the server checks it. The server itself gets some of them every day.
const INPUTS = isDeep ? 200 : 40
const SENT = isDeep ? INPUTS : 2
const ODD_IDS = ['%00', "'", '%ED%A0%80', '..%2F..', 'x'.repeat(2000)].slice(0, isDeep ? undefined : 2)

// Each table that an operation writes to, beside those of every such test.
const MORE = [
  'webhooks',
  'webhook_secrets',
  'webhook_messages',
  'invitations',
  'members',
  'site_faces',
  'site_pages',
  'catalogue_imports',
  'deleted_entries',
  'proposals',
  'record_lines',
  'idempotency_keys',
]

const names = Object.keys(OPERATIONS) as OperationName[]

test.each(names)('%s takes no bad input', (name) => {
  const operation: Operation = OPERATIONS[name]
  const inputs = listBadInputs(operation, INPUTS)
  expect(inputs).toHaveLength(INPUTS)
  for (const input of inputs)
    expect(isTaken(operation, input), `${input.query} ${input.json?.slice(0, 200)}`).toBe(false)
})

const isTaken = (operation: Operation, { query, json }: BadInput): boolean => {
  const asked = readQuery(new URLSearchParams(query))
  const body = readBody(new TextEncoder().encode(json ?? '').buffer)
  return (
    asked.ok &&
    check(asked.value, operation.query).ok &&
    body.ok &&
    (!operation.body || check(body.value, operation.body).ok)
  )
}

test('no field takes the character 0 or half a surrogate pair, however deep it stands', () => {
  for (const name of names) {
    const operation: Operation = OPERATIONS[name]
    const fields = operation.file ? [] : Object.keys(operation.body?.shape ?? {})
    const values = ['a\0b', 'a\uD800b', '\uDFFF'].flatMap((odd) =>
      Object.entries({ '': odd, '.0': [odd], '.a': { a: odd }, '.0.a.0': [{ a: [odd] }] }),
    )
    for (const field of fields)
      for (const [inner, value] of values) {
        const checked = check({ [field]: value }, operation.body ?? operation.query)
        // By name, so that the reason is no other field that is missing.
        const named = { field: field + inner, message: unstorable }
        expect(isRefusal(checked) && checked.errors, `${name} ${field}`).toContainEqual(named)
      }
  }
})

test.each(names)('no bad input makes %s fail', async (name) => {
  const operation: Operation = OPERATIONS[name]
  const send = async ({ query, json }: BadInput) => {
    const { status, body } = await call(name, { params, query, json, headers: { 'if-match': '*' } })
    expect([400, 413, 422], `${query} ${json?.slice(0, 200)} ${JSON.stringify(body)}`).toContain(status)
  }
  const sendOdd = async (odd: string) => {
    const { method, path } = operation
    const headers = { ...credentials, 'if-match': '*' }
    const { status } = await server.ask(path.replaceAll(/\{\w+\}/g, odd), { method, headers })
    expect([400, 404], odd).toContain(status)
  }
  const odd = operation.path.includes('{') ? ODD_IDS : []
  await Promise.all([...listBadInputs(operation, SENT).map(send), ...odd.map(sendOdd)])
})

test('no bad input stored anything', async () => {
  expect(await readAll(server, MORE)).toEqual(before)
})

// Every file has a kind. Every day some of each, and before a release more of what is made by rounds.
const ROUNDS = isDeep ? 10 : 1
const FILES_SENT = isDeep ? Infinity : 6
const FILES: Partial<Record<OperationName, (rounds: number) => BadFile[] | Promise<BadFile[]>>> = {
  addPicture: listBadPictures,
  readCityFile: listBadTables,
  readServiceFile: listBadTables,
  uploadImport: listBadImports,
}

test('no bad file makes an operation fail, and none is stored', async () => {
  expect(Object.keys(FILES).toSorted()).toEqual(names.filter(isFile).toSorted())
  const stored = await readStored()
  // An account sends one file of a kind after the other.
  await Promise.all(
    names.filter(isFile).map(async (name) => {
      const all = (await FILES[name]?.(ROUNDS)) ?? []
      const step = Math.max(1, Math.ceil(all.length / FILES_SENT))
      for (const { what, name: fileName, bytes, isReadable } of all.filter(
        (_, index) => index % step === 0,
      )) {
        const query = `name=${encodeURIComponent(fileName)}`
        const { status, body } = await call(name, { query, file: Buffer.from(bytes) })
        const allowed = isReadable ? [200, ...REFUSED] : REFUSED
        expect(allowed, `${name}, ${what}: ${status} ${JSON.stringify(body)}`).toContain(status)
        expect(JSON.stringify(body), what).not.toMatch(/\\u0000|\\ud[89a-f]/i)
      }
    }),
  )
  const { body } = await call('findImport')
  if (body.id) await call('discardImport', { json: { importId: body.id as string } })
  await Promise.all([call('discardCityFile'), call('discardServiceFile')])
  expect(await readStored()).toEqual(stored)
})

const isFile = (name: OperationName) => 'file' in OPERATIONS[name]
const REFUSED = [400, 413, 415, 422]

// A run reads each file with articles, and stays as every run does.
async function readStored(): Promise<Record<string, unknown>> {
  const { runs: _, run_items: __, ...stored } = await readAll(server, MORE)
  return stored
}
