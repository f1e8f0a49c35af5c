import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { isPublicHost } from './address-check.ts'
import type { Transaction } from './store/database.server.ts'
import { env } from './env.server.ts'
import { type Engine, type EngineReach, ENGINES, type PageChange } from './page-changes.ts'

/**
 * Stores changed pages for the search engines that will be notified of them, in the transaction that changes the pages.
 * It takes one statement for any number of pages. A page that is waiting already is replaced. An account can store only
 * its own pages.
 */
export async function recordPageChanges(trx: Transaction, changes: PageChange[]): Promise<void> {
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
 * Copies the removed pages of an account that still wait for a notice to rows without an account. Call it in the
 * transaction that deletes the account.
 */
export async function detachPendingRemovals(trx: Transaction, userId: string): Promise<void> {
  await sql`
    insert into page_changes (id, user_id, origin, url, change, waiting_for, changed_at)
    select gen_random_uuid(), null, origin, url, change, waiting_for, changed_at from page_changes
    where user_id = ${userId} and change = 'removed' order by url
    on conflict on constraint page_changes_url_key do update set id = excluded.id,
      waiting_for = array(select distinct unnest(page_changes.waiting_for || excluded.waiting_for))
  `.execute(trx)
}

/**
 * Returns true if an engine can be notified of a site: it must be configured, and it must reach the site. An engine on
 * the public internet cannot reach a private address; an engine in a private network can.
 */
export function toReadiness(engine: Engine, origin: string): EngineReach {
  const address = toAddress(engine)
  if (address === undefined) return 'not-configured'
  const isReadable = isPublicHost(new URL(origin).hostname) || !isPublicHost(new URL(address).hostname)
  return isReadable ? 'ready' : 'not-public'
}

/** Returns the engines that are notified of a site. */
export const listEngines = (origin: string): Engine[] =>
  ENGINES.filter((engine) => toReadiness(engine, origin) === 'ready')

const toAddress = (engine: Engine): string | undefined => {
  if (engine === 'indexnow') return env.INDEXNOW_URL === 'off' ? undefined : env.INDEXNOW_URL
  if (engine === 'websub') return env.WEBSUB_HUB_URL
  return env.GOOGLE_SERVICE_ACCOUNT && env.GOOGLE_API_URL
}

interface Row {
  id: string
  userId: string | null
  origin: string
  url: string
  change: PageChange['change']
  waitingFor: string
}

// Sorted, so that simultaneous transactions cannot deadlock. Only the last change of a page is stored.
function listRows(changes: PageChange[]): Row[] {
  const rows = changes.map(toRow).filter(({ waitingFor }) => waitingFor !== '')
  const byPage = new Map(rows.map((row) => [`${row.userId} ${row.url}`, row]))
  return [...byPage.values()].toSorted((one, other) => (one.url < other.url ? -1 : 1))
}

function toRow({ origin, path, userId, change, isInFeeds }: PageChange): Row {
  const engines = listEngines(origin).filter((engine) => isInFeeds || engine !== 'websub')
  return { id: uuidv7(), userId, origin, url: origin + path, change, waitingFor: engines.join(',') }
}
