import { sql } from 'kysely'
import { v7 as uuidv7, validate as isUuid } from 'uuid'
import { ConnectorError } from '../../connectors/connector-error.ts'
import { sendSms } from '../../connectors/messages/sms.server.ts'
import type { Transaction } from '../../platform/database.server.ts'
import { log } from '../../platform/log.server.ts'
import { isOwn, writeAs } from '../../platform/own-rows.server.ts'
import type { Session } from '../accounts/queries.server.ts'
import { isBelowNextLevel, lockStanding, refusePaused } from './attempts.server.ts'
import { CODES_SENT_A_DAY, type Refused, refuse, RESEND_SECONDS, TRIES_PER_CHALLENGE } from './factors.ts'
import { createPhoneCode, hashPhoneCode, toPhoneMessage } from './phone-code.server.ts'
import { createPasskeyChallenge } from './webauthn.server.ts'

/** One of the account's factors with what it is proven by; undefined for any other id. */
export async function findFactor(trx: Transaction, session: Session, factorId: string) {
  if (!isUuid(factorId)) return undefined
  return trx
    .selectFrom('factors')
    .select(['id', 'factorType', 'status', 'secret', 'credential', 'phone'])
    .where(isOwn(session.operator, 'userId'))
    .where('id', '=', factorId)
    .executeTakeFirst()
}

type Factor = NonNullable<Awaited<ReturnType<typeof findFactor>>>

/** Writes down what a session is asked, in place of what it was asked before; and gives the text message that has to go. */
export async function createChallenge(
  trx: Transaction,
  session: Session,
  factorId: string,
): Promise<{ ok: true; id: string; sms?: { to: string; text: string } } | Refused> {
  const standing = await lockStanding(trx, session)
  if (!standing) return refuse('session-ended')
  if (standing.pausedS > 0) return refusePaused(standing)
  const factor = await findFactor(trx, session, factorId)
  if (!factor) return refuse('factor-not-found')
  if (factor.status === 'unverified' && isBelowNextLevel(standing)) return refuse('insufficient-aal')
  const refused = factor.phone === null ? undefined : await refuseSending(trx, session.operator)
  if (refused) return refused
  const id = uuidv7()
  const code = createPhoneCode()
  const { kind, expected } = toQuestion(factor, id, code)
  await trx
    .deleteFrom('factorChallenges')
    .where('sessionId', '=', session.id)
    .where('factorId', '=', factor.id)
    .execute()
  await trx
    .insertInto('factorChallenges')
    .values({
      id,
      userId: session.operator.id,
      sessionId: session.id,
      factorId,
      kind,
      expected,
    })
    .execute()
  return {
    ok: true,
    id,
    ...(factor.phone !== null && { sms: { to: factor.phone, text: toPhoneMessage(code) } }),
  }
}

function toQuestion({ factorType, status }: Factor, id: string, code: string) {
  switch (factorType) {
    case 'totp':
      return { kind: 'totp', expected: null } as const
    case 'phone':
      return { kind: 'phone', expected: hashPhoneCode(id, code) } as const
    case 'webauthn': {
      const kind = status === 'verified' ? 'request' : 'create'
      return { kind, expected: createPasskeyChallenge() } as const
    }
  }
}

// For the whole account: otherwise a new factor would be a way to have another message sent, to another number.
async function refuseSending(trx: Transaction, account: { id: string }): Promise<Refused | undefined> {
  const today = sql<string>`(now() at time zone 'utc')::date`
  const { waitS, sentToday } = await trx
    .selectFrom('factorLimits')
    .select([
      // Not now(): who waited for another to send began before that was sent.
      sql<number>`ceil(greatest(0, ${RESEND_SECONDS} - extract(epoch from clock_timestamp() - sent_at)))::int`.as(
        'waitS',
      ),
      sql<number>`case when sent_on = ${today} then sent_that_day else 0 end`.as('sentToday'),
    ])
    .where(isOwn(account, 'userId'))
    .executeTakeFirstOrThrow()
  if (waitS > 0) return { ...refuse('sent-recently'), retryAfterS: waitS }
  if (sentToday >= CODES_SENT_A_DAY) return refuse('sent-too-often')
  await trx
    .updateTable('factorLimits')
    .set({ sentAt: sql<Date>`now()`, sentOn: today, sentThatDay: sentToday + 1 })
    .where(isOwn(account, 'userId'))
    .execute()
}

/** Sends a challenge's code; a challenge whose code did not leave is withdrawn. */
export async function sendCode(
  session: Session,
  challengeId: string,
  sms: { to: string; text: string },
): Promise<Refused | undefined> {
  try {
    await sendSms({ id: challengeId, ...sms })
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    log.warn({ reason: error.reason, err: error.cause }, 'sms.failed')
    await writeAs(session.operator, (trx) =>
      trx.deleteFrom('factorChallenges').where('id', '=', challengeId).execute(),
    )
    return refuse(error.isPassing ? 'not-sent' : 'cannot-send')
  }
}

/** The challenge that an answer names, if it is this session's, for this factor, and still open. */
export async function findChallenge(
  trx: Transaction,
  session: Session,
  { factorId, challengeId }: { factorId: string; challengeId: string },
) {
  if (!isUuid(challengeId)) return refuse('challenge-not-found')
  const challenge = await trx
    .selectFrom('factorChallenges')
    .select(['id', 'kind', 'expected', 'attempts', 'usedAt'])
    .select(sql<boolean>`expires_at <= now()`.as('isExpired'))
    .where(isOwn(session.operator, 'userId'))
    .where('id', '=', challengeId)
    .where('sessionId', '=', session.id)
    .where('factorId', '=', factorId)
    .executeTakeFirst()
  if (!challenge) return refuse('challenge-not-found')
  if (challenge.usedAt) return refuse('challenge-used')
  if (challenge.isExpired) return refuse('challenge-expired')
  if (challenge.attempts >= TRIES_PER_CHALLENGE) return refuse('too-many-tries')
  return { ok: true, ...challenge } as const
}

/** Writes down that a challenge was tried: one that was met is used up, and so is what a passkey had to sign. */
export async function countTry(
  trx: Transaction,
  challenge: { id: string; kind: string },
  isMet: boolean,
): Promise<void> {
  const isOver = isMet || challenge.kind === 'create' || challenge.kind === 'request'
  await trx
    .updateTable('factorChallenges')
    .set({ attempts: sql<number>`attempts + 1`, ...(isOver && { usedAt: sql<Date>`now()` }) })
    .where('id', '=', challenge.id)
    .execute()
}
