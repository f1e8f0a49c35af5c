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

/**
 * Returns those of some host names that a hosted site or an account has, each with the account of the site. Null: it is a
 * shared site, or a domain of an account.
 */
export const listTakenHosts = (trx: Transaction, hosts: string[]): Promise<Map<string, string | null>> =>
  asInstallation(trx, async () => {
    const { rows } = await sql<{ host: string; ownerId: string | null }>`
      select host, owner_id from target_sites where kind = 'hosted' and host = any(${hosts}::text[])
      union all select site_domain, null from seo_settings where site_domain = any(${hosts}::text[])
    `.execute(trx)
    return new Map(rows.map(({ host, ownerId }) => [host, ownerId]))
  })

/**
 * Makes all other transactions that want a host name wait until this one ends. Call it before you lock the account's row.
 * One at a time, because two simultaneous ones would not see each other's new name.
 */
export const lockHostNames = (trx: Transaction) =>
  sql`select pg_advisory_xact_lock(hashtext('host names'))`.execute(trx)
