import { sql } from 'kysely'
import { askDomain } from '../../../connectors/domains/ask-domain.server.ts'
import { db, type Transaction, transact } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { log } from '../../../platform/log.server.ts'
import { invalidatePages, write } from '../../../platform/web/page-invalidation.server.ts'
import { enqueue, enqueueAll } from '../../../platform/work/queue.server.ts'
import { pageTag } from '../../articles/articles.ts'
import { recordPageChanges } from '../../../platform/page-changes.server.ts'
import { SITES_TAG } from '../../../shared/sites.ts'
import { accountPagesTag, PAGE_LIST_TAG, PROOF_PATH, toDomainOrigin } from './domains.ts'
import { isProof } from './queries.server.ts'

/** The name of the job that checks one domain. */
export const CHECK_DOMAIN_JOB = 'check-domain'

/**
 * Invalidates the pages that depend on the settings of an account after they were saved. Unless `isSame`, the domain
 * has changed. Then it counts as unchecked, and a check is enqueued.
 */
export async function applyDomain(trx: Transaction, accountId: string, isSame: boolean): Promise<void> {
  await invalidatePages(trx, [SITES_TAG, pageTag.site(accountId)])
  if (isSame) return
  await invalidatePages(trx, [accountPagesTag(accountId), PAGE_LIST_TAG])
  await trx
    .updateTable('seoSettings')
    .set({ domainSeenAt: null, domainCheckedAt: null })
    .where('userId', '=', accountId)
    .execute()
  await enqueue(trx, { name: CHECK_DOMAIN_JOB, data: { accountId }, delayS: 0 })
}

/**
 * Checks whether an account's domain leads to this installation. Only then is it the canonical host of the account's
 * landing pages. Search engines must not be sent to a domain that does not show them. The domain loses that rank after
 * two failed checks in a row.
 */
export async function checkDomain(accountId: string): Promise<void> {
  const settings = await findDomain(accountId)
  if (!settings) return
  const { siteDomain, domainSeenAt, hasFailed } = settings
  const answer = await askDomain(toDomainOrigin(siteDomain, env.SITE_URL) + PROOF_PATH)
  const now = new Date()
  const unseenAt = hasFailed ? null : domainSeenAt
  const seenAt = isProof(siteDomain, answer) ? now : unseenAt
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
      await invalidatePages(trx, [SITES_TAG, accountPagesTag(accountId), PAGE_LIST_TAG])
      if (leadsHere) await recordHomeChange(trx, accountId, toDomainOrigin(siteDomain, env.SITE_URL))
    }
  })
}

// The pages are new to search engines at this domain. The home page leads to all of them.
const recordHomeChange = (trx: Transaction, userId: string, origin: string) =>
  recordPageChanges(trx, [{ origin, path: '/', userId, change: 'changed', isInFeeds: false }])

/** Enqueues a check of each domain, unless one is waiting already. */
export async function checkDomains(): Promise<void> {
  const { rows } = await sql<{ accountId: string }>`
    select user_id as account_id from seo_settings where site_domain <> '' and not exists (
      select from pgboss.job where name = ${CHECK_DOMAIN_JOB} and data->>'accountId' = user_id::text
        and state in ('created', 'retry', 'active')
    ) order by domain_checked_at nulls first
  `.execute(db)
  await transact((trx) => enqueueAll(trx, { name: CHECK_DOMAIN_JOB, data: rows, delayS: 0 }))
}

const findDomain = (accountId: string) =>
  db
    .selectFrom('seoSettings')
    .select(['siteDomain', 'domainSeenAt'])
    .select(sql<boolean>`coalesce(domain_checked_at > domain_seen_at, false)`.as('hasFailed')) // the last check
    .where('userId', '=', accountId)
    .where('siteDomain', '!=', '')
    .executeTakeFirst()
