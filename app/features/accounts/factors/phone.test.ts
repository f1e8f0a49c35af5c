// @seconds 9
import { sql } from 'kysely'
import { afterAll, assert, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeOperator, makeSession, reread } from '../../../../tests/support/fixtures.ts'
import { type SmsWebhook, startSmsWebhook } from '../../../../tests/support/sms-webhook.ts'
import { readWebhookSecret } from '../../../connectors/messages/sms.server.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import type { Session } from '../sign-in/queries.server.ts'
import {
  answerChallenge,
  challengeFactor,
  enrolFactor,
  removeFactor,
  verifyFactor,
} from './commands.server.ts'
import { listFactors } from './queries.server.ts'

let sms: SmsWebhook

beforeAll(async () => {
  assert(env.SMS_WEBHOOK_URL)
  sms = await startSmsWebhook(readWebhookSecret(), Number(new URL(env.SMS_WEBHOOK_URL).port))
})
afterAll(() => sms.stop())
beforeEach(async () => {
  await emptyStore()
  sms.answerWith({ status: 204 })
  sms.messages.length = 0
})

async function enrol(session: Session, phone = '+49 151 12345678'): Promise<string> {
  const enrolled = await enrolFactor(session, { factorType: 'phone', friendlyName: 'My phone', phone })
  if (!enrolled.ok) throw new Error(enrolled.reason)
  return enrolled.factorId
}

/** Makes an account with a verified phone, and a session of it at aal1. */
async function start() {
  const operator = await makeOperator()
  const first = await makeSession(operator)
  const factorId = await enrol(first)
  await challengeFactor(first, factorId)
  const verified = await answerChallenge(first, factorId, { code: sms.lastCode() })
  if (!verified.ok) throw new Error(verified.reason)
  await passMinute()
  return { operator, factorId, session: await makeSession(operator) }
}

// Moves the time in the row, not the clock.
const passMinute = () =>
  db
    .updateTable('factorLimits')
    .set({ sentAt: sql<Date>`sent_at - interval '1 minute'` })
    .execute()

test('a code goes to the phone, names the site, and raises the session', async () => {
  const { operator, factorId, session } = await start()
  expect((await challengeFactor(session, factorId)).ok).toBe(true)
  expect(sms.messages).toHaveLength(2)
  expect(sms.messages[1]).toMatchObject({ type: 'sms', to: '+4915112345678' })
  expect(sms.messages[1]?.text).toMatch(/^\d{6} is your code for localhost:3000\. .*\n\n@localhost #\d{6}$/)
  expect((await answerChallenge(session, factorId, { code: sms.lastCode() })).ok).toBe(true)
  expect(await reread(session)).toMatchObject({ aal: 'aal2' })
  expect(await listFactors(operator)).toMatchObject([{ phone: '+49 ••• 78', status: 'verified' }])
})

describe('a code to a phone', () => {
  test('is neither the code of the last challenge nor of another session', async () => {
    const { operator, factorId, session } = await start()
    const old = sms.lastCode()
    await challengeFactor(session, factorId)
    const now = sms.lastCode()
    if (old !== now)
      expect(await answerChallenge(session, factorId, { code: old })).toMatchObject({
        reason: 'phone-code-wrong',
      })
    const other = await makeSession(operator)
    expect(await answerChallenge(other, factorId, { code: now })).toMatchObject({
      reason: 'challenge-expired',
    })
  })

  test('works once, even if it is sent twenty times at the same time', async () => {
    const { factorId, session } = await start()
    const asked = await challengeFactor(session, factorId)
    const answer = { factorId, challengeId: asked.ok ? asked.id : '', code: sms.lastCode() }
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => verifyFactor(session, answer)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('expires after five minutes', async () => {
    const { factorId, session } = await start()
    const asked = await challengeFactor(session, factorId)
    await db
      .updateTable('factorChallenges')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .execute()
    const answer = { factorId, challengeId: asked.ok ? asked.id : '', code: sms.lastCode() }
    expect(await verifyFactor(session, answer)).toMatchObject({ reason: 'challenge-expired' })
    expect(await answerChallenge(session, factorId, answer)).toMatchObject({ reason: 'challenge-expired' })
  })

  test('can be tried five times; then even the correct one is refused', async () => {
    const { factorId, session } = await start()
    const asked = await challengeFactor(session, factorId)
    const challengeId = asked.ok ? asked.id : ''
    const wrong = sms.lastCode() === '000000' ? '111111' : '000000'
    for (let tries = 0; tries < 5; tries += 1)
      expect(await verifyFactor(session, { factorId, challengeId, code: wrong })).toMatchObject({
        reason: 'phone-code-wrong',
      })
    expect(await verifyFactor(session, { factorId, challengeId, code: sms.lastCode() })).toMatchObject({
      reason: 'too-many-tries',
    })
  })

  test('is sent at most once a minute, for all factors and requests together', async () => {
    const session = await makeSession(await makeOperator())
    const phones = await Promise.all([1, 2, 3, 4].map((digit) => enrol(session, `+49 151 1234567${digit}`)))
    const outcomes = await Promise.all(phones.map((factorId) => challengeFactor(session, factorId)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ reason: 'sent-recently', retryAfterS: 60 })
    for (const factorId of phones) await removeFactor(session, factorId)
    expect(await challengeFactor(session, await enrol(session))).toMatchObject({ reason: 'sent-recently' })
    await passMinute()
    const [factor] = await listFactors(session.operator)
    assert(factor)
    expect((await challengeFactor(session, factor.id)).ok).toBe(true)
    expect(sms.messages).toHaveLength(2)
  })

  test('is sent at most twenty times a day', async () => {
    const session = await makeSession(await makeOperator())
    const factorId = await enrol(session)
    for (let sent = 0; sent < 20; sent += 1) {
      expect((await challengeFactor(session, factorId)).ok).toBe(true)
      await passMinute()
    }
    expect(await challengeFactor(session, factorId)).toMatchObject({ reason: 'sent-too-often' })
    await db.updateTable('factorLimits').set({ sentOn: '2020-01-01' }).execute()
    expect((await challengeFactor(session, factorId)).ok).toBe(true)
  })
})

describe('a message service that fails', () => {
  test.each([
    ['refuses', { status: 500 }, 'not-sent'],
    ['redirects', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'not-sent'],
    ['has gone', { status: 410 }, 'cannot-send'],
    ['takes longer than ten seconds', { status: 204, afterMs: 11_000 }, 'not-sent'],
  ])('and %s is reported, and leaves no challenge', async (_name, manner, reason) => {
    const { factorId, session } = await start()
    sms.answerWith(manner)
    expect(await challengeFactor(session, factorId)).toEqual({ ok: false, reason })
    expect(await answerChallenge(session, factorId, { code: sms.lastCode() })).toMatchObject({
      reason: 'challenge-expired',
    })
  })

  test('and does not run is reported, too', async () => {
    const { factorId, session } = await start()
    const port = Number(new URL(sms.url).port)
    await sms.stop()
    expect(await challengeFactor(session, factorId)).toEqual({ ok: false, reason: 'not-sent' })
    sms = await startSmsWebhook(readWebhookSecret(), port)
  })
})

test('a code is stored as a hash', async () => {
  const { factorId, session } = await start()
  await challengeFactor(session, factorId)
  const row = await db
    .selectFrom('factorChallenges')
    .select('expected')
    .where('sessionId', '=', session.id)
    .executeTakeFirst()
  expect(row?.expected).toMatch(/^[0-9a-f]{64}$/)
  expect(sms.forged()).toBe(0)
})
