import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { env } from '../../../platform/env.server.ts'
import { log } from '../../../platform/log.server.ts'
import { CHALLENGE_MINUTES } from './factors.ts'

const rp = { id: new URL(env.SITE_URL).hostname, origin: env.SITE_URL }

// Imported on first use, because the import takes a tenth of the startup time and few processes need it.
const loadLibrary = () => import('@simplewebauthn/server')

const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000

/** The public half of a passkey, as it is stored. */
export interface Passkey {
  id: string
  /** COSE key, in Base64url. */
  publicKey: string
  /** The number of its uses, if the device counts. A lower count than before means a copy. */
  counter: number
  transports: string[]
}

/** The options for the browser: to create a passkey, or to use one. */
export type PasskeyOptions =
  | { type: 'create'; options: Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'> }
  | { type: 'request'; options: Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'> }

/** Returns random bytes for a passkey to sign, in Base64url. */
export const createPasskeyChallenge = (): string => randomBytes(32).toString('base64url')

/** Returns the options to create a passkey; devices that hold one of `known` refuse. */
export async function toCreateOptions(
  account: { id: string; email: string; name: string },
  challenge: string,
  known: Passkey[],
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    rpName: new URL(env.SITE_URL).host,
    rpID: rp.id,
    userName: account.email,
    userDisplayName: account.name,
    userID: Uint8Array.from(Buffer.from(account.id.replaceAll('-', ''), 'hex')),
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return { type: 'create', options }
}

/** Returns the options to use a passkey. */
export async function toRequestOptions(passkey: Passkey, challenge: string): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: rp.id,
    allowCredentials: [toDescriptor(passkey)],
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    timeout: TIMEOUT_MS,
    userVerification: 'preferred',
  })
  return { type: 'request', options }
}

/** Returns the passkey that a browser created for this challenge; undefined for an invalid credential. */
export async function verifyNewPasskey(credential: unknown, challenge: string): Promise<Passkey | undefined> {
  const response = registration.safeParse(credential).data as RegistrationResponseJSON | undefined
  if (!response) return undefined
  const verified = await undefinedIfRefused(async () => {
    await refuseAttestation(response.response.attestationObject)
    const { verifyRegistrationResponse } = await loadLibrary()
    return verifyRegistrationResponse({ response, ...toExpectation(challenge) })
  })
  if (!verified?.verified) return undefined
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/** Returns a passkey with its new count if it signed this challenge; undefined if not, or if the count went back. */
export async function verifyPasskey(
  credential: unknown,
  challenge: string,
  passkey: Passkey,
): Promise<Passkey | undefined> {
  const response = assertion.safeParse(credential).data as AuthenticationResponseJSON | undefined
  if (!response || response.id !== passkey.id) return undefined
  const publicKey = Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url'))
  const expectation = { ...toExpectation(challenge), credential: { ...passkey, publicKey } }
  const { verifyAuthenticationResponse } = await loadLibrary()
  const verified = await undefinedIfRefused(() => verifyAuthenticationResponse({ response, ...expectation }))
  return verified?.verified ? { ...passkey, counter: verified.authenticationInfo.newCounter } : undefined
}

const toDescriptor = ({ id, transports }: Passkey) => ({ id, transports })

const toExpectation = (challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: rp.origin,
  expectedRPID: rp.id,
  requireUserVerification: false, // not required: a security key without a PIN is a second factor too
})

const base64url = z.string().regex(/^[\w-]+$/)
const shape = { id: base64url, rawId: base64url, type: z.literal('public-key') }
const registration = z.looseObject({
  ...shape,
  response: z.looseObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})
const assertion = z.looseObject({
  ...shape,
  response: z.looseObject({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
})

// We ask for no attestation. Checking one would fetch the URLs in its certificates, and an attacker can choose those.
async function refuseAttestation(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')))
  const isSelfSigned = decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  if (decoded.get('fmt') !== 'none' && !isSelfSigned) throw new Error('An attestation that nobody asked for.')
}

// The library throws for every invalid answer.
async function undefinedIfRefused<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify()
  } catch (error) {
    log.debug({ err: error }, 'passkey.refused')
    return undefined
  }
}
