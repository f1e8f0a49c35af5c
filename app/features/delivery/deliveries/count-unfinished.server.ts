import { type RawBuilder, sql } from 'kysely'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import type { Lack } from './deliveries.ts'

const LACKS: Record<Lack, RawBuilder<boolean>> = {
  copy: sql`wanted_hash is not null and delivered_hash is null`,
  removal: sql`wanted_hash is null`,
  change: sql`true`,
}

/** Counts the deliveries of articles that failed or were not attempted yet: on one site, or on all of them. */
export async function countUnfinished(
  trx: Transaction,
  articleIds: string[],
  { siteId, lack = 'change' }: { siteId?: string | undefined; lack?: Lack } = {},
): Promise<number> {
  const { count } = await trx
    .selectFrom('deliveries')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('articleId', '=', sql<string>`any(${articleIds}::uuid[])`)
    .$if(siteId !== undefined, (query) => query.where('siteId', '=', siteId ?? ''))
    .where('state', 'in', ['pending', 'failed'])
    .where(LACKS[lack])
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the deliveries of all accounts that are not done, by the kind of the site and their state. */
export async function countUnfinishedByKind(): Promise<{ value: number; site: string; state: string }[]> {
  return db
    .selectFrom('deliveries')
    .innerJoin('targetSites', 'targetSites.id', 'deliveries.siteId')
    .select(['kind as site', 'state', sql<number>`count(*)::int`.as('value')])
    .where('state', 'in', ['pending', 'failed'])
    .groupBy(['kind', 'state'])
    .execute()
}
