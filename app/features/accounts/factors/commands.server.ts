import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { log } from '../../../platform/log.server.ts'
import { isOwn, readAs, writeAs } from '../../../platform/own-rows.server.ts'
import { refuse } from '../../../shared/refusal.ts'
import { findAccountByEmail, type Session } from '../sign-in/queries.server.ts'
import { note } from '../record/commands.server.ts'
import {
  attempt,
  countVerified,
  isBelowNextLevel,
  limitCompany,
  lockSession,
  type Raised,
} from './attempts.server.ts'
import { countTry, createChallenge, findChallenge, findFactor, sendCode } from './challenges.server.ts'
import {
  AUTHENTICATION_METHODS,
  CODES_SENT_A_DAY,
  type FactorRefusal,
  FACTORS_AN_ACCOUNT,
  type FactorType,
  type NewFactor,
  parseNewFactor,
} from './factors.ts'
import { type Answer, checkProof } from './proofs.server.ts'
import { findOpenChallenge, type OpenChallenge } from './queries.server.ts'
import { removeRecoveryCodes, replaceRecoveryCodes, spendRecoveryCode } from './recovery-codes.server.ts'
import { createSealedSeed, readTotpSecret, type TotpSecret } from './totp.server.ts'

/** A new factor; `totp` is what an authenticator app has to store. */
type Enrolled = { ok: true; factorId: string; factorType: FactorType; totp?: TotpSecret }

/**
 * Adds an unverified factor. Signing in does not ask for it until its owner has verified it once. The session must be
 * fresh, and at aal2 if a factor of the account is verified.
 */
export function enrolFactor(session: Session, asked: NewFactor): Promise<Enrolled | FactorRefusal> {
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
 * Opens a challenge of a factor for a session. It replaces an open one, and is valid for five minutes. A phone gets its
 * code by SMS (at most one a minute, 20 a day); for a passkey the answer has the options for the browser.
 */
export async function challengeFactor(
  session: Session,
  factorId: string,
): Promise<({ ok: true } & OpenChallenge) | FactorRefusal> {
  const tooMany = await limitCompany(session, { name: 'company-challenge', mostADay: CODES_SENT_A_DAY })
  if (tooMany) return tooMany
  const made = await writeAs(session.operator, (trx) => createChallenge(trx, session, factorId))
  if (!made.ok) return made
  const refused = made.sms && (await sendCode(session, made.id, made.sms))
  if (refused) return refused
  const open = await findOpenChallenge(session, factorId)
  return open ? { ok: true, ...open } : refuse('challenge-not-found')
}

/**
 * Checks the answer to a challenge of this session. A valid one verifies the factor and raises the session to aal2, with
 * new cookies. The account's sessions below aal2 end. After the first factor, also returns the recovery codes.
 */
export async function verifyFactor(
  session: Session,
  { factorId, challengeId, ...answer }: { factorId: string; challengeId: string } & Answer,
): Promise<(Raised & { recoveryCodes?: string[] }) | FactorRefusal> {
  let recoveryCodes: string[] | undefined
  const outcome = await attempt(session, async (trx, locked) => {
    const factor = await findFactor(trx, session, factorId)
    if (!factor) return refuse('factor-not-found')
    if (factor.status === 'unverified' && isBelowNextLevel(locked)) return refuse('insufficient-aal')
    const challenge = await findChallenge(trx, session, { factorId, challengeId })
    if (!challenge.ok) return challenge
    const proof = await checkProof(trx, { account: session.operator, factor, challenge }, answer)
    await countTry(trx, challenge, proof.ok)
    if (!proof.ok) return proof
    await markVerified(trx, factorId, proof.changes)
    if (factor.status === 'unverified') await note(trx, session.operator, ['factor-added', factor.factorType])
    if (!locked.hasFactor) recoveryCodes = await replaceRecoveryCodes(trx, session.operator)
    return { ok: true, method: AUTHENTICATION_METHODS[factor.factorType] }
  })
  return outcome.ok && recoveryCodes ? { ...outcome, recoveryCodes } : outcome
}

/**
 * Checks an answer to the session's open challenge of this factor. An authenticator app shows codes at any time, so its
 * challenge is opened here if none is open.
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
 * Removes a factor. The session must be fresh, and at aal2 if any factor is verified. A verified factor lowers the other
 * sessions to aal1. The last verified one lowers all sessions, and removes the recovery codes.
 */
export function removeFactor(session: Session, factorId: string): Promise<{ ok: true } | FactorRefusal> {
  return writeAs(session.operator, async (trx) => {
    const refused = await refuseChange(trx, session)
    if (refused) return refused
    const factor = await findFactor(trx, session, factorId)
    if (!factor) return refuse('factor-not-found')
    await trx.deleteFrom('factors').where('id', '=', factor.id).execute()
    if (factor.status === 'verified') await lowerSessions(trx, session)
    await note(trx, session.operator, ['factor-removed', factor.factorType])
    return { ok: true }
  })
}

/** Raises a session to aal2 by a recovery code instead of a factor. Each code works once. */
export function redeemRecoveryCode(session: Session, code: string): Promise<Raised | FactorRefusal> {
  return attempt(session, async (trx, locked) => {
    if (!locked.hasFactor) return refuse('no-factor')
    const isSpent = await spendRecoveryCode(trx, session.operator, code)
    if (!isSpent) return refuse('recovery-code-wrong', { isFailure: true })
    return { ok: true, method: AUTHENTICATION_METHODS.recovery }
  })
}

/** Replaces the account's recovery codes and returns the ten new ones. They cannot be read later. */
export function makeRecoveryCodes(session: Session): Promise<{ ok: true; codes: string[] } | FactorRefusal> {
  return writeAs(session.operator, async (trx) => {
    const refused = await refuseChange(trx, session)
    if (refused) return refused
    if ((await countVerified(trx, session.operator)) === 0) return refuse('no-factor')
    return { ok: true, codes: await replaceRecoveryCodes(trx, session.operator) }
  })
}

/**
 * Removes all factors and recovery codes of an account and ends its sessions, for an administrator whom the owner
 * asked. Returns false if no account has this email address.
 */
export async function removeAllFactors(email: string): Promise<boolean> {
  const account = await findAccountByEmail(email)
  if (!account) return false
  await writeAs(account, async (trx) => {
    await trx.deleteFrom('factors').where(isOwn(account, 'userId')).execute()
    await removeRecoveryCodes(trx, account)
    await trx.deleteFrom('sessions').where(isOwn(account, 'userId')).execute()
  })
  log.warn({ account: account.id }, 'account.factors_reset')
  return true
}

async function refuseChange(trx: Transaction, session: Session): Promise<FactorRefusal | undefined> {
  const locked = await lockSession(trx, session)
  if (!locked) return refuse('session-ended')
  if (isBelowNextLevel(locked)) return refuse('insufficient-aal')
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
  changes?: { credential: string },
): Promise<void> {
  const now = sql<Date>`now()`
  await trx
    .updateTable('factors')
    .set({ status: 'verified', lastUsedAt: now, updatedAt: now, ...changes })
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
