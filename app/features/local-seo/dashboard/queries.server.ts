import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import type { DashboardFacts } from './dashboard.ts'

/** Returns the facts for the health score of the operator's local SEO (spec §7). */
export const findDashboardFacts = (operator: Operator): Promise<DashboardFacts> =>
  readAs(operator, async (trx) => ({
    hasSettings: (await count(trx, operator, 'seoSettings')) > 0,
    cities: await count(trx, operator, 'cities'),
    services: await count(trx, operator, 'services'),
    ...(await countLivePages(trx, operator)),
  }))

type OwnTable = 'seoSettings' | 'cities' | 'services'

async function count(trx: Transaction, operator: Operator, table: OwnTable): Promise<number> {
  const row = await trx
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isOwn(operator, 'userId'))
    .executeTakeFirstOrThrow()
  return row.count
}

async function countLivePages(trx: Transaction, operator: Operator) {
  return trx
    .selectFrom('generatedPages')
    .select(sql<number>`count(*)::int`.as('pages'))
    .select(sql<number>`(count(*) filter (where is_published and is_noindex))::int`.as('hiddenPages'))
    .where(isOwn(operator, 'userId'))
    .where('retiredAt', 'is', null)
    .where('content', '<>', '') // a reserved slug is not a page yet
    .executeTakeFirstOrThrow()
}
