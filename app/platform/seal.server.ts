import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { deriveKey } from './secret.server.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12

/** The row that a sealed value is bound to: it cannot be opened for another row. */
interface Row {
  table: string
  rowId: string
}

/**
 * Returns a secret encrypted for the row that stores it: AES-256-GCM with a key from the app secret, bound to the row.
 * The text names its format and its key, so that keys can be changed later.
 */
export function seal(secret: string, row: Row): string {
  const { key, keyId } = sealingKey()
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(toContext(row))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return ['v1', keyId, ...[nonce, cipher.getAuthTag(), sealed].map(toText)].join('.')
}

/** Returns the secret that was sealed for this row. Throws for another row, a changed text and another APP_SECRET. */
export function unseal(text: string, row: Row): string {
  const { key, keyId } = sealingKey()
  const [version, sealedWith, ...parts] = text.split('.')
  const [nonce, tag, sealed] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (version !== 'v1' || !nonce || !tag || !sealed) throw new Error('This is not a sealed value.')
  if (sealedWith !== keyId) throw new Error('This value was sealed with another APP_SECRET.')
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: 16 })
  decipher.setAAD(toContext(row)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
}

function sealingKey(): { key: Buffer; keyId: string } {
  const key = deriveKey('seal')
  return { key, keyId: createHash('sha256').update('key id').update(key).digest('hex').slice(0, 8) }
}

const toContext = ({ table, rowId }: Row) => Buffer.from(`${table}:${rowId}`)
const toText = (bytes: Buffer) => bytes.toString('base64url')
