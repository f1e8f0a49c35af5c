import type { ColumnType } from 'kysely'
import type { Filled, Moment } from './column-kinds.ts'

/** The SEO settings of an account; those of the site owner are also the settings of the main site (decision 28). */
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

/** A city that landing pages are made for. */
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

/** A service that landing pages are made for. */
export interface ServicesTable {
  id: string
  userId: string
  name: string
  description: Filled<string>
  slug: string
  createdAt: Moment
  updatedAt: Moment
}

/** A landing page, made from a city and a service (decision 25). */
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

/** A paragraph that a language model wrote for a landing page, by the hash of the facts that it was written from. */
export interface LandingParagraphsTable {
  userId: string
  serviceId: string
  cityId: string
  factsHash: string
  paragraph: string
  createdAt: Moment
}

/** The template of an account for its landing pages. Without a row the built-in template is used. */
export interface LandingTemplatesTable {
  userId: string
  title: string
  description: string
  body: string
  belowGate: 'unpublished' | 'noindex'
  updatedAt: Moment
}

/** A file of cities or services that was read and waits for a confirmation. */
export interface CatalogueImportsTable {
  userId: string
  kind: 'cities' | 'services'
  fileName: string
  /** Both are written as JSON, because the driver writes an array as a Postgres array. */
  records: ColumnType<unknown, string, string>
  report: ColumnType<unknown, string, string>
  createdAt: Moment
}

/** The cities or services that an account deleted last, kept for a day so that they can be restored. */
export interface DeletedEntriesTable {
  userId: string
  kind: 'cities' | 'services'
  entries: ColumnType<unknown, string, string>
  count: number
  labels: string[]
  deletedAt: Moment
}
