/** The level of a session: proven by a password (aal1), or also by a second factor (aal2). */
export type AssuranceLevel = 'aal1' | 'aal2'
/** A kind of second factor: an authenticator app, a passkey or a phone. */
export type FactorType = 'totp' | 'webauthn' | 'phone'

/** A second factor of an account. */
export interface Factor {
  id: string
  factorType: FactorType
  status: 'unverified' | 'verified'
  friendlyName: string
  /** The masked number, enough for its owner to recognise it. */
  phone: string | null
}

/** An account with its factors. To a client with scopes, the address is empty and there are no factors. */
export interface User {
  id: string
  email: string
  name: string
  factors: Factor[]
}

/** A session of an account with its tokens. */
export interface Session {
  accessToken: string
  refreshToken: string
  /** The time when the access token expires, in seconds since 1970 by the clock of this machine. */
  expiresAt: number
  /** The level of the session. */
  aal: AssuranceLevel
  user: User
}

/** A factor as the server sends it. */
export interface SentFactor {
  id: string
  factor_type: FactorType
  status: Factor['status']
  friendly_name: string
  phone: string | null
}

/** An account as the server sends it. */
export interface SentUser {
  id: string
  email: string
  name: string
  aal: AssuranceLevel
  factors: SentFactor[]
}

/** Tokens as the server sends them. */
export interface SentTokens {
  access_token: string
  refresh_token: string
  /** The seconds until the access token expires. */
  expires_in: number
  user: SentUser
}

/** Returns a factor in the client's spelling. */
export const toFactor = ({ id, factor_type, status, friendly_name, phone }: SentFactor): Factor => ({
  id,
  factorType: factor_type,
  status,
  friendlyName: friendly_name,
  phone,
})

/** Returns an account in the client's spelling. */
export const toUser = ({ id, email, name, factors }: SentUser): User => ({
  id,
  email,
  name,
  factors: factors.map(toFactor),
})

/** Returns the session of the tokens that the server has just sent. */
export const toSession = ({ access_token, refresh_token, expires_in, user }: SentTokens): Session => ({
  accessToken: access_token,
  refreshToken: refresh_token,
  expiresAt: Math.floor(Date.now() / 1000) + expires_in,
  aal: user.aal,
  user: toUser(user),
})
