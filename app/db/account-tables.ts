import type { ColumnType } from 'kysely'
import type { Filled, Moment } from './column-kinds.ts'

export interface UsersTable {
  id: string
  name: string
  email: string
  emailVerified: Filled<boolean>
  deletionDueAt: Date | null
  deletionKeepsArticles: Filled<boolean>
  createdAt: Moment
}

/** How an account signs in; `credential` is a password's hash. */
export interface AccountsTable {
  id: string
  userId: string
  accountId: string
  providerId: 'credential'
  password: string | null
  createdAt: Moment
  updatedAt: Moment
}

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

export interface RecoveryCodesTable {
  userId: string
  codeHash: string
  usedAt: Date | null
}

export interface FactorLimitsTable {
  userId: string
  failures: Filled<number>
  pausedUntil: Date | null
  sentAt: Date | null
  sentOn: ColumnType<Date | null, string | null, string | null>
  sentThatDay: Filled<number>
}

export interface DeletedAccountsTable {
  id: string
  deletedAt: Moment
}

export interface SigningKeysTable {
  id: string
  publicKey: unknown
  privateKey: string
  signsFrom: Date
  createdAt: Moment
}

export interface RefreshTokensTable {
  id: string
  sessionId: string
  hash: string
  usedAt: Date | null
  successorId: string | null
  createdAt: Moment
}
