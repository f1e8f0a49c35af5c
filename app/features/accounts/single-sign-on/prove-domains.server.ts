import { sql } from 'kysely'
import { type AskTextRecords, askTextRecords } from '../../../connectors/domains/ask-text-records.server.ts'
import { db, type Transaction, transact } from '../../../platform/store/database.server.ts'
import { log } from '../../../platform/log.server.ts'
import { requireRight } from '../../../platform/own-rows.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { refuse } from '../../../shared/refusal.ts'
import type { Operator } from '../accounts.ts'
import { note } from '../record/commands.server.ts'
import { changeProvider, endProviderSessions } from './commands.server.ts'
import { type SsoRefusal, toProofName, toProofText } from './single-sign-on.ts'

/**
 * Looks for the proof of a domain in DNS. Whoever controls DNS decides: an account whose text is not there any more loses
 * the domain to one whose text is.
 */
export async function proveDomain(
  operator: Operator,
  domain: string,
  ask: AskTextRecords = askTextRecords,
): Promise<SsoRefusal | undefined> {
  requireRight(operator, 'lead')
  const limit = { name: 'domain-proof', of: operator.id, most: 60, windowS: 3600 }
  if ((await consumeRateLimits([limit])) > 0) return refuse('tested-too-often')
  const records = await ask(toProofName(domain))
  if (!records) return refuse('dns-away')
  return changeProvider(operator, async (trx) => {
    const claims = await trx
      .selectFrom('signInDomains')
      .select(['providerId', 'token', 'provenAt'])
      .where('domain', '=', domain)
      .orderBy('providerId') // two accounts at once lock them in one order
      .forUpdate()
      .execute()
    const own = claims.find(({ providerId }) => providerId === operator.id)
    if (!own) return refuse('domain-gone')
    if (!records.includes(toProofText(own.token))) return refuse('proof-missing')
    const holder = claims.find((claim) => claim !== own && claim.provenAt)
    if (holder && records.includes(toProofText(holder.token))) return refuse('domain-taken')
    if (holder) await unprove(trx, { providerId: holder.providerId, domain })
    await trx
      .updateTable('signInDomains')
      .set({ provenAt: sql<Date>`now()`, missedAt: null })
      .where('providerId', '=', operator.id)
      .where('domain', '=', domain)
      .execute()
    await note(trx, operator, ['domain-proven', domain])
    log.info({ account: operator.id, domain }, 'domain.proven')
    return undefined
  })
}

/**
 * Checks each proven domain again, once a day. A domain counts no more after two checks that did not find its proof, and
 * the sessions by its provider end. Nothing changes while DNS does not answer.
 */
export async function checkProvenDomains(ask: AskTextRecords = askTextRecords): Promise<void> {
  const proven = await db
    .selectFrom('signInDomains')
    .select(['providerId', 'domain', 'token', 'missedAt'])
    .where('provenAt', 'is not', null)
    .execute()
  for (const { token, missedAt, ...of } of proven) {
    const records = await ask(toProofName(of.domain))
    if (!records) continue
    const isThere = records.includes(toProofText(token))
    if (isThere === (missedAt !== null)) await setMissed(of, isThere ? null : new Date())
    else if (!isThere) await transact((trx) => unprove(trx, of))
  }
}

interface Claim {
  providerId: string
  domain: string
}

const setMissed = ({ providerId, domain }: Claim, missedAt: Date | null) =>
  db
    .updateTable('signInDomains')
    .set({ missedAt })
    .where('providerId', '=', providerId)
    .where('domain', '=', domain)
    .execute()

async function unprove(trx: Transaction, { providerId, domain }: Claim): Promise<void> {
  await trx
    .updateTable('signInDomains')
    .set({ provenAt: null, missedAt: null })
    .where('providerId', '=', providerId)
    .where('domain', '=', domain)
    .execute()
  await endProviderSessions(trx, providerId)
  log.warn({ account: providerId, domain }, 'domain.lost')
}
