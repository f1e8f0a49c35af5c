import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { assert, beforeEach, describe, expect, test } from 'vitest'
import { inventCode, showCode, waitForCalm } from '../../../../tests/support/authenticator.ts'
import { emptyStore, makeOperator, makeSession, reread } from '../../../../tests/support/fixtures.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../accounts.ts'
import { findSessionById, type Session } from '../sign-in/queries.server.ts'
import {
  answerChallenge,
  challengeFactor,
  enrolFactor,
  makeRecoveryCodes,
  removeFactor,
  redeemRecoveryCode,
  verifyFactor,
} from './commands.server.ts'
import { countRecoveryCodes, findTotpSecret, listFactors } from './queries.server.ts'

beforeEach(async () => {
  await emptyStore()
  await waitForCalm()
})

async function enrol(session: Session, friendlyName = 'My app') {
  const enrolled = await enrolFactor(session, { factorType: 'totp', friendlyName })
  assert(enrolled.ok && enrolled.totp)
  return { factorId: enrolled.factorId, secret: enrolled.totp.secret }
}

/** Makes an account with a verified factor: `proven` is the session that verified it, `session` is still at aal1. */
async function start(operator?: Operator) {
  const account = operator ?? (await makeOperator())
  const proven = await makeSession(account)
  const { factorId, secret } = await enrol(proven)
  const verified = await answerChallenge(proven, factorId, { code: showCode(secret, -1) })
  assert(verified.ok)
  const { recoveryCodes: codes = [] } = verified
  const [code] = codes
  assert(code)
  return {
    operator: account,
    factorId,
    secret,
    codes,
    code,
    proven: await reread(proven),
    session: await makeSession(account),
  }
}

describe('a recovery code', () => {
  test('opens the account once, in any spelling', async () => {
    const { operator, codes, code, session } = await start()
    expect(new Set(codes).size).toBe(10)
    expect((await redeemRecoveryCode(session, ` ${code.toUpperCase().replace('-', ' ')} `)).ok).toBe(true)
    expect(await reread(session)).toMatchObject({ aal: 'aal2' })
    expect(await countRecoveryCodes(operator)).toBe(9)
    const later = await makeSession(operator)
    expect(await redeemRecoveryCode(later, code)).toEqual({ ok: false, reason: 'recovery-code-wrong' })
    expect(await reread(later)).toMatchObject({ aal: 'aal1' })
  })

  test('that twenty sessions send at the same time raises exactly one', async () => {
    const { operator, code } = await start()
    const sessions = await Promise.all(Array.from({ length: 20 }, () => makeSession(operator)))
    const outcomes = await Promise.all(sessions.map((session) => redeemRecoveryCode(session, code)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('of one account opens no other', async () => {
    const one = await start()
    const other = await start()
    expect(await redeemRecoveryCode(other.session, one.code)).toMatchObject({
      reason: 'recovery-code-wrong',
    })
  })

  test('is stored as a hash, and refused once new ones are made', async () => {
    const { operator, codes, code, proven, session } = await start()
    const rows = await db.selectFrom('recoveryCodes').select('codeHash').execute()
    for (const { codeHash } of rows) expect(codeHash).toMatch(/^[0-9a-f]{64}$/)
    await redeemRecoveryCode(session, code)
    const made = await makeRecoveryCodes(proven)
    assert(made.ok)
    expect(made.codes).toHaveLength(10)
    expect(await countRecoveryCodes(operator)).toBe(10)
    const later = await makeSession(operator)
    const [former, next] = [codes[1], made.codes[0]]
    assert(former && next)
    expect(await redeemRecoveryCode(later, former)).toMatchObject({ reason: 'recovery-code-wrong' })
    expect((await redeemRecoveryCode(later, next)).ok).toBe(true)
  })

  test('is refused without a factor', async () => {
    const session = await makeSession(await makeOperator())
    expect(await redeemRecoveryCode(session, 'abcde-fghjk')).toEqual({ ok: false, reason: 'no-factor' })
    expect(await makeRecoveryCodes(session)).toEqual({ ok: false, reason: 'no-factor' })
  })
})

describe('a session below the next level', () => {
  test('adds, finishes and removes no factor, and makes no recovery codes', async () => {
    const operator = await makeOperator()
    const before = await enrol(await makeSession(operator), 'begun before')
    const { factorId, session } = await start(operator)
    const refused = { ok: false, reason: 'insufficient-aal' }
    expect(await enrolFactor(session, { factorType: 'totp', friendlyName: 'x' })).toEqual(refused)
    expect(await challengeFactor(session, before.factorId)).toEqual(refused)
    expect(await answerChallenge(session, before.factorId, { code: showCode(before.secret) })).toEqual(
      refused,
    )
    expect(await removeFactor(session, factorId)).toEqual(refused)
    expect(await removeFactor(session, before.factorId)).toEqual(refused)
    expect(await makeRecoveryCodes(session)).toEqual(refused)
    expect((await listFactors(operator)).map(({ status }) => status)).toEqual(['verified', 'unverified'])
  })

  test('does not reach it with a factor that it added before the first one was verified', async () => {
    const operator = await makeOperator()
    const [one, two] = [await makeSession(operator), await makeSession(operator)]
    const [first, second] = [await enrol(one), await enrol(two)]
    const asked = await challengeFactor(two, second.factorId)
    const [a, b] = await Promise.all([
      answerChallenge(one, first.factorId, { code: showCode(first.secret) }),
      verifyFactor(two, {
        factorId: second.factorId,
        challengeId: asked.ok ? asked.id : '',
        code: showCode(second.secret),
      }),
    ])
    expect([a, b].filter(({ ok }) => ok)).toHaveLength(1)
    expect([a, b].find(({ ok }) => !ok)).toMatchObject({ reason: 'session-ended' })
  })
})

test('a session that is lowered while it adds a factor cannot verify it', async () => {
  const { factorId, secret, proven, session } = await start()
  await answerChallenge(session, factorId, { code: showCode(secret) })
  const second = await enrol(proven, 'second')
  await answerChallenge(proven, second.factorId, { code: showCode(second.secret) })
  const begun = await enrol(session, 'begun')
  await challengeFactor(session, begun.factorId)
  await removeFactor(proven, factorId)
  expect(await answerChallenge(session, begun.factorId, { code: showCode(begun.secret) })).toEqual({
    ok: false,
    reason: 'insufficient-aal',
  })
})

describe('access to others is refused', () => {
  test('a factor of another account cannot be challenged, answered, seen or removed', async () => {
    const ours = await start()
    const theirs = await start()
    const unfinished = await enrol(theirs.proven, 'unfinished')
    const missing = { ok: false, reason: 'factor-not-found' }
    for (const factorId of [theirs.factorId, unfinished.factorId, uuidv7(), 'nonsense', '']) {
      expect(await challengeFactor(ours.proven, factorId)).toEqual(missing)
      expect(await answerChallenge(ours.proven, factorId, { code: showCode(theirs.secret) })).toEqual(missing)
      expect(await removeFactor(ours.proven, factorId)).toEqual(missing)
      expect(await findTotpSecret(ours.operator, factorId)).toBeUndefined()
    }
    expect(await listFactors(theirs.operator)).toHaveLength(2)
    expect(await listFactors(ours.operator)).toHaveLength(1)
  })

  test.each(['another session', 'another account', 'another factor'])(
    'a challenge of %s is not found',
    async (whose) => {
      const { operator, factorId, secret, proven, session } = await start()
      const stranger = await start()
      const second = await enrol(proven, 'second')
      const asked = {
        'another session': () => challengeFactor(proven, factorId),
        'another account': () => challengeFactor(stranger.session, stranger.factorId),
        'another factor': () => challengeFactor(proven, second.factorId),
      }[whose]
      const made = await asked?.()
      const challengeId = made?.ok ? made.id : ''
      const by = whose === 'another factor' ? proven : session
      expect(await verifyFactor(by, { factorId, challengeId, code: showCode(secret) })).toEqual({
        ok: false,
        reason: 'challenge-not-found',
      })
      expect(operator.id).not.toBe(stranger.operator.id)
    },
  )
})

describe('ten wrong answers', () => {
  test('of any kind pause the account for fifteen minutes', async () => {
    const { factorId, secret, code, session } = await start()
    const wrong = { ok: false, reason: 'code-wrong' }
    for (let tries = 0; tries < 5; tries += 1)
      expect(await answerChallenge(session, factorId, { code: inventCode(secret) })).toEqual(wrong)
    for (let tries = 0; tries < 4; tries += 1)
      expect(await redeemRecoveryCode(session, 'wrong-wrong')).toMatchObject({
        reason: 'recovery-code-wrong',
      })
    const paused = { ok: false, reason: 'paused', retryAfterS: 900 }
    expect(await answerChallenge(session, factorId, { code: inventCode(secret) })).toEqual(paused)
    expect(await redeemRecoveryCode(session, code)).toMatchObject({ reason: 'paused' })
    expect(await challengeFactor(session, factorId)).toMatchObject({ reason: 'paused' })
    expect(await answerChallenge(session, factorId, { code: showCode(secret) })).toMatchObject({
      reason: 'paused',
    })

    await passTime('14 minutes')
    expect(await redeemRecoveryCode(session, code)).toMatchObject({ reason: 'paused' })
    await passTime('1 minute')
    expect((await answerChallenge(session, factorId, { code: showCode(secret) })).ok).toBe(true)
  })

  test('that come at the same time are all counted, and the eleventh is not checked', async () => {
    const { operator, factorId, secret } = await start()
    const sessions = await Promise.all(Array.from({ length: 30 }, () => makeSession(operator)))
    for (const session of sessions) await challengeFactor(session, factorId)
    const outcomes = await Promise.all(
      sessions.map((session) => answerChallenge(session, factorId, { code: inventCode(secret) })),
    )
    const count = (reason: string) =>
      outcomes.filter((outcome) => !outcome.ok && outcome.reason === reason).length
    expect([count('code-wrong'), count('paused')]).toEqual([9, 21])
  })

  test('are counted from the last correct one', async () => {
    const { operator, factorId, secret, code, session } = await start()
    for (let tries = 0; tries < 9; tries += 1) await redeemRecoveryCode(session, 'wrong-wrong')
    expect((await redeemRecoveryCode(session, code)).ok).toBe(true)
    const later = await makeSession(operator)
    expect(await answerChallenge(later, factorId, { code: inventCode(secret) })).toMatchObject({
      reason: 'code-wrong',
    })
  })
})

describe('removing a factor', () => {
  test('that is the last one returns all sessions to aal1 and removes the recovery codes', async () => {
    const { operator, factorId, secret, proven, session } = await start()
    await answerChallenge(session, factorId, { code: showCode(secret) })
    expect(await removeFactor(proven, factorId)).toEqual({ ok: true })
    for (const one of [proven, session])
      expect(await reread(one)).toMatchObject({ aal: 'aal1', nextAal: 'aal1' })
    expect(await countRecoveryCodes(operator)).toBe(0)
    const rows = await db.selectFrom('sessions').select('amr').execute()
    expect(rows.map(({ amr }) => amr)).toEqual([['password'], ['password']])
  })

  test('of several lowers the other sessions, and not this one', async () => {
    const { operator, factorId, secret, proven, session } = await start()
    await answerChallenge(session, factorId, { code: showCode(secret) })
    const second = await enrol(proven, 'second')
    expect((await answerChallenge(proven, second.factorId, { code: showCode(second.secret) })).ok).toBe(true)
    expect(await removeFactor(proven, factorId)).toEqual({ ok: true })
    expect(await reread(proven)).toMatchObject({ aal: 'aal2', nextAal: 'aal2' })
    expect(await reread(session)).toMatchObject({ aal: 'aal1', nextAal: 'aal2' })
    expect(await countRecoveryCodes(operator)).toBe(10)
  })

  test('that was never verified changes nothing else', async () => {
    const { proven, session } = await start()
    const { factorId } = await enrol(proven)
    expect(await removeFactor(proven, factorId)).toEqual({ ok: true })
    expect(await findSessionById(session.id)).toBeDefined()
    expect(await reread(proven)).toMatchObject({ aal: 'aal2' })
  })
})

test('an account has at most ten factors', async () => {
  const session = await makeSession(await makeOperator())
  for (let count = 0; count < 10; count += 1) await enrol(session)
  expect(await enrolFactor(session, { factorType: 'totp', friendlyName: 'x' })).toEqual({
    ok: false,
    reason: 'too-many-factors',
  })
})

test('a session that has ended proves and changes nothing', async () => {
  const { factorId, secret, code, session } = await start()
  await db.deleteFrom('sessions').where('id', '=', session.id).execute()
  const ended = { ok: false, reason: 'session-ended' }
  expect(await answerChallenge(session, factorId, { code: showCode(secret) })).toEqual(ended)
  expect(await redeemRecoveryCode(session, code)).toEqual(ended)
  expect(await removeFactor(session, factorId)).toEqual(ended)
})

// Moves the time in the row, not the clock.
const passTime = (time: '1 minute' | '14 minutes') =>
  db
    .updateTable('factorLimits')
    .set({ pausedUntil: sql<Date>`paused_until - ${time}::interval` })
    .execute()
