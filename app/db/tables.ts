import type { ColumnType, Generated, GeneratedAlways, Insertable, Selectable } from 'kysely'
import type { AiUsageTable, VariationsTable } from './ai-tables.ts'
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

export interface InstallationTable {
  id: Generated<boolean>
  ownerId: string | null
}

export interface TargetSitesTable {
  id: string
  name: string
  url: string
  isActive: Filled<boolean>
  kind: 'main' | 'hosted' | 'wordpress' | 'ghost' | 'webhook'
  ownerId: string | null
  host: GeneratedAlways<string>
  description: Filled<string>
  copyPolicy: Filled<'canonical' | 'noindex' | 'independent'>
  credentials: string | null
  disabledReason: string | null
  createdAt: Moment
}

export interface BlogPostsTable {
  id: string
  siteId: string
  originId: string | null
  userId: string | null
  title: string
  slug: string
  content: string
  contentHtml: string
  excerpt: string
  readingMinutes: number
  /** Written as JSON: the driver would take an array for one of Postgres's own. */
  toc: ColumnType<{ id: string; text: string; level: number }[], string | undefined, string>
  rendererVersion: Filled<number>
  metaDescription: string | null
  author: string
  tags: Filled<string[]>
  keywords: Filled<string[]>
  canonicalUrl: string | null
  imageUrl: string | null
  lang: string | null
  isNoindex: Filled<boolean>
  publishedAt: Date | null
  updatedAt: Moment
  deletionAskedAt: Date | null
  draftId: string | null
  draftHash: string | null
  importKey: string | null
  importHash: string | null
  tagKeys: GeneratedAlways<string[]>
  slugRoot: GeneratedAlways<string>
}

export type BlogPost = Selectable<BlogPostsTable>
export type NewBlogPost = Insertable<BlogPostsTable>

export interface RedirectsTable {
  siteId: string
  path: string
  articleId: string
  createdAt: Moment
}

export interface DeliveriesTable {
  id: string
  articleId: string
  siteId: string
  wantedHash: string | null
  deliveredHash: string | null
  remoteId: string | null
  remoteUrl: string | null
  state: Filled<'pending' | 'delivered' | 'removed' | 'failed'>
  reason: string | null
  detail: string | null
  orders: Filled<number>
  varies: Filled<boolean>
  attempts: Filled<number>
  attemptedAt: Date | null
  leaseUntil: Date | null
  unended: Filled<number>
  nextAttemptAt: Date | null
  createdAt: Moment
}

export interface DeliveryAttemptsTable {
  id: string
  deliveryId: string
  startedAt: Moment
  durationMs: number | null
  outcome: 'delivered' | 'removed' | 'failed' | null
  reason: string | null
  detail: string | null
}

export interface PageDropsTable {
  id: string
  tags: string[]
  createdAt: Moment
}

export interface GeneratedPagesTable {
  id: string
  userId: string
  slug: string
  isPublished: Filled<boolean>
  metaTitle: string
  metaDescription: Filled<string>
  canonicalUrl: string | null
  schemaMarkup: unknown
  content: string
  updatedAt: Moment
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

export interface RunsTable {
  id: string
  userId: string
  kind: string
  /** Written as JSON, like all of these. */
  input: ColumnType<unknown, string, never>
  state: Filled<'queued' | 'running' | 'done' | 'failed'>
  total: number
  done: Filled<number>
  counts: ColumnType<Record<string, number>, string | undefined, string>
  error: string | null
  version: Filled<number>
  createdAt: Moment
  startedAt: Date | null
  finishedAt: Date | null
}

export interface RunItemsTable {
  runId: string
  itemId: string
  version: number
  result: ColumnType<Record<string, unknown>, string, never>
}

export interface HostBreakersTable {
  host: string
  failures: Filled<number>
  openUntil: Date | null
}

/** The tables our SQL speaks of, in camelCase; columns are the spec's names in snake_case. */
export interface Tables {
  users: UsersTable
  accounts: AccountsTable
  sessions: SessionsTable
  factors: FactorsTable
  factorChallenges: FactorChallengesTable
  recoveryCodes: RecoveryCodesTable
  factorLimits: FactorLimitsTable
  deletedAccounts: DeletedAccountsTable
  installation: InstallationTable
  targetSites: TargetSitesTable
  blogPosts: BlogPostsTable
  redirects: RedirectsTable
  deliveries: DeliveriesTable
  deliveryAttempts: DeliveryAttemptsTable
  pageDrops: PageDropsTable
  generatedPages: GeneratedPagesTable
  signingKeys: SigningKeysTable
  refreshTokens: RefreshTokensTable
  runs: RunsTable
  runItems: RunItemsTable
  hostBreakers: HostBreakersTable
  aiUsage: AiUsageTable
  variations: VariationsTable
}
