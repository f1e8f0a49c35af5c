// Every host name of this installation belongs to one site or to one account. This module is the only one that grants
// them.
import { sql } from 'kysely'
import type { Transaction } from './store/database.server.ts'
import { env } from './env.server.ts'
import { asInstallation } from './own-rows.server.ts'

/**
 * Returns true if a hosted site may have a host name: no account has it as its domain (decision 29). Until the
 * transaction ends, no other transaction gets a host name. Call it before you lock the account's row, like
 * `reserveDomain`.
 */
export async function reserveSiteHost(trx: Transaction, host: string): Promise<boolean> {
  await lockHostNames(trx)
  const holder = trx.selectFrom('seoSettings').select('userId').where('siteDomain', '=', host)
  return (await asInstallation(trx, () => holder.executeTakeFirst())) === undefined
}

/**
 * Returns true if an account may have a domain: no hosted site has it. Only the owner of the main site may have the
 * host name of the main site. Until the transaction ends, no other transaction gets a host name.
 */
export async function reserveDomain(trx: Transaction, domain: string, isOwner: boolean): Promise<boolean> {
  await lockHostNames(trx)
  if (domain === new URL(env.SITE_URL).hostname) return isOwner
  const hosted = trx
    .selectFrom('targetSites')
    .select('id')
    .where('kind', '=', 'hosted')
    .where('host', '=', domain)
  return (await asInstallation(trx, () => hosted.executeTakeFirst())) === undefined
}

// One transaction at a time, because two simultaneous ones would not see each other's new name.
const lockHostNames = (trx: Transaction) =>
  sql`select pg_advisory_xact_lock(hashtext('host names'))`.execute(trx)
