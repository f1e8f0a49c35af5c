// The token check of ghost-fake.ts, and its refusals.
import { randomBytes } from 'node:crypto'
import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import type { FakeAnswer } from './faulty-server.ts'

/** Returns the time of a clock that is ahead of ours. */
export const toNow = (aheadS: number) => Date.now() + aheadS * 1000

interface Visit {
  /** The valid Admin API key. */
  key: string
  now: number
  authorization: string | undefined
}

/** Returns the refusal of a token that is too old, or of another audience, key or secret; undefined for a valid one. */
export async function findForbidden({ key, now, authorization }: Visit): Promise<FakeAnswer | undefined> {
  const token = /^Ghost (.+)$/.exec(authorization ?? '')?.[1]
  if (!token) return refuse(403, { message: 'Authorization failed', type: 'NoPermissionError' })
  const [id, secret = ''] = key.split(':')
  if (decodeProtectedHeader(token).kid !== id)
    return unauthorised('UNKNOWN_ADMIN_API_KEY', 'Unknown Admin API Key')
  try {
    await jwtVerify(token, Buffer.from(secret, 'hex'), {
      algorithms: ['HS256'],
      audience: '/admin/',
      maxTokenAge: '5m',
      clockTolerance: Math.max(0, Math.ceil((Date.now() - now) / 1000)), // Ghost accepts a date of issue in the future
      currentDate: new Date(now),
    })
    return undefined
  } catch (error) {
    return unauthorised('INVALID_JWT', `Invalid token: ${toJwtSentence(error)}`)
  }
}

function toJwtSentence(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'jwt expired'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'invalid signature'
  return 'jwt audience invalid. expected: /\\/?admin\\/?$/'
}

interface Refusal {
  message: string
  type: string
  context?: string
  code?: string
}

/** Returns an error in the format of Ghost. */
export const refuse = (status: number, refusal: Refusal): FakeAnswer => ({
  status,
  body: {
    errors: [
      {
        context: null,
        details: null,
        property: null,
        help: null,
        code: null,
        id: randomBytes(12).toString('hex'),
        ...refusal,
      },
    ],
  },
})

const unauthorised = (code: string, message: string) =>
  refuse(401, { message, type: 'UnauthorizedError', code })
