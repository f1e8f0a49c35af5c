import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Transaction } from '../../platform/database.server.ts'
import { isOwn, readAs } from '../../platform/own-rows.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import type { Session } from '../accounts/queries.server.ts'
import { type Factor, maskPhone, TRIES_PER_CHALLENGE } from './factors.ts'
import { listPasskeys } from './proofs.server.ts'
import { readTotpSecret, type TotpSecret } from './totp.server.ts'
import { type Passkey, type PasskeyOptions, toCreateOptions, toRequestOptions } from './webauthn.server.ts'

/** The account's factors: verified ones first, what was used last at the top. */
export async function listFactors(operator: Operator): Promise<Factor[]> {
  const rows = await readAs(operator, (trx) =>
    trx
      .selectFrom('factors')
      .select(['id', 'factorType', 'status', 'friendlyName', 'phone', 'lastUsedAt', 'createdAt'])
      .where(isOwn(operator, 'userId'))
      .orderBy('status', 'desc')
      .orderBy('lastUsedAt', (order) => order.desc().nullsLast())
      .orderBy('id')
      .execute(),
  )
  return rows.map((row) => ({ ...row, phone: row.phone && maskPhone(row.phone) }))
}

/** How many recovery codes the account has not used yet. */
export async function countRecoveryCodes(operator: Operator): Promise<number> {
  const { count } = await readAs(operator, (trx) =>
    trx
      .selectFrom('recoveryCodes')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where(isOwn(operator, 'userId'))
      .where('usedAt', 'is', null)
      .executeTakeFirstOrThrow(),
  )
  return Number(count)
}

/** What an authenticator app has to learn; undefined once the factor is verified: then nobody sees it again. */
export async function findTotpSecret(operator: Operator, factorId: string): Promise<TotpSecret | undefined> {
  if (!isUuid(factorId)) return undefined
  const factor = await readAs(operator, (trx) =>
    trx
      .selectFrom('factors')
      .select(['id', 'secret'])
      .where(isOwn(operator, 'userId'))
      .where('id', '=', factorId)
      .where('status', '=', 'unverified')
      .executeTakeFirst(),
  )
  if (!factor?.secret) return undefined
  return readTotpSecret({ id: factor.id, secret: factor.secret }, operator.email)
}

/** A challenge that still waits for its answer. */
export interface OpenChallenge {
  id: string
  expiresAt: Date
  /** What the browser has to be asked for, where the factor is a passkey. */
  passkey?: PasskeyOptions
}

/** What this session was asked to prove with a factor and has not answered yet; undefined when there is nothing. */
export async function findOpenChallenge(
  session: Session,
  factorId: string,
): Promise<OpenChallenge | undefined> {
  if (!isUuid(factorId)) return undefined
  return readAs(session.operator, async (trx) => {
    const row = await trx
      .selectFrom('factorChallenges')
      .innerJoin('factors', 'factors.id', 'factorChallenges.factorId')
      .select(['factorChallenges.id', 'kind', 'expected', 'expiresAt', 'credential'])
      .where(isOwn(session.operator, 'factorChallenges.userId'))
      .where('sessionId', '=', session.id)
      .where('factorId', '=', factorId)
      .where('usedAt', 'is', null)
      .where('attempts', '<', TRIES_PER_CHALLENGE)
      .where('expiresAt', '>', sql<Date>`now()`)
      .executeTakeFirst()
    if (!row) return undefined
    const passkey = await toPasskeyOptions(trx, session.operator, row)
    return { id: row.id, expiresAt: row.expiresAt, ...(passkey && { passkey }) }
  })
}

async function toPasskeyOptions(
  trx: Transaction,
  operator: Operator,
  { kind, expected, credential }: { kind: string; expected: string | null; credential: unknown },
): Promise<PasskeyOptions | undefined> {
  if (expected === null) return undefined
  if (kind === 'create') return toCreateOptions(operator, expected, await listPasskeys(trx, operator))
  return kind === 'request' ? toRequestOptions(credential as Passkey, expected) : undefined
}
