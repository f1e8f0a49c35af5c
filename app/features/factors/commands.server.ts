import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../platform/database.server.ts'
import { log } from '../../platform/log.server.ts'
import { isOwn, readAs, writeAs } from '../../platform/own-rows.server.ts'
import { findCredential, type Session } from '../accounts/queries.server.ts'
import { attempt, countVerified, isBelowNextLevel, lockStanding, type Raised } from './attempts.server.ts'
import { countTry, createChallenge, findChallenge, findFactor, sendCode } from './challenges.server.ts'
import {
  AUTHENTICATION_METHODS,
  FACTORS_AN_ACCOUNT,
  type FactorType,
  type NewFactor,
  parseNewFactor,
  type Refused,
  refuse,
} from './factors.ts'
import { type Answer, checkProof } from './proofs.server.ts'
import { findOpenChallenge, type OpenChallenge } from './queries.server.ts'
import { removeRecoveryCodes, replaceRecoveryCodes, spendRecoveryCode } from './recovery-codes.server.ts'
import { createSealedSeed, readTotpSecret, type TotpSecret } from './totp.server.ts'

/** Its id, and for an authenticator app what it has to learn. */
export type Enrolled = { ok: true; factorId: string; factorType: FactorType; totp?: TotpSecret }

/**
 * Adds a factor that is not verified yet: nobody is asked for it before it has answered a challenge once. Once any is
 * verified, this needs a session of aal2; like removing one, it needs a fresh one.
 */
export function enrolFactor(session: Session, asked: NewFactor): Promise<Enrolled | Refused> {
  const { operator } = session
  return writeAs(operator, async (trx) => {
    const refused = await refuseChange(trx, session)
    if (refused) return refused
    const parsed = parseNewFactor(asked)
    if (!parsed.ok) return parsed
    if ((await countFactors(trx, operator)) >= FACTORS_AN_ACCOUNT) return refuse('too-many-factors')
    const id = uuidv7()
    const secret = parsed.factor.factorType === 'totp' ? createSealedSeed(id) : null
    const row = { id, userId: operator.id, secret, ...parsed.factor }
    await trx.insertInto('factors').values(row).execute()
    const totp = secret === null ? undefined : readTotpSecret({ id, secret }, operator.email)
    return { ok: true, factorId: id, factorType: row.factorType, ...(totp && { totp }) }
  })
}

/**
 * Asks a session to prove itself with a factor, in place of what it was asked with this factor before: a phone gets its
 * code (at most one a minute, 20 a day), a passkey what it has to sign. It waits for five minutes.
 */
export async function challengeFactor(
  session: Session,
  factorId: string,
): Promise<({ ok: true } & OpenChallenge) | Refused> {
  const made = await writeAs(session.operator, (trx) => createChallenge(trx, session, factorId))
  if (!made.ok) return made
  const refused = made.sms && (await sendCode(session, made.id, made.sms))
  if (refused) return refused
  const open = await findOpenChallenge(session, factorId)
  return open ? { ok: true, ...open } : refuse('challenge-not-found')
}

/**
 * Answers a challenge of this session. If it holds, the factor is verified, the session raised to aal2 with a new
 * cookie, and the account's sessions below that are ended. The first factor brings the account its recovery codes.
 */
export async function verifyFactor(
  session: Session,
  { factorId, challengeId, ...answer }: { factorId: string; challengeId: string } & Answer,
): Promise<(Raised & { recoveryCodes?: string[] }) | Refused> {
  let recoveryCodes: string[] | undefined
  const outcome = await attempt(session, async (trx, standing) => {
    const factor = await findFactor(trx, session, factorId)
    if (!factor) return refuse('factor-not-found')
    if (factor.status === 'unverified' && isBelowNextLevel(standing)) return refuse('insufficient-aal')
    const challenge = await findChallenge(trx, session, { factorId, challengeId })
    if (!challenge.ok) return challenge
    const proof = await checkProof(trx, { account: session.operator, factor, challenge }, answer)
    await countTry(trx, challenge, proof.ok)
    if (!proof.ok) return proof
    await markVerified(trx, factorId, proof.learned)
    if (!standing.hasFactor) recoveryCodes = await replaceRecoveryCodes(trx, session.operator)
    return { ok: true, method: AUTHENTICATION_METHODS[factor.factorType] }
  })
  return outcome.ok && recoveryCodes ? { ...outcome, recoveryCodes } : outcome
}

/**
 * Answers whatever a session was asked with this factor. An authenticator app need not be asked first: it shows a code
 * at any time.
 */
export async function answerChallenge(
  session: Session,
  factorId: string,
  answer: Answer,
): ReturnType<typeof verifyFactor> {
  const open = await findOpenChallenge(session, factorId)
  if (open) return verifyFactor(session, { factorId, challengeId: open.id, ...answer })
  const factor = await readAs(session.operator, (trx) => findFactor(trx, session, factorId))
  if (!factor) return refuse('factor-not-found')
  if (factor.factorType !== 'totp') return refuse('challenge-expired')
  const made = await challengeFactor(session, factorId)
  return made.ok ? verifyFactor(session, { factorId, challengeId: made.id, ...answer }) : made
}

/**
 * Removes a factor; a verified account needs a session of aal2. Without its last one the account is at aal1 again with
 * all its sessions, and without recovery codes. While another is left, other sessions have to prove themselves again.
 */
export function removeFactor(session: Session, factorId: string): Promise<{ ok: true } | Refused> {
  return writeAs(session.operator, async (trx) => {
    const refused = await refuseChange(trx, session)
    if (refused) return refused
    const factor = await findFactor(trx, session, factorId)
    if (!factor) return refuse('factor-not-found')
    await trx.deleteFrom('factors').where('id', '=', factor.id).execute()
    if (factor.status === 'verified') await lowerSessions(trx, session)
    return { ok: true }
  })
}

/** Answers with a recovery code instead of a factor; each is worth it once. */
export function useRecoveryCode(session: Session, code: string): Promise<Raised | Refused> {
  return attempt(session, async (trx, standing) => {
    if (!standing.hasFactor) return refuse('no-factor')
    const isSpent = await spendRecoveryCode(trx, session.operator, code)
    if (!isSpent) return { ...refuse('recovery-code-wrong'), isFailure: true }
    return { ok: true, method: AUTHENTICATION_METHODS.recovery }
  })
}

/** Ten new recovery codes; the old ones are worth nothing any more. Nobody can read them later. */
export function makeRecoveryCodes(session: Session): Promise<{ ok: true; codes: string[] } | Refused> {
  return writeAs(session.operator, async (trx) => {
    const refused = await refuseChange(trx, session)
    if (refused) return refused
    if ((await countVerified(trx, session.operator)) === 0) return refuse('no-factor')
    return { ok: true, codes: await replaceRecoveryCodes(trx, session.operator) }
  })
}

/**
 * Takes all second factors from the account of an address, for an administrator whom its owner has asked: its sessions
 * end. False if there is no such account.
 */
export async function removeAllFactors(email: string): Promise<boolean> {
  const account = await findCredential(email)
  if (!account) return false
  await writeAs(account, async (trx) => {
    await trx.deleteFrom('factors').where(isOwn(account, 'userId')).execute()
    await removeRecoveryCodes(trx, account)
    await trx.deleteFrom('sessions').where(isOwn(account, 'userId')).execute()
  })
  log.warn({ account: account.id }, 'account.factors_reset')
  return true
}

async function refuseChange(trx: Transaction, session: Session): Promise<Refused | undefined> {
  const standing = await lockStanding(trx, session)
  if (!standing) return refuse('session-ended')
  if (isBelowNextLevel(standing)) return refuse('insufficient-aal')
  return session.isFresh ? undefined : refuse('not-fresh')
}

async function countFactors(trx: Transaction, account: { id: string }): Promise<number> {
  const { count } = await trx
    .selectFrom('factors')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(isOwn(account, 'userId'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function markVerified(
  trx: Transaction,
  factorId: string,
  learned?: { credential: string },
): Promise<void> {
  const now = sql<Date>`now()`
  await trx
    .updateTable('factors')
    .set({ status: 'verified', lastUsedAt: now, updatedAt: now, ...learned })
    .where('id', '=', factorId)
    .execute()
}

async function lowerSessions(trx: Transaction, { id, operator }: Session): Promise<void> {
  const isLast = (await countVerified(trx, operator)) === 0
  if (isLast) await removeRecoveryCodes(trx, operator)
  const factors = Object.values(AUTHENTICATION_METHODS)
  await trx
    .updateTable('sessions')
    .set({
      aal: 'aal1',
      amr: sql<string[]>`array(select method from unnest(amr) as method where method <> all(${factors}))`,
    })
    .where(isOwn(operator, 'userId'))
    .$if(!isLast, (others) => others.where('id', '!=', id))
    .execute()
}
