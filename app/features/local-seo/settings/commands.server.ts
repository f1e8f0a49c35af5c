import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { reserveDomain } from '../../../platform/host-names.server.ts'
import { log } from '../../../platform/log.server.ts'
import { asInstallation, isOwn, writeAs } from '../../../platform/own-rows.server.ts'
import { invalidatePages } from '../../../platform/web/page-invalidation.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { pageTag } from '../../articles/articles.ts'
import { applyDomain } from '../domains/commands.server.ts'
import { accountPagesTag } from '../domains/domains.ts'
import { withoutTrunkDigit } from '../../../shared/phones.ts'
import { MAIN_SITE_ID, SITES_TAG } from '../../../shared/sites.ts'
import { note } from '../../accounts/record/commands.server.ts'
import { findSettings } from './queries.server.ts'
import type { SeoSettings } from './settings.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'

type SaveOutcome = { ok: true } | Refusal<'domain-taken' | 'domain-too-often' | 'not-stored'>

/**
 * Saves all fields of the operator's settings (spec §7). The settings of the site's owner appear on the pages of the
 * main site immediately. A domain that another account or a site uses is refused.
 */
export async function saveSettings(operator: Operator, settings: SeoSettings): Promise<SaveOutcome> {
  const businessPhone = withoutTrunkDigit(settings.businessPhone)
  const row = { ...settings, businessPhone, updatedAt: sql<Date>`now()` }
  if (await changesDomainTooOften(operator, settings.siteDomain)) return refuse('domain-too-often')
  try {
    return await writeAs(operator, async (trx) => {
      const isOwner = await ownsMainSite(trx, operator)
      if (settings.siteDomain && !(await reserveDomain(trx, settings.siteDomain, isOwner)))
        return refuse('domain-taken')
      const before = await findDomain(trx, operator)
      await trx
        .insertInto('seoSettings')
        .values({ userId: operator.id, ...row })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
        .execute()
      await invalidatePages(trx, [
        accountPagesTag(operator.id), // they show the contact of the business
        ...(isOwner ? [SITES_TAG, pageTag.site(MAIN_SITE_ID)] : []),
      ])
      await note(trx, operator, ['settings-saved'])
      if (before || settings.siteDomain) await applyDomain(trx, operator.id, before === settings.siteDomain)
      return { ok: true }
    })
  } catch (error) {
    if (isTaken(error)) return refuse('domain-taken')
    log.error({ err: error, account: operator.id }, 'seo_settings.not_saved')
    return refuse('not-stored')
  }
}

/** Names the main site for an account that owns it now, in the caller's transaction. An empty name changes nothing. */
export async function nameMainSite(trx: Transaction, accountId: string, siteName: string): Promise<void> {
  if (siteName === '') return
  const { rows } = await sql`
    insert into seo_settings (user_id, site_name) select owner_id, ${siteName} from installation
    where owner_id = ${accountId} on conflict (user_id) do nothing returning user_id
  `.execute(trx)
  if (rows.length > 0) await invalidatePages(trx, [SITES_TAG, pageTag.site(MAIN_SITE_ID)])
}

// Each name that is served can get a certificate, and authorities limit their number for an installation.
async function changesDomainTooOften(operator: Operator, domain: string): Promise<boolean> {
  if (!domain || domain === (await findSettings(operator))?.siteDomain) return false
  return (await consumeRateLimits([{ name: 'domain', of: operator.id, most: 10, windowS: 86_400 }])) > 0
}

// The lock makes a change of the owner wait. That change invalidates the pages afterwards.
const ownsMainSite = (trx: Transaction, operator: Operator): Promise<boolean> =>
  asInstallation(trx, async () => {
    const row = await trx.selectFrom('installation').select('ownerId').forShare().executeTakeFirst()
    return row?.ownerId === operator.id
  })

const findDomain = async (trx: Transaction, operator: Operator): Promise<string | undefined> =>
  (
    await trx
      .selectFrom('seoSettings')
      .select('siteDomain')
      .where(isOwn(operator, 'userId'))
      .forUpdate()
      .executeTakeFirst()
  )?.siteDomain

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'seo_settings_site_domain_key'
