import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { singleton } from '../../../platform/singleton.server.ts'
import { refuse } from '../../../shared/refusal.ts'
import { PASSWORD_LENGTH } from '../accounts.ts'
import type { PasswordRefusal } from './sign-in.ts'

// OWASP password storage: argon2id with 19 MiB, two passes, one lane.
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const HASH_BYTES = 32
const SALT_BYTES = 16
const CONCURRENT_HASHES = 4 // each takes 19 MiB and a thread; more of them wait

/** A hash that no password matches. Checking it takes as long as checking a real one. */
export const DUMMY_HASH = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${'A'.repeat(22)}$${'A'.repeat(43)}`

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)
const limit = pLimit(CONCURRENT_HASHES)

/** Refuses a password for its length, or because it is easy to guess. Undefined for a good one. */
export async function refusePassword(password: string): Promise<PasswordRefusal | undefined> {
  if (password.length < PASSWORD_LENGTH.min) return refuse('too-short')
  if (password.length > PASSWORD_LENGTH.max) return refuse('too-long')
  return isRepeatedOrSequence(password) || (await readCommonPasswords()).has(password.toLowerCase())
    ? refuse('too-common')
    : undefined
}

/** Hashes a password with argon2id, in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await toHash(password, salt)
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${toBase64(salt)}$${toBase64(hash)}`
}

/** Returns true if a password matches a hash; false for a string that `hashPassword` did not make. */
export async function verifyPassword({
  hash,
  password,
}: {
  hash: string
  password: string
}): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([\w+/]+)\$([\w+/]+)$/.exec(hash)
  if (!parts?.[1] || !parts[2]) return false
  const expected = Buffer.from(parts[2], 'base64')
  const given = await toHash(password, Buffer.from(parts[1], 'base64'))
  return expected.length === given.length && timingSafeEqual(expected, given)
}

// 50,000 passwords from leaks. They are loaded when a user first chooses a password.
const readCommonPasswords = () =>
  singleton('common-passwords', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    return new Set(dictionary.passwords)
  })

// The same few characters repeated, or characters in sequence: 'aaaaaaaa', '12341234', '98765432'.
function isRepeatedOrSequence(password: string): boolean {
  if (/^(.{1,5})\1+$/su.test(password)) return true
  const steps = new Set(
    Array.from(password.slice(1), (character, index) => character.charCodeAt(0) - password.charCodeAt(index)),
  )
  return steps.size === 1
}

function toHash(password: string, nonce: Buffer): Promise<Buffer> {
  const message = password.normalize('NFKC') // keyboards compose letters in different ways
  return limit(() =>
    derive('argon2id', {
      message,
      nonce,
      parallelism: LANES,
      tagLength: HASH_BYTES,
      memory: MEMORY_KIB,
      passes: PASSES,
    }),
  )
}

const toBase64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
