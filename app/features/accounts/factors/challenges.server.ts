import { sql } from 'kysely'
import { v7 as uuidv7, validate as isUuid } from 'uuid'
import { ConnectorError } from '../../../connectors/connector-error.ts'
import { sendSms } from '../../../connectors/messages/sms.server.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { log } from '../../../platform/log.server.ts'
import { isOwn, writeAs } from '../../../platform/own-rows.server.ts'
import { refuse } from '../../../shared/refusal.ts'
import type { Session } from '../sign-in/queries.server.ts'
import { isBelowNextLevel, lockSession, refusePaused } from './attempts.server.ts'
import { CODES_SENT_A_DAY, type FactorRefusal, RESEND_SECONDS, TRIES_PER_CHALLENGE } from './factors.ts'
import { createPhoneCode, hashPhoneCode, toPhoneMessage } from './phone-code.server.ts'
import { createPasskeyChallenge } from './webauthn.server.ts'

/** Returns one of the account's factors with its secrets; undefined for any other id. */
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

/** Stores a challenge in place of the session's former one for this factor. Returns its id, and the SMS to send. */
export async function createChallenge(
  trx: Transaction,
  session: Session,
  factorId: string,
): Promise<{ ok: true; id: string; sms?: { to: string; text: string } } | FactorRefusal> {
  const locked = await lockSession(trx, session)
  if (!locked) return refuse('session-ended')
  if (locked.pausedS > 0) return refusePaused(locked)
  const factor = await findFactor(trx, session, factorId)
  if (!factor) return refuse('factor-not-found')
  if (factor.status === 'unverified' && isBelowNextLevel(locked)) return refuse('insufficient-aal')
  const isCounted = factor.phone !== null && !session.isByProvider
  const refused = isCounted ? await countSending(trx, session.operator) : undefined
  if (refused) return refused
  const id = uuidv7()
  const code = createPhoneCode()
  const { kind, expected } = toChallengeFields(factor, id, code)
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

function toChallengeFields({ factorType, status }: Factor, id: string, code: string) {
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

// Counts one message, or refuses it. The limits are the account's: a new factor must not allow more messages.
async function countSending(trx: Transaction, account: { id: string }): Promise<FactorRefusal | undefined> {
  const today = sql<string>`(now() at time zone 'utc')::date`
  const { waitS, sentToday } = await trx
    .selectFrom('factorLimits')
    .select([
      // now() is the start of this transaction. Another one may have sent a message while this one waited.
      sql<number>`ceil(greatest(0, ${RESEND_SECONDS} - extract(epoch from clock_timestamp() - sent_at)))::int`.as(
        'waitS',
      ),
      sql<number>`case when sent_on = ${today} then sent_that_day else 0 end`.as('sentToday'),
    ])
    .where(isOwn(account, 'userId'))
    .executeTakeFirstOrThrow()
  if (waitS > 0) return refuse('sent-recently', { retryAfterS: waitS })
  if (sentToday >= CODES_SENT_A_DAY) return refuse('sent-too-often')
  await trx
    .updateTable('factorLimits')
    .set({ sentAt: sql<Date>`clock_timestamp()`, sentOn: today, sentThatDay: sentToday + 1 })
    .where(isOwn(account, 'userId'))
    .execute()
}

/** Sends the code of a challenge. If that fails, removes the challenge and returns the refusal. */
export async function sendCode(
  session: Session,
  challengeId: string,
  sms: { to: string; text: string },
): Promise<FactorRefusal | undefined> {
  try {
    await sendSms({ id: challengeId, ...sms })
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    log.warn({ reason: error.reason, err: error.cause }, 'sms.failed')
    await writeAs(session.operator, (trx) =>
      trx.deleteFrom('factorChallenges').where('id', '=', challengeId).execute(),
    )
    return refuse(error.isRetryable ? 'not-sent' : 'cannot-send')
  }
}

/** Returns an open challenge of this session and factor, or why it is refused. */
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

/** Counts one try of a challenge. A right answer uses up the challenge. Any try uses up a challenge of a passkey. */
export async function countTry(
  trx: Transaction,
  challenge: { id: string; kind: string },
  isPassed: boolean,
): Promise<void> {
  const isUsedUp = isPassed || challenge.kind === 'create' || challenge.kind === 'request'
  await trx
    .updateTable('factorChallenges')
    .set({ attempts: sql<number>`attempts + 1`, ...(isUsedUp && { usedAt: sql<Date>`now()` }) })
    .where('id', '=', challenge.id)
    .execute()
}
