import { toName } from '../../shared/text.ts'

const FACTOR_TYPES = ['totp', 'webauthn', 'phone'] as const

export type FactorType = (typeof FACTOR_TYPES)[number]

/** A second factor of an account, as its owner sees it. */
export interface Factor {
  id: string
  factorType: FactorType
  status: 'unverified' | 'verified'
  friendlyName: string
  /** Only as much of the number as its owner needs to know it again. */
  phone: string | null
  lastUsedAt: Date | null
  createdAt: Date
}

export const TRIES_PER_CHALLENGE = 5
export const FAILURES_BEFORE_PAUSE = 10
export const PAUSE_MINUTES = 15
export const CHALLENGE_MINUTES = 5
export const RESEND_SECONDS = 60
export const CODES_SENT_A_DAY = 20
export const FACTORS_AN_ACCOUNT = 10
export const RECOVERY_CODES = 10
const NAME_LENGTH = 60

/** How a session says in its `amr` that it was proven with a factor (the names are Supabase's). */
export const AUTHENTICATION_METHODS: Record<FactorType | 'recovery', string> = {
  totp: 'totp',
  webauthn: 'mfa/webauthn',
  phone: 'mfa/phone',
  recovery: 'mfa/recovery_code',
}

/** Why something about factors is refused, with the status that says so over HTTP. */
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

export type FactorRefusal = keyof typeof REFUSALS

/** Refused, and after how many seconds asking again may help, where that is known. */
export type Refused = { ok: false; reason: FactorRefusal; retryAfterS?: number }

/** Says to programs when to ask again (RFC 9110, 10.2.3). */
export const toRefusalHeaders = ({ retryAfterS }: Refused): Record<string, string> =>
  retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }

export const refuse = (reason: FactorRefusal): Refused => ({ ok: false, reason })

/** Reads the type of a factor; undefined for anything else. */
export const parseFactorType = (value: string | null): FactorType | undefined =>
  FACTOR_TYPES.find((type) => type === value)

/** A factor as it is asked for; the phone in any way that people write numbers. */
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

/** Reads what somebody wants to add. */
export function parseNewFactor(asked: NewFactor): { ok: true; factor: ParsedFactor } | Refused {
  const factorType = parseFactorType(asked.factorType)
  if (!factorType) return refuse('factor-type-unknown')
  const friendlyName = toName(asked.friendlyName, NAME_LENGTH)
  if (!friendlyName) return refuse('name-missing')
  const phone = factorType === 'phone' ? parsePhone(asked.phone ?? '') : null
  return phone === undefined
    ? refuse('phone-invalid')
    : { ok: true, factor: { factorType, friendlyName, phone } }
}

/** A telephone number in E.164, from what people type: spaces, hyphens, dots, brackets, `00` for `+`. */
export function parsePhone(value: string): string | undefined {
  const digits = value.replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+')
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : undefined
}

/** A number that only who has it knows again: `+49 ••• 12`. */
export const maskPhone = (phone: string): string => `${phone.slice(0, 3)} ••• ${phone.slice(-2)}`

/** A code of six digits as it is compared, whatever was typed between them; undefined if it is none. */
export function parseCode(value: string): string | undefined {
  const digits = value.replaceAll(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

/** What a browser's passkey answered, as its form field brings it: checked where it is used. */
export function parseCredential(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
