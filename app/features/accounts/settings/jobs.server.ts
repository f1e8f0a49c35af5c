import { sql } from 'kysely'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { log } from '../../../platform/log.server.ts'
import { detachPendingRemovals } from '../../../platform/page-changes.server.ts'
import { invalidatePages, EVERY_PAGE, write } from '../../../platform/web/page-invalidation.server.ts'
import type { JobKind } from '../../../platform/work/queue.server.ts'

/** Records for search engines which pages are removed with an account, in the transaction that deletes it. */
type NoteRemoval = (trx: Transaction, account: { id: string; keepsArticles: boolean }) => Promise<void>

/** Returns the job that deletes accounts a week after their owners asked for it. */
export const toDeleteAccountsJob = (noteRemoval: NoteRemoval): JobKind => ({
  name: 'delete-accounts',
  cron: '9 * * * *',
  async work() {
    const due = await db
      .selectFrom('users')
      .select('id')
      .where('deletionDueAt', '<', sql<Date>`now()`)
      .execute()
    for (const { id } of due) await write((trx) => deleteAccount(trx, id, noteRemoval))
  },
})

// One transaction. Only the id stays, in `deletedAccounts`. Its other rows are deleted with it, most by foreign keys;
// articles that its owner wants to keep lose their owner instead.
async function deleteAccount(trx: Transaction, id: string, noteRemoval: NoteRemoval): Promise<void> {
  const account = await trx
    .selectFrom('users')
    .select(['email', 'deletionKeepsArticles'])
    .where('id', '=', id)
    .where('deletionDueAt', '<', sql<Date>`now()`) // its owner may have cancelled it in the meantime
    .forUpdate()
    .executeTakeFirst()
  if (!account) return
  const keepsArticles = account.deletionKeepsArticles
  await noteRemoval(trx, { id, keepsArticles })
  if (keepsArticles) await trx.updateTable('uploads').set({ userId: null }).where('userId', '=', id).execute() // kept articles show them
  else await trx.deleteFrom('blogPosts').where('userId', '=', id).execute()
  await detachPendingRemovals(trx, id)
  await sql`delete from verifications where value = ${id}`.execute(trx)
  await sql`
    delete from pgboss.job
    where state <> 'active' and (strpos(data::text, ${id}) > 0 or exists (
      select from jsonb_path_query(data, '$.**') as part where part #>> '{}' = ${account.email}
    ))
  `.execute(trx)
  await trx.deleteFrom('users').where('id', '=', id).execute()
  await trx.insertInto('deletedAccounts').values({ id }).execute()
  await invalidatePages(trx, [EVERY_PAGE])
  log.info({ account: id }, 'account.deleted')
}
