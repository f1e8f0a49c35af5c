import { sql } from 'kysely'
import { askDomain } from '../../connectors/domains/ask-domain.server.ts'
import { db, type Transaction } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { log } from '../../platform/log.server.ts'
import { dropPages, write } from '../../platform/page-drops.server.ts'
import { enqueue, enqueueAll } from '../../platform/queue.server.ts'
import { pageTag } from '../articles/articles.ts'
import { accountPagesTag, PAGE_LIST_TAG } from '../landing-pages/landing-pages.ts'
import { noteChanges } from '../search-engines/commands.server.ts'
import { SITES_TAG } from '../target-sites/target-sites.ts'
import { PROOF_PATH, toDomainOrigin } from './landing-domains.ts'
import { toProof } from './queries.server.ts'

export const CHECK_DOMAIN_JOB = 'check-domain'

/** Has those who give out host names take turns, whether to sites or as domains: two could pass each other's look. */
export const lockHostNames = (trx: Transaction) =>
  sql`select pg_advisory_xact_lock(hashtext('host names'))`.execute(trx)

/**
 * Serves an account's landing pages on the domain that it has just saved, or on none, with what else it says of itself.
 * Of another domain than before nothing is known until somebody looks, which is soon.
 */
export async function followDomain(trx: Transaction, accountId: string, isSame: boolean): Promise<void> {
  await dropPages(trx, [SITES_TAG, pageTag.site(accountId)])
  if (isSame) return
  await dropPages(trx, [accountPagesTag(accountId), PAGE_LIST_TAG])
  await trx
    .updateTable('seoSettings')
    .set({ domainSeenAt: null, domainCheckedAt: null })
    .where('userId', '=', accountId)
    .execute()
  await enqueue(trx, { name: CHECK_DOMAIN_JOB, data: { accountId }, delayS: 0 })
}

/**
 * Looks whether an account's domain leads here: only then is it the canonical address of the account's landing pages.
 * Other accounts could otherwise send search engines to a domain that shows nothing. It stays so until two looks in a
 * row fail.
 */
export async function checkDomain(accountId: string): Promise<void> {
  const settings = await findDomain(accountId)
  if (!settings) return
  const { siteDomain, domainSeenAt, hasFailed } = settings
  const answer = await askDomain(toDomainOrigin(siteDomain, env.SITE_URL) + PROOF_PATH)
  const now = new Date()
  const unseenAt = hasFailed ? null : domainSeenAt
  const seenAt = answer === toProof(siteDomain) ? now : unseenAt
  await write(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('seoSettings')
      .set({ domainCheckedAt: now, domainSeenAt: seenAt })
      .where('userId', '=', accountId)
      .where('siteDomain', '=', siteDomain)
      .executeTakeFirst()
    const leadsHere = seenAt !== null
    if (numUpdatedRows > 0n && leadsHere !== (domainSeenAt !== null)) {
      log.info({ account: accountId, domain: siteDomain, leadsHere }, 'domain.changed')
      await dropPages(trx, [SITES_TAG, accountPagesTag(accountId), PAGE_LIST_TAG])
      if (leadsHere) await noteHome(trx, accountId, toDomainOrigin(siteDomain, env.SITE_URL))
    }
  })
}

// From there search engines find the pages, which are new to them at this domain.
const noteHome = (trx: Transaction, userId: string, origin: string) =>
  noteChanges(trx, [{ origin, path: '/', userId, change: 'changed', isInFeeds: false }])

/** Has each domain looked at again by a job of its own, but for those that are about to be. */
export async function checkDomains(): Promise<void> {
  const { rows } = await sql<{ accountId: string }>`
    select user_id as account_id from seo_settings where site_domain <> '' and not exists (
      select from pgboss.job where name = ${CHECK_DOMAIN_JOB} and data->>'accountId' = user_id::text
        and state in ('created', 'retry', 'active')
    ) order by domain_checked_at nulls first
  `.execute(db)
  await db.transaction().execute((trx) => enqueueAll(trx, { name: CHECK_DOMAIN_JOB, data: rows, delayS: 0 }))
}

const findDomain = (accountId: string) =>
  db
    .selectFrom('seoSettings')
    .select(['siteDomain', 'domainSeenAt'])
    .select(sql<boolean>`coalesce(domain_checked_at > domain_seen_at, false)`.as('hasFailed')) // the last look
    .where('userId', '=', accountId)
    .where('siteDomain', '!=', '')
    .executeTakeFirst()
