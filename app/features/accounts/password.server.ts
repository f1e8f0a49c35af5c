import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'

// OWASP password storage: argon2id with 19 MiB, two passes, one lane.
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const HASH_BYTES = 32
const SALT_BYTES = 16
const CONCURRENT_HASHES = 4 // each takes 19 MiB and a thread: a crowd waits instead of taking the machine down

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)
const limit = pLimit(CONCURRENT_HASHES)

/** Hashes a password with argon2id, in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await toHash(password, salt)
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${toBase64(salt)}$${toBase64(hash)}`
}

/** Tells whether a password is the one that was hashed; false for a string that is no hash of ours. */
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

function toHash(password: string, nonce: Buffer): Promise<Buffer> {
  const message = password.normalize('NFKC') // the same password from another keyboard
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
