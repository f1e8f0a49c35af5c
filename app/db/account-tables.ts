import type { ColumnType, Generated } from 'kysely'
import type { Role } from '../shared/rights.ts'
import type { TimestampWithDefault } from './column-kinds.ts'

/** An account. A deletion that its owner asked for is due at `deletionDueAt`. */
export interface UsersTable {
  id: string
  name: string
  email: string
  emailVerified: Generated<boolean>
  deletionDueAt: Date | null
  deletionKeepsArticles: Generated<boolean>
  requiresAlt: Generated<boolean>
  /** What the members of the account call it; empty: the name of the person who made it. */
  accountName: Generated<string>
  /** Kept by a trigger. */
  actsForOthers: Generated<boolean>
  createdAt: TimestampWithDefault
}

/** A person who acts for an account (decision 65). The row stays after the person has left. */
export interface MembersTable {
  accountId: string
  personId: string
  role: Role
  /** Null for all sites of the account. */
  siteIds: string[] | null
  since: TimestampWithDefault
  endedAt: Date | null
}

/** A line of the record of an account. Rows are only added. */
export interface RecordLinesTable {
  id: string
  accountId: string
  personId: string | null
  who: string
  at: TimestampWithDefault
  act: string
  about: string | null
  address: string | null
}

/** An invitation to act for an account, or the offer of its ownership to a member. */
export interface InvitationsTable {
  id: string
  accountId: string
  madeBy: string | null
  email: Generated<string | null>
  personId: Generated<string | null>
  role: Role
  siteIds: Generated<string[] | null>
  handsOver: Generated<boolean>
  /** Of the secret in the link; null until its mail is sent. */
  hash: Generated<string | null>
  claimedFor: Generated<string | null>
  madeAt: TimestampWithDefault
  endsAt: TimestampWithDefault
  usedAt: Generated<Date | null>
  usedBy: Generated<string | null>
  withdrawnAt: Generated<Date | null>
}

/** The way in which an account signs in: a password, stored as a hash. */
export interface AccountsTable {
  id: string
  userId: string
  accountId: string
  providerId: 'credential'
  password: string | null
  createdAt: TimestampWithDefault
  updatedAt: TimestampWithDefault
}

/** A sign-in that has not ended: of a browser, or of a program (decision 14). `aal` and `amr` say how it was proven. */
export interface SessionsTable {
  id: string
  userId: string
  /** The account that the person acts for; null for the own one. */
  accountId: Generated<string | null>
  token: string
  expiresAt: Date
  ipAddress: string | null
  userAgent: string | null
  kind: Generated<'browser' | 'api'>
  name: string | null
  aal: Generated<'aal1' | 'aal2'>
  amr: Generated<string[]>
  authenticatedAt: TimestampWithDefault
  lastSeenAt: TimestampWithDefault
  /** What its tokens may be used for, and on which sites; null for everything. */
  directScopes: Generated<string[] | null>
  scopes: Generated<string[] | null>
  siteIds: Generated<string[] | null>
  /** The provider that vouched for the person. */
  providerId: Generated<string | null>
  createdAt: TimestampWithDefault
  updatedAt: TimestampWithDefault
}

/** The provider with which people of an account sign in (decision 81). `clientSecret` is sealed. */
export interface SignInProvidersTable {
  /** The account's. */
  id: string
  issuer: string
  clientId: string
  clientSecret: string
  defaultRole: Exclude<Role, 'owner'>
  /** The claim that says the role of a person; empty for the default role. */
  roleClaim: string
  /** The value of the claim for each role. */
  roleValues: unknown
}

/** A domain whose addresses a provider speaks for, once it is proven. */
export interface SignInDomainsTable {
  providerId: string
  domain: string
  /** Stands in DNS. */
  token: string
  provenAt: Generated<Date | null>
  missedAt: Generated<Date | null>
}

/** Who a person is for a provider. */
export interface SignInIdentitiesTable {
  providerId: string
  subject: string
  personId: string
  linkedAt: TimestampWithDefault
}

/** A token of a server, as a hash. Its session has two at most. */
interface DeviceCodesTable {
  id: string
  deviceHash: string
  userHash: string
  name: string
  scopes: string[]
  expiresAt: Date
  intervalS: Generated<number>
  polledAt: Generated<Date | null>
  isRefused: Generated<boolean>
  sessionId: Generated<string | null>
}

interface ServerTokensTable {
  id: string
  sessionId: string
  hash: string
  ending: string
  madeAt: TimestampWithDefault
  lastUsedAt: Generated<Date | null>
}

/** A second factor of an account (decision 13): an authenticator app, a passkey or a phone. `secret` is sealed. */
export interface FactorsTable {
  id: string
  userId: string
  factorType: 'totp' | 'webauthn' | 'phone'
  status: Generated<'unverified' | 'verified'>
  friendlyName: string
  secret: string | null
  credential: unknown
  phone: string | null
  lastUsedStep: string | null
  lastUsedAt: Date | null
  createdAt: TimestampWithDefault
  updatedAt: TimestampWithDefault
}

/** A proof that a session was asked for, with one of its factors. */
export interface FactorChallengesTable {
  id: string
  userId: string
  sessionId: string
  factorId: string
  kind: 'totp' | 'phone' | 'create' | 'request'
  expected: string | null
  attempts: Generated<number>
  expiresAt: TimestampWithDefault
  usedAt: Date | null
  createdAt: TimestampWithDefault
}

/** One recovery code of an account, as a hash. */
export interface RecoveryCodesTable {
  userId: string
  codeHash: string
  usedAt: Date | null
}

/** The number of times that an account failed to prove a factor, and of codes sent to its phones. */
export interface FactorLimitsTable {
  userId: string
  failures: Generated<number>
  pausedUntil: Date | null
  sentAt: Date | null
  sentOn: ColumnType<Date | null, string | null, string | null>
  sentThatDay: Generated<number>
}

/** The id of a deleted account and the time of its deletion. No other data of it is kept. */
export interface DeletedAccountsTable {
  id: string
  deletedAt: TimestampWithDefault
}

/** A key that signs access tokens. `privateKey` is sealed. */
export interface SigningKeysTable {
  id: string
  publicKey: unknown
  privateKey: string
  signsFrom: Date
  createdAt: TimestampWithDefault
}

/** A refresh token of a session of kind `api`, as a hash. Each is used once and has a successor. */
interface RefreshTokensTable {
  id: string
  sessionId: string
  hash: string
  usedAt: Date | null
  successorId: string | null
  createdAt: TimestampWithDefault
}

/** The tables of tokens and of the codes that lead to them. */
export interface TokenTables {
  refreshTokens: RefreshTokensTable
  serverTokens: ServerTokensTable
  deviceCodes: DeviceCodesTable
}
