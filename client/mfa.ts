import type { AsAccount } from './as-account.ts'
import { type AssuranceLevel, type Factor, type FactorType, type SentFactor, type SentTokens, type Session, toFactor } from './session.ts' // prettier-ignore
import type { SessionKeeper } from './session-keeper.ts'

export interface NewFactor {
  factorType: FactorType
  friendlyName: string
  /** For a factor of type `phone`: the number with its country. */
  phone?: string
}

/** A factor that was just added; it counts once it has answered a challenge. */
export interface EnrolledFactor {
  id: string
  factorType: FactorType
  /** For an authenticator app: the secret to type, and the same as a link for a QR code. */
  totp?: { secret: string; uri: string }
}

export interface Challenge {
  id: string
  /** In seconds since 1970. */
  expiresAt: number
  /** For a passkey: what `navigator.credentials` is to be asked for. */
  webauthn?: { type: 'create' | 'request'; options: unknown }
}

export interface Proof {
  factorId: string
  challengeId: string
  /** Of an authenticator app, or as it came to the phone. */
  code?: string
  /** What the passkey signed, as JSON. */
  credential?: unknown
}

export interface Mfa {
  enroll: (factor: NewFactor) => Promise<EnrolledFactor>
  challenge: (factor: { factorId: string }) => Promise<Challenge>
  /** Answers a challenge: the session is at aal2 then. The account's first factor brings its recovery codes, once. */
  verify: (proof: Proof) => Promise<{ session: Session; recoveryCodes?: string[] }>
  unenroll: (factor: { factorId: string }) => Promise<void>
  /** The account's factors. Asked of the session while it is not at its next level: the server tells nobody then. */
  listFactors: () => Promise<Factor[]>
  /** Where the session stands, and where it has to be: aal2 as soon as any factor is verified. */
  getAuthenticatorAssuranceLevel: () => Promise<{
    currentLevel: AssuranceLevel | null
    nextLevel: AssuranceLevel | null
  }>
}

const pathOf = (factorId: string) => `/auth/v1/factors/${encodeURIComponent(factorId)}`

/** Second factors of the signed-in account. */
export function createMfa(asked: AsAccount, keeper: SessionKeeper): Mfa {
  return {
    async enroll({ factorType, friendlyName, phone }) {
      const body = { factor_type: factorType, friendly_name: friendlyName, phone }
      const answer = await asked('/auth/v1/factors', { body })
      const { id, totp } = (await answer.json()) as { id: string; totp?: { secret: string; uri: string } }
      return { id, factorType, ...(totp && { totp }) }
    },
    async challenge({ factorId }) {
      const answer = await asked(`${pathOf(factorId)}/challenge`, { method: 'POST' })
      const { expires_at: expiresAt, ...challenge } = (await answer.json()) as Omit<Challenge, 'expiresAt'> & { expires_at: number } // prettier-ignore
      return { ...challenge, expiresAt }
    },
    async verify({ factorId, challengeId, code, credential }) {
      const body = { challenge_id: challengeId, code, credential }
      const answer = await asked(`${pathOf(factorId)}/verify`, { body })
      const { recovery_codes: recoveryCodes, ...tokens } = (await answer.json()) as SentTokens & { recovery_codes?: string[] } // prettier-ignore
      const session = await keeper.keep(tokens, 'MFA_VERIFIED')
      return { session, ...(recoveryCodes && { recoveryCodes }) }
    },
    async unenroll({ factorId }) {
      await asked(pathOf(factorId), { method: 'DELETE' })
      await keeper.refresh() // the session may stand at another level now
    },
    async listFactors() {
      const session = await keeper.find()
      if (session && toNextLevel(session) !== session.aal) return session.user.factors
      const answer = await asked('/auth/v1/factors')
      const { factors } = (await answer.json()) as { factors: SentFactor[] }
      return factors.map(toFactor)
    },
    async getAuthenticatorAssuranceLevel() {
      const session = await keeper.find()
      return { currentLevel: session?.aal ?? null, nextLevel: session && toNextLevel(session) }
    },
  }
}

// Spec §4: aal2 if any factor is verified.
const toNextLevel = ({ user }: Session): AssuranceLevel =>
  user.factors.some(({ status }) => status === 'verified') ? 'aal2' : 'aal1'
