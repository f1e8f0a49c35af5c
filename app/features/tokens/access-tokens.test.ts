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
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeOperator } from '../../../tests/support/fixtures.ts'
import { db } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { unseal } from '../../platform/seal.server.ts'
import type { Session } from '../accounts/queries.server.ts'
import { signAccessToken, verifyAccessToken } from './access-tokens.server.ts'
import { tokenRefusals } from './messages.ts'
import {
  findPublicKey,
  findSigningKey,
  listPublicKeys,
  rotateSigningKey,
  tendSigningKeys,
} from './signing-keys.server.ts'

const SESSION_ID = '019a0000-0000-7000-8000-000000000001'

let session: Session

beforeEach(async () => {
  await emptyStore()
  await db.deleteFrom('signingKeys').execute()
  const operator = await makeOperator()
  session = {
    id: SESSION_ID,
    operator,
    aal: 'aal1',
    amr: ['password'],
    nextAal: 'aal1',
    isFresh: true,
  }
})

const now = () => Math.floor(Date.now() / 1000)

async function verdict(token: string, options?: { allowExpired?: boolean }): Promise<string> {
  const verified = await verifyAccessToken(token, options)
  return verified.ok ? 'accepted' : tokenRefusals[verified.reason]
}

interface Forgery {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
}

/** A token as we would sign it, but for what the forgery says. */
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

test('an access token says who, at which level, in which session and until when: 15 minutes', async () => {
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

describe('refused, each with its own message, is', () => {
  test('a token that has expired, unless expired ones are allowed', async () => {
    const token = await signWith({ claims: { iat: now() - 1000, exp: now() - 100 } })
    expect(await verdict(token)).toBe('JWT expired')
    expect(await verdict(token, { allowExpired: true })).toBe('accepted')
  })

  test('an expired token in which anything else is wrong too, although expired ones are allowed', async () => {
    const expired = { exp: now() - 100 }
    for (const wrong of [{ aud: 'others' }, { iss: 'https://evil.example' }, { session_id: 'x' }])
      expect(await verdict(await signWith({ claims: { ...expired, ...wrong } }), { allowExpired: true })).not.toBe('accepted') // prettier-ignore
  })

  test('a token that counts only later', async () => {
    expect(await verdict(await signWith({ claims: { nbf: now() + 120 } }))).toBe('JWT not yet valid')
  })

  test('no token whose times are off by no more than clocks are: 30 seconds', async () => {
    expect(await verdict(await signWith({ claims: { exp: now() - 20 } }))).toBe('accepted')
    expect(await verdict(await signWith({ claims: { nbf: now() + 20 } }))).toBe('accepted')
    expect(await verdict(await signWith({ claims: { exp: now() - 31 } }))).toBe('JWT expired')
  })

  test('a wrong signature: of another key, of other claims, cut, or with one bit changed', async () => {
    const token = await signWith()
    const [header = '', claims = '', signature = ''] = token.split('.')
    const other = await generateKeyPair('EdDSA')
    const byOther = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ ...decodeProtectedHeader(token), alg: 'EdDSA' })
      .sign(other.privateKey)
    const flipped = Buffer.from(signature, 'base64url')
    flipped[5] = (flipped[5] ?? 0) ^ 1
    const forged = [
      byOther,
      `${header}.${encode({ ...decodeJwt(token), aal: 'aal2' })}.${signature}`,
      `${encode({ ...decodeProtectedHeader(token), extra: 1 })}.${claims}.${signature}`,
      `${header}.${claims}.${flipped.toString('base64url')}`,
      `${header}.${claims}.${signature.slice(0, 40)}`,
      `${header}.${claims}.`,
    ]
    for (const one of forged) expect(await verdict(one), one).toBe('Invalid JWT signature')
  })

  test('alg none, with and without a signature, however it is spelled', async () => {
    const token = await signWith()
    const [, claims = '', signature = ''] = token.split('.')
    for (const alg of ['none', 'None', 'NONE', ''])
      for (const end of ['', signature])
        expect(await verdict(`${encode({ ...decodeProtectedHeader(token), alg })}.${claims}.${end}`)).toMatch(
          /^(Unsupported JWT algorithm|Invalid JWT)$/,
        )
    expect(await verdict(`${encode({ ...decodeProtectedHeader(token), alg: 'none' })}.${claims}.`)).toBe(
      'Unsupported JWT algorithm',
    )
  })

  test('HS256 signed with the public key, in each form it can be had in', async () => {
    const { id } = await findSigningKey()
    const publicKey = await findPublicKey(id)
    if (!publicKey) throw new Error('There is no public key.')
    const jwk = await exportJWK(publicKey)
    const secrets = [
      JSON.stringify(jwk),
      await exportSPKI(publicKey),
      jwk.x ?? '',
      Buffer.from(jwk.x ?? '', 'base64url'),
    ]
    const claims = encode(decodeJwt(await signWith()))
    for (const secret of secrets) {
      const head = encode({ alg: 'HS256', typ: 'at+jwt', kid: id })
      const mac = createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url')
      expect(await verdict(`${head}.${claims}.${mac}`)).toBe('Unsupported JWT algorithm')
    }
  })

  test.each(['RS256', 'ES256', 'Ed448', 'HS512', 'PS256'])('another algorithm: %s', async (alg) => {
    const [, claims = '', signature = ''] = (await signWith()).split('.')
    const { id } = await findSigningKey()
    expect(await verdict(`${encode({ alg, typ: 'at+jwt', kid: id })}.${claims}.${signature}`)).toBe(
      'Unsupported JWT algorithm',
    )
  })

  test.each(['019a0000-0000-7000-8000-00000000dead', "' or 1=1 --", '../keys/1', '', undefined, 7])(
    'an unknown key id: %j',
    async (kid) => {
      expect(await verdict(await signWith({ header: { kid } }))).toMatch(
        /^(Unknown JWT signing key|Invalid JWT)$/,
      )
    },
  )

  test('a token that brings its own key, or says where to fetch it', async () => {
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
      const signature = sign(null, Buffer.from(signed), createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }))).toString('base64url') // prettier-ignore
      expect(await verdict(`${signed}.${signature}`)).toBe('Invalid JWT signature')
      const own = { ...extra, kid: 'mine' }
      expect(await verdict(await signWith({ header: own }))).toBe('Unknown JWT signing key')
    }
  })

  test('a token for somebody else, or from somebody else, or of another type', async () => {
    expect(await verdict(await signWith({ claims: { aud: 'others' } }))).toBe('Invalid JWT audience')
    expect(await verdict(await signWith({ claims: { aud: undefined } }))).toBe('Invalid JWT audience')
    expect(await verdict(await signWith({ claims: { iss: 'https://evil.example' } }))).toBe(
      'Invalid JWT issuer',
    )
    expect(await verdict(await signWith({ claims: { iss: undefined } }))).toBe('Invalid JWT issuer')
    expect(await verdict(await signWith({ header: { typ: 'JWT' } }))).toBe('Invalid JWT type')
    expect(await verdict(await signWith({ header: { typ: undefined } }))).toBe('Invalid JWT type')
  })

  test.each([
    { exp: undefined },
    { sub: undefined },
    { sub: 'x' },
    { aal: 'aal9' },
    { session_id: '1' },
    { exp: 'soon' },
  ])('a token whose claims are not ours: %j', async (claims) =>
    expect(await verdict(await signWith({ claims }))).toBe('Invalid JWT claims'),
  )

  test.each(['', 'x', 'a.b', 'a.b.c', 'a.b.c.d.e', `${encode({})}.${encode({})}.`, '{}'])(
    'what is no token at all: %j',
    async (token) => expect(await verdict(token)).toBe('Invalid JWT'),
  )
})

describe('signing keys', () => {
  test('a token of the key before stays valid when the key changes, until it expires', async () => {
    const before = await signAccessToken(session)
    await rotateSigningKey()
    const after = await signAccessToken(session)
    expect(kidOf(after.accessToken)).not.toBe(kidOf(before.accessToken))
    expect(await verdict(before.accessToken)).toBe('accepted')
    expect(await verdict(after.accessToken)).toBe('accepted')
    expect((await listPublicKeys()).map(({ kid }) => kid)).toEqual([kidOf(after.accessToken), kidOf(before.accessToken)]) // prettier-ignore
    await tendSigningKeys()
    expect(await verdict(before.accessToken)).toBe('accepted')

    await age('61 minutes')
    await tendSigningKeys()
    expect((await listPublicKeys()).map(({ kid }) => kid)).toEqual([kidOf(after.accessToken)])
    expect(await verdict(before.accessToken)).toBe('Unknown JWT signing key')
  })

  test('the key changes before it is older than 90 days, and the next one is published before it signs', async () => {
    const first = await findSigningKey()
    await tendSigningKeys()
    expect(await listPublicKeys()).toHaveLength(1)
    await age('91 days')
    await Promise.all([tendSigningKeys(), tendSigningKeys()])
    const published = await listPublicKeys()
    expect(published).toHaveLength(2)
    expect((await findSigningKey()).id).toBe(first.id)
    await age('21 minutes')
    expect((await findSigningKey()).id).toBe(published[0]?.kid)
    await tendSigningKeys()
    expect(await listPublicKeys()).toHaveLength(2)
  })

  test('only public halves are shown; the private one is sealed for its own row', async () => {
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

  test('a key that does not open any more signs nothing: another one does, and what it signed stays valid', async () => {
    const { accessToken } = await signAccessToken(session)
    await db.updateTable('signingKeys').set({ privateKey: 'v1.00000000.AAAA.AAAA.AAAA' }).execute()
    const next = await signAccessToken(session)
    expect(await verdict(next.accessToken)).toBe('accepted')
    expect(await verdict(accessToken)).toBe('accepted')
  })
})

const kidOf = (token: string) => decodeProtectedHeader(token).kid
const age = (by: string) => sql`update signing_keys set signs_from = signs_from - ${by}::interval`.execute(db)
