import { beforeAll, expect, test } from 'vitest'
import { signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { findPublicApiKey } from '../../features/accounts/tokens/queries.server.ts'

let server: TestServer
let cookie: string

beforeAll(async () => {
  server = await shareServer()
  cookie = (await signUp(server)).cookie
})

const read = (query = '', headers: Record<string, string> = { cookie }) =>
  server.ask(`/account/tokens${query}`, { headers })
const send = (form: Record<string, string>, headers: Record<string, string> = { cookie }) =>
  server.ask('/account/tokens', { form, headers })
const tokenIn = (body: string) => /<h2 id="made".*?<code>([\w-]{43})<\/code>/s.exec(body)?.[1] ?? ''
const endIn = (body: string) => /\?end=([0-9a-f-]{36})/.exec(body)?.[1] ?? ''

const refresh = (token: string) =>
  server.ask('/auth/v1/token?grant_type=refresh_token', {
    headers: { apikey: findPublicApiKey() },
    json: { refresh_token: token },
  })

test('the screen shows the address, the public key and how to use them, and that there is no client yet', async () => {
  const { body } = await read()
  for (const shown of [server.url, findPublicApiKey(), 'createClient(', 'No program acts in your name.'])
    expect(body).toContain(shown)
})

test('a new client has a name and a token that works and is shown once', async () => {
  const made = await send({ intent: 'create', name: '  Nightly\n<import>  ' })
  const token = tokenIn(made.body)
  expect(token).not.toBe('')
  const { body } = await read()
  expect(body).toContain('Nightly &lt;import&gt;')
  expect(body).toContain('Not used yet')
  expect(body).not.toContain(token)
  expect((await refresh(token)).status).toBe(200)
  expect((await read()).body).toContain('Last used')
})

test('the screen asks before a client is ended, and then its tokens are refused', async () => {
  const made = await send({ intent: 'create', name: 'Short-lived' })
  const id = endIn(made.body)
  const asked = await read(`?end=${id}`)
  expect(asked.body).toContain('End Short-lived?')
  expect(asked.body).toContain('Keep it')
  expect(asked.body).toContain('Short-lived</h3>') // the question does not take the place of the list
  const stranger = (await signUp(server)).cookie
  await send({ intent: 'end', id }, { cookie: stranger })
  await send({ intent: 'end', id: "' or true --" })
  expect((await read()).body).toContain('Short-lived')
  expect((await read(`?end=${id}`, { cookie: stranger })).body).not.toContain('Short-lived')
  const ended = await send({ intent: 'end', id })
  expect(ended.body).toContain('Client ended')
  expect(ended.body).not.toContain('Short-lived')
  expect((await refresh(tokenIn(made.body))).status).toBe(401)
})

test('one press makes a new token for an unused client, and only its owner can do so', async () => {
  const made = await send({ intent: 'create', name: 'Unseen' })
  const [id, unseen] = [endIn(made.body), tokenIn(made.body)]
  const stranger = (await signUp(server)).cookie
  expect((await send({ intent: 'new-token', id }, { cookie: stranger })).status).toBe(409)
  const again = await send({ intent: 'new-token', id })
  expect(again.body).toContain('Keep the token of Unseen')
  expect((await refresh(unseen)).status).toBe(401)
  expect((await refresh(tokenIn(again.body))).status).toBe(200)
  expect((await read()).body).not.toContain('New token for Unseen')
  expect((await send({ intent: 'new-token', id })).body).toContain('This client was used or ended meanwhile.')
})

test('a client without a name is refused', async () => {
  const answer = await send({ intent: 'create', name: ' \u200b ' })
  expect(answer.status).toBe(400)
  expect(answer.body).toContain('Please give it a name')
})

test('the 21st client is refused, and its name stays in the form', async () => {
  for (let made = 0; made < 20; made += 1) await send({ intent: 'create', name: `Client ${made}` })
  const answer = await send({ intent: 'create', name: 'One too many' })
  expect(answer.status).toBe(409)
  expect(answer.body).toContain('An account can have 20 clients.')
  expect(answer.body).toContain('value="One too many"')
})
