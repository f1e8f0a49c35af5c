import { validate as isUuid } from 'uuid'
import { toShortDate } from '../../../shared/dates.ts'
import { type Scope, SCOPES, toScopes } from '../../../shared/scopes.ts'
import { readFormText, toName } from '../../../shared/text.ts'
import type { AssuranceLevel } from '../accounts.ts'

/** The only algorithm of access tokens. The key decides it, not the header of a token. */
export const ALGORITHM = 'EdDSA'
/** The `typ` of access tokens (RFC 9068). */
export const TOKEN_TYPE = 'at+jwt'
/** The `aud` of access tokens: sessions of accounts (the name is Supabase's). */
export const AUDIENCE = 'authenticated'

/** Seconds for which an access token is valid. */
export const ACCESS_TOKEN_S = 15 * 60
/** Seconds by which the clocks of client and server may differ. */
export const CLOCK_TOLERANCE_S = 30

/** Days after which a signing key is replaced. */
export const SIGNING_KEY_DAYS = 90

/** Days from the last refresh to the end of an API session. */
export const API_SESSION_DAYS = 30

/** Seconds in which a repeated exchange returns the same next token, if that one is unused. */
export const REUSE_GRACE_S = 10

/** Characters in the name of an API client. */
export const NAME_LIMIT = 60
/** API clients of an account. */
export const API_SESSIONS_LIMIT = 20

/** The claims of an access token (RFC 9068). Times are seconds since 1970. */
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

/** A reason why an access token is refused. */
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

/** A reason why a refresh token is refused; `reused` also ends its session. */
export type RefreshRefusal = 'unknown' | 'reused'

/** The tokens that a client gets on signing in and on each refresh (RFC 6749, 5.1). */
export interface TokenPair {
  accessToken: string
  refreshToken: string
  /** Seconds since 1970. */
  expiresAt: number
}

/** The beginning of a server's token, by which scanners of source code find one that leaked. */
export const SERVER_TOKEN = 'bsk_'

/** Returns true if a token is one of a server. */
export const isServerToken = (token: string): boolean => token.startsWith(SERVER_TOKEN)

/** The most valid tokens of a server. */
export const TOKENS_AT_ONCE = 2

/** The lives that a token of a server may have, in days. */
export const TOKEN_LIVES = [30, 90, 365]

/** Seconds in which a person approves a program by its code. */
export const DEVICE_CODE_S = 10 * 60
/** Seconds between two polls of a program. */
export const POLL_S = 5
/** The letters of a code that a person types: no vowels, so no words, and no digits (RFC 8628, 6.1). */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
/** The letters of a code. */
export const USER_CODE_LENGTH = 8

/** Returns a typed code as it is shown, such as `WDJB-MJHT`. */
export function toUserCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
    .slice(0, USER_CODE_LENGTH)
  return `${letters.slice(0, USER_CODE_LENGTH / 2)}-${letters.slice(USER_CODE_LENGTH / 2)}`
}

/** A reason why a poll gets no token, as RFC 8628 names it. */
export type DeviceRefusal = 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token'

/** The name of a new client, and what it may do: null for all that its person may do, and for all sites. */
export interface NewAccess {
  name: string
  scopes: Scope[] | null
  siteIds: string[] | null
  /** For an agent: the scopes whose writes need no person. */
  directScopes?: Scope[] | null
}

/** An API session as its owner's list shows it. */
export interface ApiSession {
  id: string
  name: string
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
  scopes: Scope[] | null
  siteIds: string[] | null
  directScopes: Scope[] | null
  /** The last characters of the tokens of a server, the newest first; none for a client. */
  endings: string[]
  /** True if its first token was never used. Only a client that was made on the screen can get another one. */
  isUnused: boolean
}

/** Returns the name of an API client on one line and cut to its limit; undefined if it is empty. */
export const parseName = (value: string): string | undefined => toName(value, NAME_LIMIT) || undefined

/** Returns when a client or a server was used last, in words. */
export const toUse = ({ createdAt, lastSeenAt }: Pick<ApiSession, 'createdAt' | 'lastSeenAt'>): string =>
  lastSeenAt > createdAt ? `Last used ${toShortDate(lastSeenAt)}` : 'Not used yet'

/** Returns what a form gives to a new token of a server: its scopes, its sites and its life in days. */
export function readAccess(form: FormData): Omit<NewAccess, 'name'> & {
  scopes: Scope[]
  directScopes: Scope[] | null
  days: number
} {
  const siteIds = form.getAll('siteIds').map(String).filter(isUuid)
  const days = Number(readFormText(form, 'days'))
  return {
    scopes: toScopes(form.getAll('scopes').map(String)),
    siteIds: siteIds.length > 0 ? siteIds : null,
    directScopes: form.has('isAgent') ? toScopes(form.getAll('directScopes').map(String)) : null,
    days: TOKEN_LIVES.includes(days) ? days : (TOKEN_LIVES[0] ?? 30),
  }
}

/**
 * Returns the scopes of a new client of a person: null for all that the person may do. Sites limit only what has a scope, so
 * a client for some sites has all of them.
 */
export const toClientScopes = ({
  scopes,
  siteIds,
}: Pick<NewAccess, 'siteIds'> & { scopes: Scope[] }): Scope[] | null => {
  if (scopes.length > 0) return scopes
  return siteIds && [...SCOPES]
}
