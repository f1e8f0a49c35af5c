import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.server.ts'
import { isOwn } from '../../platform/own-rows.server.ts'
import { type FactorRefusal, parseCode } from './factors.ts'
import { isPhoneCode } from './phone-code.server.ts'
import { findStep } from './totp.server.ts'
import { type Passkey, verifyNewPasskey, verifyPasskey } from './webauthn.server.ts'

/** What somebody sends to answer a challenge: a code, or what the browser's passkey signed. */
export interface Answer {
  code?: string
  credential?: unknown
}

interface Asked {
  account: { id: string }
  factor: { id: string; secret: string | null; credential: unknown }
  challenge: { id: string; kind: 'totp' | 'phone' | 'create' | 'request'; expected: string | null }
}

/** A proof that holds, with what its factor learned by it; or why it does not hold. */
type Proof =
  { ok: true; learned?: { credential: string } } | { ok: false; reason: FactorRefusal; isFailure?: boolean }

const HOLDS: Proof = { ok: true }

/** Whether an answer is the one that the challenge asks for. A code that is none at all is wrong, but no guess. */
export function checkProof(trx: Transaction, asked: Asked, answer: Answer): Promise<Proof> {
  const code = parseCode(answer.code ?? '')
  switch (asked.challenge.kind) {
    case 'totp':
      return code ? checkTotp(trx, asked, code) : Promise.resolve({ ok: false, reason: 'code-wrong' })
    case 'phone':
      return Promise.resolve(checkPhone(asked, code))
    case 'create':
      return checkNewPasskey(trx, asked, answer.credential)
    case 'request':
      return checkPasskey(asked, answer.credential)
  }
}

function checkPhone({ challenge }: Asked, code: string | undefined): Proof {
  if (code && isPhoneCode(challenge, code)) return HOLDS
  return { ok: false, reason: 'phone-code-wrong', isFailure: code !== undefined }
}

// A step that was used stays used, also for whoever looked over a shoulder: only a later one counts (RFC 6238, 5.2).
async function checkTotp(trx: Transaction, { factor }: Asked, code: string): Promise<Proof> {
  const { id, secret } = factor
  const step = secret === null ? undefined : findStep({ id, secret }, code)
  if (step === undefined) return { ok: false, reason: 'code-wrong', isFailure: true }
  const moved = await trx
    .updateTable('factors')
    .set({ lastUsedStep: String(step) })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(last_used_step, 0) < ${step}`)
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n ? HOLDS : { ok: false, reason: 'code-used' }
}

async function checkNewPasskey(
  trx: Transaction,
  { account, challenge }: Asked,
  credential: unknown,
): Promise<Proof> {
  const passkey = await verifyNewPasskey(credential, challenge.expected ?? '')
  if (!passkey) return { ok: false, reason: 'passkey-wrong', isFailure: true }
  const known = await listPasskeys(trx, account)
  if (known.some(({ id }) => id === passkey.id)) return { ok: false, reason: 'passkey-known' }
  return { ok: true, learned: { credential: JSON.stringify(passkey) } }
}

async function checkPasskey({ factor, challenge }: Asked, credential: unknown): Promise<Proof> {
  const passkey = await verifyPasskey(credential, challenge.expected ?? '', factor.credential as Passkey)
  if (!passkey) return { ok: false, reason: 'passkey-wrong', isFailure: true }
  return { ok: true, learned: { credential: JSON.stringify(passkey) } }
}

/** The passkeys that an account has already. */
export async function listPasskeys(trx: Transaction, account: { id: string }): Promise<Passkey[]> {
  const rows = await trx
    .selectFrom('factors')
    .select('credential')
    .where(isOwn(account, 'userId'))
    .where('credential', 'is not', null)
    .execute()
  return rows.map(({ credential }) => credential as Passkey)
}
