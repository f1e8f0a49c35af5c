import { beforeAll, describe, expect, test } from 'vitest'
import { answerDevice, beginDevice, connectDevice, pollDevice } from '../../../tests/support/device.ts'
import { queryStore, signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'

let server: TestServer
let cookie: string

beforeAll(async () => {
  server = await shareServer()
  cookie = (await signUp(server)).cookie
})

const SCOPES = 'articles:read articles:write'
const status = async (path: string, token: string) =>
  (await server.ask(path, { headers: { authorization: `Bearer ${token}` } })).status

describe('a program', () => {
  test('gets a token once, after a person has typed its code and chosen what it may do', async () => {
    const codes = await beginDevice(server, SCOPES)
    expect(codes.user_code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/)
    expect(await pollDevice(server, codes)).toMatchObject({ error: 'authorization_pending' })
    expect(await pollDevice(server, codes)).toMatchObject({ error: 'slow_down' })
    const typed = codes.user_code.toLowerCase().replace('-', ' ')
    const screen = await server.ask(`/device?code=${encodeURIComponent(typed)}`, { headers: { cookie } })
    expect(screen.body).toContain('A laptop')
    expect(screen.body).toContain(codes.user_code)
    const form = { code: typed, intent: 'approve', scopes: ['articles:read', 'members:write'] } as const
    expect((await answerDevice(server, cookie, { ...form, scopes: [...form.scopes] })).body).toContain(
      'may act in your name',
    )
    const { access_token: token = '' } = await pollDevice(server, codes)
    expect(token).toMatch(/^bsk_/)
    expect(await status('/v1/articles', token)).toBe(200)
    expect(await status('/v1/members', token)).toBe(403) // ticked, but never asked for
    expect(await pollDevice(server, codes)).toMatchObject({ error: 'expired_token' })
    const [row] = await queryStore<{ scopes: string[] }>(
      server,
      `select scopes from sessions where name = 'A laptop'`,
    )
    expect(row?.scopes).toEqual(['articles:read'])
  })

  test('gets none if the person refuses, nor for a code that is over or was used', async () => {
    const codes = await beginDevice(server, SCOPES)
    await answerDevice(server, cookie, { code: codes.user_code, intent: 'refuse' })
    const late = await answerDevice(server, cookie, {
      code: codes.user_code,
      intent: 'approve',
      scopes: ['articles:read'],
    })
    expect(late.status).toBe(404)
    expect(await pollDevice(server, codes)).toMatchObject({ error: 'access_denied' })
    expect(await pollDevice(server, codes)).toMatchObject({ error: 'expired_token' })
    const old = await beginDevice(server, SCOPES)
    await queryStore(server, `update device_codes set expires_at = now()`)
    expect(await pollDevice(server, old)).toMatchObject({ error: 'expired_token' })
    const screen = await server.ask(`/device?code=${old.user_code}`, { headers: { cookie } })
    expect(screen.body).toContain('No program waits for this code.')
  })

  test('needs a person who proved to be there lately', async () => {
    const stale = await signUp(server)
    await queryStore(
      server,
      `update sessions set authenticated_at = now() - interval '1 day' where user_id = (select id from users where email = '${stale.email}')`,
    )
    const codes = await beginDevice(server, SCOPES)
    const form = { code: codes.user_code, intent: 'approve', scopes: ['articles:read'] } as const
    expect((await answerDevice(server, stale.cookie, { ...form, scopes: [...form.scopes] })).status).toBe(403)
    expect(await pollDevice(server, codes)).toMatchObject({ error: 'authorization_pending' })
  })

  test('ends its token by itself', async () => {
    const token = await connectDevice(server, cookie, ['articles:read'])
    expect(await status('/v1/articles', token)).toBe(200)
    await server.ask('/auth/oauth/revoke', { form: { token } })
    expect(await status('/v1/articles', token)).toBe(401)
    expect((await server.ask('/auth/oauth/revoke', { form: { token } })).status).toBe(200)
  })

  test('that asks for nothing, or in another way, is told so', async () => {
    const asked = await server.ask('/auth/oauth/device', { form: { scope: 'everything' } })
    expect(JSON.parse(asked.body)).toEqual({ error: 'invalid_scope' })
    const polled = await server.ask('/auth/oauth/token', { form: { device_code: 'x' } })
    expect(JSON.parse(polled.body)).toEqual({ error: 'unsupported_grant_type' })
  })
})
