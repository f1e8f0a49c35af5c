import { sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { findLastBackup } from '../../../platform/backup/backup-state.server.ts'
import { env } from '../../../platform/env.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { toDeviceName } from '../../../platform/web/device-name.server.ts'
import type { Operator } from '../accounts.ts'
import { isSiteOwner } from '../sign-in/queries.server.ts'
import type { Backups, Belongings, BrowserSession } from './settings.ts'

/** Returns the browser sessions of an account: the current one first, then the last seen ones. */
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
    device: toDeviceName(userAgent),
    address: ipAddress || null,
    signedInAt: createdAt,
    lastSeenAt,
    isCurrent: id === currentId,
  }))
}

/** Returns the numbers of articles, copies, pictures, sites and landing pages of an account. */
export async function countBelongings(operator: Operator): Promise<Belongings> {
  const count = (table: keyof Tables, column: string, which = sql`true`) =>
    sql<number>`(select count(*)::int from ${sql.table(table)} where ${isOwn(operator, column)} and ${which})`
  return readAs(operator, (trx) =>
    trx
      .selectNoFrom([
        count('blogPosts', 'userId', sql`origin_id is null and deletion_asked_at is null`).as('articles'),
        count('blogPosts', 'userId', sql`origin_id is not null`).as('copies'),
        count('uploads', 'userId').as('pictures'),
        count('targetSites', 'ownerId').as('sites'),
        count('generatedPages', 'userId').as('landingPages'),
      ])
      .executeTakeFirstOrThrow(),
  )
}

/** Returns when an account is deleted; null if its owner did not ask for that. */
export async function findDeletion(operator: Operator): Promise<Date | null> {
  const row = await readAs(operator, (trx) =>
    trx.selectFrom('users').select('deletionDueAt').where(isOwn(operator, 'id')).executeTakeFirst(),
  )
  return row?.deletionDueAt ?? null
}

/** Returns the outcome of the scheduled backups to the owner of the site; undefined to other accounts. */
export async function findBackups(operator: Operator): Promise<Backups | undefined> {
  if (!(await isSiteOwner(operator))) return undefined
  return { areMade: env.BACKUP_TO !== undefined, ...(await findLastBackup()) }
}
