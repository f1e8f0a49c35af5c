import { createHmac, randomInt } from 'node:crypto'
import { env } from '../../../platform/env.server.ts'
import { deriveKey, deriveKeys, isSignedBy } from '../../../platform/secret.server.ts'
import { CHALLENGE_MINUTES } from './factors.ts'

/** Returns a random code of six digits. */
export const createPhoneCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Returns the hash of a code, which is stored. Without the app secret, trying all million codes finds nothing. */
export const hashPhoneCode = (challengeId: string, code: string): string =>
  sign(deriveKey('phone codes'), challengeId, code).toString('hex')

const sign = (key: Buffer, challengeId: string, code: string) =>
  createHmac('sha256', key).update(`${challengeId}:${code}`).digest()

/** Returns true if a code is the one of a challenge. */
export function isPhoneCode(challenge: { id: string; expected: string | null }, code: string): boolean {
  if (challenge.expected === null) return false
  const expected = Buffer.from(challenge.expected, 'hex')
  return isSignedBy(deriveKeys('phone codes'), expected, (key) => sign(key, challenge.id, code))
}

/** Returns the SMS. Its last line lets phones offer the code to this site alone (WICG, origin-bound one-time codes). */
export function toPhoneMessage(code: string): string {
  const { host, hostname } = new URL(env.SITE_URL)
  return `${code} is your code for ${host}. It is valid for ${CHALLENGE_MINUTES} minutes.\n\n@${hostname} #${code}`
}
