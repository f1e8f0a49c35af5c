import { createHmac } from 'node:crypto'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { deriveKey, deriveKeys } from '../../../platform/secret.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { type DomainState, toDomainOrigin } from './domains.ts'

/** Returns true if the operator's domain leads here; undefined without a domain. */
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

/** Returns the origin of an account's landing pages: its own domain if that leads here, or the main site. */
export async function findPagesOrigin(trx: Transaction, accountId: string): Promise<string> {
  const row = await trx
    .selectFrom('seoSettings')
    .select('siteDomain')
    .where('userId', '=', accountId)
    .where('domainSeenAt', 'is not', null)
    .executeTakeFirst()
  return row ? toDomainOrigin(row.siteDomain, env.SITE_URL) : env.SITE_URL
}

/** Returns the answer for a host's `PROOF_PATH`, which only this installation knows. */
export const toProof = (host: string): string => prove(deriveKey('domains'), host)

/** Returns true for the answer of a process of this installation, also of one with the secret of before. */
export const isProof = (host: string, answer: string | undefined): boolean =>
  deriveKeys('domains').some((key) => answer === prove(key, host))

const prove = (key: Buffer, host: string) => createHmac('sha256', key).update(host).digest('base64url')
