import { sql } from 'kysely'
import { assert, beforeEach, describe, expect, test } from 'vitest'
import { inventCode, showCode, waitForCalm } from '../../../../tests/support/authenticator.ts'
import { emptyStore, makeOperator, makeSession, reread } from '../../../../tests/support/fixtures.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { findSessionById, type Session } from '../sign-in/queries.server.ts'
import { createApiSession } from '../tokens/commands.server.ts'
import {
  answerChallenge,
  challengeFactor,
  enrolFactor,
  makeRecoveryCodes,
  redeemRecoveryCode,
  removeFactor,
  verifyFactor,
} from './commands.server.ts'
import { findTotpSecret, listFactors } from './queries.server.ts'

beforeEach(async () => {
  await emptyStore()
  await waitForCalm()
})

async function enrol(session: Session): Promise<{ factorId: string; secret: string }> {
  const enrolled = await enrolFactor(session, { factorType: 'totp', friendlyName: 'My app' })
  assert(enrolled.ok && enrolled.totp)
  return { factorId: enrolled.factorId, secret: enrolled.totp.secret }
}

/** Makes an account with a factor that was verified by the previous period's code, and a second session at aal1. */
async function start() {
  const operator = await makeOperator()
  const first = await makeSession(operator)
  const { factorId, secret } = await enrol(first)
  const verified = await answerChallenge(first, factorId, { code: showCode(secret, -1) })
  if (!verified.ok) throw new Error(verified.reason)
  return { operator, factorId, secret, first: await reread(first), session: await makeSession(operator) }
}

const answer = (session: Session, factorId: string, code: string) =>
  answerChallenge(session, factorId, { code })

test('a factor is unverified until its first correct code; then sessions have to reach aal2', async () => {
  const operator = await makeOperator()
  const session = await makeSession(operator)
  const other = await makeSession(operator)
  const { factorId, secret } = await enrol(session)
  expect(await listFactors(operator)).toMatchObject([
    { id: factorId, factorType: 'totp', status: 'unverified', friendlyName: 'My app', lastUsedAt: null },
  ])
  expect(await reread(session)).toMatchObject({ aal: 'aal1', nextAal: 'aal1' })
  expect((await findTotpSecret(operator, factorId))?.secret).toBe(secret)

  const verified = await answer(session, factorId, showCode(secret))
  expect(verified).toMatchObject({
    ok: true,
    cookies: expect.arrayContaining([expect.stringContaining('session=')]),
  })
  expect(verified.ok && verified.recoveryCodes).toHaveLength(10)
  expect(await listFactors(operator)).toMatchObject([{ status: 'verified', lastUsedAt: expect.any(Date) }])
  expect(await reread(session)).toMatchObject({ aal: 'aal2', nextAal: 'aal2' })
  expect(await findSessionById(other.id), 'a session below the new level is ended').toBeUndefined()
  expect(await findTotpSecret(operator, factorId), 'the secret is not shown again').toBeUndefined()
})

test('a raised session has a new cookie and lists its proofs', async () => {
  const { session, factorId, secret } = await start()
  const row = () =>
    db.selectFrom('sessions').select(['token', 'amr']).where('id', '=', session.id).executeTakeFirst()
  const before = await row()
  expect((await answer(session, factorId, showCode(secret))).ok).toBe(true)
  const after = await row()
  expect(after?.token).not.toBe(before?.token)
  expect(after?.amr).toEqual(['password', 'totp'])
})

describe('a code', () => {
  test('of this period, the previous and the next one is correct', async () => {
    for (const periods of [0, 1]) {
      const { session, factorId, secret } = await start()
      expect((await answer(session, factorId, showCode(secret, periods))).ok).toBe(true)
    }
    const session = await makeSession(await makeOperator())
    const { factorId, secret } = await enrol(session)
    expect((await answer(session, factorId, showCode(secret, -1))).ok).toBe(true)
  })

  test.each([-2, 2, -10])('that is %i periods away is wrong', async (periods) => {
    const { session, factorId, secret } = await start()
    expect(await answer(session, factorId, showCode(secret, periods))).toEqual({
      ok: false,
      reason: 'code-wrong',
    })
    expect(await reread(session)).toMatchObject({ aal: 'aal1', nextAal: 'aal2' })
  })

  test.each(['', '12345', 'abcdef', '1234567'])('that is not six digits is wrong: %j', async (code) => {
    const { session, factorId } = await start()
    expect(await answer(session, factorId, code)).toEqual({ ok: false, reason: 'code-wrong' })
  })

  test('works once: later sessions can use neither it nor an earlier one', async () => {
    const { operator, session, factorId, secret } = await start()
    const code = showCode(secret)
    expect((await answer(session, factorId, code)).ok).toBe(true)
    const later = await makeSession(operator)
    expect(await answer(later, factorId, code)).toEqual({ ok: false, reason: 'code-used' })
    expect(await answer(later, factorId, showCode(secret, -1))).toEqual({ ok: false, reason: 'code-used' })
    expect((await answer(later, factorId, showCode(secret, 1))).ok).toBe(true)
  })

  test('that twenty sessions send at the same time raises one of them', async () => {
    const { operator, factorId, secret } = await start()
    const sessions = await Promise.all(Array.from({ length: 20 }, () => makeSession(operator)))
    for (const session of sessions) await challengeFactor(session, factorId)
    const code = showCode(secret)
    const outcomes = await Promise.all(sessions.map((session) => answer(session, factorId, code)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    const left = await Promise.all(sessions.map(({ id }) => findSessionById(id)))
    expect(left.filter((session) => session !== undefined).map(({ aal }) => aal)).toEqual(['aal2'])
  })

  test('that one session sends twenty times at the same time is accepted once', async () => {
    const { session, factorId, secret } = await start()
    const challenge = await challengeFactor(session, factorId)
    const challengeId = challenge.ok ? challenge.id : ''
    const code = showCode(secret)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => verifyFactor(session, { factorId, challengeId, code })),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(new Set(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.reason)))).toEqual(
      new Set(['ok', 'challenge-used']),
    )
  })
})

test('a session whose last proof is ten minutes old cannot change factors before a new proof', async () => {
  const { factorId, first, secret } = await start()
  const old = sql<Date>`now() - interval '10 minutes 1 second'`
  await db.updateTable('sessions').set({ authenticatedAt: old }).where('id', '=', first.id).execute()
  const stale = await reread(first)
  const refused = { ok: false, reason: 'not-fresh' }
  expect(await enrolFactor(stale, { factorType: 'totp', friendlyName: 'Another' })).toEqual(refused)
  expect(await removeFactor(stale, factorId)).toEqual(refused)
  expect(await makeRecoveryCodes(stale)).toEqual(refused)
  expect(await createApiSession(stale, { name: 'Nightly import', scopes: null, siteIds: null })).toEqual(
    refused,
  )
  await answer(stale, factorId, showCode(secret))
  expect(await removeFactor(await reread(first), factorId)).toEqual({ ok: true })
})

test('the secret is sealed for its row: two rows that swap theirs open neither', async () => {
  const one = await start()
  const other = await start()
  const rows = await db.selectFrom('factors').select(['id', 'secret']).execute()
  for (const { secret } of rows) {
    expect(secret).toMatch(/^v1\./)
    expect(secret).not.toContain(one.secret)
  }
  for (const { id } of rows) {
    const secret = rows.find((row) => row.id !== id)?.secret
    await db.updateTable('factors').set({ secret }).where('id', '=', id).execute()
  }
  for (const { session, factorId, secret } of [one, other]) {
    expect(await answer(session, factorId, showCode(secret))).toEqual({ ok: false, reason: 'code-wrong' })
    expect(await reread(session)).toMatchObject({ aal: 'aal1' })
  }
})

test('a wrong code of an unverified factor changes nothing', async () => {
  const session = await makeSession(await makeOperator())
  const { factorId, secret } = await enrol(session)
  expect(await answer(session, factorId, inventCode(secret))).toEqual({ ok: false, reason: 'code-wrong' })
  expect(await reread(session)).toMatchObject({ aal: 'aal1', nextAal: 'aal1' })
  expect((await removeFactor(session, factorId)).ok).toBe(true)
})

test('a recovery code is the same with other digits and separators', async () => {
  const { first, session } = await start()
  const made = await makeRecoveryCodes(first)
  assert(made.ok)
  const [code = ''] = made.codes
  const typed = code
    .replaceAll(/[a-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))
    .replaceAll(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)))
    .replace('-', ' – ')
  expect((await redeemRecoveryCode(session, typed)).ok).toBe(true)
})

test('a code of an app is the same with Arabic digits', async () => {
  const { factorId, secret, session } = await start()
  const typed = showCode(secret).replaceAll(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)))
  expect((await answer(session, factorId, typed)).ok).toBe(true)
})

test('the label of an app has one colon, between site and account', async () => {
  const operator = await makeOperator()
  const enrolled = await enrolFactor(await makeSession(operator), { factorType: 'totp', friendlyName: 'App' })
  assert(enrolled.ok && enrolled.totp)
  const { host } = new URL(env.SITE_URL)
  expect(host).toContain(':')
  const { pathname, searchParams } = new URL(enrolled.totp.uri)
  const issuer = host.replaceAll(':', '-')
  expect(decodeURIComponent(pathname)).toMatch(new RegExp(`/${issuer}:${operator.email}$`))
  expect(searchParams.get('issuer')).toBe(issuer)
})
