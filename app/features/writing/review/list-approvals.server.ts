import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { toPersonName } from '../../articles/revisions/queries.server.ts'
import type { RevisedText } from '../../articles/revisions/revisions.ts'
import { shownSiteName } from '../../articles/placement/queries.server.ts'
import { listApprovals } from '../approval/queries.server.ts'
import type { ShownApproval } from './review.ts'

/** Returns the approvals of a text with the names of people and sites, the first one first. */
export async function listShownApprovals(
  trx: Transaction,
  operator: Operator,
  text: { id: string; text: RevisedText },
): Promise<ShownApproval[]> {
  const approvals = await listApprovals(trx, operator, text)
  if (approvals.length === 0) return []
  const people = await trx
    .selectFrom('users')
    .select(['id', toPersonName('users').as('name')])
    .where('id', '=', isAmong(approvals.map(({ approvedBy }) => approvedBy)))
    .execute()
  const sites = await trx
    .selectFrom('targetSites')
    .select(['id', shownSiteName.as('name')])
    .where('id', '=', isAmong(approvals.map(({ siteId }) => siteId)))
    .execute()
  return approvals
    .map(({ siteId, approvedBy, approvedAt }) => ({
      siteName: siteId && (toName(sites, siteId) ?? 'another site'),
      by: toName(people, approvedBy),
      at: approvedAt,
    }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

const toName = (rows: { id: string; name: string | null }[], id: string | null) =>
  rows.find((row) => row.id === id)?.name ?? null

const isAmong = (ids: (string | null)[]) => sql<string>`any(${ids}::uuid[])`
