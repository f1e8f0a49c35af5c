import { createHmac, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { asInstallation, isOwn } from '../../../platform/own-rows.server.ts'
import { deriveKeys } from '../../../platform/secret.server.ts'
import { listKeptKeys } from '../../../platform/store/kept-keys.server.ts'
import { toAsciiDigits } from '../../../shared/text.ts'
import { RECOVERY_CODES, RECOVERY_CODES_KEY } from './factors.ts'

const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz' // no two of them look alike
const HALF = 5

/** Replaces an account's recovery codes and returns the new ones. Only their hashes are stored. */
export async function replaceRecoveryCodes(trx: Transaction, account: { id: string }): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${pickLetters()}-${pickLetters()}`)
  await removeRecoveryCodes(trx, account)
  const rows = codes.map((code) => ({
    userId: account.id,
    codeHash: hash(deriveKeys(RECOVERY_CODES_KEY)[0], account, code),
  }))
  await trx.insertInto('recoveryCodes').values(rows).execute()
  return codes
}

/** Removes an account's recovery codes, used or not. */
export async function removeRecoveryCodes(trx: Transaction, account: { id: string }): Promise<void> {
  await trx.deleteFrom('recoveryCodes').where(isOwn(account, 'userId')).execute()
}

/** Marks a code as used. Returns false if it is not the account's, or was used before. */
export async function spendRecoveryCode(
  trx: Transaction,
  account: { id: string },
  code: string,
): Promise<boolean> {
  const kept = await asInstallation(trx, () => listKeptKeys(trx, RECOVERY_CODES_KEY))
  const hashes = [...deriveKeys(RECOVERY_CODES_KEY), ...kept].map((key) => hash(key, account, code))
  const spent = await trx
    .updateTable('recoveryCodes')
    .set({ usedAt: sql<Date>`now()` })
    .where(isOwn(account, 'userId'))
    .where('codeHash', 'in', hashes)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return spent.numUpdatedRows === 1n
}

const pickLetters = () => Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('')

// Capitals, spaces, the hyphen and the script of the digits make no difference, nor do full-width letters.
function hash(key: Buffer, account: { id: string }, code: string): string {
  const letters = toAsciiDigits(code.normalize('NFKC'))
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
  return createHmac('sha256', key).update(`${account.id}:${letters}`).digest('hex')
}
