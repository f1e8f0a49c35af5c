import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../accounts.ts'
import { API_SESSIONS_LIMIT, type NewAccess } from './tokens.ts'

/** Returns true if the account may have another named client. Locks its row until the transaction ends. */
export async function isRoomForClient(trx: Transaction, operator: Operator): Promise<boolean> {
  await trx.selectFrom('users').select('id').where(isOwn(operator, 'id')).forUpdate().execute()
  const own = await trx
    .selectFrom('sessions')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isOwn(operator, 'userId'))
    .where('kind', '=', 'api')
    .where('name', 'is not', null)
    .executeTakeFirstOrThrow()
  return own.count < API_SESSIONS_LIMIT
}

/** Inserts a session for a program at the level of the session `from`, for the account that it acts for. Returns its id. */
export async function insertApiSession(
  trx: Transaction,
  operator: Operator,
  {
    from,
    name,
    scopes,
    siteIds,
    directScopes = null,
    expiresAt,
  }: NewAccess & { from: string; expiresAt: RawBuilder<Date> },
): Promise<string> {
  const id = uuidv7()
  await sql`
    insert into sessions
      (id, user_id, account_id, token, expires_at, kind, name, aal, amr, authenticated_at, scopes, site_ids,
        direct_scopes)
    select ${id}, user_id, account_id, ${makeUnusedSecret()}, ${expiresAt}, 'api', ${name}, aal, amr, authenticated_at,
      ${scopes}::text[], ${siteIds}::uuid[], ${directScopes}::text[]
    from sessions where id = ${from} and ${isOwn(operator, 'userId')}
  `.execute(trx)
  return id
}

// Each session row has a cookie secret. An API client has no cookie, so its secret is never used.
const makeUnusedSecret = () => randomBytes(24).toString('base64url')
