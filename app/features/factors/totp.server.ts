import { Secret, TOTP } from 'otpauth'
import { env } from '../../platform/env.server.ts'
import { seal, unseal } from '../../platform/seal.server.ts'

const PERIOD_S = 30
const WINDOW = 1 // clocks differ, and typing takes time
const SEED_BYTES = 20

export interface TotpSecret {
  /** In Base32, as an authenticator app takes it by hand. */
  secret: string
  /** The same as a link, and in a QR code. */
  uri: string
}

/** A new seed, sealed for the row of its factor. */
export const createSealedSeed = (factorId: string): string =>
  seal(new Secret({ size: SEED_BYTES }).base32, toPlace(factorId))

/** What an authenticator app has to learn, for the account of this name. */
export function readTotpSecret(factor: { id: string; secret: string }, label: string): TotpSecret {
  const secret = unseal(factor.secret, toPlace(factor.id))
  const issuer = new URL(env.SITE_URL).host
  return { secret, uri: new TOTP({ issuer, label, secret, period: PERIOD_S }).toString() }
}

/** The time step that a code belongs to, in units of 30 s since 1970; undefined if it is none of now (RFC 6238). */
export function findStep(factor: { id: string; secret: string }, code: string): number | undefined {
  const secret = Secret.fromBase32(unseal(factor.secret, toPlace(factor.id)))
  const timestamp = Date.now()
  const delta = TOTP.validate({ token: code, secret, timestamp, window: WINDOW })
  return delta === null ? undefined : TOTP.counter({ period: PERIOD_S, timestamp }) + delta
}

const toPlace = (rowId: string) => ({ table: 'factors', rowId })
