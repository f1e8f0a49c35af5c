import { sql } from 'kysely'
import { findKeyId, opens, seal, SEALED, toKeyId, unseal } from './seal.server.ts'
import { listSecrets, readAppSecret } from './secret.server.ts'
import { type Database, db, type Transaction, transact } from './store/database.server.ts'
import { insertKey } from './store/kept-keys.server.ts'
import {
  findKnownSeal,
  listSealedValues,
  insertKnownSeal,
  type SealedValue,
} from './store/known-seal.server.ts'

const BATCH = 100

/** The sealed values of a store, by what opens them. */
export interface SealedState {
  /** The id of the key that sealed the known content; undefined before the first start of this version. */
  known: string | undefined
  /** How many open with the secret. */
  current: number
  /** Those that open with an earlier secret, until the rotation is done. */
  earlier: SealedValue[]
  /** Those that no secret at hand opens. */
  closed: SealedValue[]
}

/** Reads every sealed value of the store. Throws SecretError without a good secret. */
export async function findSealedState(): Promise<SealedState> {
  const known = await findKnownSeal()
  const keyId = toKeyId(readAppSecret())
  const state: SealedState = { known: known && findKeyId(known), current: 0, earlier: [], closed: [] }
  for await (const sealed of listSealedValues()) {
    if (!opens(sealed.value, sealed)) state.closed.push(sealed)
    else if (findKeyId(sealed.value) === keyId) state.current += 1
    else state.earlier.push(sealed)
  }
  return state
}

/**
 * Seals everything that an earlier secret has sealed with the secret at hand, and keeps the earlier keys of `purposes`.
 * The known seal is the last, so after a kill the next call goes on. Returns how many values were sealed anew.
 */
export async function sealAnew(purposes: string[]): Promise<number> {
  const [, ...earlier] = listSecrets()
  await transact(async (trx) => {
    for (const secret of earlier) for (const purpose of purposes) await insertKey(trx, purpose, secret)
  })
  let count = 0
  // Again until none is left: a process may seal with an earlier secret in the meantime, if that is all it has.
  for (let found = await sealEarlier(); found > 0; found = await sealEarlier()) count += found
  await transact((trx) => insertKnownSeal(trx, readAppSecret()))
  return count
}

async function sealEarlier(): Promise<number> {
  const { earlier } = await findSealedState()
  for (let start = 0; start < earlier.length; start += BATCH) {
    const batch = earlier.slice(start, start + BATCH)
    await transact(async (trx) => {
      for (const sealed of batch) await replaceValue(trx, sealed)
    })
  }
  return earlier.length
}

// Only if it is still the same value: its owner may have changed it since it was read.
async function replaceValue(trx: Transaction, sealed: SealedValue): Promise<void> {
  const column = sql.ref(SEALED[sealed.table].column)
  const value = seal(unseal(sealed.value, sealed), sealed)
  await sql`
    update ${sql.table(sealed.table)} set ${column} = ${value}
    where id = ${sealed.rowId} and ${column} = ${sealed.value}
  `.execute(trx)
}

/**
 * Makes the secret at hand the one of the store, although it does not open everything there: the other one is lost. Keys
 * of earlier codes that do not open are removed.
 */
export async function acceptSecret(trx: Database = db): Promise<void> {
  for await (const sealed of listSealedValues(trx))
    if (sealed.table === 'secret_seals' && !opens(sealed.value, sealed))
      await trx.deleteFrom('secretSeals').where('id', '=', sealed.rowId).execute()
  await insertKnownSeal(trx, readAppSecret())
}
