import { CompiledQuery, type Expression, type SqlBool, sql } from 'kysely'
import { data } from 'react-router'
import { NIL } from 'uuid'
import { log } from './log.server.ts'
import { listRights, type Right, type Standing, toReach, toSiteIds } from '../shared/rights.ts'
import { toPrepared, type Transaction, transact } from './store/database.server.ts'
import { write } from './web/page-invalidation.server.ts'

/** A person who acts for an account of others, or no longer as the owner of the own one. */
export interface Member extends Standing {
  personId: string
}

/** An account that acts: by itself, as in its jobs and for its only owner, or by one of its members. */
export interface Acting {
  id: string
  member?: Member | undefined
}

/**
 * Returns the SQL condition that a row belongs to the account: the first of two layers, before the database's policies.
 */
export const isOwn = (account: { id: string }, column: string): Expression<SqlBool> =>
  sql<boolean>`${sql.ref(column)} = ${account.id}`

/**
 * Reads for an account in a transaction: the database hides the rows of other accounts. Returns what `run` returns. Throws
 * `notAllowed` if a member does not stand in the account any more as the request says.
 */
export const readAs = <T>(account: Acting, run: (trx: Transaction) => Promise<T>): Promise<T> =>
  transact(async (trx) => {
    await switchToAccount(trx, account)
    return run(trx)
  })

/**
 * Writes for an account, as `write` does: the database also refuses to write rows of other accounts. A member's role must
 * still be the one of the request, and stays until the transaction ends. Throws `notAllowed` otherwise, and if the
 * database refuses the write to the member.
 */
export const writeAs = <T>(account: Acting, run: (trx: Transaction) => Promise<T>): Promise<T> =>
  write(async (trx) => {
    await switchToAccount(trx, account, { isWrite: true })
    return run(trx)
  }).catch((error: unknown) => {
    if (!account.member || !isRefusedByPolicy(error)) throw error
    log.warn({ err: error, person: account.member.personId }, 'rights.refused_by_database')
    throw notAllowed()
  })

/** Returns the answer to a request that its person may not make, with the status 403. */
export const notAllowed = () => data({ isAllowed: false }, { status: 403 })

/** Returns the answer to a person whom a provider signed in, and who has to sign in with the password for a request. */
export const passwordNeededHere = () => data({ isAllowed: false, needsPassword: true }, { status: 403 })

/** Returns true for the answer of `notAllowed`. */
export const isNotAllowed = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'data' in thrown && isRefusal(thrown.data)

const isRefusal = (content: unknown) =>
  typeof content === 'object' && content !== null && 'isAllowed' in content && content.isAllowed === false

/** Throws `notAllowed` if the person who acts does not have a right in the account. */
export function requireRight({ member }: Acting, right: Right): void {
  if (member && !listRights(member).includes(right)) throw notAllowed()
}

/** Returns true for the error of the database if a policy refuses a write. */
export const isRefusedByPolicy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '42501'

/**
 * Runs a part of an account's transaction with access to all rows, for example to find taken slugs. If `run` throws,
 * the access stays. The transaction has to end then.
 */
export async function asInstallation<T>(trx: Transaction, run: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ role: string }>`
    select before.role, set_config('role', 'none', true) from (select current_setting('role') as role offset 0) as before
  `.execute(trx)
  const result = await run()
  await sql`select set_config('role', ${rows[0]?.role}, true)`.execute(trx)
  return result
}

/**
 * Runs a part of a transaction with access to the rows of one account only. The rest has access to all rows. A member's role
 * stays until the transaction ends, as in `writeAs`.
 */
export async function asAccount<T>(trx: Transaction, account: Acting, run: () => Promise<T>): Promise<T> {
  await switchToAccount(trx, account, { isWrite: true })
  const result = await run()
  await trx.executeQuery(CompiledQuery.raw(ACT_FOR_ALL))
  return result
}

async function switchToAccount(
  trx: Transaction,
  { id, member }: Acting,
  { isWrite } = { isWrite: false },
): Promise<void> {
  const statement = member
    ? CompiledQuery.raw(isWrite ? LIMIT_WRITE : LIMIT_READ, [id, ...listLimits(member)])
    : CompiledQuery.raw(ACT_FOR, [id])
  const { rows } = await trx.executeQuery(statement)
  if (rows.length === 0) throw notAllowed()
}

const TO_ACCOUNT = `set_config('role', 'broadsheet_operator', true), set_config('app.account_id', $1::text, true)`
const ACT_FOR = toPrepared(`select ${TO_ACCOUNT}`)
const LIMITS = ['person_id', 'reach', 'site_ids', 'rights', 'token_site_ids'] as const
const ACT_FOR_ALL = toPrepared(`
  select set_config('role', 'none', true), set_config('app.account_id', '', true),
    ${LIMITS.map((name) => `set_config('app.${name}', '', true)`).join()}`)

// The statement also finds out whether the member still stands so.
const toLimitStatement = (lock: string) => `
  with standing as (
    select from members where account_id = $1::uuid and role = $2 and site_ids is not distinct from $3::uuid[]
      and person_id = $4::uuid and ended_at is null
    ${lock}
  )
  select ${TO_ACCOUNT}, ${LIMITS.map((name, index) => `set_config('app.${name}', $${index + 4}::text, true)`).join()}
  from standing`
const LIMIT_READ = toPrepared(toLimitStatement(''))
// A write keeps the member so until the transaction ends.
const LIMIT_WRITE = toPrepared(toLimitStatement('for share'))

/** Returns the values of the statement after the account. */
function listLimits(member: Member): unknown[] {
  const limits = toLimits(member)
  return [member.role, member.siteIds, ...LIMITS.map((name) => limits[name])]
}

// An empty text would mean no limit.
function toLimits(member: Member): Record<(typeof LIMITS)[number], string> {
  const reach = toReach(member)
  const siteIds = toSiteIds(member)
  return {
    person_id: member.personId,
    reach: reach === 'all' ? '' : reach,
    site_ids: siteIds ? siteIds.join(',') || NIL : '',
    rights: listRights(member).join(',') || 'none',
    token_site_ids: member.limits?.siteIds?.join(',') ?? '',
  }
}
