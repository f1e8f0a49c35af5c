import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../platform/secret.server.ts'
import { remember } from '../../platform/remember.server.ts'

const key = remember('landing page key', () => ({ of: deriveKey('landing pages') }))

const toDigest = (id: string, content: string) =>
  createHmac('sha256', key.of).update(`${id}\n`).update(content).digest()

/** Shows that the generator made this content for this row, whoever has written into the store since. */
export const signContent = (id: string, content: string): string =>
  toDigest(id, content).toString('base64url')

/** Whether the content of a row is the generator's own. */
export function isSigned({
  id,
  content,
  contentMac,
}: {
  id: string
  content: string
  contentMac: string | null
}): boolean {
  const mac = Buffer.from(contentMac ?? '', 'base64url')
  const digest = toDigest(id, content)
  return mac.length === digest.length && timingSafeEqual(mac, digest)
}
