import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../../platform/secret.server.ts'
import { singleton } from '../../../platform/singleton.server.ts'

const key = singleton('landing page key', () => ({ of: deriveKey('landing pages') }))

const toDigest = (id: string, content: string) =>
  createHmac('sha256', key.of).update(`${id}\n`).update(content).digest()

/**
 * Signs the content of a row. The signature proves that the generator made it for this row, and that it was not changed
 * since.
 */
export const signContent = (id: string, content: string): string =>
  toDigest(id, content).toString('base64url')

/** Returns true if the content of a row has a valid signature of the generator. */
export function isSigned({
  id,
  content,
  contentMac,
}: {
  id: string
  content: string
  contentMac: string | null
}): boolean {
  if (contentMac === null) return false
  const mac = Buffer.from(contentMac, 'base64url')
  const digest = toDigest(id, content)
  return mac.length === digest.length && timingSafeEqual(mac, digest)
}
