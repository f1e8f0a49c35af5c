import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { inventCode, showCode, waitForCalm } from '../../../../tests/support/authenticator.ts'
import {
  type Answer,
  type Ask,
  queryStore,
  signUp,
  type TestServer,
} from '../../../../tests/support/server.ts'
import { shareServer } from '../../../../tests/support/shared-server.ts'

import { findPublicApiKey } from '../../../features/accounts/tokens/queries.server.ts'

const PASSWORD = 'a long enough password'

const apikey = findPublicApiKey() // the tests and their servers share the secret

let server: TestServer

beforeAll(async () => {
  server = await shareServer()
  await signUp(server, 'ines@example.com')
})

interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
  expires_at: number
  token_type: string
  user: Record<string, unknown>
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const bodyOf = <T>(answer: Answer) => JSON.parse(answer.body) as T
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const call = (path: string, { headers, ...ask }: Ask = {}) =>
  server.ask(`/auth/v1/${path}`, { ...ask, headers: { apikey, ...headers } })
const signIn = (body: object = {}, headers: Record<string, string> = {}) =>
  call('token?grant_type=password', {
    json: { email: 'ines@example.com', password: PASSWORD, ...body },
    headers,
  })
const refresh = (token: string) => call('token?grant_type=refresh_token', { json: { refresh_token: token } })
const readUser = (token: string) => call('user', { headers: bearer(token) })

const verify = (token: string, factorId: string, body: object) =>
  call(`factors/${factorId}/verify`, { json: body, headers: bearer(token) })

async function challenge(token: string, factorId: string): Promise<string> {
  const answer = await call(`factors/${factorId}/challenge`, { method: 'POST', headers: bearer(token) })
  expect(answer.status).toBe(200)
  return bodyOf<{ id: string }>(answer).id
}

async function makeTokens(): Promise<Tokens> {
  const answer = await signIn()
  expect(answer.status).toBe(200)
  return bodyOf<Tokens>(answer)
}

function expectProblem(answer: Answer, status: number, message?: string) {
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toBe('application/problem+json')
  expect(bodyOf(answer)).toMatchObject({ status, message: message ?? expect.stringMatching(/./) })
}

describe('the API for accounts', () => {
  test.each(['signup', 'token?grant_type=password', 'logout', 'user', 'factors'])(
    'asks for the public key: /auth/v1/%s',
    async (path) => {
      const { access_token: token } = await makeTokens()
      const wrong: Record<string, string>[] = [{}, { apikey: 'pk_wrong' }, { apikey: '' }]
      for (const headers of wrong) {
        const isRead = path === 'user' || path === 'factors'
        const answer = await server.ask(`/auth/v1/${path}`, {
          headers: { ...headers, ...bearer(token) },
          ...(!isRead && { json: { email: 'ines@example.com', password: PASSWORD } }),
        })
        expectProblem(answer, 401, 'Invalid API key')
      }
    },
  )

  test('signs in by password with a pair of tokens and no cookie', async () => {
    const answer = await signIn()
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('private, no-store')
    const tokens = bodyOf<Tokens>(answer)
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 900 })
    expect(tokens.user).toMatchObject({ email: 'ines@example.com', aal: 'aal1', next_aal: 'aal1' })
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      iss: server.url,
      aud: 'authenticated',
      aal: 'aal1',
      sub: tokens.user.id,
    })
    const me = await readUser(tokens.access_token)
    expect(bodyOf(me)).toMatchObject({ email: 'ines@example.com' })
  })

  test('refuses a wrong password with the server’s message, and an empty one before that', async () => {
    expectProblem(await signIn({ password: 'not this one' }), 401, 'Invalid email or password')
    expectProblem(await signIn({ email: 'nobody@example.com' }), 401, 'Invalid email or password')
    expectProblem(await signIn({ password: '' }), 422)
    expectProblem(await signIn({ password: { $ne: '' } }), 422)
    expectProblem(await call('token?grant_type=magic', { json: {} }), 400)
  })

  test('has the same limits on passwords as the forms', async () => {
    const limited = await shareServer({ isLimited: true })
    await signUp(limited, 'ines@example.com')
    const statuses: number[] = []
    for (let attempt = 0; attempt < 25; attempt += 1) {
      const answer = await limited.ask('/auth/v1/token?grant_type=password', {
        headers: { apikey },
        json: { email: 'nobody@example.com', password: PASSWORD },
      })
      statuses.push(answer.status)
      if (answer.status === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(statuses).toContain(429)
  })

  test('signs up without signing in, with the same answer for the email address of an account', async () => {
    for (const email of ['theo@example.com', 'THEO@example.com']) {
      const answer = await call('signup', { json: { email, password: PASSWORD } })
      expect(answer.status).toBe(200)
      expect(answer.body).toBe('{"user":null,"session":null}')
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect((await signIn({ email: 'Theo@example.com' })).status).toBe(200)
    expectProblem(await call('signup', { json: { email: 'no address', password: PASSWORD } }), 400)
  })
})

describe('a session of the API', () => {
  test('opens no screen, with its token or a cookie', async () => {
    const { access_token: token } = await makeTokens()
    const open = await server.ask('/publisher.data')
    for (const path of ['/publisher', '/account', '/account/tokens', '/ACCOUNT/']) {
      const answer = await server.ask(path, { headers: bearer(token) })
      expect(answer.status, path).toBe(302)
      expect(answer.headers.location, path).toMatch(/^\/auth\?next=/)
    }
    const data = await server.ask('/publisher.data', { headers: bearer(token) })
    expect({ status: data.status, body: data.body }).toEqual({ status: open.status, body: open.body })
    const answer = await server.ask('/auth/session', { headers: bearer(token) })
    expect(answer.body).toBe('{"signedIn":false}')
  })

  test('ends on the server when its client signs out, and its tokens with it', async () => {
    const tokens = await makeTokens()
    expect((await readUser(tokens.access_token)).status).toBe(200)
    expect((await call('logout', { method: 'POST', headers: bearer(tokens.access_token) })).status).toBe(204)
    expectProblem(await readUser(tokens.access_token), 401, 'Session has ended')
    expectProblem(await refresh(tokens.refresh_token), 401, 'Invalid refresh token')
    expectProblem(await call('logout', { method: 'POST', headers: bearer(tokens.access_token) }), 401)
  })

  test('ends with its account', async () => {
    await call('signup', { json: { email: 'gone@example.com', password: PASSWORD } })
    const tokens = bodyOf<Tokens>(await signIn({ email: 'gone@example.com' }))
    await queryStore(server, `delete from users where email = 'gone@example.com'`)
    expectProblem(await readUser(tokens.access_token), 401, 'Session has ended')
    expectProblem(await refresh(tokens.refresh_token), 401, 'Invalid refresh token')
  })
})

describe('a refresh token', () => {
  test('returns new tokens once; used again later, it ends the session', async () => {
    const first = await makeTokens()
    const second = bodyOf<Tokens>(await refresh(first.refresh_token))
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await readUser(second.access_token)).status).toBe(200)
    await queryStore(
      server,
      `update refresh_tokens set used_at = used_at - interval '11 seconds' where used_at is not null`,
    )
    const reuse = await refresh(first.refresh_token)
    expectProblem(reuse, 401)
    expect(reuse.body).toContain('refresh_token_reused')
    expectProblem(await readUser(second.access_token), 401, 'Session has ended')
    expectProblem(await readUser(first.access_token), 401, 'Session has ended')
    expectProblem(await refresh(second.refresh_token), 401, 'Invalid refresh token')
  })

  test.each(['', 'x', 'a'.repeat(5000), '\0'])(
    'that is not a token of ours is refused: %j',
    async (token) => {
      const { status } = await refresh(token)
      expect([401, 422]).toContain(status)
    },
  )
})

describe('the requests of a program', () => {
  const functions = ['/auth/v1/token?grant_type=password', '/auth/v1/factors']

  test.each(functions)('must be JSON: %s', async (path) => {
    const { access_token: token } = await makeTokens()
    const headers = { apikey, ...bearer(token) }
    expectProblem(await server.ask(path, { headers, form: { email: 'ines@example.com' } }), 415)
    for (const type of [
      'text/plain',
      'application/jsonx',
      'multipart/form-data',
      'text/plain; application/json',
    ])
      expectProblem(
        await server.ask(path, { headers: { ...headers, 'content-type': type }, json: '{}' }),
        415,
      )
    expectProblem(await server.ask(path, { headers, json: '{"email": ' }), 400)
  })

  test.each(functions)('must be small and flat: %s', async (path) => {
    const { access_token: token } = await makeTokens()
    const headers = { apikey, ...bearer(token) }
    expectProblem(await server.ask(path, { headers, json: { email: 'x'.repeat(65_600) } }), 413)
    expectProblem(await server.ask(path, { headers, json: deep(33) }), 400)
    expectProblem(await server.ask(path, { headers, json: deep(32) }), 422)
    expectProblem(await server.ask(path, { headers, json: deep(30_000) }), 400)
  })
})

describe('another site’s page', () => {
  const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

  test('gets a preflight answer that allows tokens and no cookies', async () => {
    for (const path of ['/auth/v1/token', '/auth/v1/user', '/auth/v1/factors']) {
      const answer = await server.ask(path, {
        method: 'OPTIONS',
        headers: { ...evil, 'access-control-request-method': 'POST' },
      })
      expect(answer.status).toBe(204)
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      expect(answer.headers['access-control-allow-headers']).toMatch(/Authorization/)
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    }
  })

  test('may use the API with its own token, and read answers and refusals', async () => {
    const answer = await signIn({}, evil)
    expect(answer.status).toBe(200)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    const { access_token: token } = bodyOf<Tokens>(answer)
    const made = await call('factors', { json: {}, headers: { ...evil, ...bearer(token) } })
    expectProblem(made, 422)
    expect(made.headers['access-control-allow-origin']).toBe('*')
  })

  test('cannot use a visitor’s cookie, alone or beside a token', async () => {
    const { cookie } = await signUp(server)
    const own = await server.ask('/auth/v1/factors', {
      json: {},
      headers: { apikey, cookie, origin: server.url },
    })
    expectProblem(own, 422)
    const headers = { apikey, cookie, ...evil }
    expectProblem(await server.ask('/auth/v1/factors', { json: {}, headers }), 403)
    for (const authorization of ['Bearer x.y.z', 'Bearer x']) {
      const answer = await server.ask('/auth/v1/factors', {
        json: {},
        headers: { ...headers, authorization },
      })
      expectProblem(answer, 401, 'Invalid JWT')
    }
    for (const authorization of ['Basic abc', 'Bearer', 'Bearer  ', 'bearer:x', ''])
      expectProblem(
        await server.ask('/auth/v1/factors', { json: {}, headers: { ...headers, authorization } }),
        403,
      )
    expect(
      (await server.ask('/auth/session', { headers })).headers['access-control-allow-origin'],
    ).toBeUndefined()
  })
})

describe('an account with a second factor', () => {
  const email = 'factor@example.com'
  let secret = ''

  async function enrol(token: string): Promise<string> {
    const answer = await call('factors', {
      json: { factor_type: 'totp', friendly_name: 'My phone' },
      headers: bearer(token),
    })
    expect(answer.status).toBe(201)
    const factor = bodyOf<{ id: string; totp: { secret: string } }>(answer)
    secret = factor.totp.secret
    return factor.id
  }

  test('has to prove it after each way of signing in; until then a token opens only the challenge', async () => {
    await call('signup', { json: { email, password: PASSWORD } })
    const first = bodyOf<Tokens>(await signIn({ email }))
    const other = bodyOf<Tokens>(await signIn({ email }))
    const factorId = await enrol(first.access_token)
    expect(bodyOf(await readUser(first.access_token))).toMatchObject({
      aal: 'aal1',
      next_aal: 'aal1',
      factors: [{ id: factorId, factor_type: 'totp', status: 'unverified', friendly_name: 'My phone' }],
    })
    await waitForCalm()
    const challengeId = await challenge(first.access_token, factorId)
    const code = inventCode(secret)
    expectProblem(await verify(first.access_token, factorId, { challenge_id: challengeId, code }), 422)
    const proven = await verify(first.access_token, factorId, {
      challenge_id: challengeId,
      code: showCode(secret),
    })
    expect(proven.status).toBe(200)
    const strong = bodyOf<Tokens & { recovery_codes: string[] }>(proven)
    expect(decodeJwt(strong.access_token)).toMatchObject({ aal: 'aal2' })
    expect(strong.recovery_codes).toHaveLength(10)
    expect((await readUser(strong.access_token)).status).toBe(200)

    // The earlier sessions are below the next level now: they have ended, or their tokens open nothing.
    expectProblem(await readUser(first.access_token), 403)
    expectProblem(await refresh(first.refresh_token), 401)
    expectProblem(await readUser(other.access_token), 401)

    const again = bodyOf<Tokens>(await signIn({ email }))
    expect(again.user).toMatchObject({ aal: 'aal1', next_aal: 'aal2', factors: [{ status: 'verified' }] })
    for (const ask of [
      { path: 'user' },
      { path: 'factors' },
      { path: 'factors', json: { factor_type: 'totp', friendly_name: 'Another' } },
      { path: `factors/${factorId}`, method: 'DELETE' },
    ]) {
      const { path, ...rest } = ask
      const answer = await call(path, { ...rest, headers: bearer(again.access_token) })
      expectProblem(answer, 403)
      expect(answer.body).toContain('insufficient_aal')
    }
    const refreshed = bodyOf<Tokens>(await refresh(again.refresh_token))
    expectProblem(await readUser(refreshed.access_token), 403)

    await queryStore(server, 'update factors set last_used_step = null')
    const next = await challenge(refreshed.access_token, factorId)
    const raised = bodyOf<Tokens>(
      await verify(refreshed.access_token, factorId, { challenge_id: next, code: showCode(secret) }),
    )
    expect((await readUser(raised.access_token)).status).toBe(200)
    const removed = await call(`factors/${factorId}`, {
      method: 'DELETE',
      headers: bearer(raised.access_token),
    })
    expect(removed.status).toBe(204)
    const last = bodyOf<Tokens>(await refresh(raised.refresh_token))
    expect(last.user).toMatchObject({ aal: 'aal1', next_aal: 'aal1', factors: [] })
    expect((await readUser(raised.access_token)).status).toBe(200)
  })

  test('cannot be challenged without a session or by another account', async () => {
    const { access_token: token } = await makeTokens()
    const id = '019a0000-0000-7000-8000-00000000dead'
    for (const path of [`factors/${id}/challenge`, `factors/${id}/verify`])
      expectProblem(
        await call(path, { json: { challenge_id: id, code: '123456' } }),
        401,
        'Please sign in first.',
      )
    for (const factorId of [id, 'x', "' or true --"].map(encodeURIComponent)) {
      expectProblem(
        await call(`factors/${factorId}/challenge`, { method: 'POST', headers: bearer(token) }),
        404,
      )
      expectProblem(await verify(token, factorId, { challenge_id: 'x', code: '123456' }), 404)
      expectProblem(await call(`factors/${factorId}`, { method: 'DELETE', headers: bearer(token) }), 404)
    }
  })
})

test('a method that a URL does not allow is refused with a problem, too', async () => {
  const { access_token: token } = await makeTokens()
  const headers = bearer(token)
  expectProblem(await call('token?grant_type=password', { headers }), 405)
  expectProblem(await call('user', { json: {}, headers }), 405)
  expectProblem(await call('factors/x', { headers }), 405)
})

test('the published keys may be cached for ten minutes, on any site, and have no private half', async () => {
  await makeTokens()
  const answer = await server.ask('/.well-known/jwks.json')
  expect(answer.status).toBe(200)
  expect(answer.headers['cache-control']).toBe('public, max-age=600')
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  const { keys } = bodyOf<{ keys: Record<string, string>[] }>(answer)
  expect(keys).toHaveLength(1)
  expect(Object.keys(keys[0] ?? {}).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
})
