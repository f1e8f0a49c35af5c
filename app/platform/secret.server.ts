import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from './env.server.ts'

/**
 * Returns the secret of this installation: APP_SECRET, or a file in DATA_DIR that the first call makes for its owner
 * only.
 */
export function readAppSecret(): string {
  if (env.APP_SECRET) return env.APP_SECRET
  const file = join(env.DATA_DIR, 'secret')
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return makeSecret(file)
  }
}

/** Returns a key of 32 bytes for one purpose, derived from the app secret (HKDF, RFC 5869). It reveals no other key. */
export const deriveKey = (purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', readAppSecret(), '', `broadsheet ${purpose}`, 32))

// Written to another file and then linked: no process reads half a secret, and the first process wins.
function makeSecret(file: string): string {
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8')
}
