import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { env } from '../../../platform/env.server.ts'
import { deriveKey } from '../../../platform/secret.server.ts'
import { CHALLENGE_MINUTES } from './factors.ts'

/** Returns a random code of six digits. */
export const createPhoneCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Returns the hash of a code, which is stored. Without the app secret, trying all million codes finds nothing. */
export const hashPhoneCode = (challengeId: string, code: string): string =>
  createHmac('sha256', deriveKey('phone codes')).update(`${challengeId}:${code}`).digest('hex')

/** Returns true if a code is the one of a challenge. */
export function isPhoneCode(challenge: { id: string; expected: string | null }, code: string): boolean {
  if (challenge.expected === null) return false
  const given = Buffer.from(hashPhoneCode(challenge.id, code))
  const expected = Buffer.from(challenge.expected)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Returns the SMS. Its last line lets phones offer the code to this site alone (WICG, origin-bound one-time codes). */
export function toPhoneMessage(code: string): string {
  const { host, hostname } = new URL(env.SITE_URL)
  return `${code} is your code for ${host}. It is valid for ${CHALLENGE_MINUTES} minutes.\n\n@${hostname} #${code}`
}
