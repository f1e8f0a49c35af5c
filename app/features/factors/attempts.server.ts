import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.server.ts'
import { isOwn, writeAs } from '../../platform/own-rows.server.ts'
import { renewSession } from '../accounts/commands.server.ts'
import type { AssuranceLevel } from '../accounts/accounts.ts'
import type { Session } from '../accounts/queries.server.ts'
import { FAILURES_BEFORE_PAUSE, type FactorRefusal, PAUSE_MINUTES, type Refused, refuse } from './factors.ts'

/** Where an account and its session stand while their row is locked. */
export interface Standing {
  aal: AssuranceLevel
  amr: string[]
  /** Whether any factor is verified: then only aal2 may change factors. */
  hasFactor: boolean
  /** Seconds until proofs are looked at again; 0 while they are. */
  pausedS: number
}

/** A session that was raised: its new cookies. */
export type Raised = { ok: true; cookies: string[] }

type Verdict = { ok: true; method: string } | { ok: false; reason: FactorRefusal; isFailure?: boolean }

/**
 * Where a session stands now, whatever it was when the request came in; undefined when it has ended. Others who ask
 * for the same account wait until this transaction ends: what one of them proves, the next one knows.
 */
export async function lockStanding(trx: Transaction, session: Session): Promise<Standing | undefined> {
  const { id, operator } = session
  const limits = await trx
    .insertInto('factorLimits')
    .values({ userId: operator.id })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ userId: operator.id }))
    .returning(sql<number>`ceil(greatest(0, extract(epoch from paused_until - now())))::int`.as('pausedS'))
    .executeTakeFirstOrThrow()
  const standing = await trx
    .selectFrom('sessions')
    .select(['aal', 'amr'])
    .where('id', '=', id)
    .where(isOwn(operator, 'userId'))
    .where('expiresAt', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
  if (!standing) return undefined
  return { ...standing, hasFactor: (await countVerified(trx, operator)) > 0, pausedS: limits.pausedS ?? 0 }
}

export const isBelowNextLevel = ({ aal, hasFactor }: Standing) => hasFactor && aal !== 'aal2'

export const refusePaused = ({ pausedS }: Standing): Refused => ({
  ...refuse('paused'),
  retryAfterS: pausedS,
})

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
 * Looks at one proof of a session. One that holds raises the session to aal2 and ends the account's others that are
 * below; wrong ones are counted whatever they were, and from the tenth on the account pauses.
 */
export function attempt(
  session: Session,
  check: (trx: Transaction, standing: Standing) => Promise<Verdict>,
): Promise<Raised | Refused> {
  return writeAs(session.operator, async (trx) => {
    const standing = await lockStanding(trx, session)
    if (!standing) return refuse('session-ended')
    if (standing.pausedS > 0) return refusePaused(standing)
    const verdict = await check(trx, standing)
    if (verdict.ok) return raise(trx, session, [...standing.amr, verdict.method])
    const isPaused = verdict.isFailure === true && (await countFailure(trx, session.operator))
    return isPaused ? { ...refuse('paused'), retryAfterS: PAUSE_MINUTES * 60 } : refuse(verdict.reason)
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
