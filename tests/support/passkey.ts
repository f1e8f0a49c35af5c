// A device that makes and uses passkeys, down to the bytes (WebAuthn Level 3, 6.1 and 6.5).
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyOptions } from '../../app/features/factors/webauthn.server.ts'

interface Twist {
  origin?: string
  rpId?: string
  challenge?: string
  /** What the device says its count is. */
  counter?: number
}

const PRESENT_AND_VERIFIED = 0x05
const ATTESTED = 0x40
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** A device with one key pair; `answer` does what a browser would do with the options, or something twisted. */
export function makeDevice(origin = process.env.SITE_URL ?? 'http://localhost:3000') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coseKey = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
    [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
  ])
  let count = 0

  function toClientData(type: string, challenge: string, twist: Twist): Buffer {
    return Buffer.from(
      JSON.stringify({ type, challenge: twist.challenge ?? challenge, origin: twist.origin ?? origin }),
    )
  }

  function toAuthData(flags: number, twist: Twist): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(twist.counter ?? (count += 1))
    return Buffer.concat([sha256(twist.rpId ?? 'localhost'), Buffer.of(flags), counter])
  }

  function create(challenge: string, twist: Twist) {
    const clientData = toClientData('webauthn.create', challenge, twist)
    const idLength = Buffer.of(0, id.length)
    const authData = Buffer.concat([
      toAuthData(PRESENT_AND_VERIFIED | ATTESTED, twist),
      Buffer.alloc(16),
      idLength,
      id,
      isoCBOR.encode(coseKey),
    ])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Uint8Array.from(authData)],
    ])
    const attestationObject = isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])
    return { clientDataJSON: base64url(clientData), attestationObject: base64url(attestationObject) }
  }

  function use(challenge: string, twist: Twist) {
    const clientData = toClientData('webauthn.get', challenge, twist)
    const authenticatorData = toAuthData(PRESENT_AND_VERIFIED, twist)
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
    return {
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
    }
  }

  return {
    answer(passkey: PasskeyOptions | undefined, twist: Twist = {}) {
      const challenge = passkey?.options.challenge ?? ''
      const response = passkey?.type === 'create' ? create(challenge, twist) : use(challenge, twist)
      const shared = { id: base64url(id), rawId: base64url(id), type: 'public-key' }
      return { ...shared, response, clientExtensionResults: {} }
    },
  }
}
