import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { env } from '../../platform/env.server.ts'
import { deriveKey } from '../../platform/secret.server.ts'
import { CHALLENGE_MINUTES } from './factors.ts'

/** Six digits for a phone. */
export const createPhoneCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** What is stored of a code: without the app secret a million guesses tell nothing. */
export const hashPhoneCode = (challengeId: string, code: string): string =>
  createHmac('sha256', deriveKey('phone codes')).update(`${challengeId}:${code}`).digest('hex')

export function isPhoneCode(challenge: { id: string; expected: string | null }, code: string): boolean {
  const given = Buffer.from(hashPhoneCode(challenge.id, code))
  const expected = Buffer.from(challenge.expected ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The message; its last line lets a phone offer the code to this site alone (WICG, origin-bound one-time codes). */
export function toPhoneMessage(code: string): string {
  const { host, hostname } = new URL(env.SITE_URL)
  return `${code} is your code for ${host}. It is valid for ${CHALLENGE_MINUTES} minutes.\n\n@${hostname} #${code}`
}
