import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp, startServer, toCookie, type TestServer } from '../../../tests/support/server.ts'

const PASSWORD = 'a long enough password'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
  await signUp(server, 'ines@example.com')
})
afterAll(async () => {
  await server.stop()
  server.forget()
})

const send = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  server.ask('/auth', { form, headers })
const signIn = (form: Record<string, string> = {}) =>
  send({ intent: 'sign-in', email: 'ines@example.com', password: PASSWORD, ...form })

test('signing up leads to signing in, and says that the account was created, once', async () => {
  const form = { intent: 'sign-up', email: 'theo@example.com', password: PASSWORD, next: '/publisher' }
  const answer = await send(form)
  expect(answer.status).toBe(302)
  expect(answer.headers.location).toBe('/auth?tab=sign-in&next=%2Fpublisher')
  const cookie = toCookie(answer)
  expect(cookie).toBe('toast=account-created')
  const screen = await server.ask('/auth?tab=sign-in&next=%2Fpublisher', { headers: { cookie } })
  expect(screen.body).toContain('Account created successfully!')
  expect(screen.body).toContain('name="next" value="/publisher"')
  expect(toCookie(screen)).toBe('toast=')
  expect((await server.ask('/auth')).body).not.toContain('Account created')
  const entered = await signIn({ email: form.email, next: '/publisher' })
  expect(entered.headers.location).toBe('/publisher')
  const desk = await server.ask('/publisher', { headers: { cookie: toCookie(entered) } })
  expect(desk.body).toContain('Signed in successfully!')
})

test('an open session is in a cookie that scripts cannot read, of the whole site', async () => {
  const session = (await signIn()).headers['set-cookie']?.find((cookie) => cookie.startsWith('session='))
  expect(session).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(session).toMatch(/Max-Age=604800;/)
})

describe('signing in', () => {
  test('leads where the visitor wanted to go, and only to paths of ours', async () => {
    expect((await signIn({ next: '/publisher?x=1' })).headers.location).toBe('/publisher?x=1')
    for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', '']) {
      expect((await signIn({ next })).headers.location).toBe('/')
    }
  })

  test('is refused with the server’s message, and the e-mail stays in the form', async () => {
    const wrongs: Record<string, string>[] = [{ password: 'not this one' }, { email: 'nobody@example.com' }]
    for (const wrong of wrongs) {
      const answer = await signIn(wrong)
      expect(answer.status).toBe(401)
      expect(answer.body).toContain('Invalid email or password')
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect((await signIn({ password: 'not this one' })).body).toContain('value="ines@example.com"')
  })

  test('asks for both e-mail and password', async () => {
    expect((await signIn({ password: '' })).status).toBe(400)
    expect((await signIn({ email: ' ' })).status).toBe(400)
  })

  test('is pointless with a session: the form leads on', async () => {
    const cookie = toCookie(await signIn())
    const answer = await server.ask('/auth', { headers: { cookie } })
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toBe('/')
  })
})

test('signing out ends the session on the server, not only in the browser', async () => {
  const cookie = toCookie(await signIn())
  expect((await server.ask('/auth/session', { headers: { cookie } })).body).toBe('{"signedIn":true}')
  const answer = await send({ intent: 'sign-out' }, { cookie })
  expect(answer.headers.location).toBe('/')
  expect((await server.ask('/publisher', { headers: { cookie } })).status).toBe(302)
  expect((await server.ask('/auth/session', { headers: { cookie } })).body).toBe('{"signedIn":false}')
})

test('an account that exists is not made again, and keeps its password', async () => {
  const answer = await send({
    intent: 'sign-up',
    email: 'INES@example.com',
    password: 'another long password',
  })
  expect(answer.status).toBe(302)
  expect((await signIn({ password: 'another long password' })).status).toBe(401)
  expect((await signIn()).status).toBe(302)
})

test('closed sign-up refuses new accounts and offers none', async () => {
  const closed = await startServer({ SIGN_UP: 'closed' })
  const answer = await closed.ask('/auth', {
    form: { intent: 'sign-up', email: 'new@example.com', password: PASSWORD },
  })
  expect(answer.status).toBe(400)
  expect((await closed.ask('/auth')).body).not.toContain('Sign Up')
  await closed.stop()
  closed.forget()
})

test('too many attempts are stopped while limits are on', async () => {
  const limited = await startServer({ RATE_LIMITS: 'on' })
  const form = { intent: 'sign-in', email: 'nobody@example.com', password: PASSWORD }
  const statuses: number[] = []
  for (let attempt = 0; attempt < 6; attempt += 1)
    statuses.push((await limited.ask('/auth', { form })).status)
  expect(statuses).toContain(429)
  await limited.stop()
  limited.forget()
})
