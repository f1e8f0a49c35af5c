import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../accounts.ts'
import type { Session } from '../sign-in/queries.server.ts'
import { type Factor, maskPhone, TRIES_PER_CHALLENGE } from './factors.ts'
import { listPasskeys } from './proofs.server.ts'
import { readTotpSecret, type TotpSecret } from './totp.server.ts'
import { type Passkey, type PasskeyOptions, toCreateOptions, toRequestOptions } from './webauthn.server.ts'

/** Returns the account's factors: verified ones first, and the last used one at the top. */
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

/** Returns the number of unused recovery codes of the account. */
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

/** Returns the secret for an authenticator app. Undefined once its factor is verified: it is never shown again. */
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

/** A challenge that waits for its answer. */
export interface OpenChallenge {
  id: string
  expiresAt: Date
  /** Options for the browser, where the factor is a passkey. */
  passkey?: PasskeyOptions
}

/** Returns the open challenge of a factor in this session; undefined if there is none. */
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

/** Returns the addresses of the accounts that have one of the factors. */
export async function listFactorOwners(factorIds: string[]): Promise<string[]> {
  const owners = await db
    .selectFrom('factors')
    .innerJoin('users', 'users.id', 'factors.userId')
    .select('users.email')
    .distinct()
    .where('factors.id', '=', sql<string>`any(${factorIds}::uuid[])`)
    .orderBy('users.email')
    .execute()
  return owners.map(({ email }) => email)
}
