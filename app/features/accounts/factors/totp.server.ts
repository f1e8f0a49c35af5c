import { Secret, TOTP } from 'otpauth'
import { env } from '../../../platform/env.server.ts'
import { log } from '../../../platform/log.server.ts'
import { opens, seal, type SealedRow, unseal } from '../../../platform/seal.server.ts'

const PERIOD_S = 30
const WINDOW = 1 // clocks differ, and typing takes time
const SEED_BYTES = 20

/** The secret that an authenticator app stores. */
export interface TotpSecret {
  /** In Base32, to type by hand. */
  secret: string
  /** The same as an `otpauth:` link, which the QR code contains. */
  uri: string
}

/** Returns a new secret, sealed for the row of its factor. */
export const createSealedSeed = (factorId: string): string =>
  seal(new Secret({ size: SEED_BYTES }).base32, toSealedPlace(factorId))

/** Returns the unsealed secret of a factor; `label` names the account in the app. */
export function readTotpSecret(factor: { id: string; secret: string }, label: string): TotpSecret {
  const secret = unseal(factor.secret, toSealedPlace(factor.id))
  const issuer = toLabelPart(new URL(env.SITE_URL).host)
  const totp = new TOTP({ issuer, label: toLabelPart(label), secret, period: PERIOD_S })
  return { secret, uri: totp.toString() }
}

// In a label, a colon separates issuer and account. Neither may have one, like the host `localhost:3000`.
const toLabelPart = (text: string) => text.replaceAll(':', '-')

/** Returns the time step of a code, in units of 30 s since 1970. Undefined for a code of another time (RFC 6238). */
export function findTimeStep(factor: { id: string; secret: string }, code: string): number | undefined {
  if (!opens(factor.secret, toSealedPlace(factor.id))) {
    log.error({ factor: factor.id }, 'factor.not_opened') // its secret was given up (decision 50)
    return undefined
  }
  const secret = Secret.fromBase32(unseal(factor.secret, toSealedPlace(factor.id)))
  const timestamp = Date.now()
  const delta = TOTP.validate({ token: code, secret, timestamp, window: WINDOW })
  return delta === null ? undefined : TOTP.counter({ period: PERIOD_S, timestamp }) + delta
}

const toSealedPlace = (rowId: string): SealedRow => ({ table: 'factors', rowId })
