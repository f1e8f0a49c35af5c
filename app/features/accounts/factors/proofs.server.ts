import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn } from '../../../platform/own-rows.server.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import { type FactorReason, parseCode } from './factors.ts'
import { isPhoneCode } from './phone-code.server.ts'
import { findTimeStep } from './totp.server.ts'
import { type Passkey, verifyNewPasskey, verifyPasskey } from './webauthn.server.ts'

/** The answer to a challenge: a code, or the credential that the browser's passkey signed. */
export interface Answer {
  code?: string
  credential?: unknown
}

interface ProofRequest {
  account: { id: string }
  factor: { id: string; secret: string | null; credential: unknown }
  challenge: { id: string; kind: 'totp' | 'phone' | 'create' | 'request'; expected: string | null }
}

/** A valid proof, with what changes in the row of its factor; or why it is refused. */
type ProofResult =
  | { ok: true; changes?: { credential: string } }
  | Refusal<FactorReason, { isFailure?: boolean }>

const VALID: ProofResult = { ok: true }

/** Checks an answer to a challenge. Text that is not a code is wrong, but does not count as a failure. */
export function checkProof(trx: Transaction, request: ProofRequest, answer: Answer): Promise<ProofResult> {
  const code = answer.code === undefined ? undefined : parseCode(answer.code)
  switch (request.challenge.kind) {
    case 'totp':
      return code ? checkTotp(trx, request, code) : Promise.resolve(refuse('code-wrong'))
    case 'phone':
      return Promise.resolve(checkPhone(request, code))
    case 'create':
      return checkNewPasskey(trx, request, answer.credential)
    case 'request':
      return checkPasskey(request, answer.credential)
  }
}

function checkPhone({ challenge }: ProofRequest, code: string | undefined): ProofResult {
  if (code && isPhoneCode(challenge, code)) return VALID
  return refuse('phone-code-wrong', { isFailure: code !== undefined })
}

// A code of the last used time step, or of an earlier one, is refused: another person may have seen it (RFC 6238, 5.2).
async function checkTotp(trx: Transaction, { factor }: ProofRequest, code: string): Promise<ProofResult> {
  const { id, secret } = factor
  const step = secret === null ? undefined : findTimeStep({ id, secret }, code)
  if (step === undefined) return refuse('code-wrong', { isFailure: true })
  const moved = await trx
    .updateTable('factors')
    .set({ lastUsedStep: String(step) })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(last_used_step, 0) < ${step}`)
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n ? VALID : refuse('code-used')
}

async function checkNewPasskey(
  trx: Transaction,
  { account, challenge }: ProofRequest,
  credential: unknown,
): Promise<ProofResult> {
  const { expected } = challenge
  const passkey = expected === null ? undefined : await verifyNewPasskey(credential, expected)
  if (!passkey) return refuse('passkey-wrong', { isFailure: true })
  const known = await listPasskeys(trx, account)
  if (known.some(({ id }) => id === passkey.id)) return refuse('passkey-known')
  return { ok: true, changes: { credential: JSON.stringify(passkey) } }
}

async function checkPasskey({ factor, challenge }: ProofRequest, credential: unknown): Promise<ProofResult> {
  const { expected } = challenge
  const known = factor.credential as Passkey
  const passkey = expected === null ? undefined : await verifyPasskey(credential, expected, known)
  if (!passkey) return refuse('passkey-wrong', { isFailure: true })
  return { ok: true, changes: { credential: JSON.stringify(passkey) } }
}

/** Returns the passkeys of an account. */
export async function listPasskeys(trx: Transaction, account: { id: string }): Promise<Passkey[]> {
  const rows = await trx
    .selectFrom('factors')
    .select('credential')
    .where(isOwn(account, 'userId'))
    .where('credential', 'is not', null)
    .execute()
  return rows.map(({ credential }) => credential as Passkey)
}
