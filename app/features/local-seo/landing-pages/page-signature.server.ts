import { createHmac } from 'node:crypto'
import { deriveKeys, isSignedBy } from '../../../platform/secret.server.ts'

const readKeys = () => deriveKeys('landing pages')

const toDigest = (key: Buffer, id: string, content: string) =>
  createHmac('sha256', key).update(`${id}\n`).update(content).digest()

/**
 * Signs the content of a row. The signature proves that the generator made it for this row, and that it was not changed
 * since.
 */
export const signContent = (id: string, content: string): string =>
  toDigest(readKeys()[0], id, content).toString('base64url')

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
  return isSignedBy(readKeys(), mac, (key) => toDigest(key, id, content))
}
