import { sql } from 'kysely'
import { db } from '../../../platform/store/database.server.ts'
import { prepare } from '../../../platform/store/prepared.server.ts'
import { readAs } from '../../../platform/own-rows.server.ts'
import type { Limits } from '../../../shared/rights.ts'
import { type Scope, toScopeRights, toScopes } from '../../../shared/scopes.ts'
import { type AssuranceLevel, isOwner, type Operator } from '../accounts.ts'
import { readSessionCookie, SESSION_S, toSessionCookie } from './session-cookie.server.ts'

const LIFE = sql`${SESSION_S} * interval '1 second'`
const FRESH = sql`interval '10 minutes'`
const LONGEST = sql`interval '30 days'` // a browser's session ends then, even while it is in use

/** A session and the level of its proof. It opens screens only while `aal` equals `nextAal`. */
export interface Session {
  id: string
  /** The person, with the own account. In routes about an account, the guard sets `acting` here. */
  operator: Operator
  /** The person, with the account that the session acts for. */
  acting: Operator
  /** True if the session can change to other accounts of the person. */
  hasOthers: boolean
  /** True if the provider of the account vouched for the person. Then the session acts for this account alone. */
  isByProvider: boolean
  aal: AssuranceLevel
  /** aal2 once any factor of the account is verified (spec §4). */
  nextAal: AssuranceLevel
  /** The methods that proved it, such as `password` and `totp`. */
  amr: string[]
  /** What its tokens may be used for; null for all that the person may do. */
  scopes: Scope[] | null
  /** Set for the token of an agent: the scopes whose writes need no person. Empty unless the person owns the account. */
  directScopes: Scope[] | null
  /** True if it was proven by the password, and less than ten minutes ago. Changes of factors and API clients require it. */
  isFresh: boolean
}

/**
 * Returns the session of a request's cookie, with cookies to send back if it was renewed. Returns undefined without a
 * session, and after its end.
 */
export async function findSession(
  request: Request,
): Promise<{ session: Session; cookies: string[] } | undefined> {
  const token = readSessionCookie(request)
  const session = token && (await selectSession({ column: 'token', value: token }))
  if (!session) return undefined
  return { session, cookies: (await noteUse(session.id)) ? [toSessionCookie(token)] : [] }
}

// Exact to the minute, to save writes. Use extends a session; returns true if its end was moved, once a day.
async function noteUse(id: string): Promise<boolean> {
  const { rows } = await sql<{ isRenewed: boolean }>`
    update sessions set last_seen_at = now(),
      expires_at = case when expires_at < now() + ${LIFE} - interval '1 day' then now() + ${LIFE} else expires_at end
    where id = ${id}
      and (last_seen_at < now() - interval '1 minute' or expires_at < now() + ${LIFE} - interval '1 day')
    returning expires_at = now() + ${LIFE} as "isRenewed"
  `.execute(db)
  return rows[0]?.isRenewed ?? false
}

/** Returns a session by its id; undefined after its end. */
export const findSessionById = (id: string): Promise<Session | undefined> =>
  selectSession({ column: 'id', value: id })

async function selectSession(by: { column: 'id' | 'token'; value: string }): Promise<Session | undefined> {
  const [row] = await selectBy[by.column](by.value)
  if (!row) return undefined
  const { id, userId, email, name, aal, amr, isFresh, hasFactor, isByProvider } = row
  const hasOthers = row.actsForOthers && !isByProvider
  const operator = { id: userId, email, name }
  const found = await findActing(operator, row.accountId)
  if (!found) return undefined
  const scopes = row.scopes && toScopes(row.scopes)
  const acting = scopes ? narrow(found, { rights: toScopeRights(scopes), siteIds: row.siteIds }) : found
  const nextAal = hasFactor ? 'aal2' : 'aal1'
  const use = { scopes, directScopes: toDirectScopes(found, row.directScopes) }
  return { id, operator, acting, hasOthers, isByProvider, aal, amr, nextAal, isFresh, ...use }
}

// An owner let the agent write without a person. One who is no owner any more does not.
const toDirectScopes = (acting: Operator, names: string[] | null): Scope[] | null =>
  names && (isOwner(acting) ? toScopes(names) : [])

// A session is read for each request of a person or a program.
const toSelect = (column: 'id' | 'token') => (value: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select([
      'sessions.accountId',
      'sessions.scopes',
      'sessions.siteIds',
      'sessions.directScopes',
      'users.actsForOthers',
    ])
    .select(sql<boolean>`sessions.provider_id is not null`.as('isByProvider'))
    .select([
      'users.id as userId',
      'users.email',
      'users.name',
      'sessions.id',
      'sessions.aal',
      'sessions.amr',
      sql<boolean>`sessions.authenticated_at > now() - ${FRESH} and 'password' = any(sessions.amr)`.as(
        'isFresh',
      ),
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
    .where(`sessions.${column}`, '=', value)
    .where('sessions.expiresAt', '>', sql<Date>`now()`)
    .where((where) =>
      where.or([
        where('sessions.kind', '=', 'api'), // may last longer: each of its refresh tokens works once
        where('sessions.createdAt', '>', sql<Date>`now() - ${LONGEST}`),
      ]),
    )

const selectBy = { id: prepare(toSelect('id')), token: prepare(toSelect('token')) }

// The owner of an own account acts as a member does, so that the database knows the limits.
function narrow(acting: Operator, limits: Limits): Operator {
  const member = acting.member ?? { personId: acting.id, role: 'owner' as const, siteIds: null }
  return { ...acting, member: { ...member, limits } }
}

// A person owns the own account, and has no limits there: nothing about members costs a query. Returns undefined after the
// person has left the account.
async function findActing(person: Operator, accountId: string | null): Promise<Operator | undefined> {
  if (accountId === null) return person
  const [standing] = await findStanding(accountId, person.id)
  return standing && { ...person, id: accountId, member: { personId: person.id, ...standing } }
}

const findStanding = prepare((accountId: string, personId: string) =>
  db
    .selectFrom('members')
    .select(['role', 'siteIds'])
    .where('accountId', '=', accountId)
    .where('personId', '=', personId)
    .where('endedAt', 'is', null),
)

/** The email address and password hash of an account. `isConfirmed` says that its owner confirmed the address. */
export interface PasswordAccount {
  id: string
  email: string
  passwordHash: string | null
  isConfirmed: boolean
}

/** Returns the account of an email address in any letter case. */
export async function findAccountByEmail(email: string): Promise<PasswordAccount | undefined> {
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

/** Returns all accounts, oldest first, for the command line. */
export function listAccounts(): Promise<{ id: string; email: string; createdAt: Date }[]> {
  return db.selectFrom('users').select(['id', 'email', 'createdAt']).orderBy('createdAt').execute()
}

/** Returns true if there is any account. */
export async function hasAccounts(): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Returns the id of the account that owns the main site; undefined while no account does. */
export async function findSiteOwnerId(): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('ownerId').executeTakeFirst()
  return row?.ownerId ?? undefined
}

/** Returns true if the operator owns the main site. */
export const isSiteOwner = async (operator: Operator): Promise<boolean> =>
  (await findSiteOwnerId()) === operator.id

/** The numbers beside the desk's menu: the account's rows, and the sites that it may publish to. */
export type DeskCounts = Record<'articles' | 'sites', number>

/** Returns the numbers beside the desk's menu. */
export const countForDesk = (operator: Operator): Promise<DeskCounts | undefined> =>
  readAs(operator, async (trx) => {
    const { rows } = await sql<DeskCounts>`select
      ((select count(*) from blog_posts
          where user_id = ${operator.id} and origin_id is null and deletion_asked_at is null)
        + (select count(*) from drafts where user_id = ${operator.id}
            and not exists (select from blog_posts where blog_posts.id = drafts.id)))::int as articles,
      (select count(*) from target_sites
        where kind <> 'main' and (owner_id is null or owner_id = ${operator.id}))::int as sites
    `.execute(trx)
    return rows[0]
  })
