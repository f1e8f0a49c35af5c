import { sql } from 'kysely'
import { db } from '../../platform/database.server.ts'
import { readAs } from '../../platform/own-rows.server.ts'
import type { AssuranceLevel, Operator } from './accounts.ts'
import { auth } from './auth.server.ts'

const FRESH = sql`interval '10 minutes'`
const LONGEST = sql`interval '30 days'` // a browser's session ends then, however much it was used

/** A session and how strongly it was proven. Only one whose `aal` is its `nextAal` opens anything. */
export interface Session {
  id: string
  operator: Operator
  aal: AssuranceLevel
  /** aal2 once any factor of the account is verified (spec §4). */
  nextAal: AssuranceLevel
  /** What it was proven with, such as `password` and `totp`. */
  amr: string[]
  /** Whether its owner proved to be there within the last ten minutes: what opens or locks an account asks for it. */
  isFresh: boolean
}

/**
 * The session that a request's cookie names, with cookies to send back when it was renewed. Undefined without one, or
 * when it has ended.
 */
export async function findSession(
  request: Request,
): Promise<{ session: Session; cookies: string[] } | undefined> {
  if (!request.headers.has('cookie')) return undefined
  const { api } = await auth()
  const { headers, response } = await api.getSession({
    headers: request.headers,
    returnHeaders: true,
  })
  if (!response) return undefined
  const session = await findSessionById(response.session.id)
  if (!session) return undefined
  await noteSeen(session.id)
  return { session, cookies: headers.getSetCookie() }
}

// Once a minute is as exact as anybody needs it.
async function noteSeen(id: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ lastSeenAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('lastSeenAt', '<', sql<Date>`now() - interval '1 minute'`)
    .execute()
}

/** A session by its id; undefined when it has ended. */
export async function findSessionById(id: string): Promise<Session | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select([
      'users.id',
      'users.email',
      'users.name',
      'sessions.aal',
      'sessions.amr',
      sql<boolean>`sessions.authenticated_at > now() - ${FRESH}`.as('isFresh'),
    ])
    .select((select) =>
      select
        .exists(
          select
            .selectFrom('factors')
            .select('factors.id')
            .whereRef('factors.userId', '=', 'users.id')
            .where('factors.status', '=', 'verified'),
        )
        .as('hasFactor'),
    )
    .where('sessions.id', '=', id)
    .where('sessions.expiresAt', '>', sql<Date>`now()`)
    .where((where) =>
      where.or([
        where('sessions.kind', '=', 'api'), // each of its refresh tokens is used once
        where('sessions.createdAt', '>', sql<Date>`now() - ${LONGEST}`),
      ]),
    )
    .executeTakeFirst()
  if (!row) return undefined
  const { email, name, aal, amr, isFresh, hasFactor } = row
  const operator = { id: row.id, email, name }
  return { id, operator, aal, amr, nextAal: hasFactor ? 'aal2' : 'aal1', isFresh }
}

/** What an account signs in with; `isConfirmed` once its address is known to be its owner's. */
export interface Credential {
  id: string
  email: string
  passwordHash: string | null
  isConfirmed: boolean
}

/** The account of an address, whatever its case. */
export async function findCredential(email: string): Promise<Credential | undefined> {
  return db
    .selectFrom('users')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.userId', '=', 'users.id').on('accounts.providerId', '=', 'credential'),
    )
    .select(['users.id', 'users.email', 'users.emailVerified as isConfirmed'])
    .select('accounts.password as passwordHash')
    .where(sql`lower(users.email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

/** All accounts, oldest first, for the command line. */
export function listAccounts(): Promise<{ id: string; email: string; createdAt: Date }[]> {
  return db.selectFrom('users').select(['id', 'email', 'createdAt']).orderBy('createdAt').execute()
}

/** Whether anybody has an account yet. */
export async function hasAccounts(): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The account that owns the main site: the first one; undefined while there is none. */
export async function findSiteOwnerId(): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('ownerId').executeTakeFirst()
  return row?.ownerId ?? undefined
}

/** How many of each an account has, or of sites may publish to, as the desk's menu shows it. */
export type DeskCounts = Record<'articles' | 'sites' | 'cities' | 'services', number>

export const countForDesk = (operator: Operator): Promise<DeskCounts | undefined> =>
  readAs(operator, async (trx) => {
    const { rows } = await sql<DeskCounts>`select
      (select count(*) from blog_posts where user_id = ${operator.id} and origin_id is null)::int as articles,
      (select count(*) from target_sites
        where kind <> 'main' and (owner_id is null or owner_id = ${operator.id}))::int as sites,
      (select count(*) from cities where user_id = ${operator.id})::int as cities,
      (select count(*) from services where user_id = ${operator.id})::int as services
    `.execute(trx)
    return rows[0]
  })
