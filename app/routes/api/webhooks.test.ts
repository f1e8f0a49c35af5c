// @seconds 2
import { beforeAll, expect, test } from 'vitest'
import { createApi, signInProgram } from '../../../tests/support/api.ts'
import { queryStore, signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'

let server: TestServer
let cookie: string
let call: ReturnType<typeof createApi>

beforeAll(async () => {
  server = await shareServer()
  cookie = (await signUp(server, 'ines@example.com')).cookie
  call = createApi(server, await signInProgram(server, 'ines@example.com'))
})

/** Takes the answers of all keys away, as after a crash between the work and its answer. */
const forget = () =>
  queryStore(server, `update idempotency_keys set answer = null, held_until = now() - interval '1 second'`)

const json = { url: 'https://hooks.example/all', kinds: ['run.ended'] }

test('a program adds a webhook, and its secret is shown once', async () => {
  const add = () => call('addWebhook', { json, headers: { 'idempotency-key': 'add' } })
  const added = await add()
  expect(added).toMatchObject({ status: 201, body: { webhook: { ...json, pauseReason: null, waiting: 0 } } })
  expect(added.body.secret).toMatch(/^whsec_/)
  expect((await add()).body).toEqual({ ...added.body, secret: null })
  await forget()
  expect((await add()).body).toEqual(added.body)
  expect(await call('addWebhook', { json })).toMatchObject({ status: 409, body: { code: 'url_taken' } })
  const wrong = await call('addWebhook', { json: { ...json, url: 'ftp://x' } })
  expect(wrong.body.errors).toMatchObject([{ field: 'url' }])

  const params = { webhookId: added.body.webhook.id as string }
  const renew = () => call('renewWebhookSecret', { params, headers: { 'idempotency-key': 'renew' } })
  const renewed = await renew()
  expect([renewed.status, renewed.body.secret === added.body.secret]).toEqual([201, false])
  await forget()
  expect((await renew()).body).toEqual(renewed.body)
  expect(await queryStore(server, 'select from webhook_secrets')).toHaveLength(2)
  const read = await Promise.all([call('listWebhooks'), call('findWebhook', { params })])
  expect(JSON.stringify(read.map(({ body }) => body))).not.toContain('whsec_')
})

test('a program pauses, changes, tests and deletes a webhook, and reads its log', async () => {
  const webhook = (await call('listWebhooks')).body.entries[0] as { id: string }
  const params = { webhookId: webhook.id }
  const send = () => call('testWebhook', { params, headers: { 'idempotency-key': 'test' } })
  expect((await send()).status).toBe(204)
  await forget()
  expect((await send()).status).toBe(204)
  const log = await call('listWebhookMessages', { params })
  expect(log.body).toMatchObject({ entries: [{ kind: 'webhook.test', data: {} }], next: null })
  const ofMessage = { ...params, messageId: log.body.entries[0].id as string }
  expect((await call('replayWebhookMessage', { params: ofMessage })).status).toBe(204)
  const paused = await call('changeWebhook', { params, json: { isPaused: true } })
  expect(paused.body).toMatchObject({ ...json, pauseReason: 'person', waiting: 0 })
  expect((await call('testWebhook', { params })).body.code).toBe('paused')
  const changed = await call('changeWebhook', {
    params,
    json: { url: 'https://more.example/', isPaused: false },
  })
  expect(changed.body).toMatchObject({ ...json, url: 'https://more.example/', pauseReason: null })

  await signUp(server, 'theo@example.com')
  const stranger = createApi(server, await signInProgram(server, 'theo@example.com'))
  const others = ['findWebhook', 'changeWebhook', 'deleteWebhook', 'listWebhookMessages'] as const
  for (const name of others) {
    const sent = name === 'changeWebhook' ? { json: { isPaused: true } } : {}
    expect((await stranger(name, { params, ...sent })).status).toBe(404)
  }
  expect((await stranger('replayWebhookMessage', { params: ofMessage })).status).toBe(404)
  expect((await call('deleteWebhook', { params })).status).toBe(204)
  expect((await call('findWebhook', { params })).status).toBe(404)
})

test('a token of a server sends the events nowhere else, because it is never a fresh sign-in', async () => {
  const added = await call('addWebhook', { json })
  const params = { webhookId: added.body.webhook.id as string }
  const scopes = ['webhooks:read', 'webhooks:write']
  const form = { intent: 'create-server', serverName: 'Hooks', days: '30', scopes }
  const { body } = await server.ask('/account/tokens', { form, headers: { cookie } })
  const [, token = ''] = /<code>(bsk_[\w-]{43})<\/code>/.exec(body) ?? []
  const own = createApi(server, { authorization: `Bearer ${token}` })
  expect((await own('listWebhooks')).body.entries).toHaveLength(1)
  const elsewhere = { url: 'https://elsewhere.example/', kinds: ['run.ended'] }
  const refused = [
    await own('addWebhook', { json: elsewhere }),
    await own('changeWebhook', { params, json: elsewhere }),
    await own('renewWebhookSecret', { params }),
  ]
  expect(refused.map((answer) => [answer.status, answer.body.code])).toEqual(
    refused.map(() => [403, 'not_fresh']),
  )
  expect((await own('changeWebhook', { params, json: { isPaused: true } })).status).toBe(200)
  expect((await own('findWebhook', { params })).body.url).toBe(json.url)
})
