import { Webhook } from 'standardwebhooks'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeRequest, startFaultyServer } from '../../../tests/support/faulty-server.ts'
import { queryStore, signUp, startServer, type TestServer } from '../../../tests/support/server.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'

let server: TestServer
let cookie: string
let receiver: Awaited<ReturnType<typeof startFaultyServer>>

beforeAll(async () => {
  receiver = await startFaultyServer(() => ({ status: 200, body: 'thanks' }))
  server = await startServer({ OUTBOUND_ALLOW: new URL(receiver.url).host, QUEUE_POLL_MS: '500' })
  cookie = (await signUp(server)).cookie
})
afterAll(async () => {
  await server.end()
  await receiver.close()
})

const read = (path = '/webhooks', headers: Record<string, string> = { cookie }) =>
  server.ask(path, { headers })
const send = (form: Record<string, string | string[]>, path = '/webhooks') =>
  server.ask(path, { form, headers: { cookie } })

const HREF = /href="(\/webhooks\/[\da-f-]{36})"/
const findIn = (body: string, pattern: RegExp) => pattern.exec(body)?.[1] ?? ''

test('an owner adds a webhook without scripts, and an article that is published is told by itself', async () => {
  const refused = await send({ url: 'ftp://x', kinds: 'article.published' })
  expect([refused.status, refused.body.includes('Enter the https address of a receiver.')]).toEqual([
    400,
    true,
  ])
  const empty = await send({ url: receiver.url })
  expect([empty.status, empty.body.includes('Tick at least one event.')]).toEqual([400, true])
  expect(empty.body).toContain(`value="${receiver.url}"`)

  const added = await send({ url: receiver.url, kinds: ['article.published', 'article.deleted'] })
  const secret = findIn(added.body, /<code>(whsec_[^<]+)<\/code>/)
  const path = findIn(added.body, HREF)
  expect([added.status, secret.length > 40, path.length > 0]).toEqual([200, true, true])
  for (const screen of ['/webhooks', path]) expect((await read(screen)).body).not.toContain(secret)

  const draft = {
    draftId: uuidv7(),
    draftVersion: '0',
    title: 'Tides',
    content: 'They turn.',
    author: 'Ines',
  }
  const published = await send({ ...draft, siteIds: MAIN_SITE_ID }, '/publisher')
  expect(published.body).toContain('Post created')
  await expect.poll(() => receiver.requests.length, { timeout: 10_000 }).toBe(1)
  const { body = '', headers = {} }: Partial<FakeRequest> = receiver.requests[0] ?? {}
  const told = new Webhook(secret).verify(body, headers as Record<string, string>)
  expect(told).toMatchObject({ type: 'article.published', data: { title: 'Tides', slug: 'tides' } })

  await expect.poll(async () => (await read(path)).body).toContain('accepted')
  const log = (await read(path)).body
  expect(log).toContain('thanks')
  const messageId = findIn(log, /name="messageId" value="([\da-f-]{36})"/)
  expect((await send({ intent: 'replay', messageId }, path)).body).toContain('The message is on its way')
  await expect.poll(() => receiver.requests.length, { timeout: 10_000 }).toBe(2)
  expect(receiver.requests[1]?.headers['webhook-id']).toBe(headers['webhook-id'])
})

test('a new secret and a new address need the password again after a while, and the form keeps what was typed', async () => {
  const path = findIn((await read()).body, HREF)
  await queryStore(server, `update sessions set authenticated_at = now() - interval '11 minutes'`)
  const form = { intent: 'save', url: 'https://other.example/', kinds: 'run.ended' }
  const asked = await send(form, path)
  expect([asked.status, asked.body.includes('value="https://other.example/"')]).toEqual([403, true])
  expect((await send({ intent: 'rotate' }, path)).status).toBe(403)
  await queryStore(server, `update sessions set authenticated_at = now()`)
  expect((await send(form, path)).body).toContain('Webhook saved')
  expect((await send({ intent: 'rotate' }, path)).body).toContain('whsec_')
  expect((await send({ intent: 'pause' }, path)).body).toContain('Events of this time are not sent later.')
  expect((await read(`${path}?delete=1`)).body).toContain('Delete https://other.example/?')
  const stranger = { cookie: (await signUp(server)).cookie }
  expect((await read(path, stranger)).status).toBe(404)
  expect((await send({ intent: 'delete' }, path)).headers.location).toContain('/webhooks?deleted=1')
  expect((await read(path)).status).toBe(404)
  const lines = await queryStore<{ act: string }>(
    server,
    `select act from record_lines where act like 'webhook%'`,
  )
  expect(lines.map(({ act }) => act)).toEqual([
    'webhook-added',
    ...Array(3).fill('webhook-changed'),
    'webhook-deleted',
  ])
})
