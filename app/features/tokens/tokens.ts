import { toName } from '../../shared/text.ts'
import type { AssuranceLevel } from '../accounts/accounts.ts'

/** Every access token is signed like this, and checked for nothing else: the key decides, not the token. */
export const ALGORITHM = 'EdDSA'
/** RFC 9068: what an access token says it is. */
export const TOKEN_TYPE = 'at+jwt'
export const AUDIENCE = 'authenticated'

export const ACCESS_TOKEN_S = 15 * 60
/** How far clocks may be apart. */
export const CLOCK_TOLERANCE_S = 30

export const SIGNING_KEY_DAYS = 90

/** How long a session of the API lives without being refreshed. */
export const API_SESSION_DAYS = 30

/** A doubled request gets the same successor this long, as long as the successor was not used itself. */
export const REUSE_GRACE_S = 10

export const NAME_LIMIT = 60
export const API_SESSIONS_LIMIT = 20

/** What an access token says (RFC 9068). Times are seconds since 1970. */
export interface AccessClaims {
  iss: string
  aud: string
  /** The account's id. */
  sub: string
  aal: AssuranceLevel
  session_id: string
  iat: number
  exp: number
}

export type TokenRefusal =
  | 'malformed'
  | 'algorithm'
  | 'unknown-key'
  | 'signature'
  | 'type'
  | 'issuer'
  | 'audience'
  | 'early'
  | 'expired'
  | 'claims'
  | 'session-ended'

export type RefreshRefusal = 'unknown' | 'reused'

/** What a client gets at signing in and at each refresh (RFC 6749, 5.1). */
export interface TokenPair {
  accessToken: string
  refreshToken: string
  /** Seconds since 1970. */
  expiresAt: number
}

/** An API session as its owner's list shows it. */
export interface ApiSession {
  id: string
  name: string
  createdAt: Date
  lastSeenAt: Date
}

/** What an API client is called by its owner; undefined if nothing is left of it. */
export const parseName = (value: string): string | undefined => toName(value, NAME_LIMIT) || undefined
