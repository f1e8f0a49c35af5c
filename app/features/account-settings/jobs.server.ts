import { sql } from 'kysely'
import { db, type Transaction } from '../../platform/database.server.ts'
import { log } from '../../platform/log.server.ts'
import { dropPages, EVERY_PAGE, write } from '../../platform/page-drops.server.ts'
import type { JobKind } from '../../platform/queue.server.ts'
import { notePagesRemoval } from '../landing-pages/commands.server.ts'
import { keepRemovals, noteAccountRemoval } from '../search-engines/commands.server.ts'

/** Removes the accounts whose owners asked for it a week ago. */
export const deleteAccountsJob: JobKind = {
  name: 'delete-accounts',
  cron: '9 * * * *',
  async work() {
    const due = await db
      .selectFrom('users')
      .select('id')
      .where('deletionDueAt', '<', sql<Date>`now()`)
      .execute()
    for (const { id } of due) await write((trx) => deleteAccount(trx, id))
  },
}

// All or nothing, and only a tombstone stays: what points to the account goes with it or, the articles that were to be
// kept, loses its name.
async function deleteAccount(trx: Transaction, id: string): Promise<void> {
  const account = await trx
    .selectFrom('users')
    .select(['email', 'deletionKeepsArticles'])
    .where('id', '=', id)
    .where('deletionDueAt', '<', sql<Date>`now()`) // unless its owner has just taken it back
    .forUpdate()
    .executeTakeFirst()
  if (!account) return
  if (account.deletionKeepsArticles)
    await trx.updateTable('uploads').set({ userId: null }).where('userId', '=', id).execute() // articles show them
  else await removeArticles(trx, id)
  await notePagesRemoval(trx, id)
  await keepRemovals(trx, id)
  await sql`delete from verifications where strpos(value, ${id}) > 0 or identifier = ${account.email}`.execute(
    trx,
  )
  await sql`
    delete from pgboss.job
    where state <> 'active' and (strpos(data::text, ${id}) > 0 or exists (
      select from jsonb_path_query(data, '$.**') as part where part #>> '{}' = ${account.email}
    ))
  `.execute(trx)
  await trx.deleteFrom('users').where('id', '=', id).execute()
  await trx.insertInto('deletedAccounts').values({ id }).execute()
  await dropPages(trx, [EVERY_PAGE])
  log.info({ account: id }, 'account.deleted')
}

async function removeArticles(trx: Transaction, userId: string): Promise<void> {
  await noteAccountRemoval(trx, userId)
  await trx.deleteFrom('blogPosts').where('userId', '=', userId).execute()
}
