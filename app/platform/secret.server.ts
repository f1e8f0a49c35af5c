import { hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from './env.server.ts'
import { singleton } from './singleton.server.ts'
import { syncFolder } from './store/store-files.server.ts'

/** The smallest number of characters of a secret. */
const LEAST_LENGTH = 32

/** The secret is missing, too short, or not the one that sealed the store. The message says what to do. */
export class SecretError extends Error {}

/** Returns the path of the secret of an installation without APP_SECRET. */
export const secretFile = () => join(env.DATA_DIR, 'secret')

/** Returns what holds the secret: the name of the setting, or the path of the file. */
export const secretPlace = () => (env.APP_SECRET ? 'APP_SECRET' : secretFile())

/** Returns true if there is a secret, whether it is a good one or not. */
export const hasSecret = () => Boolean(env.APP_SECRET) || existsSync(secretFile())

/** Returns the secret of this installation: APP_SECRET, or a file in DATA_DIR. Throws SecretError; makes no secret. */
export const readAppSecret = (): string => env.APP_SECRET ?? readSecretFile(secretFile()).secret

/**
 * Returns the secret, then the earlier ones, which still open and prove what was made with them. A file with an empty
 * line at its end counted with that line once. Throws SecretError.
 */
export function listSecrets(): [string, ...string[]] {
  const secret = readAppSecret()
  const asWritten = env.APP_SECRET ? secret : readSecretFile(secretFile()).text
  const earlier = [env.APP_SECRET_PREVIOUS ?? secret, asWritten].filter((each) => each !== secret)
  return [secret, ...earlier]
}

/** Returns a key of 32 bytes for one purpose, derived from a secret (HKDF, RFC 5869). It reveals no other key. */
export const deriveKey = (purpose: string, secret = readAppSecret()): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `broadsheet ${purpose}`, 32))

/** Returns the key of one purpose, then those of the earlier secrets, to check what they signed. */
export function deriveKeys(purpose: string): [Buffer, ...Buffer[]] {
  const [secret, ...earlier] = listSecrets()
  return [deriveKey(purpose, secret), ...earlier.map((each) => deriveKey(purpose, each))]
}

/** Returns true if one of the secrets or keys makes this signature. How long it takes tells nothing about it. */
export const isSignedBy = <Key>(keys: Key[], given: Buffer, sign: (key: Key) => Buffer): boolean =>
  keys.map(sign).some((made) => given.length === made.length && timingSafeEqual(given, made))

/** Makes the secret's file. Only the process with the lock of the data folder may call it, while there is no file. */
export function makeSecret(): void {
  const file = secretFile()
  const part = `${file}.part`
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
  rmSync(part, { force: true }) // a process that was killed leaves it behind
  writeFileSync(part, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
  renameSync(part, file)
  syncFolder(env.DATA_DIR)
}

// Read once: a server that runs on must not change its keys when the file is changed.
const readSecretFile = (file: string) => singleton(`secret in ${file}`, () => openSecretFile(file))

function openSecretFile(file: string): { secret: string; text: string } {
  const text = readText(file)
  const secret = text.trim()
  if (secret.length >= LEAST_LENGTH) return { secret, text }
  const found = secret === '' ? 'is empty' : `has only ${secret.length} characters`
  throw new SecretError(
    `${file} ${found}. A secret has at least ${LEAST_LENGTH}. Bring the whole one back into that file.`,
  )
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'is missing' : `cannot be read (${code})`
    throw new SecretError(
      `The secret of this installation ${reason}: ${file}. Bring the file back, or set APP_SECRET.`,
      { cause: error },
    )
  }
}
