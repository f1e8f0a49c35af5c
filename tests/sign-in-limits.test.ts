// Attackers who guess passwords or search without end. Limits are on, and a proxy forwards the visitors' IP addresses.
// @store server
// @seconds 20
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, queryStore, startServer, type TestServer, toCookie } from './support/server.ts'
import { isDeep } from './support/tier.ts'

const PASSWORD = 'a long enough password'

let server: TestServer

beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: 'on', TRUST_PROXY: '1', LOG_LEVEL: 'warn' })
})
afterAll(async () => {
  await server.end()
})

interface From {
  address: string
  cookie?: string
}

const post = (form: Record<string, string>, { address, cookie = '' }: From) =>
  server.ask('/auth', { form, headers: { 'x-forwarded-for': address, cookie } })
const signIn = (email: string, from: From, password = PASSWORD) =>
  post({ intent: 'sign-in', email, password }, from)
const signUp = (email: string, address: string) =>
  post({ intent: 'sign-up', email, password: PASSWORD }, { address })

/** Returns the number of responses for each status. */
function tally(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const GROUP = 16
const GROUP_MS = 400

interface Attempt {
  email: string
  address: string
}

// Many at once, like a guessing program, but fewer than 50 a second, which is another limit.
async function inGroups(attempts: Attempt[], send: (attempt: Attempt) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let start = 0; start < attempts.length; start += GROUP) {
    const answered = await Promise.all(attempts.slice(start, start + GROUP).map(send))
    if (answered.some(({ status }) => status !== 429)) await sleep(GROUP_MS)
    await prolongMinutes()
    answers.push(...answered)
  }
  return answers
}

// A slow machine needs minutes for these attempts: all of them must count in one. Windows of seconds end as usual.
const prolongMinutes = () =>
  queryStore(
    server,
    `update rate_limits set resets_at = greatest(resets_at, now() + interval '55 seconds')
     where resets_at > now() + interval '2 seconds'`,
  )

const guess = (attempts: Attempt[]) =>
  inGroups(attempts, ({ email, address }) => signIn(email, { address }, 'a guess'))

const repeat = (email: string, address: string) => Array.from({ length: 12 }, () => ({ email, address }))

const pretendAnHourPassed = () => queryStore(server, 'delete from rate_limits')

test('200 guesses at one account from one address: 5 are checked, and its owner can sign in from another address', async () => {
  await signUp('ines@example.com', '198.51.100.1')
  const attempts = Array.from({ length: 200 }, () => ({ email: 'ines@example.com', address: '203.0.113.1' }))
  const guessing = guess(attempts)
  const meanwhile = await Promise.all(['/', '/feed.xml', '/auth', '/healthz'].map((path) => server.ask(path)))
  const owner = await signIn('ines@example.com', { address: '198.51.100.2' })
  const answers = await guessing
  expect(tally(answers)).toEqual({ 401: 5, 429: 195 })
  expect(meanwhile.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(owner.status).toBe(302)
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(refused?.body).toContain('Too many attempts. Please try again in a minute.')
  // Even the right password is refused from that IP address.
  expect((await signIn('ines@example.com', { address: '203.0.113.1' })).status).toBe(429)
})

test.runIf(isDeep)('200 guesses at 50 accounts from one address: 10 are checked', async () => {
  const attempts = Array.from({ length: 200 }, (_, number) => ({
    email: `account-${number % 50}@example.com`,
    address: '203.0.113.2',
  }))
  expect(tally(await guess(attempts))).toEqual({ 401: 10, 429: 190 })
})

test.runIf(isDeep)('one password for 500 accounts from 10 addresses: 10 from each are checked', async () => {
  const attempts = Array.from({ length: 500 }, (_, number) => ({
    email: `account-${number}@example.com`,
    address: `203.0.113.${100 + (number % 10)}`,
  }))
  expect(tally(await guess(attempts))).toEqual({ 401: 100, 429: 400 })
})

test('addresses of one IPv6 network of 64 bits count as one', async () => {
  const attempts = Array.from({ length: 60 }, (_, number) => ({
    email: `account-${number}@example.com`,
    address: `2001:db8:0:7:${(number * 1009).toString(16)}::${number.toString(16)}`,
  }))
  expect(tally(await guess(attempts))).toEqual({ 401: 10, 429: 50 })
  expect((await signIn('account-1@example.com', { address: '2001:db8:0:8::1' }, 'a guess')).status).toBe(401)
})

test('an e-mail address without an account has the same limits as one with an account', async () => {
  const known = await guess(repeat('ines@example.com', '203.0.113.3'))
  const unknown = await guess(repeat('nobody@example.com', '203.0.113.4'))
  expect(tally(unknown)).toEqual(tally(known))
})

describe.runIf(isDeep)('guesses from very many addresses', () => {
  let device: string

  beforeAll(async () => {
    await pretendAnHourPassed()
    await signUp('owner@example.com', '198.51.100.3')
    device = toCookie(await signIn('owner@example.com', { address: '198.51.100.3' }))
      .split('; ')
      .filter((cookie) => cookie.startsWith('device='))
      .join()
    const attempts = Array.from({ length: 300 }, (_, number) => ({
      email: 'owner@example.com',
      address: `192.0.2.${number % 60}`,
    }))
    expect(tally(await guess(attempts))).toEqual({ 401: 280, 429: 20 })
  })

  test('reach a limit that blocks neither new accounts nor a device that has signed in before', async () => {
    const from = { address: '198.51.100.4' }
    for (let attempt = 1; attempt <= 3; attempt += 1)
      expect((await signIn('owner@example.com', from, 'a guess')).status).toBe(401)
    expect((await signIn('owner@example.com', from)).status).toBe(429)
    expect((await signIn('owner@example.com', { ...from, cookie: device })).status).toBe(302)
    expect((await signIn('owner@example.com', { address: '198.51.100.7' })).status).toBe(302)
  })

  test('are not helped by a device of another account, or by a forged one', async () => {
    const attempts = Array.from({ length: 6 }, () =>
      signIn('ines@example.com', { address: '203.0.113.9', cookie: device }, 'a guess'),
    )
    expect(tally(await Promise.all(attempts))).toEqual({ 401: 5, 429: 1 })
    const forged = device.replace(/.{6}$/, 'AAAAAA')
    expect((await signIn('owner@example.com', { address: '198.51.100.4', cookie: forged })).status).toBe(429)
  })

  test('are limited for a known device too', async () => {
    const from = { address: '198.51.100.6', cookie: device }
    const answers = []
    for (let attempt = 0; attempt < 6; attempt += 1)
      answers.push(await signIn('owner@example.com', from, 'a guess'))
    expect(tally(answers)).toEqual({ 401: 4, 429: 2 }) // the device has signed in once in this minute
  })
})

test('an address can make 5 accounts in an hour; other addresses are not affected', async () => {
  const answers = []
  for (let number = 0; number < 7; number += 1)
    answers.push(await signUp(`new-${number}@example.com`, '203.0.113.50'))
  expect(tally(answers)).toEqual({ 302: 5, 429: 2 })
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(3500)
  expect(answers.at(-1)?.body).toContain('Please try again in 60 minutes.')
  expect((await signUp('new-8@example.com', '203.0.113.51')).status).toBe(302)
})

test.runIf(isDeep)('sign-ups from 27 networks do not block the next network', async () => {
  await pretendAnHourPassed()
  const attempts = Array.from({ length: 135 }, (_, number) => ({
    email: `crowd-${number}@example.com`,
    address: `203.0.113.${100 + (number % 27)}`,
  }))
  const answers = await inGroups(attempts, ({ email, address }) => signUp(email, address))
  expect(tally(answers)).toEqual({ 302: 127, 429: 8 })
  expect((await signUp('the-next@example.com', '203.0.113.200')).status).toBe(302)
})

const askForMail = (email: string, address: string) =>
  server.ask('/auth/forgot', { form: { email }, headers: { 'x-forwarded-for': address } })

/** Returns the receivers of mails, from the log. */
const listSent = () =>
  [...server.output().matchAll(/"to":"(\w+)@example\.com","subject":"Choose a new password/g)].map(
    ([, name]) => name,
  )

test('an address gets 3 mails in an hour, even after more requests', async () => {
  await pretendAnHourPassed()
  await signUp('newcomer@example.com', '203.0.113.200')
  const undone = `select 1 from pgboss.job where name = 'mail-account' and state not in ('completed', 'failed')`
  const untilSent = () => expect.poll(() => queryStore(server, undone), { timeout: 20_000 }).toEqual([])
  for (let number = 0; number < 6; number += 1)
    await askForMail('ines@example.com', `203.0.113.${60 + number}`)
  await untilSent()
  await askForMail('newcomer@example.com', '203.0.113.66')
  await expect.poll(listSent).toContain('newcomer') // by then, all earlier lines have been read
  expect(listSent()).toEqual(['ines', 'ines', 'ines', 'newcomer'])
})

const guessAt = (number: number) =>
  signIn(`account-${number}@example.com`, { address: `100.64.1.${number}` }, 'a guess')

test('passwords are compared at most 50 times a second, for all visitors together', async () => {
  await pretendAnHourPassed()
  await guessAt(0)
  // A second that does not end: the row is changed, not the clock.
  const second = `count = 0, resets_at = now() + interval '1 hour'`
  await queryStore(server, `update rate_limits set ${second} where key like 'hashes/%'`)
  const answers = await Promise.all(Array.from({ length: 55 }, (_, number) => guessAt(number + 1)))
  expect(tally(answers)).toEqual({ 401: 50, 429: 5 })
})

const search = (address: string) =>
  server.ask('/search.json?q=tide', { headers: { 'x-forwarded-for': address } })

test('a network can search 600 times a minute; other networks are not affected', async () => {
  for (let batch = 0; batch < 12; batch += 1)
    await Promise.all(Array.from({ length: 50 }, () => search('203.0.113.70')))
  const refused = await search('203.0.113.70')
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBe('60')
  expect(refused.headers['access-control-allow-origin']).toBe('*') // pages of other sites search, too
  expect((await search('203.0.113.71')).status).toBe(200)
})
