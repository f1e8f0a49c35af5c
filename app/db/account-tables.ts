import type { ColumnType } from 'kysely'
import type { Filled, Moment } from './column-kinds.ts'

/** An account. A deletion that its owner asked for is due at `deletionDueAt`. */
export interface UsersTable {
  id: string
  name: string
  email: string
  emailVerified: Filled<boolean>
  deletionDueAt: Date | null
  deletionKeepsArticles: Filled<boolean>
  requiresAlt: Filled<boolean>
  createdAt: Moment
}

/** The way in which an account signs in: a password, stored as a hash. */
export interface AccountsTable {
  id: string
  userId: string
  accountId: string
  providerId: 'credential'
  password: string | null
  createdAt: Moment
  updatedAt: Moment
}

/** A sign-in that has not ended: of a browser, or of a program (decision 14). `aal` and `amr` say how it was proven. */
export interface SessionsTable {
  id: string
  userId: string
  token: string
  expiresAt: Date
  ipAddress: string | null
  userAgent: string | null
  kind: Filled<'browser' | 'api'>
  name: string | null
  aal: Filled<'aal1' | 'aal2'>
  amr: Filled<string[]>
  authenticatedAt: Moment
  lastSeenAt: Moment
  createdAt: Moment
  updatedAt: Moment
}

/** A second factor of an account (decision 13): an authenticator app, a passkey or a phone. `secret` is sealed. */
export interface FactorsTable {
  id: string
  userId: string
  factorType: 'totp' | 'webauthn' | 'phone'
  status: Filled<'unverified' | 'verified'>
  friendlyName: string
  secret: string | null
  credential: unknown
  phone: string | null
  lastUsedStep: string | null
  lastUsedAt: Date | null
  createdAt: Moment
  updatedAt: Moment
}

/** A proof that a session was asked for, with one of its factors. */
export interface FactorChallengesTable {
  id: string
  userId: string
  sessionId: string
  factorId: string
  kind: 'totp' | 'phone' | 'create' | 'request'
  expected: string | null
  attempts: Filled<number>
  expiresAt: Moment
  usedAt: Date | null
  createdAt: Moment
}

/** One recovery code of an account, as a hash. */
export interface RecoveryCodesTable {
  userId: string
  codeHash: string
  usedAt: Date | null
}

/** How often an account failed to prove a factor, and how many codes were sent to its phones. */
export interface FactorLimitsTable {
  userId: string
  failures: Filled<number>
  pausedUntil: Date | null
  sentAt: Date | null
  sentOn: ColumnType<Date | null, string | null, string | null>
  sentThatDay: Filled<number>
}

/** The id of a deleted account and the time of its deletion. Nothing else of it is kept. */
export interface DeletedAccountsTable {
  id: string
  deletedAt: Moment
}

/** A key that signs access tokens. `privateKey` is sealed. */
export interface SigningKeysTable {
  id: string
  publicKey: unknown
  privateKey: string
  signsFrom: Date
  createdAt: Moment
}

/** A refresh token of a session of kind `api`, as a hash. Each is used once and has a successor. */
export interface RefreshTokensTable {
  id: string
  sessionId: string
  hash: string
  usedAt: Date | null
  successorId: string | null
  createdAt: Moment
}
