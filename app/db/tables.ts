import type { ColumnType, Generated, GeneratedAlways, Insertable, Selectable } from 'kysely'
import type {
  AccountsTable,
  DeletedAccountsTable,
  FactorChallengesTable,
  FactorLimitsTable,
  FactorsTable,
  InvitationsTable,
  RecordLinesTable,
  MembersTable,
  RecoveryCodesTable,
  SessionsTable,
  TokenTables,
  SignInDomainsTable,
  SignInIdentitiesTable,
  SignInProvidersTable,
  SigningKeysTable,
  UsersTable,
} from './account-tables.ts'
import type { ProposalsTable } from './agent-tables.ts'
import type { AiUsageTable, VariationsTable } from './ai-tables.ts'
import type { AuditFindingsTable, PageCountsTable } from './audit-tables.ts'
import type { TimestampWithDefault } from './column-kinds.ts'
import type { BrokenLinksTable, CheckedArticlesTable, RedirectsTable } from './link-tables.ts'
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
import type { ImportChunksTable, ImportRecordsTable, ImportsTable } from './import-tables.ts'
import type { DraftSharesTable, DraftsTable, PlansTable, RevisionsTable } from './writing-tables.ts'
import type { ReviewTables } from './review-tables.ts'
import type { AuthorProfilesTable, TagsTable } from './name-tables.ts'
import type { PictureUsesTable, UploadsTable, UploadVariantsTable } from './picture-tables.ts'
import type {
  BackupStateTable,
  HostBreakersTable,
  InstallationTable,
  SecretSealsTable,
} from './installation-tables.ts'
import type { NoticeReceiptsTable, NoticeTurnsTable, PageChangesTable } from './notice-tables.ts'
import type {
  WebhookAttemptsTable,
  WebhookMessagesTable,
  WebhookSecretsTable,
  WebhooksTable,
} from './webhook-tables.ts'

/** A site that articles can be published on. `credentials` are sealed. */
export interface TargetSitesTable {
  id: string
  name: string
  url: string
  isActive: Generated<boolean>
  kind: 'main' | 'hosted' | 'wordpress' | 'ghost' | 'webhook'
  ownerId: string | null
  host: GeneratedAlways<string>
  description: Generated<string>
  groupName: Generated<string>
  copyPolicy: Generated<'canonical' | 'noindex' | 'independent'>
  credentials: string | null
  disabledReason: string | null
  checkedAt: Date | null
  checkFailure: string | null
  createdAt: TimestampWithDefault
}

/** The look of a site. A column that is null, or a site without a row, has the usual one. */
export interface SiteFacesTable {
  siteId: string
  tagline: Generated<string>
  /** The language of its words; null for English. */
  language: string | null
  /** Colours as `#rrggbb`. */
  accent: string | null
  paperLight: string | null
  paperDark: string | null
  type: string | null
  covers: string | null
  /** Paths of uploads. */
  logoLight: string | null
  logoDark: string | null
  icon: string | null
  userId: string | null
  /** Lists of links. Written as JSON text. */
  menu: ColumnType<unknown, string | null | undefined, string | null>
  footer: ColumnType<unknown, string | null | undefined, string | null>
  footerText: Generated<string>
  /** Its categories. Written as JSON text; null: the usual eight. */
  categories: ColumnType<unknown, string | null | undefined, string | null>
  /** What its front page shows. Written as JSON text; null: the page edits itself. */
  front: ColumnType<unknown, string | null | undefined, string | null>
  version: Generated<number>
  /** The state before the last change, for its undo. Written as JSON text. */
  before: ColumnType<unknown, string | null | undefined, string | null>
}

/** A page of a site, such as About: an article at a path of its own. */
interface SitePagesTable {
  articleId: string
  siteId: string
  path: string
}

/**
 * An article, or the copy of one on a hosted site: then `originId` is set. Without `siteId`, readers of no site find the
 * row itself: it is not published, or only on other sites than the main site (decision 44).
 */
export interface BlogPostsTable {
  id: string
  siteId: string | null
  originId: string | null
  userId: string | null
  title: string
  slug: string
  content: string
  contentHtml: string
  excerpt: string
  readingMinutes: number
  /** Written as JSON, because the driver writes an array as a Postgres array. */
  toc: ColumnType<{ id: string; text: string; level: number }[], string | undefined, string>
  rendererVersion: Generated<number>
  metaDescription: string | null
  author: string
  tags: Generated<string[]>
  keywords: Generated<string[]>
  canonicalUrl: string | null
  cover: string | null
  imageUrl: string | null
  imageFocus: `x${number} y${number}` | null
  lang: string | null
  /** The first article of its group, which may be gone; null for that article, and without translations. */
  translationOf: string | null
  isNoindex: Generated<boolean>
  publishedAt: Date | null
  updatedAt: TimestampWithDefault
  deletionAskedAt: Date | null
  draftId: string | null
  draftHash: string | null
  /** The person who began it; null for the account. Kept by a trigger. */
  begunBy: Generated<string | null>
  importKey: string | null
  importHash: string | null
  saveId: string | null
  saveVersion: string | null
  tagKeys: GeneratedAlways<string[]>
  authorNames: GeneratedAlways<string[]>
  slugRoot: GeneratedAlways<string>
}

/** A row of an article as it is read. */
export type BlogPost = Selectable<BlogPostsTable>
/** A row of an article as it is inserted. */
export type NewBlogPost = Insertable<BlogPostsTable>

/** One article on one site: the wanted state, the delivered state and the last attempt (decision 18). */
interface DeliveriesTable {
  id: string
  articleId: string
  siteId: string
  wantedHash: string | null
  deliveredHash: string | null
  deliveredVariation: Generated<number | null>
  /** Kept by a trigger. */
  deliveredSince: Generated<Date | null>
  remoteId: string | null
  remoteUrl: string | null
  state: Generated<'pending' | 'delivered' | 'removed' | 'failed'>
  reason: string | null
  detail: string | null
  orders: Generated<number>
  varies: Generated<boolean>
  attempts: Generated<number>
  attemptedAt: Date | null
  leaseUntil: Date | null
  unended: Generated<number>
  attemptId: string | null
  nextAttemptAt: Date | null
  createdAt: TimestampWithDefault
}

/** One attempt at a delivery. The duration and the outcome are null while it is running. */
interface DeliveryAttemptsTable {
  id: string
  deliveryId: string
  startedAt: TimestampWithDefault
  durationMs: number | null
  outcome: 'delivered' | 'removed' | 'failed' | null
  reason: string | null
  detail: string | null
}

/** Tags of cached pages that a write made stale (decision 4). */
interface PageDropsTable {
  id: string
  tags: string[]
  createdAt: TimestampWithDefault
}

/** Long work of an account and its progress (decision 15). */
interface RunsTable {
  id: string
  userId: string
  madeBy: Generated<string | null>
  /** The sites of the token that started it; null for all. */
  tokenSiteIds: Generated<string[] | null>
  kind: string
  /** Written as JSON text, like the other objects here. */
  input: ColumnType<unknown, string, never>
  state: Generated<'queued' | 'running' | 'done' | 'failed'>
  total: number
  done: Generated<number>
  counts: ColumnType<Record<string, number>, string | undefined, string>
  error: string | null
  version: Generated<number>
  createdAt: TimestampWithDefault
  startedAt: Date | null
  finishedAt: Date | null
}

/** The result of one part of a run. */
interface RunItemsTable {
  runId: string
  itemId: string
  version: number
  result: ColumnType<Record<string, unknown>, string, never>
}

/** All tables, in camelCase. In the database, tables and columns have the spec's names in snake_case. */
export interface Tables extends ReviewTables, TokenTables {
  users: UsersTable
  members: MembersTable
  recordLines: RecordLinesTable
  invitations: InvitationsTable
  signInProviders: SignInProvidersTable
  signInDomains: SignInDomainsTable
  signInIdentities: SignInIdentitiesTable
  accounts: AccountsTable
  sessions: SessionsTable
  factors: FactorsTable
  factorChallenges: FactorChallengesTable
  recoveryCodes: RecoveryCodesTable
  factorLimits: FactorLimitsTable
  deletedAccounts: DeletedAccountsTable
  installation: InstallationTable
  targetSites: TargetSitesTable
  siteFaces: SiteFacesTable
  sitePages: SitePagesTable
  blogPosts: BlogPostsTable
  redirects: RedirectsTable
  deliveries: DeliveriesTable
  deliveryAttempts: DeliveryAttemptsTable
  pageDrops: PageDropsTable
  generatedPages: GeneratedPagesTable
  landingTemplates: LandingTemplatesTable
  landingParagraphs: LandingParagraphsTable
  signingKeys: SigningKeysTable
  runs: RunsTable
  runItems: RunItemsTable
  uploads: UploadsTable
  uploadVariants: UploadVariantsTable
  pictureUses: PictureUsesTable
  drafts: DraftsTable
  draftShares: DraftSharesTable
  revisions: RevisionsTable
  plans: PlansTable
  imports: ImportsTable
  importChunks: ImportChunksTable
  importRecords: ImportRecordsTable
  tags: TagsTable
  authorProfiles: AuthorProfilesTable
  hostBreakers: HostBreakersTable
  backupState: BackupStateTable
  secretSeals: SecretSealsTable
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
  proposals: ProposalsTable
  webhooks: WebhooksTable
  webhookSecrets: WebhookSecretsTable
  webhookMessages: WebhookMessagesTable
  webhookAttempts: WebhookAttemptsTable
}
