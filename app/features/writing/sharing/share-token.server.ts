import { createHmac } from 'node:crypto'
import { parse, stringify } from 'uuid'
import { deriveKey, deriveKeys, isSignedBy } from '../../../platform/secret.server.ts'

const ID_BYTES = 16
const SIGNATURE_BYTES = 16
const PURPOSE = 'shared drafts'

/** Returns the token of a link: the id of its row and a signature of this installation, as 43 characters. */
export function toShareToken(id: string): string {
  const bytes = Buffer.from(parse(id))
  return Buffer.concat([bytes, sign(deriveKey(PURPOSE), bytes)]).toString('base64url')
}

/** Returns the id in a token; undefined for a token that this installation has not signed. */
export function readShareToken(token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return undefined
  const [id, signature] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)]
  return isSignedBy(deriveKeys(PURPOSE), signature, (key) => sign(key, id)) ? stringify(id) : undefined
}

const sign = (key: Buffer, id: Buffer) =>
  createHmac('sha256', key).update(id).digest().subarray(0, SIGNATURE_BYTES)
