import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from './env.server.ts'

/** The key that signs and seals: APP_SECRET, or one made on first use and kept in DATA_DIR (readable by its owner only). */
export function readAppSecret(): string {
  if (env.APP_SECRET) return env.APP_SECRET
  const file = join(env.DATA_DIR, 'secret')
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return makeSecret(file)
  }
}

/** A key of 32 bytes for one purpose, made from the app secret (HKDF, RFC 5869): knowing it tells nothing of the others. */
export const deriveKey = (purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', readAppSecret(), '', `broadsheet ${purpose}`, 32))

// Written whole under another name and then linked: a reader never sees half a secret, and the first maker wins.
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
