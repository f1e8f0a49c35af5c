// A device that makes and uses passkeys, with the binary formats of WebAuthn Level 3, 6.1 and 6.5.
import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyOptions } from '../../app/features/accounts/factors/webauthn.server.ts'

interface Twist {
  origin?: string
  rpId?: string
  challenge?: string
  /** Adds a certificate of the maker (packed attestation), like devices of companies. */
  isAttested?: boolean
  /** The signature counter of the device. */
  counter?: number
}

const PRESENT_AND_VERIFIED = 0x05
const ATTESTED = 0x40
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

// A fictional maker: its certificate was made for these tests and is valid until 2126.
const MAKER = {
  certificate:
    'MIIB8jCCAZigAwIBAgIUS5xzTdKuBxEmFhU5re78UoDehLswCgYIKoZIzj0EAwIwTzELMAkGA1UEBhMCREUxDTALBgNVBAoMBFRl' +
    'c3QxIjAgBgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xDTALBgNVBAMMBFRlc3QwIBcNMjYxMTIxMTUwNzIzWhgPMjEy' +
    'NjEwMjgxNTA3MjNaME8xCzAJBgNVBAYTAkRFMQ0wCwYDVQQKDARUZXN0MSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0' +
    'aW9uMQ0wCwYDVQQDDARUZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEGz2mvJG3bOo8btb5A2IN8aOfb3/UC+hZvnGOvQWM' +
    'Vp0yzX9In6J//9eug1kiKOSyiiFSNLK6oVXnCtu58IVg7qNQME4wHQYDVR0OBBYEFN+JDFxD4EwrbjPEJ/xzCD6pkG3MMB8GA1Ud' +
    'IwQYMBaAFN+JDFxD4EwrbjPEJ/xzCD6pkG3MMAwGA1UdEwEB/wQCMAAwCgYIKoZIzj0EAwIDSAAwRQIhANu2tr7meuleA1cg1v1u' +
    'cmsvGmAEjwYG09AmPeNjhgHnAiBCe5QrLpzRgGJnbCkoMGGm5LFrUJQd6lr5atI+VlVwoA==',
  privateKey:
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgIOK5qN+u/eYKwym6287Ry+5mh9+s5r/j8EIhmTp9loShRANCAAQb' +
    'Paa8kbds6jxu1vkDYg3xo59vf9QL6Fm+cY69BYxWnTLNf0ifon//166DWSIo5LKKIVI0srqhVecK27nwhWDu',
}

/** Returns the maker's attestation of the device (WebAuthn Level 3, 8.2). */
function attest(signed: Buffer): Map<string, unknown> {
  const key = createPrivateKey({ key: Buffer.from(MAKER.privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  return new Map<string, unknown>([
    ['alg', -7],
    ['sig', Uint8Array.from(sign('sha256', signed, key))],
    ['x5c', [Uint8Array.from(Buffer.from(MAKER.certificate, 'base64'))]],
  ])
}

/** Returns a device with one key pair. `answer` handles the options like a browser, or in a wrong way (`twist`). */
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
      ['fmt', twist.isAttested ? 'packed' : 'none'],
      ['attStmt', twist.isAttested ? attest(Buffer.concat([authData, sha256(clientData)])) : new Map()],
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
