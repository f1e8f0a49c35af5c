import Bowser from 'bowser'
import { sql } from 'kysely'
import { isOwn, readAs } from '../../platform/own-rows.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import type { Belongings, BrowserSession } from './account-settings.ts'

/** The browsers in which an account is signed in, the one that asks first, then by when they were last seen. */
export async function listSessions(operator: Operator, currentId: string): Promise<BrowserSession[]> {
  const rows = await readAs(operator, (trx) =>
    trx
      .selectFrom('sessions')
      .select(['id', 'userAgent', 'ipAddress', 'createdAt', 'lastSeenAt'])
      .where(isOwn(operator, 'userId'))
      .where('kind', '=', 'browser')
      .where('expiresAt', '>', sql<Date>`now()`)
      .orderBy(sql`id = ${currentId}`, 'desc')
      .orderBy('lastSeenAt', 'desc')
      .execute(),
  )
  return rows.map(({ id, userAgent, ipAddress, createdAt, lastSeenAt }) => ({
    id,
    device: toDevice(userAgent ?? ''),
    address: ipAddress || null,
    signedInAt: createdAt,
    lastSeenAt,
    isCurrent: id === currentId,
  }))
}

function toDevice(userAgent: string): string {
  if (userAgent === '') return 'Unknown device'
  // oxlint-disable-next-line import/no-named-as-default-member -- the package names it in its types alone
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name ?? userAgent.slice(0, 40), os.name].filter(Boolean).join(' on ')
}

/** What belongs to an account, in numbers. */
export async function countBelongings(operator: Operator): Promise<Belongings> {
  const counts = await readAs(operator, (trx) =>
    trx
      .selectNoFrom((from) => [
        from
          .selectFrom('blogPosts')
          .select(sql<number>`count(*)::int`.as('n'))
          .where(isOwn(operator, 'userId'))
          .where('originId', 'is', null)
          .as('articles'),
        from
          .selectFrom('blogPosts')
          .select(sql<number>`count(*)::int`.as('n'))
          .where(isOwn(operator, 'userId'))
          .where('originId', 'is not', null)
          .as('copies'),
        from
          .selectFrom('targetSites')
          .select(sql<number>`count(*)::int`.as('n'))
          .where(isOwn(operator, 'ownerId'))
          .as('sites'),
        from
          .selectFrom('generatedPages')
          .select(sql<number>`count(*)::int`.as('n'))
          .where(isOwn(operator, 'userId'))
          .as('landingPages'),
      ])
      .executeTakeFirstOrThrow(),
  )
  const { articles, copies, sites, landingPages } = counts
  return { articles: articles ?? 0, copies: copies ?? 0, sites: sites ?? 0, landingPages: landingPages ?? 0 }
}

/** When an account goes, if its owner asked for that. */
export async function findDeletion(operator: Operator): Promise<Date | null> {
  const row = await readAs(operator, (trx) =>
    trx.selectFrom('users').select('deletionDueAt').where(isOwn(operator, 'id')).executeTakeFirst(),
  )
  return row?.deletionDueAt ?? null
}
