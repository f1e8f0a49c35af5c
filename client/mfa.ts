import type { AccountHttp } from './account-http.ts'
import {
  type AssuranceLevel,
  type Factor,
  type FactorType,
  type SentFactor,
  type SentTokens,
  type Session,
  toFactor,
} from './session.ts'
import type { SessionKeeper } from './session-keeper.ts'

/** A factor to add. */
export interface NewFactor {
  factorType: FactorType
  friendlyName: string
  /** For a factor of type `phone`: the number with its country. */
  phone?: string
}

/** A factor that was just added. It stays unverified until it passes a challenge. */
export interface EnrolledFactor {
  id: string
  factorType: FactorType
  /** For an authenticator app: the secret to type, and as a link for a QR code. */
  totp?: { secret: string; uri: string }
}

/** An open challenge of a factor. */
export interface Challenge {
  id: string
  /** In seconds since 1970. */
  expiresAt: number
  /** For a passkey: the options for `navigator.credentials`. */
  webauthn?: { type: 'create' | 'request'; options: unknown }
}

/** The answer to a challenge. */
export interface Proof {
  factorId: string
  challengeId: string
  /** The code of an authenticator app, or from the SMS. */
  code?: string
  /** The credential of the passkey, as JSON. */
  credential?: unknown
}

/** The second factors of the signed-in account. */
export interface Mfa {
  enroll: (factor: NewFactor) => Promise<EnrolledFactor>
  challenge: (factor: { factorId: string }) => Promise<Challenge>
  /** Answers a challenge and raises the session to aal2. The first factor also returns the recovery codes, once. */
  verify: (proof: Proof) => Promise<{ session: Session; recoveryCodes?: string[] }>
  unenroll: (factor: { factorId: string }) => Promise<void>
  /** Returns the account's factors. Below its next level the session's own list is used: the server refuses then. */
  listFactors: () => Promise<Factor[]>
  /** Returns the level of the session, and the level that it has to reach: aal2 once any factor is verified. */
  getAuthenticatorAssuranceLevel: () => Promise<{
    currentLevel: AssuranceLevel | null
    nextLevel: AssuranceLevel | null
  }>
}

const pathOf = (factorId: string) => `/auth/v1/factors/${encodeURIComponent(factorId)}`

/** Returns the part of the client for second factors. */
export function createMfa(accountHttp: AccountHttp, keeper: SessionKeeper): Mfa {
  return {
    async enroll({ factorType, friendlyName, phone }) {
      const body = { factor_type: factorType, friendly_name: friendlyName, phone }
      const answer = await accountHttp('/auth/v1/factors', { body })
      const { id, totp } = (await answer.json()) as { id: string; totp?: { secret: string; uri: string } }
      return { id, factorType, ...(totp && { totp }) }
    },
    async challenge({ factorId }) {
      const answer = await accountHttp(`${pathOf(factorId)}/challenge`, { method: 'POST' })
      const { expires_at: expiresAt, ...challenge } = (await answer.json()) as Omit<
        Challenge,
        'expiresAt'
      > & { expires_at: number }
      return { ...challenge, expiresAt }
    },
    async verify({ factorId, challengeId, code, credential }) {
      const body = { challenge_id: challengeId, code, credential }
      const answer = await accountHttp(`${pathOf(factorId)}/verify`, { body })
      const { recovery_codes: recoveryCodes, ...tokens } = (await answer.json()) as SentTokens & {
        recovery_codes?: string[]
      }
      const session = await keeper.keep(tokens, 'MFA_VERIFIED')
      return { session, ...(recoveryCodes && { recoveryCodes }) }
    },
    async unenroll({ factorId }) {
      await accountHttp(pathOf(factorId), { method: 'DELETE' })
      await keeper.refresh() // the session may have another level now
    },
    async listFactors() {
      const session = await keeper.find()
      if (session && toNextLevel(session) !== session.aal) return session.user.factors
      const answer = await accountHttp('/auth/v1/factors')
      const { factors } = (await answer.json()) as { factors: SentFactor[] }
      return factors.map(toFactor)
    },
    async getAuthenticatorAssuranceLevel() {
      const session = await keeper.find()
      return { currentLevel: session?.aal ?? null, nextLevel: session && toNextLevel(session) }
    },
  }
}

// Spec §4: aal2 if any factor is verified. Otherwise the session stays as it is: one with scopes is told no factors.
const toNextLevel = ({ user, aal }: Session): AssuranceLevel =>
  user.factors.some(({ status }) => status === 'verified') ? 'aal2' : aal
