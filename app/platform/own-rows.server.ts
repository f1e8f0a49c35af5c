import { type Expression, type SqlBool, sql } from 'kysely'
import { db, type Transaction } from './database.server.ts'
import { write } from './page-drops.server.ts'

/** Says in a query that a row is the account's own. The first of two layers; the database's policies are the second. */
export const isOwn = (account: { id: string }, column: string): Expression<SqlBool> =>
  sql<boolean>`${sql.ref(column)} = ${account.id}`

/** Reads for an account: whatever `run` asks for, the database shows it nothing of anybody else's. */
export const readAs = <T>(account: { id: string }, run: (trx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await become(trx, account)
    return run(trx)
  })

/** Writes for an account, as `write` does; the database takes nothing that belongs to anybody else. */
export const writeAs = <T>(account: { id: string }, run: (trx: Transaction) => Promise<T>): Promise<T> =>
  write(async (trx) => {
    await become(trx, account)
    return run(trx)
  })

/**
 * Steps out of the account for what concerns everybody, such as which slugs are taken, and back again. A failure needs
 * no way back: it ends the transaction.
 */
export async function asInstallation<T>(trx: Transaction, run: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ role: string }>`
    select before.role, set_config('role', 'none', true) from (select current_setting('role') as role offset 0) as before
  `.execute(trx)
  const result = await run()
  await sql`select set_config('role', ${rows[0]?.role}, true)`.execute(trx)
  return result
}

/** The other way round: acts for an account within a transaction of the installation's, and steps out again. */
export async function asAccount<T>(
  trx: Transaction,
  account: { id: string },
  run: () => Promise<T>,
): Promise<T> {
  await become(trx, account)
  const result = await run()
  await sql`select set_config('role', 'none', true), set_config('app.account_id', '', true)`.execute(trx)
  return result
}

async function become(trx: Transaction, account: { id: string }): Promise<void> {
  await sql`
    select set_config('role', 'broadsheet_operator', true), set_config('app.account_id', ${account.id}, true)
  `.execute(trx)
}
