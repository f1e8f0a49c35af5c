import type { ColumnType, Generated, GeneratedAlways, Insertable, Selectable } from 'kysely'
import type {
  AccountsTable,
  DeletedAccountsTable,
  FactorChallengesTable,
  FactorLimitsTable,
  FactorsTable,
  RecoveryCodesTable,
  RefreshTokensTable,
  SessionsTable,
  SigningKeysTable,
  UsersTable,
} from './account-tables.ts'
import type { AiUsageTable, VariationsTable } from './ai-tables.ts'
import type { AuditFindingsTable, PageCountsTable } from './audit-tables.ts'
import type { Filled, Moment } from './column-kinds.ts'
import type { BrokenLinksTable, CheckedArticlesTable } from './link-tables.ts'
import type {
  CatalogueImportsTable,
  CitiesTable,
  DeletedEntriesTable,
  GeneratedPagesTable,
  LandingParagraphsTable,
  LandingTemplatesTable,
  SeoSettingsTable,
  ServicesTable,
} from './seo-tables.ts'
import type { NoticeReceiptsTable, NoticeTurnsTable, PageChangesTable } from './notice-tables.ts'

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
  checkedAt: Date | null
  checkFailure: string | null
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
  attemptId: string | null
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

export interface UploadsTable {
  id: string
  userId: string | null
  hash: string
  width: number
  height: number
  bytes: number
  createdAt: Moment
}

export interface UploadVariantsTable {
  uploadId: string
  width: number
  height: number
  bytes: Buffer
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
  landingTemplates: LandingTemplatesTable
  landingParagraphs: LandingParagraphsTable
  signingKeys: SigningKeysTable
  refreshTokens: RefreshTokensTable
  runs: RunsTable
  runItems: RunItemsTable
  uploads: UploadsTable
  uploadVariants: UploadVariantsTable
  hostBreakers: HostBreakersTable
  aiUsage: AiUsageTable
  variations: VariationsTable
  checkedArticles: CheckedArticlesTable
  brokenLinks: BrokenLinksTable
  seoSettings: SeoSettingsTable
  auditFindings: AuditFindingsTable
  pageCounts: PageCountsTable
  cities: CitiesTable
  services: ServicesTable
  catalogueImports: CatalogueImportsTable
  deletedEntries: DeletedEntriesTable
  pageChanges: PageChangesTable
  noticeReceipts: NoticeReceiptsTable
  noticeTurns: NoticeTurnsTable
}
