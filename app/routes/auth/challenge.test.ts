import { afterAll, assert, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inventCode, showCode, waitForCalm } from '../../../tests/support/authenticator.ts'
import { unescape } from '../../../tests/support/html.ts'
import {
  type Answer,
  queryStore,
  signUp,
  startServer,
  type TestServer,
  toCookie,
} from '../../../tests/support/server.ts'
import { type SmsWebhook, startSmsWebhook } from '../../../tests/support/sms-webhook.ts'
import { readWebhookSecret } from '../../connectors/messages/sms.server.ts'

const FACTORS = '/account/factors'

let server: TestServer
let sms: SmsWebhook

beforeAll(async () => {
  sms = await startSmsWebhook(readWebhookSecret())
  server = await startServer({ SMS_WEBHOOK_URL: sms.url, LOG_LEVEL: 'debug' })
})
afterAll(async () => {
  await server.end()
  await sms.stop()
})
beforeEach(() => waitForCalm(10_000))

const send = (path: string, cookie: string, form: Record<string, string>) =>
  server.ask(path, { headers: { cookie }, form })
const open = (path: string, cookie: string) => server.ask(path, { headers: { cookie } })

async function signIn(email: string): Promise<string> {
  const form = { intent: 'sign-in', email, password: 'a long enough password' }
  return toCookie(await server.ask('/auth', { form }))
}

function idIn({ headers: { location } }: Answer): string {
  const id = location && new URL(location, server.url).searchParams.get('enrol')
  assert(id)
  return id
}

const countRaised = (answers: Answer[]) =>
  answers.filter((answer) => toCookie(answer).includes('session=')).length

/** Makes an account with an authenticator app; `cookie` is of the session that verified it. */
async function start() {
  const { email, cookie } = await signUp(server)
  const factorId = idIn(
    await send(FACTORS, cookie, { intent: 'enrol', factorType: 'totp', friendlyName: 'My app' }),
  )
  const { body } = await open(`${FACTORS}?enrol=${factorId}`, cookie)
  const [, secret] = /secret=([A-Z2-7]{32})/.exec(unescape(body)) ?? []
  assert(secret)
  const verified = await send(`${FACTORS}?enrol=${factorId}`, cookie, {
    intent: 'verify',
    factorId,
    code: showCode(secret, -1),
  })
  const codes = verified.body.match(/(?<=<li>)[0-9a-z]{5}-[0-9a-z]{5}(?=<\/li>)/g) ?? []
  return { email, factorId, secret, codes, old: cookie, cookie: toCookie(verified) }
}

test('the challenge redirects to signing in without a session, and on with a complete one', async () => {
  const anonymous = await server.ask('/auth/challenge?next=/publisher')
  expect([anonymous.status, anonymous.headers.location]).toEqual([302, '/auth?next=%2Fpublisher'])
  const { cookie } = await signUp(server)
  const proven = await open('/auth/challenge?next=/publisher', cookie)
  expect([proven.status, proven.headers.location]).toEqual([302, '/publisher'])
  const elsewhere = await open('/auth/challenge?next=//evil.example', cookie)
  expect(elsewhere.headers.location).toBe('/')
})

describe('a session that has not proven its factor', () => {
  test.each(['/publisher', '/publisher.data', '/account', FACTORS, `${FACTORS}.data`, `${FACTORS}?add=totp`])(
    'does not reach %s',
    async (path) => {
      const { email } = await start()
      const answer = await open(path, await signIn(email))
      expect(answer.body).not.toContain('My app')
      expect(`${answer.headers.location}${answer.body}`).toContain('/auth/challenge?next=')
    },
  )

  test('changes no factor', async () => {
    const { email, factorId, cookie } = await start()
    for (const intent of ['enrol', 'remove', 'recovery-codes', 'challenge', 'verify'])
      expect((await send(FACTORS, await signIn(email), { intent, factorId })).status).toBe(302)
    expect((await open(FACTORS, cookie)).body).toContain('My app')
  })
})

test("verifying a factor replaces the session's cookie; the old one is invalid", async () => {
  const { old, cookie } = await start()
  expect((await open('/publisher', cookie)).status).toBe(200)
  expect((await open('/publisher', old)).headers.location).toBe('/auth?next=%2Fpublisher')
})

test('a session that is renewed in the same request gets only the cookie of its new level', async () => {
  const { email, factorId, secret } = await start()
  const cookie = await signIn(email)
  await queryStore(server, `update sessions set expires_at = now() + interval '5 days' where aal = 'aal1'`)
  const raised = await send('/auth/challenge', cookie, { intent: 'verify', factorId, code: showCode(secret) })
  expect(raised.headers['set-cookie']?.filter((one) => one.startsWith('session='))).toHaveLength(1)
  expect((await open('/publisher', toCookie(raised))).status).toBe(200)
})

test('a refusal has a reason, a status, and when to try again', async () => {
  const { email, factorId, secret } = await start()
  const cookie = await signIn(email)
  const wrong = () =>
    send('/auth/challenge', cookie, { intent: 'verify', factorId, code: inventCode(secret) })
  const first = await wrong()
  expect(first.status).toBe(422)
  expect(first.body).toContain('This code is wrong.')
  for (let tries = 0; tries < 8; tries += 1) await wrong()
  const paused = await wrong()
  expect([paused.status, paused.headers['retry-after']]).toEqual([429, '900'])
  expect(paused.body).toContain('Please wait 15 minutes')
})

describe('the same code, sent twenty times at the same time', () => {
  test('by one session is accepted once', async () => {
    const { email, factorId, secret } = await start()
    const cookie = await signIn(email)
    const form = { intent: 'verify', factorId, code: showCode(secret) }
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('/auth/challenge', cookie, form)))
    expect(countRaised(answers)).toBe(1)
    expect((await open('/publisher', cookie)).status).toBe(302)
  })

  test('by twenty sessions is accepted from one of them', async () => {
    const { email, factorId, secret } = await start()
    const cookies = []
    for (let count = 0; count < 20; count += 1) cookies.push(await signIn(email))
    const form = { intent: 'verify', factorId, code: showCode(secret) }
    const answers = await Promise.all(cookies.map((cookie) => send('/auth/challenge', cookie, form)))
    expect(countRaised(answers)).toBe(1)
    const opened = await Promise.all(
      [...cookies, ...answers.map(toCookie)].map((cookie) => open('/publisher', cookie)),
    )
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

test('no secret of a factor is in the log, in the database or on other pages', async () => {
  const { email, factorId, secret, codes, cookie } = await start()
  expect(codes).toHaveLength(10)
  const [recoveryCode] = codes
  assert(recoveryCode)
  const again = await signIn(email)
  const code = showCode(secret)
  const raised = toCookie(await send('/auth/challenge', again, { intent: 'verify', factorId, code }))
  const phone = idIn(
    await send(FACTORS, cookie, {
      intent: 'enrol',
      factorType: 'phone',
      friendlyName: 'P',
      phone: '+4915112345678',
    }),
  )
  await send(FACTORS, cookie, { intent: 'challenge', factorId: phone })
  const enrolPage = await open(`${FACTORS}?enrol=${phone}`, cookie)
  const phoneCode = sms.lastCode()
  const pages = [enrolPage]
  for (const path of [
    '/',
    '/publisher',
    '/account',
    FACTORS,
    `${FACTORS}.data`,
    `${FACTORS}?enrol=${factorId}`,
  ])
    pages.push(await open(path, raised))
  const waiting = await signIn(email)
  await send('/auth/challenge', waiting, { intent: 'recover', code: recoveryCode })
  const dump = await dumpStore()
  expect(dump).toContain(email)
  for (const canary of [secret, ...codes, ...codes.map((one) => one.replace('-', ''))])
    for (const text of [server.output(), dump, ...pages.map(({ body }) => body)])
      expect(text).not.toContain(canary)
  // Other numbers may contain these six digits, so only the digits alone are searched.
  for (const digits of [code, phoneCode]) {
    expect(server.output()).not.toMatch(new RegExp(`["\\s]${digits}["\\s]`))
    expect(dump).not.toMatch(new RegExp(`[(,"\\s]${digits}[),"\\s]`))
  }
})

async function dumpStore(): Promise<string> {
  const tables = await queryStore<{ name: string }>(
    server,
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname in ('public', 'pgboss')`,
  )
  const rows = []
  for (const { name } of tables)
    rows.push(...(await queryStore<{ row: string }>(server, `select t::text as row from ${name} t`)))
  return rows.map(({ row }) => row).join('\n')
}

test('without a message service the code goes to the log, and the screen says so', async () => {
  const silent = await startServer({ SMS_WEBHOOK_URL: '', LOG_LEVEL: 'warn' })
  const { cookie } = await signUp(silent)
  const ask = (path: string, form?: Record<string, string>) =>
    silent.ask(path, { headers: { cookie }, ...(form && { form }) })
  const number = '+4915112345678'
  const factorId = idIn(
    await ask(FACTORS, { intent: 'enrol', factorType: 'phone', friendlyName: 'P', phone: number }),
  )
  await ask(FACTORS, { intent: 'challenge', factorId })
  expect((await ask(`${FACTORS}?enrol=${factorId}`)).body).toContain('it is written to the log of the server')
  const line = await vi.waitFor(() => {
    const found = silent
      .output()
      .split('\n')
      .find((one) => one.includes('sms.not_sent'))
    if (!found) throw new Error('Nothing is in the log yet.')
    return JSON.parse(found) as { level: number; to: string; text: string }
  })
  expect(line).toMatchObject({ level: 40, to: number })
  const [code] = /^\d{6}/.exec(line.text) ?? []
  assert(code)
  const verified = await ask(`${FACTORS}?enrol=${factorId}`, { intent: 'verify', factorId, code })
  expect(verified.body).toContain('Keep your recovery codes')
  await silent.end()
})
