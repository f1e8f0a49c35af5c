import { SignJWT } from 'jose'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, assert, beforeAll, describe, expect, test, vi } from 'vitest'
import { findPublicApiKey } from '../app/features/accounts/tokens/queries.server.ts'
import { showCode, waitForCalm } from '../tests/support/authenticator.ts'
import { importRecords } from '../tests/support/import.ts'
import { addSite, queryStore, startServer, type TestServer } from '../tests/support/server.ts'
import {
  ApiError,
  type AuthEvent,
  type Client,
  createClient,
  createMemoryStorage,
  type Session,
  type SessionStorage,
} from './client.ts'

const PASSWORD = 'a long enough password'
const email = 'ines@example.com'

let server: TestServer
const clients: Client[] = []

beforeAll(async () => {
  server = await startServer()
  await make().auth.signUp({ email, password: PASSWORD })
  await addSite(server, 'Harbour')
  const content = 'The *tide* turned at six.'
  const common = { content, author: 'Ines Halloran', tags: ['Travel'] }
  await importRecords(server, [
    { ...common, title: 'The tide turns', published_at: '2026-01-05T10:00:00Z' },
    { ...common, title: 'A quiet harbour', published_at: '2026-01-06T10:00:00Z' },
  ])
})
afterEach(() => {
  for (const client of clients.splice(0)) client.close()
  vi.restoreAllMocks()
})
afterAll(async () => {
  await server.end()
})

function make(storage?: SessionStorage): Client {
  const client = createClient(server.url, findPublicApiKey(), storage ? { storage } : {})
  clients.push(client)
  return client
}

async function signIn(storage?: SessionStorage): Promise<Client> {
  const client = make(storage)
  await client.auth.signInWithPassword({ email, password: PASSWORD })
  return client
}

/** Lets the session in a storage expire soon. */
async function makeStale(storage: SessionStorage): Promise<void> {
  const key = `broadsheet-session-localhost:${server.port}`
  const text = await storage.getItem(key)
  assert(text)
  const session = JSON.parse(text) as object
  await storage.setItem(key, JSON.stringify({ ...session, expiresAt: Date.now() / 1000 + 80 }))
}

async function findSession(client: Client): Promise<Session> {
  const session = await client.auth.getSession()
  assert(session)
  return session
}

const fail = () => Promise.reject(new Error('The disk is gone.'))

const countCalls = () => vi.spyOn(globalThis, 'fetch')
const pathsOf = (calls: ReturnType<typeof countCalls>) =>
  calls.mock.calls.map(([url]) => new URL(url as string).pathname)

test.each(['', undefined, null])('a client needs a public key: %j is refused', (key) => {
  expect(() => createClient('http://localhost', key as string)).toThrow('supabaseKey is required.')
})

test('a client with the key of another newsroom is refused', async () => {
  const client = createClient(server.url, 'pk_of_somebody_else')
  const refused = client.auth.signInWithPassword({ email, password: PASSWORD })
  await expect(refused).rejects.toMatchObject({ status: 401, message: 'Invalid API key' })
})

describe('a session', () => {
  test('begins with a password, knows its account, and ends', async () => {
    const client = make()
    const events: AuthEvent[] = []
    const stop = client.auth.onAuthStateChange((event) => events.push(event))
    expect(await client.auth.getSession()).toBeNull()
    const session = await client.auth.signInWithPassword({ email, password: PASSWORD })
    expect(session).toMatchObject({ aal: 'aal1', user: { email, factors: [] } })
    expect(session.expiresAt - Date.now() / 1000).toBeGreaterThan(890)
    expect(await client.auth.getSession()).toEqual(session)
    expect(await client.auth.getUser()).toMatchObject({ id: session.user.id, email })
    await client.auth.signOut()
    expect(await client.auth.getSession()).toBeNull()
    expect(events).toEqual(['SIGNED_IN', 'SIGNED_OUT'])
    await expect(client.auth.getUser()).rejects.toThrow('There is no session')
    stop()
    await client.auth.signInWithPassword({ email, password: PASSWORD })
    expect(events).toHaveLength(2)
  })

  test('is refused with the server’s message', async () => {
    const refused = make().auth.signInWithPassword({ email, password: 'not this one' })
    await expect(refused).rejects.toThrow(ApiError)
    await expect(refused).rejects.toMatchObject({ status: 401, message: 'Invalid email or password' })
  })

  test('continues in another client by the same storage, or by its refresh token alone', async () => {
    const storage = createMemoryStorage()
    const first = await signIn(storage)
    const session = await findSession(first)
    expect(await make(storage).auth.getSession()).toEqual(session)
    const resumed = await make().auth.setSession({ refreshToken: session.refreshToken })
    expect(resumed.user.email).toBe(email)
    await expect(make().auth.setSession({ refreshToken: 'none' })).rejects.toMatchObject({ status: 401 })
  })

  test('is refreshed 90 seconds before it expires, once for all calls at the same time', async () => {
    const storage = createMemoryStorage()
    await signIn(storage)
    const client = make(storage)
    const events: AuthEvent[] = []
    client.auth.onAuthStateChange((event) => events.push(event))
    await makeStale(storage)
    const calls = countCalls()
    const users = await Promise.all(Array.from({ length: 5 }, () => client.auth.getUser()))
    expect(users.every((user) => user.email === email)).toBe(true)
    expect(pathsOf(calls).filter((path) => path === '/auth/v1/token')).toHaveLength(1)
    expect(events).toEqual(['TOKEN_REFRESHED'])
  })

  test('is refreshed in the background, without a call', async () => {
    const storage = createMemoryStorage()
    await signIn(storage)
    await makeStale(storage)
    const refreshed = new Promise((resolve) =>
      make(storage).auth.onAuthStateChange((event) => resolve(event)),
    )
    expect(await refreshed).toBe('TOKEN_REFRESHED')
  })

  test('ends when another client used its refresh token, and the client reports that', async () => {
    const storage = createMemoryStorage()
    const client = await signIn(storage)
    const { refreshToken } = await findSession(client)
    await make().auth.setSession({ refreshToken })
    await queryStore(
      server,
      `update refresh_tokens set used_at = used_at - interval '11 seconds' where used_at is not null`,
    )
    const events: AuthEvent[] = []
    client.auth.onAuthStateChange((event) => events.push(event))
    expect(await client.auth.refreshSession()).toBeNull()
    expect(await client.auth.getSession()).toBeNull()
    expect(events).toEqual(['SIGNED_OUT'])
  })

  test('that begins while another one is refreshed is not replaced by it', async () => {
    const client = await signIn()
    const { promise: isAnswered, resolve: tellAnswered } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const real = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...call) => {
      const answer = await real(...call)
      tellAnswered()
      await released
      return answer
    })
    const refreshed = client.auth.refreshSession()
    await isAnswered
    await client.auth.signOut()
    const session = await client.auth.signInWithPassword({ email, password: PASSWORD })
    release()
    expect(await refreshed).toEqual(session)
    expect(await client.auth.getSession()).toEqual(session)
  })

  test('lasts as long as the newsroom says, although the clock of this machine is wrong', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
    const client = await signIn()
    const calls = countCalls()
    for (let time = 0; time < 3; time += 1) await client.auth.getUser()
    expect(pathsOf(calls)).toEqual(Array.from({ length: 3 }, () => '/auth/v1/user'))
  })

  test('is not refreshed in the background once its client is closed', async () => {
    const storage = createMemoryStorage()
    await signIn(storage)
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const client = make(storage)
    client.close()
    expect(await client.auth.refreshSession()).not.toBeNull()
    expect(timers.mock.calls.filter(([, ms = 0]) => ms > 700_000)).toEqual([])
  })

  test('is asked for in vain when its storage fails, which ends no program', async () => {
    const client = make({ getItem: fail, setItem: fail, removeItem: fail })
    await expect(client.auth.getSession()).rejects.toThrow('The disk is gone.')
  })

  test('stays when the newsroom does not answer for a moment', async () => {
    const storage = createMemoryStorage()
    const client = await signIn(storage)
    vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('fetch failed'))
    await expect(client.auth.refreshSession()).rejects.toThrow('fetch failed')
    expect(await client.auth.getSession()).not.toBeNull()
    expect((await client.auth.refreshSession())?.user.email).toBe(email)
  })
})

describe('a token’s claims', () => {
  test('are read once its signature has been checked; the keys are fetched once', async () => {
    const client = await signIn()
    const calls = countCalls()
    const session = await client.auth.getSession()
    for (let time = 0; time < 3; time += 1)
      expect(await client.auth.getClaims()).toMatchObject({
        sub: session?.user.id,
        aal: 'aal1',
        iss: server.url,
      })
    expect(pathsOf(calls)).toEqual(['/.well-known/jwks.json'])
  })

  test('are refused with the sentence of the spec when the signature is wrong', async () => {
    const client = await signIn()
    const { accessToken: token } = await findSession(client)
    const [head, body, signature = ''] = token.split('.')
    const wrong = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    await expect(client.auth.getClaims(`${head}.${body}.${wrong}`)).rejects.toThrow('Invalid JWT signature')
    await expect(client.auth.getClaims(`${head}.${body}.`)).rejects.toThrow('Invalid JWT signature')
    await expect(client.auth.getClaims('nonsense')).rejects.toThrow('Invalid JWT')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    await expect(client.auth.getClaims(`${none}.${body}.`)).rejects.toThrow('Unsupported JWT algorithm')
  })

  test('of an expired token are refused unless expired ones are allowed', async () => {
    const client = await signIn()
    const { accessToken: token } = await findSession(client)
    await client.auth.getClaims(token)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 16 * 60_000)
    await expect(client.auth.getClaims(token)).rejects.toThrow('JWT expired')
    expect(await client.auth.getClaims(token, { allowExpired: true })).toMatchObject({ aal: 'aal1' })
  })

  test('of a new key are checked with keys that are fetched again', async () => {
    const client = await signIn()
    await client.auth.getClaims()
    const [before] = await queryStore<{ id: string }>(server, 'select id from signing_keys')
    await queryStore(server, `update signing_keys set private_key = 'v1.00000000.AAAA.AAAA.AAAA'`) // another key signs from now on
    const session = await client.auth.refreshSession()
    const calls = countCalls()
    expect(await client.auth.getClaims()).toMatchObject({ sub: session?.user.id })
    expect(pathsOf(calls)).toEqual(['/.well-known/jwks.json'])
    const stranger = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256', kid: before?.id })
      .sign(new TextEncoder().encode('x'.repeat(32)))
    await expect(client.auth.getClaims(stranger)).rejects.toThrow('Unsupported JWT algorithm')
  })
})

test('a second factor is added, asked for at the next sign-in, and removed', async () => {
  const own = { email: 'factor@example.com', password: PASSWORD }
  const client = make()
  await client.auth.signUp(own)
  await client.auth.signInWithPassword(own)
  const { mfa } = client.auth
  expect(await mfa.getAuthenticatorAssuranceLevel()).toEqual({ currentLevel: 'aal1', nextLevel: 'aal1' })
  const factor = await mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' })
  const { secret = '', uri = '' } = factor.totp ?? {}
  expect(uri).toMatch(/^otpauth:\/\/totp\//)
  await waitForCalm()
  const { id: challengeId } = await mfa.challenge({ factorId: factor.id })
  const wrong = mfa.verify({ factorId: factor.id, challengeId, code: 'abc' })
  await expect(wrong).rejects.toMatchObject({ status: 422, code: 'code_wrong' })
  const { session, recoveryCodes } = await mfa.verify({
    factorId: factor.id,
    challengeId,
    code: showCode(secret),
  })
  expect(session).toMatchObject({ aal: 'aal2', user: { factors: [{ status: 'verified' }] } })
  expect(recoveryCodes).toHaveLength(10)
  await client.auth.signOut()

  await client.auth.signInWithPassword(own)
  expect(await mfa.getAuthenticatorAssuranceLevel()).toEqual({ currentLevel: 'aal1', nextLevel: 'aal2' })
  await expect(client.auth.getUser()).rejects.toMatchObject({ status: 403, code: 'insufficient_aal' })
  const [known] = await mfa.listFactors()
  expect(known).toMatchObject({ id: factor.id, factorType: 'totp', status: 'verified' })
  await queryStore(server, 'update factors set last_used_step = null')
  const again = await mfa.challenge({ factorId: factor.id })
  await mfa.verify({ factorId: factor.id, challengeId: again.id, code: showCode(secret) })
  expect((await client.auth.getUser()).email).toBe(own.email)
  const limitTo = (scopes: string) =>
    queryStore(
      server,
      `update sessions set scopes = ${scopes} from users
       where users.id = sessions.user_id and users.email = '${own.email}'`,
    )
  await limitTo(`'{articles:read}'`)
  expect((await client.auth.refreshSession())?.user).toMatchObject({ email: '', factors: [] })
  expect(await mfa.getAuthenticatorAssuranceLevel()).toEqual({ currentLevel: 'aal2', nextLevel: 'aal2' })
  await limitTo('null')
  await mfa.unenroll({ factorId: factor.id })
  expect(await mfa.listFactors()).toEqual([])
  expect(await mfa.getAuthenticatorAssuranceLevel()).toEqual({ currentLevel: 'aal1', nextLevel: 'aal1' })
})

describe('articles', () => {
  test('are listed, newest first, also of a category or an author', async () => {
    const { articles } = make()
    const page = await articles.list()
    expect(page).toMatchObject({ total: 2, page: 1, pageCount: 1 })
    expect(page.articles.map(({ title }) => title)).toEqual(['A quiet harbour', 'The tide turns'])
    expect(page.articles[0]?.publishedAt).toBeInstanceOf(Date)
    expect((await articles.list({ category: 'travel' })).total).toBe(2)
    expect((await articles.list({ category: 'sports' })).articles).toEqual([])
    expect((await articles.list({ author: 'Ines Halloran' })).total).toBe(2)
    expect((await articles.list({ page: 2 })).articles).toEqual([])
  })

  test('are found by slug and by id, with their Markdown; null for one that is not there', async () => {
    const { articles } = make()
    const article = await articles.find('a-quiet-harbour')
    expect(article).toMatchObject({
      title: 'A quiet harbour',
      content: 'The *tide* turned at six.',
      tags: ['Travel'],
    })
    assert(article)
    expect(await articles.find(article.id)).toEqual(article)
    expect(await articles.find('not-there')).toBeNull()
    expect(await articles.find('../auth')).toBeNull()
  })

  test('are found by their text', async () => {
    const client = make()
    expect((await client.search('harbour')).map(({ title }) => title)).toEqual(['A quiet harbour'])
    expect(await client.search('ha')).toEqual([])
  })

  test('are read again after a change', async () => {
    const { articles } = make()
    await articles.list()
    await importRecords(server, [{ title: 'Breaking', published_at: '2026-01-04T10:00:00Z' }])
    // The command is another process: the server notices the change within a second.
    await vi.waitFor(async () => expect((await articles.list()).total).toBe(3), { timeout: 5000 })
  })
})

describe('functions and runs', () => {
  test('an article is published to a site, and its run says how it went', async () => {
    const client = await signIn()
    const article = await client.articles.find('the-tide-turns')
    assert(article)
    const [site] = await queryStore<{ id: string }>(
      server,
      `select id from target_sites where kind = 'hosted'`,
    )
    const body = { blogPostId: article.id, selectedSiteIds: [site?.id], generateVariations: false }
    const run = await client.functions.invoke<{ id: string }>('publish-to-sites', body, {
      headers: { prefer: 'respond-async' },
    })
    const states: string[] = []
    for await (const seen of client.runs.follow(run.id))
      states.push(`${seen.state} ${seen.done}/${seen.total}`)
    expect(states.at(-1)).toBe('done 1/1')
    expect(await client.runs.find(run.id)).toMatchObject({ state: 'done', counts: { succeeded: 1 } })
    const copy = await server.ask('/article/the-tide-turns', { host: 'harbour.localhost' })
    expect(copy.status).toBe(200)
  })

  test('a broken connection is opened again and continues after the last event', async () => {
    const client = await signIn()
    const run = await client.runs.find(await latestRun())
    const real = globalThis.fetch
    const sent: (string | null)[] = []
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
      sent.push(new Headers(call[1]?.headers).get('last-event-id'))
      if (sent.length === 2) return new Response('{}', { status: 429, headers: { 'retry-after': '0' } })
      if (sent.length > 2) return real(...call)
      const first = `id: 1\ndata: ${JSON.stringify({ ...run, state: 'running' })}\n\n`
      return new Response(first, { headers: { 'content-type': 'text/event-stream' } })
    })
    const states: string[] = []
    for await (const seen of client.runs.follow(run.id)) states.push(seen.state)
    expect(states).toEqual(['running', 'done'])
    expect(sent).toEqual([null, '1', '1'])
  })

  test('a run of another account is not found', async () => {
    const client = make()
    await client.auth.signUp({ email: 'other@example.com', password: PASSWORD })
    await client.auth.signInWithPassword({ email: 'other@example.com', password: PASSWORD })
    const id = await latestRun()
    await expect(client.runs.find(id)).rejects.toMatchObject({ status: 404 })
    await expect(client.runs.follow(id).next()).rejects.toMatchObject({ status: 404 })
  })

  test('following can be stopped', async () => {
    const client = await signIn()
    const stop = new AbortController()
    const following = client.runs.follow(await latestRun('running'), { signal: stop.signal })
    expect((await following.next()).value).toMatchObject({ state: 'running' })
    const next = following.next()
    await sleep(50)
    stop.abort()
    await expect(next).rejects.toThrow('aborted')
  })
})

/** Returns the id of the newest run, after setting its state if one is given. */
async function latestRun(state?: string): Promise<string> {
  const [run] = await queryStore<{ id: string }>(server, 'select id from runs order by id desc limit 1')
  assert(run)
  if (state)
    await queryStore(server, `update runs set state = '${state}', finished_at = null where id = '${run.id}'`)
  return run.id
}
