import { parseJson, RECORD_DEPTH } from '../../../shared/json.ts'
import { toE164 } from '../../../shared/phones.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import { toAsciiDigits, toName } from '../../../shared/text.ts'

const FACTOR_TYPES = ['totp', 'webauthn', 'phone'] as const

/** A kind of second factor (spec §3). */
export type FactorType = (typeof FACTOR_TYPES)[number]

/** A second factor of an account, as its owner sees it. */
export interface Factor {
  id: string
  factorType: FactorType
  status: 'unverified' | 'verified'
  friendlyName: string
  /** The masked number, enough for its owner to recognise it. */
  phone: string | null
  lastUsedAt: Date | null
  createdAt: Date
}

/** The number of wrong answers that end a challenge. */
export const TRIES_PER_CHALLENGE = 5
/** The number of wrong proofs in a row, of any kind, that pause the account. */
export const FAILURES_BEFORE_PAUSE = 10
/** The time for which a paused account refuses every proof. */
export const PAUSE_MINUTES = 15
/** The lifetime of a challenge; the column's default in the database has the same value. */
export const CHALLENGE_MINUTES = 5
/** Seconds to wait between two messages to the phones of an account. */
export const RESEND_SECONDS = 60
/** The most messages to the phones of an account on one day (UTC). */
export const CODES_SENT_A_DAY = 20
/** The most factors that an account may have, verified or not. */
export const FACTORS_AN_ACCOUNT = 10
/** The number of recovery codes in a set. */
export const RECOVERY_CODES = 10
/** The purpose of the key that hashes recovery codes. A code cannot be hashed anew, so its key is kept. */
export const RECOVERY_CODES_KEY = 'recovery codes'
const NAME_LENGTH = 60

/** The entries in `amr` for each way to prove a second factor (the names are Supabase's). */
export const AUTHENTICATION_METHODS: Record<FactorType | 'recovery', string> = {
  totp: 'totp',
  webauthn: 'mfa/webauthn',
  phone: 'mfa/phone',
  recovery: 'mfa/recovery_code',
}

/** The reasons of refusals about factors, each with its HTTP status. */
export const REFUSALS = {
  'session-ended': 401,
  'insufficient-aal': 403,
  'not-fresh': 403,
  'factor-not-found': 404,
  'no-factor': 409,
  'factor-type-unknown': 400,
  'name-missing': 400,
  'phone-invalid': 400,
  'too-many-factors': 409,
  'challenge-not-found': 404,
  'challenge-expired': 410,
  'challenge-used': 409,
  'too-many-tries': 429,
  paused: 429,
  'code-wrong': 422,
  'phone-code-wrong': 422,
  'code-used': 422,
  'passkey-wrong': 422,
  'passkey-known': 409,
  'recovery-code-wrong': 422,
  'sent-recently': 429,
  'sent-too-often': 429,
  'not-sent': 502,
  'cannot-send': 502,
} as const

/** A reason of a refusal, a key of `REFUSALS`. */
export type FactorReason = keyof typeof REFUSALS

/** A refusal; `retryAfterS` are the seconds to wait before another attempt, where that helps. */
export type FactorRefusal = Refusal<FactorReason, { retryAfterS?: number }>

/** Returns the header that says when to try again (RFC 9110, 10.2.3). */
export const toRefusalHeaders = ({ retryAfterS }: FactorRefusal): Record<string, string> =>
  retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }

/** Returns the type of a factor; undefined for any other text. */
export const parseFactorType = (value: string | null): FactorType | undefined =>
  FACTOR_TYPES.find((type) => type === value)

/** A factor that the user wants to add, as it was typed; `phone` is for a factor of that type. */
export interface NewFactor {
  factorType: string
  friendlyName: string
  phone?: string
}

interface ParsedFactor {
  factorType: FactorType
  friendlyName: string
  phone: string | null
}

/** Returns a checked factor, or the first reason to refuse it. */
export function parseNewFactor(typed: NewFactor): { ok: true; factor: ParsedFactor } | FactorRefusal {
  const { phone: typedPhone = '' } = typed
  const factorType = parseFactorType(typed.factorType)
  if (!factorType) return refuse('factor-type-unknown')
  const friendlyName = toName(typed.friendlyName, NAME_LENGTH)
  if (!friendlyName) return refuse('name-missing')
  const phone = factorType === 'phone' ? toE164(typedPhone) : null
  return phone === undefined
    ? refuse('phone-invalid')
    : { ok: true, factor: { factorType, friendlyName, phone } }
}

/** Returns a phone number with its middle hidden: `+49 ••• 12`. */
export const maskPhone = (phone: string): string => `${phone.slice(0, 3)} ••• ${phone.slice(-2)}`

/** Returns a code of six digits, without spaces and hyphens, in ASCII; undefined for other texts. */
export function parseCode(value: string): string | undefined {
  const digits = toAsciiDigits(value).replaceAll(/[\s\p{Pd}\p{Cf}\u2212]/gu, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

/** Parses the JSON of a passkey's form field, without checking what it holds; undefined for other texts. */
export function parseCredential(json: string): unknown {
  try {
    return parseJson(json, RECORD_DEPTH)
  } catch {
    return undefined
  }
}
