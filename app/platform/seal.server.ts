import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { deriveKey, hasSecret, listSecrets, readAppSecret } from './secret.server.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12

/** Every table with sealed values: their column, and what they are called. No other table can be sealed for. */
export const SEALED = {
  factors: { column: 'secret', name: 'authenticator apps' },
  target_sites: { column: 'credentials', name: 'passwords of sites' },
  sign_in_providers: { column: 'client_secret', name: 'secrets of sign-in providers' },
  signing_keys: { column: 'private_key', name: 'signing keys' },
  webhook_secrets: { column: 'secret', name: 'secrets of webhooks' },
  secret_seals: { column: 'value', name: 'keys of earlier codes' },
} as const

/** A table with sealed values. */
export type SealedTable = keyof typeof SEALED

/** The row that a sealed value is bound to: it cannot be opened for another row. */
export interface SealedRow {
  table: SealedTable
  rowId: string
}

/**
 * Returns a secret encrypted for the row that stores it: AES-256-GCM with a key from the app secret, bound to the row.
 * The text names its format and its key, so that keys can be changed.
 */
export function seal(secret: string, row: SealedRow, appSecret = readAppSecret()): string {
  const { key, keyId } = toSealingKey(appSecret)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(toContext(row))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return ['v1', keyId, ...[nonce, cipher.getAuthTag(), sealed].map(toText)].join('.')
}

/**
 * Returns the secret that was sealed for this row, with this APP_SECRET or an earlier one that is set. Throws for another
 * row, a changed text and any other APP_SECRET.
 */
export function unseal(text: string, row: SealedRow): string {
  const [version, sealedWith, ...parts] = text.split('.')
  const [nonce, tag, sealed] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (version !== 'v1' || !nonce || !tag || !sealed) throw new Error('This is not a sealed value.')
  const key = listSecrets()
    .map(toSealingKey)
    .find(({ keyId }) => keyId === sealedWith)?.key
  if (!key) throw new Error('This value was sealed with another APP_SECRET.')
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: 16 })
  decipher.setAAD(toContext(row)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
}

/** Returns true if a sealed value opens for its row. */
export function opens(text: string, row: SealedRow): boolean {
  try {
    unseal(text, row)
    return true
  } catch {
    return false
  }
}

/** Returns the id of the key that sealed a value; undefined for a text that is none. */
export const findKeyId = (sealed: string): string | undefined => /^v1\.([0-9a-f]{8})\./.exec(sealed)?.[1]

/** Returns the id of a secret's key, 8 hexadecimal digits. It tells nothing about the secret. */
export const toKeyId = (appSecret: string): string => toSealingKey(appSecret).keyId

/** Returns the ids of the keys of the secrets at hand; none without a secret. */
export const listOwnKeyIds = (): string[] => (hasSecret() ? listSecrets().map(toKeyId) : [])

function toSealingKey(appSecret: string): { key: Buffer; keyId: string } {
  const key = deriveKey('seal', appSecret)
  return { key, keyId: createHash('sha256').update('key id').update(key).digest('hex').slice(0, 8) }
}

const toContext = ({ table, rowId }: SealedRow) => Buffer.from(`${table}:${rowId}`)
const toText = (bytes: Buffer) => bytes.toString('base64url')
