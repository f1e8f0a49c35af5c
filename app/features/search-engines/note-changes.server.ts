import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../platform/database.server.ts'
import { listEngines } from './reach.server.ts'
import type { PageChange } from './search-engines.ts'

/**
 * Notes pages that have changed, in the transaction that changes them, for the engines that are to know; in one
 * statement, however many there are. A page that is waiting already is noted anew. Whoever writes for an account can
 * note its own pages alone.
 */
export async function noteChanges(trx: Transaction, changes: PageChange[]): Promise<void> {
  const rows = listRows(changes)
  if (rows.length === 0) return
  const pick = <K extends keyof Row>(column: K) => rows.map((row) => row[column])
  await sql`
    insert into page_changes (id, user_id, origin, url, change, waiting_for)
    select id, user_id, origin, url, change, string_to_array(waiting_for, ',')
    from unnest(${pick('id')}::uuid[], ${pick('userId')}::uuid[], ${pick('origin')}::text[], ${pick('url')}::text[],
      ${pick('change')}::text[], ${pick('waitingFor')}::text[])
      as noted(id, user_id, origin, url, change, waiting_for)
    on conflict on constraint page_changes_url_key do update set
      id = excluded.id, change = excluded.change, waiting_for = excluded.waiting_for, changed_at = excluded.changed_at
  `.execute(trx)
}

/**
 * Has those pages of an account wait on without it that are gone and that engines were not told of yet, in the
 * transaction that deletes the account.
 */
export async function keepRemovals(trx: Transaction, userId: string): Promise<void> {
  await sql`
    insert into page_changes (id, user_id, origin, url, change, waiting_for, changed_at)
    select gen_random_uuid(), null, origin, url, change, waiting_for, changed_at from page_changes
    where user_id = ${userId} and change = 'removed' order by url
    on conflict on constraint page_changes_url_key do update set id = excluded.id,
      waiting_for = array(select distinct unnest(page_changes.waiting_for || excluded.waiting_for))
  `.execute(trx)
}

interface Row {
  id: string
  userId: string | null
  origin: string
  url: string
  change: PageChange['change']
  waitingFor: string
}

// In one order for everyone, so that nobody waits in a circle; the last word on a page counts.
function listRows(changes: PageChange[]): Row[] {
  const rows = changes.map(toRow).filter(({ waitingFor }) => waitingFor !== '')
  const byPage = new Map(rows.map((row) => [`${row.userId} ${row.url}`, row]))
  return [...byPage.values()].toSorted((one, other) => (one.url < other.url ? -1 : 1))
}

function toRow({ origin, path, userId, change, isInFeeds }: PageChange): Row {
  const engines = listEngines(origin).filter((engine) => isInFeeds || engine !== 'websub')
  return { id: uuidv7(), userId, origin, url: origin + path, change, waitingFor: engines.join(',') }
}
