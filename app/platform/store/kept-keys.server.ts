import { opens, seal, type SealedRow, toKeyId, unseal } from '../seal.server.ts'
import { deriveKey } from '../secret.server.ts'
import type { Database } from './database.server.ts'

const toRow = (rowId: string): SealedRow => ({ table: 'secret_seals', rowId })

/** Keeps the key of a purpose that an earlier secret had, sealed, for codes that only their owners can name. */
export async function insertKey(trx: Database, purpose: string, secret: string): Promise<void> {
  const id = `${purpose} ${toKeyId(secret)}`
  const value = seal(deriveKey(purpose, secret).toString('base64url'), toRow(id))
  await trx
    .insertInto('secretSeals')
    .values({ id, value })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Returns the keys of a purpose that earlier secrets had. */
export async function listKeptKeys(trx: Database, purpose: string): Promise<Buffer[]> {
  const rows = await trx.selectFrom('secretSeals').selectAll().where('id', 'like', `${purpose} %`).execute()
  return rows
    .filter(({ id, value }) => opens(value, toRow(id)))
    .map(({ id, value }) => Buffer.from(unseal(value, toRow(id)), 'base64url'))
}
