import { createHmac } from 'node:crypto'
import { db, type Transaction } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { asInstallation, isOwn, readAs } from '../../platform/own-rows.server.ts'
import type { RequestSite } from '../../platform/request-context.server.ts'
import { deriveKey } from '../../platform/secret.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { FIELDS, toProfile } from '../seo-settings/seo-settings.ts'
import { type DomainState, toDomainOrigin } from './landing-domains.ts'

/** The domains of accounts by host name, each as the site that shows the account's landing pages. */
export async function listLandingSites(): Promise<Map<string, RequestSite>> {
  const rows = await db
    .selectFrom('seoSettings')
    .select(FIELDS)
    .select('userId')
    .where('siteDomain', '!=', '')
    .execute()
  return new Map(
    rows.map(({ userId, ...settings }) => {
      const { siteDomain, siteName, businessName, defaultMetaDescription } = settings
      const origin = toDomainOrigin(siteDomain, env.SITE_URL)
      const site = {
        id: userId,
        name: siteName || businessName || siteDomain,
        description: defaultMetaDescription,
        origin,
        isMain: false,
        mainOrigin: env.SITE_URL,
        landingAccountId: userId,
        profile: toProfile(settings, origin),
      }
      return [siteDomain, site]
    }),
  )
}

/** Whether a host name is the domain of an account, whosever. */
export async function isDomain(trx: Transaction, host: string): Promise<boolean> {
  const holder = trx.selectFrom('seoSettings').select('userId').where('siteDomain', '=', host)
  return (await asInstallation(trx, () => holder.executeTakeFirst())) !== undefined
}

/** How the operator's domain stands; undefined without one. */
export async function findDomainState(operator: Operator): Promise<DomainState | undefined> {
  const row = await readAs(operator, (trx) =>
    trx
      .selectFrom('seoSettings')
      .select(['domainSeenAt', 'domainCheckedAt'])
      .where(isOwn(operator, 'userId'))
      .where('siteDomain', '!=', '')
      .executeTakeFirst(),
  )
  if (!row) return undefined
  if (row.domainSeenAt) return 'leads-here'
  return row.domainCheckedAt ? 'leads-elsewhere' : 'unchecked'
}

/** Where an account's landing pages are at home: on its own domain if that leads here, or else on the main site. */
export async function findPagesOrigin(trx: Transaction, accountId: string): Promise<string> {
  const row = await trx
    .selectFrom('seoSettings')
    .select('siteDomain')
    .where('userId', '=', accountId)
    .where('domainSeenAt', 'is not', null)
    .executeTakeFirst()
  return row ? toDomainOrigin(row.siteDomain, env.SITE_URL) : env.SITE_URL
}

/** What this installation alone answers at a host's `PROOF_PATH`. */
export const toProof = (host: string): string =>
  createHmac('sha256', deriveKey('domains')).update(host).digest('base64url')
