import { createHmac, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
} from 'jose'
import { sql } from 'kysely'
import { afterAll, assert, beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeOperator } from '../../../../tests/support/fixtures.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { unseal } from '../../../platform/seal.server.ts'
import type { Session } from '../sign-in/queries.server.ts'
import { signAccessToken, verifyAccessToken } from './access-tokens.server.ts'
import { tokenRefusals } from './messages.ts'
import {
  findPublicKey,
  findSigningKey,
  listPublicKeys,
  rotateSigningKey,
  maintainSigningKeys,
} from './signing-keys.server.ts'

const SESSION_ID = '019a0000-0000-7000-8000-000000000001'

let session: Session

// A key that this file has damaged would look like one of another secret.
afterAll(() => db.deleteFrom('signingKeys').execute())
beforeEach(async () => {
  await emptyStore()
  await db.deleteFrom('signingKeys').execute()
  const operator = await makeOperator()
  session = {
    id: SESSION_ID,
    operator,
    acting: operator,
    hasOthers: false,
    isByProvider: false,
    aal: 'aal1',
    amr: ['password'],
    nextAal: 'aal1',
    isFresh: true,
    scopes: null,
    directScopes: null,
  }
})

const now = () => Math.floor(Date.now() / 1000)

async function check(token: string, options?: { allowExpired?: boolean }): Promise<string> {
  const verified = await verifyAccessToken(token, options)
  return verified.ok ? 'accepted' : tokenRefusals[verified.reason]
}

interface Forgery {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
}

/** Returns a token with our signature and the header and claims of the forgery. */
async function signWith({ header = {}, claims = {} }: Forgery = {}): Promise<string> {
  const { id, key } = await findSigningKey()
  const ours = {
    iss: env.SITE_URL,
    aud: 'authenticated',
    sub: session.operator.id,
    aal: 'aal1',
    session_id: session.id,
    iat: now(),
    exp: now() + 900,
  }
  return new SignJWT({ ...ours, ...claims })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: id, ...header })
    .sign(key)
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')

test('an access token names its account, level, session and end after 15 minutes', async () => {
  const { accessToken, expiresAt } = await signAccessToken(session)
  const verified = await verifyAccessToken(accessToken)
  expect(verified).toEqual({
    ok: true,
    claims: {
      iss: env.SITE_URL,
      aud: 'authenticated',
      sub: session.operator.id,
      aal: 'aal1',
      session_id: SESSION_ID,
      iat: expiresAt - 900,
      exp: expiresAt,
    },
  })
  const [key] = await listPublicKeys()
  expect(decodeProtectedHeader(accessToken)).toEqual({ alg: 'EdDSA', typ: 'at+jwt', kid: key?.kid })
})

describe('refused with its own message is', () => {
  test('a token that has expired, unless expired ones are allowed', async () => {
    const token = await signWith({ claims: { iat: now() - 1000, exp: now() - 100 } })
    expect(await check(token)).toBe('JWT expired')
    expect(await check(token, { allowExpired: true })).toBe('accepted')
  })

  test('an expired token with another fault, although expired ones are allowed', async () => {
    const expired = { exp: now() - 100 }
    for (const wrong of [{ aud: 'others' }, { iss: 'https://evil.example' }, { session_id: 'x' }])
      expect(
        await check(await signWith({ claims: { ...expired, ...wrong } }), { allowExpired: true }),
      ).not.toBe('accepted')
  })

  test('a token that is not valid yet', async () => {
    expect(await check(await signWith({ claims: { nbf: now() + 120 } }))).toBe('JWT not yet valid')
  })

  test('no token whose times differ by less than 30 seconds, as clocks do', async () => {
    expect(await check(await signWith({ claims: { exp: now() - 20 } }))).toBe('accepted')
    expect(await check(await signWith({ claims: { nbf: now() + 20 } }))).toBe('accepted')
    expect(await check(await signWith({ claims: { exp: now() - 31 } }))).toBe('JWT expired')
  })

  test('a wrong signature: of another key, of other claims, cut, or with one bit changed', async () => {
    const token = await signWith()
    const [header = '', claims = '', signature = ''] = token.split('.')
    const other = await generateKeyPair('EdDSA')
    const byOther = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ ...decodeProtectedHeader(token), alg: 'EdDSA' })
      .sign(other.privateKey)
    const flipped = Buffer.from(signature, 'base64url')
    flipped.writeUInt8(flipped.readUInt8(5) ^ 1, 5)
    const forged = [
      byOther,
      `${header}.${encode({ ...decodeJwt(token), aal: 'aal2' })}.${signature}`,
      `${encode({ ...decodeProtectedHeader(token), extra: 1 })}.${claims}.${signature}`,
      `${header}.${claims}.${flipped.toString('base64url')}`,
      `${header}.${claims}.${signature.slice(0, 40)}`,
      `${header}.${claims}.`,
    ]
    for (const one of forged) expect(await check(one), one).toBe('Invalid JWT signature')
  })

  test('alg none in any spelling, with and without a signature', async () => {
    const token = await signWith()
    const [, claims = '', signature = ''] = token.split('.')
    for (const alg of ['none', 'None', 'NONE', ''])
      for (const end of ['', signature])
        expect(await check(`${encode({ ...decodeProtectedHeader(token), alg })}.${claims}.${end}`)).toMatch(
          /^(Unsupported JWT algorithm|Invalid JWT)$/,
        )
    expect(await check(`${encode({ ...decodeProtectedHeader(token), alg: 'none' })}.${claims}.`)).toBe(
      'Unsupported JWT algorithm',
    )
  })

  test('HS256 signed with the public key in each of its formats', async () => {
    const { id } = await findSigningKey()
    const publicKey = await findPublicKey(id)
    assert(publicKey)
    const jwk = await exportJWK(publicKey)
    assert(jwk.x)
    const secrets = [JSON.stringify(jwk), await exportSPKI(publicKey), jwk.x, Buffer.from(jwk.x, 'base64url')]
    const claims = encode(decodeJwt(await signWith()))
    for (const secret of secrets) {
      const head = encode({ alg: 'HS256', typ: 'at+jwt', kid: id })
      const mac = createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url')
      expect(await check(`${head}.${claims}.${mac}`)).toBe('Unsupported JWT algorithm')
    }
  })

  test.each(['RS256', 'ES256', 'Ed448', 'HS512', 'PS256'])('another algorithm: %s', async (alg) => {
    const [, claims = '', signature = ''] = (await signWith()).split('.')
    const { id } = await findSigningKey()
    expect(await check(`${encode({ alg, typ: 'at+jwt', kid: id })}.${claims}.${signature}`)).toBe(
      'Unsupported JWT algorithm',
    )
  })

  test.each(['019a0000-0000-7000-8000-00000000dead', "' or 1=1 --", '../keys/1', '', undefined, 7])(
    'an unknown key id: %j',
    async (kid) => {
      expect(await check(await signWith({ header: { kid } }))).toMatch(
        /^(Unknown JWT signing key|Invalid JWT)$/,
      )
    },
  )

  test('a token with its own key, or with an address to fetch it from', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const jwk = publicKey.export({ format: 'jwk' })
    const claims = encode(decodeJwt(await signWith()))
    const { id } = await findSigningKey()
    for (const extra of [
      { jwk },
      { jku: 'https://evil.example/jwks.json' },
      { x5u: 'https://evil.example/x' },
    ]) {
      const signed = `${encode({ alg: 'EdDSA', typ: 'at+jwt', kid: id, ...extra })}.${claims}`
      const signature = sign(
        null,
        Buffer.from(signed),
        createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' })),
      ).toString('base64url')
      expect(await check(`${signed}.${signature}`)).toBe('Invalid JWT signature')
      const own = { ...extra, kid: 'mine' }
      expect(await check(await signWith({ header: own }))).toBe('Unknown JWT signing key')
    }
  })

  test('a token for another audience, from another issuer, or of another type', async () => {
    expect(await check(await signWith({ claims: { aud: 'others' } }))).toBe('Invalid JWT audience')
    expect(await check(await signWith({ claims: { aud: undefined } }))).toBe('Invalid JWT audience')
    expect(await check(await signWith({ claims: { iss: 'https://evil.example' } }))).toBe(
      'Invalid JWT issuer',
    )
    expect(await check(await signWith({ claims: { iss: undefined } }))).toBe('Invalid JWT issuer')
    expect(await check(await signWith({ header: { typ: 'JWT' } }))).toBe('Invalid JWT type')
    expect(await check(await signWith({ header: { typ: undefined } }))).toBe('Invalid JWT type')
  })

  test.each([
    { exp: undefined },
    { sub: undefined },
    { sub: 'x' },
    { aal: 'aal9' },
    { session_id: '1' },
    { exp: 'soon' },
  ])('a token with wrong claims: %j', async (claims) =>
    expect(await check(await signWith({ claims }))).toBe('Invalid JWT claims'),
  )

  test.each(['', 'x', 'a.b', 'a.b.c', 'a.b.c.d.e', `${encode({})}.${encode({})}.`, '{}'])(
    'text that is not a token: %j',
    async (token) => expect(await check(token)).toBe('Invalid JWT'),
  )
})

describe('signing keys', () => {
  test('a token of the former key stays valid until it expires', async () => {
    const before = await signAccessToken(session)
    await rotateSigningKey()
    const after = await signAccessToken(session)
    expect(kidOf(after.accessToken)).not.toBe(kidOf(before.accessToken))
    expect(await check(before.accessToken)).toBe('accepted')
    expect(await check(after.accessToken)).toBe('accepted')
    expect((await listPublicKeys()).map(({ kid }) => kid)).toEqual([
      kidOf(after.accessToken),
      kidOf(before.accessToken),
    ])
    await maintainSigningKeys()
    expect(await check(before.accessToken)).toBe('accepted')

    await age('61 minutes')
    await maintainSigningKeys()
    expect((await listPublicKeys()).map(({ kid }) => kid)).toEqual([kidOf(after.accessToken)])
    expect(await check(before.accessToken)).toBe('Unknown JWT signing key')
  })

  test('a key is replaced after 90 days, and the next one is published before it signs', async () => {
    const first = await findSigningKey()
    await maintainSigningKeys()
    expect(await listPublicKeys()).toHaveLength(1)
    await age('91 days')
    await Promise.all([maintainSigningKeys(), maintainSigningKeys()])
    const published = await listPublicKeys()
    expect(published).toHaveLength(2)
    expect((await findSigningKey()).id).toBe(first.id)
    await age('21 minutes')
    expect((await findSigningKey()).id).toBe(published[0]?.kid)
    await maintainSigningKeys()
    expect(await listPublicKeys()).toHaveLength(2)
  })

  test('only public keys are published, and the private key is sealed for its row', async () => {
    const { id } = await findSigningKey()
    const [shown] = await listPublicKeys()
    expect(shown).toEqual({
      kty: 'OKP',
      crv: 'Ed25519',
      x: expect.any(String),
      kid: id,
      alg: 'EdDSA',
      use: 'sig',
    })
    const row = await db.selectFrom('signingKeys').selectAll().executeTakeFirstOrThrow()
    const { d } = JSON.parse(unseal(row.privateKey, { table: 'signing_keys', rowId: id })) as { d: string }
    expect(d).toHaveLength(43)
    expect(JSON.stringify(row)).not.toContain(d)
    expect(() => unseal(row.privateKey, { table: 'signing_keys', rowId: SESSION_ID })).toThrow(/authenticate/)
    await expect(importJWK({ ...shown, d }, 'EdDSA')).resolves.toMatchObject({ type: 'private' })
  })

  test('a key that cannot be unsealed is replaced, and its tokens stay valid', async () => {
    const { accessToken } = await signAccessToken(session)
    await db.updateTable('signingKeys').set({ privateKey: 'v1.00000000.AAAA.AAAA.AAAA' }).execute()
    const next = await signAccessToken(session)
    expect(await check(next.accessToken)).toBe('accepted')
    expect(await check(accessToken)).toBe('accepted')
  })
})

const kidOf = (token: string) => decodeProtectedHeader(token).kid
const age = (by: string) => sql`update signing_keys set signs_from = signs_from - ${by}::interval`.execute(db)
