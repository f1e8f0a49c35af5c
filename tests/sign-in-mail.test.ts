// Accounts of a site that sends mail: the built product with a fake mail server.
// @seconds 16
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findLink, type MailServer, startMailServer } from './support/mail-server.ts'
import { runJob } from './support/rows.ts'
import { queryStore, startServer, type TestServer, toCookie } from './support/server.ts'

const PASSWORD = 'a long enough password'
const OTHER = 'quite another password'

let mail: MailServer
let server: TestServer

beforeAll(async () => {
  mail = await startMailServer()
  server = await startServer({ SMTP_URL: mail.url, LOG_LEVEL: 'info' })
})
afterAll(async () => {
  await server.end()
  await mail.stop()
})

const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  server.ask(path, { form, headers })
const signUp = (email: string, password = PASSWORD) => post('/auth', { intent: 'sign-up', email, password })
const signIn = (email: string, password = PASSWORD) => post('/auth', { intent: 'sign-in', email, password })
const toToken = (link: string) => new URL(link, server.url).searchParams.get('token') ?? ''

const receiveLink = async (email: string) =>
  toToken(findLink(await mail.receive(email, /Subject: Confirm your address/)))
const confirm = async (email: string, password = PASSWORD) =>
  post('/auth/verify', { token: await receiveLink(email), password })

const findName = async (email: string) =>
  (await queryStore<{ name: string }>(server, `select name from users where email = '${email}'`))[0]?.name

async function makeAccount(email: string): Promise<void> {
  await signUp(email)
  await confirm(email)
}

describe('an address', () => {
  test('has to be confirmed before its account can sign in; until then the sentence is that for a wrong password', async () => {
    await signUp('ines@example.com')
    const early = await signIn('ines@example.com')
    const wrong = await signIn('ines@example.com', OTHER)
    expect([early.status, wrong.status]).toEqual([401, 401])
    expect(early.body).toContain('Invalid email or password, or the address has not been confirmed yet.')
    expect(withoutNonce(early.body)).toBe(withoutNonce(wrong.body))
    const received = await mail.receive('ines@example.com', /Subject: Confirm your address/)
    expect(received.from).toBe('desk@example.com')
    expect(received.source).toContain('text/plain')
    expect(received.source).toContain('text/html')
    expect(received.source).toContain('If it was not you')
    expect(received.source).toContain('Auto-Submitted: auto-generated')
    const link = findLink(received)
    const screen = await server.ask(link)
    expect(screen.body).toContain('Yes, this is my address')
    expect((await signIn('ines@example.com')).status).toBe(401) // opening the link does not confirm the address
    const short = await post('/auth/verify', { token: toToken(link), password: 'short' })
    expect(short.body).toContain('at least 8 characters')
    const confirmed = await post('/auth/verify', { token: toToken(link), password: PASSWORD })
    expect(confirmed.headers.location).toBe('/')
    expect((await server.ask('/publisher', { headers: { cookie: toCookie(confirmed) } })).status).toBe(200)
    expect((await signIn('ines@example.com')).status).toBe(302)
    const again = await post('/auth/verify', { token: toToken(link), password: OTHER })
    expect(again.body).toContain('This link has expired or has been used already.')
    expect((await signIn('ines@example.com', OTHER)).status).toBe(401)
  })

  test('is not confirmed by a forged or changed link', async () => {
    await signUp('made-up@example.com')
    const token = toToken(findLink(await mail.receive('made-up@example.com', /Confirm/)))
    for (const bad of ['x', `${token.slice(0, -4)}AAAA`]) {
      const answer = await post('/auth/verify', { token: bad, password: PASSWORD })
      expect(answer.status).toBe(400)
      expect(answer.body).toContain('This link has expired')
    }
    expect((await signIn('made-up@example.com')).status).toBe(401)
  })

  test('gets the same response to a request for another mail, with or without an account', async () => {
    await makeAccount('sure@example.com')
    await signUp('waiting@example.com')
    await mail.receive('waiting@example.com', /Confirm/)
    const answers = []
    for (const email of ['sure@example.com', 'waiting@example.com', 'nobody@example.com'])
      answers.push(await post('/auth/verify', { email }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => withoutNonce(body))).size).toBe(1)
    await mail.receive('waiting@example.com', /Confirm/)
    expect(mail.mails.filter(({ to }) => to === 'sure@example.com' || to === 'nobody@example.com')).toEqual(
      [],
    )
  })

  test('that has an account already gets a mail about it; the response does not say so', async () => {
    await makeAccount('known@example.com')
    const known = await signUp('known@example.com', OTHER)
    const fresh = await signUp('fresh@example.com', OTHER)
    expect([fresh.status, withoutNonce(fresh.body)]).toEqual([known.status, withoutNonce(known.body)])
    expect(fresh.body).toContain('Please confirm your address with the link that we have just mailed to it.')
    expect(fresh.body).toContain('value="fresh@example.com"')
    for (const name of Object.keys({ ...known.headers, ...fresh.headers })) {
      if (['date', 'x-request-id', 'content-security-policy'].includes(name)) continue // differ in each response
      expect(fresh.headers[name], name).toEqual(known.headers[name])
    }
    const { source } = await mail.receive('known@example.com', /You already have an account/)
    expect(source).not.toContain('token=')
    expect((await signIn('known@example.com', OTHER)).status).toBe(401)
    expect((await signIn('known@example.com')).status).toBe(302)
  })
})

describe('an address that a stranger signs up with', () => {
  const STRANGERS = 'the password of a stranger'

  test.each(['before', 'after'])('%s its owner: only the reader of the mail can sign in', async (order) => {
    const email = `taken-${order}@example.com`
    const passwords = order === 'before' ? [STRANGERS, PASSWORD] : [PASSWORD, STRANGERS]
    const links = []
    for (const password of passwords) {
      await signUp(email, password)
      links.push(await receiveLink(email))
    }
    for (const token of links.toReversed()) await post('/auth/verify', { token, password: PASSWORD })
    expect((await signIn(email, STRANGERS)).status).toBe(401)
    expect((await signIn(email)).status).toBe(302)
  })

  test('belongs to its owner after the link of the stranger’s mail, or after a new password', async () => {
    await signUp('mistake@example.com', STRANGERS)
    await post('/auth/forgot', { email: 'mistake@example.com' })
    const token = toToken(findLink(await mail.receive('mistake@example.com', /Choose a new password/)))
    const early = await receiveLink('mistake@example.com')
    await post('/auth/reset', { token, password: PASSWORD })
    await post('/auth/verify', { token: early, password: STRANGERS }) // this link is invalid since the other one was used
    expect((await signIn('mistake@example.com', STRANGERS)).status).toBe(401)
    expect((await signIn('mistake@example.com')).status).toBe(302)
  })

  test('keeps the display name only for the password from signing up', async () => {
    for (const [email, password, name] of [
      ['own@example.com', PASSWORD, 'Mara Quay'],
      ['strange@example.com', STRANGERS, 'strange'],
    ] as const) {
      await post('/auth', { intent: 'sign-up', email, password, name: 'Mara Quay' })
      await confirm(email)
      expect(await findName(email)).toBe(name)
    }
  })

  test('has no sessions and second factors of the stranger, and owns no site', async () => {
    await queryStore(server, 'update installation set owner_id = null')
    await signUp('first@example.com', STRANGERS)
    const [stranger] = await queryStore<{ id: string }>(
      server,
      `select id from users where email = 'first@example.com'`,
    )
    expect(await queryStore(server, 'select owner_id from installation')).toEqual([{ owner_id: null }])
    // like a site that starts to send mails only now
    await queryStore(
      server,
      `insert into factors (id, user_id, factor_type, friendly_name, status)
         values (gen_random_uuid(), '${stranger?.id}', 'totp', 'Theirs', 'verified')`,
    )
    const confirmed = await confirm('first@example.com')
    expect((await server.ask('/publisher', { headers: { cookie: toCookie(confirmed) } })).status).toBe(200)
    expect(await queryStore(server, 'select owner_id from installation')).toEqual([
      { owner_id: stranger?.id },
    ])
  })
})

describe('a forgotten password', () => {
  test('is replaced by the link of a mail, once; that ends all sessions and starts none', async () => {
    await makeAccount('forgetful@example.com')
    const session = toCookie(await signIn('forgetful@example.com'))
    await post('/auth/forgot', { email: 'Forgetful@example.com' })
    const link = findLink(await mail.receive('forgetful@example.com', /Choose a new password/))
    expect((await server.ask(link)).body).toContain('Choose a new password')
    const token = toToken(link)
    expect(
      await queryStore(server, `select 1 from verifications where identifier like '%${token}%'`),
    ).toEqual([])
    const short = await post('/auth/reset', { token, password: 'short' })
    expect(short.body).toContain('at least 8 characters')
    const changed = await post('/auth/reset', { token, password: OTHER })
    expect(changed.headers.location).toBe('/auth')
    expect(toCookie(changed)).not.toContain('session=')
    expect((await server.ask('/publisher', { headers: { cookie: session } })).status).toBe(302)
    expect((await signIn('forgetful@example.com')).status).toBe(401)
    expect((await signIn('forgetful@example.com', OTHER)).status).toBe(302)
    const again = await post('/auth/reset', { token, password: PASSWORD })
    expect(again.status).toBe(400)
    expect(again.body).toContain('This link has expired or has been used already.')
    const { source } = await mail.receive('forgetful@example.com', /Your password for .* was changed/)
    expect(source).toContain('If it was not you')
  })

  test('is replaced once by twenty simultaneous requests with the same link', async () => {
    await makeAccount('race@example.com')
    await post('/auth/forgot', { email: 'race@example.com' })
    const token = toToken(findLink(await mail.receive('race@example.com', /Choose a new password/)))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        post('/auth/reset', { token, password: `${OTHER} ${number}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19)
  })

  test('cannot be replaced after an hour', async () => {
    await makeAccount('late@example.com')
    await post('/auth/forgot', { email: 'late@example.com' })
    const token = toToken(findLink(await mail.receive('late@example.com', /Choose a new password/)))
    await queryStore(server, `update verifications set expires_at = expires_at - interval '1 hour'`)
    expect((await post('/auth/reset', { token, password: OTHER })).status).toBe(400)
    expect((await signIn('late@example.com')).status).toBe(302)
  })

  test('gets the same response for an address with and without an account', async () => {
    const known = await post('/auth/forgot', { email: 'late@example.com' })
    const unknown = await post('/auth/forgot', { email: 'nobody@example.com' })
    expect(withoutNonce(unknown.body)).toBe(withoutNonce(known.body))
    expect([unknown.status, unknown.headers['set-cookie']]).toEqual([
      known.status,
      known.headers['set-cookie'],
    ])
    expect((await post('/auth/forgot', { email: 'no address' })).body).toContain(
      'Please enter a valid email address.',
    )
  })
})

describe('a mail', () => {
  test('that the mail server cannot accept now is sent later', async () => {
    mail.refuseWith(451)
    await signUp('later@example.com')
    await expect.poll(mail.refused, { timeout: 20_000 }).toBeGreaterThan(0)
    mail.refuseWith(undefined)
    await queryStore(server, `update pgboss.job set start_after = now() where name = 'mail-account'`)
    await confirm('later@example.com')
    expect((await signIn('later@example.com')).status).toBe(302)
  })

  test('that the mail server refuses permanently is not tried again', async () => {
    mail.refuseWith(550)
    await signUp('refused@example.com')
    const orders = `select state from pgboss.job where data->>'email' = 'refused@example.com'`
    await expect.poll(() => queryStore(server, orders)).toEqual([{ state: 'completed' }])
    mail.refuseWith(undefined)
    await expect.poll(() => server.output()).toContain('"event":"mail.given_up"') // through a pipe, so it comes later
  })
})

test('expired counts are deleted in the background', async () => {
  expect(await runJob(server, 'prune-rate-limits')).toBe('completed')
})

// Private pages differ in their nonces, and in the typed values of the form.
const withoutNonce = (body: string) =>
  body.replaceAll(/nonce="[^"]*"/g, '').replaceAll(/[\w-]+@example\.com/g, 'ADDRESS')
