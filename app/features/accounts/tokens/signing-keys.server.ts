import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { log } from '../../../platform/log.server.ts'
import { invalidatePages, write } from '../../../platform/web/page-invalidation.server.ts'
import { seal, type SealedRow, unseal } from '../../../platform/seal.server.ts'
import { ALGORITHM, SIGNING_KEY_DAYS } from './tokens.ts'

/** Cache tag of the page that publishes the keys. */
export const KEYS_TAG = 'signing-keys'

// The next key is published this long before it signs: clients may cache the published keys for ten minutes.
const PUBLISHED_AHEAD = sql`interval '20 minutes'`
// A key is published this long after it stopped signing: longer than tokens live and clocks differ.
const PUBLISHED_AFTER = sql`interval '1 hour'`
const MAX_AGE = sql`make_interval(days => ${SIGNING_KEY_DAYS})`

const toSealedPlace = (id: string): SealedRow => ({ table: 'signing_keys', rowId: id })

/** Returns the key that signs now, and creates one if none can be unsealed. */
export async function findSigningKey(): Promise<{ id: string; key: CryptoKey }> {
  const newest = await findNewest()
  const opened = newest && (await unsealKey(newest))
  if (opened) return opened
  await rotateSigningKey()
  const made = await findNewest()
  const key = made && (await unsealKey(made))
  if (!key) throw new Error('The key that signs access tokens cannot be opened.')
  return key
}

/** Returns the public half of a key by its id. Undefined for unknown ids, and once all its tokens have expired. */
export async function findPublicKey(id: string): Promise<CryptoKey | undefined> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined
  const row = await db.selectFrom('signingKeys').select('publicKey').where('id', '=', id).executeTakeFirst()
  return row && ((await importJWK(row.publicKey as JWK, ALGORITHM)) as CryptoKey)
}

/** Returns the public halves of all keys with valid tokens, as `/.well-known/jwks.json` shows them (RFC 7517). */
export async function listPublicKeys(): Promise<JWK[]> {
  const rows = await db
    .selectFrom('signingKeys')
    .select(['id', 'publicKey'])
    .orderBy('signsFrom', 'desc')
    .execute()
  return rows.map(({ id, publicKey }) => {
    const { kty, crv, x } = publicKey as JWK
    return { kty, crv, x, kid: id, alg: ALGORITHM, use: 'sig' }
  })
}

/** Creates a key that signs from now on. Tokens of the former key stay valid until they expire. */
export async function rotateSigningKey(): Promise<void> {
  await write((trx) => addKey(trx, sql<Date>`now()`))
}

/**
 * Publishes the next key once the present one is 90 days old, and deletes keys whose tokens have all expired.
 * Idempotent, also in several processes at the same time.
 */
export async function maintainSigningKeys(): Promise<void> {
  await write(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('signing-keys', 0))`.execute(trx)
    const young = await trx
      .selectFrom('signingKeys')
      .select('id')
      .where('signsFrom', '>', sql<Date>`now() - ${MAX_AGE}`)
      .executeTakeFirst()
    if (!young) await addKey(trx, sql<Date>`now() + ${PUBLISHED_AHEAD}`)
    const { rows } = await sql`
      delete from signing_keys as old where exists (
        select from signing_keys as next
        where (next.signs_from, next.id) > (old.signs_from, old.id) and next.signs_from < now() - ${PUBLISHED_AFTER}
      ) returning old.id
    `.execute(trx)
    if (rows.length > 0) await invalidatePages(trx, [KEYS_TAG])
  })
}

async function addKey(trx: Transaction, signsFrom: ReturnType<typeof sql<Date>>): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const id = uuidv7()
  await trx
    .insertInto('signingKeys')
    .values({
      id,
      publicKey: JSON.stringify(await exportJWK(publicKey)),
      privateKey: seal(JSON.stringify(await exportJWK(privateKey)), toSealedPlace(id)),
      signsFrom,
    })
    .execute()
  await invalidatePages(trx, [KEYS_TAG])
}

const findNewest = () =>
  db
    .selectFrom('signingKeys')
    .select(['id', 'privateKey'])
    .where('signsFrom', '<=', sql<Date>`now()`)
    .orderBy('signsFrom', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

// After APP_SECRET was changed, an older key cannot sign any more. Its tokens can still be checked.
async function unsealKey(row: {
  id: string
  privateKey: string
}): Promise<{ id: string; key: CryptoKey } | undefined> {
  try {
    const jwk = JSON.parse(unseal(row.privateKey, toSealedPlace(row.id))) as JWK
    return { id: row.id, key: (await importJWK(jwk, ALGORITHM)) as CryptoKey }
  } catch (error) {
    log.warn({ err: error, key: row.id }, 'signing_key.not_opened')
    return undefined
  }
}
