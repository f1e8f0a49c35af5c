import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, writeAs } from '../../../platform/own-rows.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import { renewSession } from '../sign-in/commands.server.ts'
import type { AssuranceLevel } from '../accounts.ts'
import type { Session } from '../sign-in/queries.server.ts'
import { FAILURES_BEFORE_PAUSE, type FactorReason, type FactorRefusal, PAUSE_MINUTES } from './factors.ts'

/** The level of a session and the limits of its account, read under a lock on both. */
interface LockedSession {
  aal: AssuranceLevel
  amr: string[]
  /** True if any factor is verified. Then only a session at aal2 may change factors. */
  hasFactor: boolean
  /** Seconds until proofs are checked again; 0 without a pause. */
  pausedS: number
}

/** The new cookies of a session that was raised to aal2. */
export type Raised = { ok: true; cookies: string[] }

type CheckResult = { ok: true; method: string } | Refusal<FactorReason, { isFailure?: boolean }>

/**
 * Locks a session and the limits of its account. Returns the session's current level; undefined if the session has
 * ended. Other proofs of the account wait for this transaction, so each sees the results of earlier ones.
 */
export async function lockSession(trx: Transaction, session: Session): Promise<LockedSession | undefined> {
  const { id, operator } = session
  const limits = await trx
    .insertInto('factorLimits')
    .values({ userId: operator.id })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ userId: operator.id }))
    .returning(sql<number>`ceil(greatest(0, extract(epoch from paused_until - now())))::int`.as('pausedS'))
    .executeTakeFirstOrThrow()
  const locked = await trx
    .selectFrom('sessions')
    .select(['aal', 'amr'])
    .where('id', '=', id)
    .where(isOwn(operator, 'userId'))
    .where('expiresAt', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) return undefined
  const pausedS = session.isByProvider ? 0 : limits.pausedS
  return { ...locked, hasFactor: (await countVerified(trx, operator)) > 0, pausedS }
}

/**
 * Counts a proof or a challenge of a session by a company's provider, apart from those of the person: a provider that makes
 * up sessions must not pause the person's factors. Returns the refusal above ten in 15 minutes, or `mostADay` in a day.
 */
export async function limitCompany(
  { operator, acting, isByProvider }: Session,
  { name, mostADay }: { name: string; mostADay?: number },
): Promise<FactorRefusal | undefined> {
  if (!isByProvider) return undefined
  const limit = { name, of: `${operator.id} ${acting.id}` }
  const waitS = await consumeRateLimits([
    { ...limit, most: FAILURES_BEFORE_PAUSE, windowS: PAUSE_MINUTES * 60 },
    ...(mostADay === undefined ? [] : [{ ...limit, most: mostADay, windowS: 86_400 }]),
  ])
  return waitS > 0 ? refuse('paused', { retryAfterS: waitS }) : undefined
}

/** Returns true if a session still has to prove a second factor. */
export const isBelowNextLevel = ({ aal, hasFactor }: LockedSession) => hasFactor && aal !== 'aal2'

/** Returns the refusal for a paused account, with the seconds that it has to wait. */
export const refusePaused = ({ pausedS }: LockedSession) => refuse('paused', { retryAfterS: pausedS })

/** Returns the number of verified factors of an account. */
export async function countVerified(trx: Transaction, account: { id: string }): Promise<number> {
  const { count } = await trx
    .selectFrom('factors')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(isOwn(account, 'userId'))
    .where('status', '=', 'verified')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Runs the check of one proof of a session. A valid proof raises the session to aal2 and ends the account's other
 * sessions below aal2. Wrong proofs of all kinds count together. The tenth in a row pauses the account for 15 minutes. Those
 * of sessions by a company's provider pause these sessions alone.
 */
export async function attempt(
  session: Session,
  check: (trx: Transaction, locked: LockedSession) => Promise<CheckResult>,
): Promise<Raised | FactorRefusal> {
  const refused = await limitCompany(session, { name: 'company-proof' })
  if (refused) return refused
  return writeAs(session.operator, async (trx) => {
    const locked = await lockSession(trx, session)
    if (!locked) return refuse('session-ended')
    if (locked.pausedS > 0) return refusePaused(locked)
    const result = await check(trx, locked)
    if (result.ok) return raise(trx, session, [...locked.amr, result.method])
    const counts = result.isFailure === true && !session.isByProvider
    const isPaused = counts && (await countFailure(trx, session.operator))
    return isPaused ? refuse('paused', { retryAfterS: PAUSE_MINUTES * 60 }) : refuse(result.reason)
  })
}

async function raise(trx: Transaction, session: Session, amr: string[]): Promise<Raised> {
  const { id, operator } = session
  await trx.updateTable('factorLimits').set({ failures: 0 }).where(isOwn(operator, 'userId')).execute()
  await trx
    .deleteFrom('sessions')
    .where(isOwn(operator, 'userId'))
    .where('id', '!=', id)
    .where('aal', '!=', 'aal2')
    .execute()
  return { ok: true, cookies: await renewSession(id, { aal: 'aal2', amr: [...new Set(amr)] }, trx) }
}

async function countFailure(trx: Transaction, account: { id: string }): Promise<boolean> {
  const isLast = sql<boolean>`failures + 1 >= ${FAILURES_BEFORE_PAUSE}`
  const { isPaused } = await trx
    .updateTable('factorLimits')
    .set({
      failures: sql<number>`case when ${isLast} then 0 else failures + 1 end`,
      pausedUntil: sql<Date>`case when ${isLast} then now() + make_interval(mins => ${PAUSE_MINUTES}) else paused_until end`,
    })
    .where(isOwn(account, 'userId'))
    .returning(sql<boolean>`failures = 0`.as('isPaused'))
    .executeTakeFirstOrThrow()
  return isPaused
}
