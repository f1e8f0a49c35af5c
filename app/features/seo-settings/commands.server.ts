import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { log } from '../../platform/log.server.ts'
import { asInstallation, isOwn, writeAs } from '../../platform/own-rows.server.ts'
import { dropPages } from '../../platform/page-drops.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { pageTag } from '../articles/articles.ts'
import { followDomain, lockHostNames } from '../landing-domains/commands.server.ts'
import { accountPagesTag } from '../landing-pages/landing-pages.ts'
import { MAIN_SITE_ID, SITES_TAG } from '../target-sites/target-sites.ts'
import type { SeoSettings } from './seo-settings.ts'

export type SavedSettings = 'saved' | 'domain-taken' | 'not-stored'

/**
 * Saves the operator's settings, all fields at once (spec §7). Those of the site owner are on the pages of the main site
 * from then on. A domain that is another account's, or a site's, is refused.
 */
export async function saveSettings(operator: Operator, settings: SeoSettings): Promise<SavedSettings> {
  const row = { ...settings, updatedAt: sql<Date>`now()` }
  try {
    return await writeAs(operator, async (trx) => {
      if (settings.siteDomain) await lockHostNames(trx)
      const isOwner = await ownsMainSite(trx, operator)
      if (await isSiteHost(trx, settings.siteDomain, isOwner)) return 'domain-taken'
      const before = await findDomain(trx, operator)
      await trx
        .insertInto('seoSettings')
        .values({ userId: operator.id, ...row })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
        .execute()
      await dropPages(trx, [
        accountPagesTag(operator.id), // they say how the business is reached
        ...(isOwner ? [SITES_TAG, pageTag.site(MAIN_SITE_ID)] : []),
      ])
      if (before || settings.siteDomain) await followDomain(trx, operator.id, before === settings.siteDomain)
      return 'saved'
    })
  } catch (error) {
    if (isTaken(error)) return 'domain-taken'
    log.error({ err: error, account: operator.id }, 'seo_settings.not_saved')
    return 'not-stored'
  }
}

// Locked: whoever makes somebody else the owner meanwhile waits, and drops the pages afterwards.
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

// The main site's own host is its owner's to name; a hosted site shows articles.
async function isSiteHost(trx: Transaction, domain: string, isOwner: boolean): Promise<boolean> {
  if (domain === new URL(env.SITE_URL).hostname) return !isOwner
  const hosted = trx
    .selectFrom('targetSites')
    .select('id')
    .where('kind', '=', 'hosted')
    .where('host', '=', domain)
  return (await asInstallation(trx, () => hosted.executeTakeFirst())) !== undefined
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'seo_settings_site_domain_key'
