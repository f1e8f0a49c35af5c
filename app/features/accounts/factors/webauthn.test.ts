import { beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeOperator, makeSession, reread } from '../../../../tests/support/fixtures.ts'
import { makeDevice } from '../../../../tests/support/passkey.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Session } from '../sign-in/queries.server.ts'
import { challengeFactor, enrolFactor, verifyFactor } from './commands.server.ts'
import { listFactors } from './queries.server.ts'

beforeEach(emptyStore)

async function enrol(session: Session): Promise<string> {
  const enrolled = await enrolFactor(session, { factorType: 'webauthn', friendlyName: 'My laptop' })
  if (!enrolled.ok) throw new Error(enrolled.reason)
  return enrolled.factorId
}

async function challenge(session: Session, factorId: string) {
  const asked = await challengeFactor(session, factorId)
  if (!asked.ok) throw new Error(asked.reason)
  return { challengeId: asked.id, passkey: asked.passkey, factorId }
}

/** Makes an account with a verified passkey, and a session of it at aal1. */
async function start() {
  const operator = await makeOperator()
  const session = await makeSession(operator)
  const device = makeDevice()
  const asked = await challenge(session, await enrol(session))
  const verified = await verifyFactor(session, { ...asked, credential: device.answer(asked.passkey) })
  if (!verified.ok) throw new Error(verified.reason)
  return { operator, device, factorId: asked.factorId, session: await makeSession(operator) }
}

test('a passkey is created for this site and account, and then raises a session', async () => {
  const operator = await makeOperator('ines@example.com')
  const session = await makeSession(operator)
  const device = makeDevice()
  const made = await challenge(session, await enrol(session))
  expect(made.passkey).toMatchObject({
    type: 'create',
    options: {
      rp: { id: 'localhost' },
      user: { name: 'ines@example.com' },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'preferred' },
    },
  })
  expect((await verifyFactor(session, { ...made, credential: device.answer(made.passkey) })).ok).toBe(true)
  expect(await listFactors(operator)).toMatchObject([{ factorType: 'webauthn', status: 'verified' }])

  const later = await makeSession(operator)
  const asked = await challenge(later, made.factorId)
  expect(asked.passkey).toMatchObject({
    type: 'request',
    options: { rpId: 'localhost', userVerification: 'preferred' },
  })
  expect((await verifyFactor(later, { ...asked, credential: device.answer(asked.passkey) })).ok).toBe(true)
  expect(await reread(later)).toMatchObject({ aal: 'aal2' })
})

describe('a passkey is refused', () => {
  test.each([
    ['from another origin', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['that signed something else', { challenge: 'c29tZXRoaW5nIGVsc2U' }],
    ['whose count went back, as with a copy', { counter: 1 }],
  ])('%s', async (_name, twist) => {
    const { device, factorId, session } = await start()
    const asked = await challenge(session, factorId)
    const credential = device.answer(asked.passkey, twist)
    expect(await verifyFactor(session, { ...asked, credential })).toEqual({
      ok: false,
      reason: 'passkey-wrong',
    })
    expect(await reread(session)).toMatchObject({ aal: 'aal1', nextAal: 'aal2' })
  })

  test('of another device', async () => {
    const { factorId, session } = await start()
    const asked = await challenge(session, factorId)
    const credential = makeDevice().answer(asked.passkey)
    expect(await verifyFactor(session, { ...asked, credential })).toMatchObject({ reason: 'passkey-wrong' })
  })

  test.each([
    undefined,
    null,
    7,
    '',
    {},
    { id: 'x' },
    { id: 'x', rawId: 'x', type: 'public-key', response: {} },
  ])('that is not a credential: %j', async (credential) => {
    const { factorId, session } = await start()
    const asked = await challenge(session, factorId)
    expect(await verifyFactor(session, { ...asked, credential })).toMatchObject({ reason: 'passkey-wrong' })
  })

  test('twice, even sent twenty times at once', async () => {
    const { device, factorId, session } = await start()
    const asked = await challenge(session, factorId)
    const credential = device.answer(asked.passkey)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => verifyFactor(session, { ...asked, credential })),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'challenge-used')).toHaveLength(19)
  })

  test('after a wrong one, because the challenge is used up', async () => {
    const { device, factorId, session } = await start()
    const asked = await challenge(session, factorId)
    await verifyFactor(session, { ...asked, credential: {} })
    const credential = device.answer(asked.passkey)
    expect(await verifyFactor(session, { ...asked, credential })).toMatchObject({ reason: 'challenge-used' })
  })

  test('after five minutes', async () => {
    const { device, factorId, session } = await start()
    const asked = await challenge(session, factorId)
    await db
      .updateTable('factorChallenges')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .execute()
    const credential = device.answer(asked.passkey)
    expect(await verifyFactor(session, { ...asked, credential })).toMatchObject({
      reason: 'challenge-expired',
    })
  })

  test('that the account already has', async () => {
    const { device, factorId, session } = await start()
    const asked = await challenge(session, factorId)
    await verifyFactor(session, { ...asked, credential: device.answer(asked.passkey) })
    const again = await challenge(session, await enrol(session))
    expect(again.passkey).toMatchObject({ options: { excludeCredentials: [{ type: 'public-key' }] } })
    expect(await verifyFactor(session, { ...again, credential: device.answer(again.passkey) })).toMatchObject(
      {
        reason: 'passkey-known',
      },
    )
  })
})

test('a passkey with a certificate of its maker is refused, so that the server never fetches the certificate’s URLs', async () => {
  const session = await makeSession(await makeOperator())
  const made = await challenge(session, await enrol(session))
  const credential = makeDevice().answer(made.passkey, { isAttested: true })
  expect(await verifyFactor(session, { ...made, credential })).toEqual({ ok: false, reason: 'passkey-wrong' })
})
