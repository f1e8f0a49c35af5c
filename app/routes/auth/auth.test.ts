import { assert, beforeAll, describe, expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import {
  type Answer,
  queryStore,
  signUp,
  startServer,
  toCookie,
  type TestServer,
} from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'

const PASSWORD = 'a long enough password'

let server: TestServer

beforeAll(async () => {
  server = await shareServer()
  await signUp(server, 'ines@example.com')
})

const send = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  server.ask('/auth', { form, headers })
const signIn = (form: Record<string, string> = {}) =>
  send({ intent: 'sign-in', email: 'ines@example.com', password: PASSWORD, ...form })

const sendBody = (path: string, body: string, headers: Record<string, string>) =>
  server.ask(path, { body, headers })

test('signing up signs in, redirects, and reports the new account once', async () => {
  const answer = await send({
    intent: 'sign-up',
    email: 'theo@example.com',
    password: PASSWORD,
    next: '/publisher',
  })
  expect(answer.status).toBe(302)
  expect(answer.headers.location).toBe('/publisher')
  const cookie = toCookie(answer)
  const desk = await server.ask('/publisher', { headers: { cookie } })
  expect(desk.body).toContain('Account created successfully!')
  expect(toCookie(desk)).toBe('toast=')
  expect((await server.ask('/auth')).body).not.toContain('Account created')
  const entered = await signIn({ email: 'theo@example.com', next: '/publisher' })
  expect(entered.headers.location).toBe('/publisher')
  const again = await server.ask('/publisher', { headers: { cookie: toCookie(entered) } })
  expect(again.body).toContain('Signed in successfully!')
})

test('signing up asks for the name that readers see; without it, it is the part of the address before the @', async () => {
  expect((await server.ask('/auth?tab=sign-up')).body).toContain('Display name')
  expect((await server.ask('/auth')).body).not.toContain('Display name')
  for (const [email, name, author] of [
    ['mara@example.com', ' Mara  Quay ', 'Mara Quay'],
    ['mira@example.com', '', 'mira'],
  ] as const) {
    const answer = await send({ intent: 'sign-up', email, name, password: PASSWORD })
    const { body } = await server.ask('/publisher', { headers: { cookie: toCookie(answer) } })
    expect(/<input[^>]*name="author"[^>]*>/.exec(body)?.[0]).toContain(`value="${author}"`)
  }
  const form = { intent: 'sign-up', email: 'x@example.com', name: 'Quay, Mara', password: PASSWORD }
  const refused = await server.ask('/auth?tab=sign-up', { form })
  expect(refused.status).toBe(400)
  expect(refused.body).toContain(
    'A display name has at most 80 characters and is one name: commas separate authors.',
  )
  expect(refused.body).toContain('value="Quay, Mara"')
})

test('the display name can be changed', async () => {
  const headers = { cookie: (await signUp(server)).cookie }
  const rename = (name: string) => server.ask('/account', { form: { intent: 'save-name', name }, headers })
  expect((await rename('Mara Quay')).body).toContain('Display name saved')
  expect((await server.ask('/publisher', { headers })).body).toContain('value="Mara Quay"')
  for (const name of ['', 'a, b', 'x'.repeat(81)]) {
    const refused = await rename(name)
    expect([refused.status, refused.body.includes('value="Mara Quay"')]).toEqual([422, false])
  }
})

test('the session cookie is for the whole site, and scripts cannot read it', async () => {
  const session = (await signIn()).headers['set-cookie']?.find((cookie) => cookie.startsWith('session='))
  expect(session).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(session).toMatch(/Max-Age=604800;/)
})

// Each answer has its own nonce, and the form repeats the address.
const plain = ({ body }: Answer) => body.replaceAll(/nonce="[^"]*"|[\w.]+@example\.com/g, '')

function age(cookie: string, column: string, days: number) {
  const [, token] = /session=([^;.]+)/.exec(cookie) ?? []
  assert(token)
  return queryStore(
    server,
    `update sessions set ${column} = ${column} - interval '${days} days' where token = '${decodeURIComponent(token)}'`,
  )
}

const setCookie = (answer: Answer, name: string) =>
  answer.headers['set-cookie']?.find((cookie) => cookie.startsWith(`${name}=`))

describe('signing in', () => {
  test('makes a new secret each time, also when the request has a cookie', async () => {
    const planted = 'session=planted.c2lnbmF0dXJl'
    const first = toCookie(await signIn())
    const answers = [
      await send({ intent: 'sign-in', email: 'ines@example.com', password: PASSWORD }, { cookie: planted }),
      await send({ intent: 'sign-in', email: 'ines@example.com', password: PASSWORD }, { cookie: first }),
    ]
    const secrets = [first, ...answers.map(toCookie)].map((cookie) => /session=([^;]+)/.exec(cookie)?.[1])
    expect(new Set(secrets).size).toBe(3)
    expect(secrets).not.toContain('planted.c2lnbmF0dXJl')
    expect((await server.ask('/publisher', { headers: { cookie: planted } })).status).toBe(302)
    // The browser's former session has ended.
    expect((await server.ask('/publisher', { headers: { cookie: first } })).status).toBe(302)
  })

  test('sends equal answers for a wrong password and an unknown email address', async () => {
    const wrong = await signIn({ password: 'not this one' })
    const unknown = await signIn({ email: 'nobody@example.com', password: 'not this one' })
    expect(plain(unknown)).toBe(plain(wrong))
    expect(unknown.status).toBe(wrong.status)
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers))
    expect(unknown.headers['set-cookie']).toBeUndefined()
  })

  test('asks an account with a second factor for it before any screen opens', async () => {
    const { email } = await signUp(server)
    await queryStore(
      server,
      `insert into factors (id, user_id, factor_type, status, friendly_name)
       select '${uuidv7()}', id, 'totp', 'verified', 'Phone' from users where email = '${email}'`,
    )
    const answer = await signIn({ email, next: '/publisher' })
    expect(answer.headers.location).toBe('/auth/challenge?next=%2Fpublisher')
    const cookie = toCookie(answer)
    expect(cookie).not.toContain('signed_in')
    const again = await server.ask('/auth?next=/publisher', { headers: { cookie } })
    expect(again.headers.location).toBe('/auth/challenge?next=%2Fpublisher')
    expect((await server.ask('/auth/session', { headers: { cookie } })).body).toBe('{"signedIn":false}')
  })

  test('redirects to the requested page, but only to paths of this site', async () => {
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

  test('redirects home when there is a session already', async () => {
    const cookie = toCookie(await signIn())
    const answer = await server.ask('/auth', { headers: { cookie } })
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toBe('/')
  })
})

test('a browser without scripts gets a private style sheet that shows the links of its visitor', async () => {
  const ask = (cookie = '') => server.ask('/auth/session?as=style', { headers: { cookie } })
  const [signedIn, signedOut] = [await ask(toCookie(await signIn())), await ask()]
  expect(signedIn.headers['content-type']).toBe('text/css; charset=utf-8')
  expect(signedIn.headers['cache-control']).toBe('private, no-store')
  expect(signedIn.body).toContain("[data-when='signed-in'] { display: flex }")
  expect(signedOut.body).toBe('')
  const page = await server.ask('/')
  expect(page.body).toContain('<noscript><link rel="stylesheet" href="/auth/session?as=style"/></noscript>')
  expect((await server.ask('/', { headers: { cookie: toCookie(await signIn()) } })).body).toBe(page.body)
})

test('signing out ends the session on the server, not only in the browser', async () => {
  const cookie = toCookie(await signIn())
  expect((await server.ask('/auth/session', { headers: { cookie } })).body).toBe('{"signedIn":true}')
  const answer = await send({ intent: 'sign-out' }, { cookie })
  expect(answer.headers.location).toBe('/')
  expect(answer.headers['clear-site-data']).toBe('"cache", "storage"')
  expect((await server.ask('/publisher', { headers: { cookie } })).status).toBe(302)
  expect((await server.ask('/auth/session', { headers: { cookie } })).body).toBe('{"signedIn":false}')
})

describe('a session', () => {
  test('that is a day old is renewed by each kind of request, also in its cookie', async () => {
    for (const path of ['/auth/session', '/publisher', '/account']) {
      const cookie = toCookie(await signIn())
      const before = await server.ask(path, { headers: { cookie } })
      expect(setCookie(before, 'session'), path).toBeUndefined()
      await age(cookie, 'expires_at', 2)
      const after = await server.ask(path, { headers: { cookie } })
      expect(setCookie(after, 'session'), path).toMatch(/Max-Age=604800/)
      const renewed = toCookie(after)
      expect((await server.ask('/publisher', { headers: { cookie: renewed } })).status).toBe(200)
    }
  })

  test('ends after seven days without use', async () => {
    const cookie = toCookie(await signIn())
    await age(cookie, 'expires_at', 7)
    expect((await server.ask('/publisher', { headers: { cookie } })).status).toBe(302)
  })

  test('ends after thirty days, even while it is in use', async () => {
    const cookie = toCookie(await signIn())
    await age(cookie, 'created_at', 29)
    expect((await server.ask('/publisher', { headers: { cookie } })).status).toBe(200)
    await age(cookie, 'created_at', 1)
    expect((await server.ask('/publisher', { headers: { cookie } })).status).toBe(302)
    expect((await server.ask('/auth/session', { headers: { cookie } })).body).toBe('{"signedIn":false}')
  })

  test('that is due for renewal does not come back when its owner signs out or in again', async () => {
    const cookie = toCookie(await signIn())
    await age(cookie, 'expires_at', 2)
    const out = await send({ intent: 'sign-out' }, { cookie })
    expect(out.headers['set-cookie']?.filter((one) => one.startsWith('session='))).toHaveLength(1)
    expect(setCookie(out, 'session')).toMatch(/Max-Age=0/)
    const other = toCookie(await signIn())
    await age(other, 'expires_at', 2)
    const again = await send(
      { intent: 'sign-in', email: 'ines@example.com', password: PASSWORD },
      { cookie: other },
    )
    expect(again.headers['set-cookie']?.filter((one) => one.startsWith('session='))).toHaveLength(1)
    expect((await server.ask('/publisher', { headers: { cookie: toCookie(again) } })).status).toBe(200)
  })
})

describe('another site’s page', () => {
  const bodies: [string, string][] = [
    ['application/x-www-form-urlencoded', `intent=sign-in&email=ines%40example.com&password=${PASSWORD}`],
    ['text/plain', `intent=sign-in&email=ines@example.com&password=${PASSWORD}`],
    [
      'application/json',
      JSON.stringify({ intent: 'sign-in', email: 'ines@example.com', password: PASSWORD }),
    ],
  ]
  const origins: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]

  test.each(bodies)('can neither sign a visitor in nor out with %s', async (type, body) => {
    const cookie = toCookie(await signIn())
    for (const path of ['/auth', '/auth.data', '/AUTH/', '/auth/forgot', '/auth/reset', '/auth/verify']) {
      for (const headers of origins) {
        const answer = await sendBody(path, body, { ...headers, cookie, 'content-type': type })
        expect(answer.status, `${path} ${JSON.stringify(headers)}`).toBe(403)
        expect(answer.headers['set-cookie']).toBeUndefined()
        const out = await sendBody(path, 'intent=sign-out', { ...headers, cookie, 'content-type': type })
        expect(out.status).toBe(403)
      }
    }
    expect((await server.ask('/publisher', { headers: { cookie } })).status).toBe(200)
  })
})

test('signing up with the email address of an account is refused and keeps its password', async () => {
  const answer = await send({
    intent: 'sign-up',
    email: 'INES@example.com',
    password: 'another long password',
  })
  expect(answer.status).toBe(400)
  expect(answer.body).toContain('This address has an account already. Please sign in.')
  expect(toCookie(answer)).not.toContain('session=')
  expect((await signIn({ password: 'another long password' })).status).toBe(401)
  expect((await signIn()).status).toBe(302)
})

test('a site with closed sign-up refuses new accounts and does not offer them', async () => {
  const closed = await startServer({ SIGN_UP: 'closed' })
  const answer = await closed.ask('/auth', {
    form: { intent: 'sign-up', email: 'new@example.com', password: PASSWORD },
  })
  expect(answer.status).toBe(400)
  expect((await closed.ask('/auth')).body).not.toContain('Sign Up')
  await closed.end()
})

test('too many attempts are refused with 429', async () => {
  const limited = await shareServer({ isLimited: true })
  const form = { intent: 'sign-in', email: 'nobody@example.com', password: PASSWORD }
  const statuses: number[] = []
  for (let attempt = 0; attempt < 6; attempt += 1)
    statuses.push((await limited.ask('/auth', { form })).status)
  expect(statuses).toContain(429)
})

test('a short or common password creates no account, and the answer says why', async () => {
  const refusals: [string, string][] = [
    ['short', 'at least 8 characters'],
    ['password1', 'one of the first that anybody would guess'],
  ]
  for (const [password, sentence] of refusals) {
    const answer = await send({ intent: 'sign-up', email: 'weak@example.com', password })
    expect(answer.status).toBe(400)
    expect(answer.body).toContain(sentence)
    expect(answer.body).toContain('value="weak@example.com"')
  }
  expect(await queryStore(server, `select 1 from users where email = 'weak@example.com'`)).toEqual([])
})

test('without a mail server the link to a new password is in the log, and the screen says so', async () => {
  const { email } = await signUp(server)
  const answer = await server.ask('/auth/forgot', { form: { email } })
  expect(answer.body).toContain('in the server’s log')
  const linesTo = () =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('"mail.not_sent"') && line.includes(email))
      .map((line) => JSON.parse(line) as { to: string; subject: string; text: string })
  await expect.poll(() => linesTo().length, { timeout: 20_000 }).toBe(2) // one confirms the address
  const mail = linesTo().find(({ subject }) => subject.startsWith('Choose a new password'))
  assert(mail)
  const [, token] = /\/auth\/reset\?token=(\S+)/.exec(mail.text) ?? []
  assert(token)
  const changed = await server.ask('/auth/reset', { form: { token, password: 'quite another password' } })
  expect(changed.headers.location).toBe('/auth')
  expect((await signIn({ email, password: 'quite another password' })).status).toBe(302)
})
