import { type Expression, type SqlBool, sql } from 'kysely'
import { type Transaction, transact } from './store/database.server.ts'
import { write } from './web/page-invalidation.server.ts'

/**
 * Returns the SQL condition that a row belongs to the account: the first of two layers, before the database's policies.
 */
export const isOwn = (account: { id: string }, column: string): Expression<SqlBool> =>
  sql<boolean>`${sql.ref(column)} = ${account.id}`

/** Reads for an account in a transaction: the database hides the rows of other accounts. Returns what `run` returns. */
export const readAs = <T>(account: { id: string }, run: (trx: Transaction) => Promise<T>): Promise<T> =>
  transact(async (trx) => {
    await switchToAccount(trx, account)
    return run(trx)
  })

/** Writes for an account, as `write` does: the database also refuses to write rows of other accounts. */
export const writeAs = <T>(account: { id: string }, run: (trx: Transaction) => Promise<T>): Promise<T> =>
  write(async (trx) => {
    await switchToAccount(trx, account)
    return run(trx)
  })

/**
 * Runs a part of an account's transaction with access to all rows, for example to find taken slugs. If `run` throws,
 * the access stays. The transaction has to end then.
 */
export async function asInstallation<T>(trx: Transaction, run: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ role: string }>`
    select before.role, set_config('role', 'none', true) from (select current_setting('role') as role offset 0) as before
  `.execute(trx)
  const result = await run()
  await sql`select set_config('role', ${rows[0]?.role}, true)`.execute(trx)
  return result
}

/** Runs a part of a transaction with access to the rows of one account only. The rest has access to all rows. */
export async function asAccount<T>(
  trx: Transaction,
  account: { id: string },
  run: () => Promise<T>,
): Promise<T> {
  await switchToAccount(trx, account)
  const result = await run()
  await sql`select set_config('role', 'none', true), set_config('app.account_id', '', true)`.execute(trx)
  return result
}

async function switchToAccount(trx: Transaction, account: { id: string }): Promise<void> {
  await sql`
    select set_config('role', 'broadsheet_operator', true), set_config('app.account_id', ${account.id}, true)
  `.execute(trx)
}
