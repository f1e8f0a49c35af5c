import type { ColumnType } from 'kysely'
import type { Filled, Moment } from './column-kinds.ts'

export interface SeoSettingsTable {
  userId: string
  siteName: Filled<string>
  siteDomain: Filled<string>
  defaultMetaDescription: Filled<string>
  defaultOgImage: Filled<string>
  gscVerificationCode: Filled<string>
  businessName: Filled<string>
  businessPhone: Filled<string>
  businessAddress: Filled<string>
  businessCity: Filled<string>
  businessState: Filled<string>
  businessZip: Filled<string>
  businessLogoUrl: Filled<string>
  socialFacebook: Filled<string>
  socialTwitter: Filled<string>
  socialLinkedin: Filled<string>
  socialInstagram: Filled<string>
  updatedAt: Moment
  domainSeenAt: Date | null
  domainCheckedAt: Date | null
}

export interface CitiesTable {
  id: string
  userId: string
  name: string
  state: string
  slug: string
  population: number | null
  notes: Filled<string>
  createdAt: Moment
  updatedAt: Moment
}

export interface ServicesTable {
  id: string
  userId: string
  name: string
  description: Filled<string>
  slug: string
  createdAt: Moment
  updatedAt: Moment
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
  cityId: string | null
  serviceId: string | null
  isNoindex: Filled<boolean>
  contentHash: string | null
  contentMac: string | null
  score: number | null
  scoreParts: unknown
  retiredAt: Date | null
}

export interface LandingParagraphsTable {
  userId: string
  serviceId: string
  cityId: string
  factsHash: string
  paragraph: string
  createdAt: Moment
}

export interface LandingTemplatesTable {
  userId: string
  title: string
  description: string
  body: string
  belowGate: 'unpublished' | 'noindex'
  updatedAt: Moment
}

export interface CatalogueImportsTable {
  userId: string
  kind: 'cities' | 'services'
  fileName: string
  /** Both are written as JSON: the driver would take an array for one of Postgres's own. */
  records: ColumnType<unknown, string, string>
  report: ColumnType<unknown, string, string>
  createdAt: Moment
}

export interface DeletedEntriesTable {
  userId: string
  kind: 'cities' | 'services'
  entries: ColumnType<unknown, string, string>
  count: number
  labels: string[]
  deletedAt: Moment
}
