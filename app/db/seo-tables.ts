import type { ColumnType, Generated } from 'kysely'
import type { TimestampWithDefault } from './column-kinds.ts'

/** The SEO settings of an account; those of the site owner are also the settings of the main site (decision 28). */
export interface SeoSettingsTable {
  userId: string
  siteName: Generated<string>
  siteDomain: Generated<string>
  defaultMetaDescription: Generated<string>
  defaultOgImage: Generated<string>
  gscVerificationCode: Generated<string>
  businessName: Generated<string>
  businessPhone: Generated<string>
  businessAddress: Generated<string>
  businessCity: Generated<string>
  businessState: Generated<string>
  businessZip: Generated<string>
  businessHours: Generated<string>
  businessArea: Generated<string>
  businessLogoUrl: Generated<string>
  socialFacebook: Generated<string>
  socialTwitter: Generated<string>
  socialLinkedin: Generated<string>
  socialInstagram: Generated<string>
  updatedAt: TimestampWithDefault
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
  notes: Generated<string>
  createdAt: TimestampWithDefault
  updatedAt: TimestampWithDefault
}

/** A service that landing pages are made for. */
export interface ServicesTable {
  id: string
  userId: string
  name: string
  description: Generated<string>
  slug: string
  createdAt: TimestampWithDefault
  updatedAt: TimestampWithDefault
}

/** A landing page, made from a city and a service (decision 25). */
export interface GeneratedPagesTable {
  id: string
  userId: string
  slug: string
  isPublished: Generated<boolean>
  metaTitle: string
  metaDescription: Generated<string>
  canonicalUrl: string | null
  schemaMarkup: unknown
  content: string
  updatedAt: TimestampWithDefault
  cityId: string | null
  serviceId: string | null
  isNoindex: Generated<boolean>
  contentHash: string | null
  contentMac: string | null
  score: number | null
  scoreParts: unknown
  retiredAt: Date | null
}

/**
 * A paragraph that a language model wrote for a landing page. It is found by the hash of the facts that it was written
 * from.
 */
export interface LandingParagraphsTable {
  userId: string
  serviceId: string
  cityId: string
  factsHash: string
  paragraph: string
  createdAt: TimestampWithDefault
}

/** The template of an account for its landing pages. Without a row the built-in template is used. */
export interface LandingTemplatesTable {
  userId: string
  title: string
  description: string
  body: string
  belowGate: 'unpublished' | 'noindex'
  updatedAt: TimestampWithDefault
}

/** A file of cities or services that was read and waits for a confirmation. */
export interface CatalogueImportsTable {
  userId: string
  kind: 'cities' | 'services'
  fileName: string
  /** Both are written as JSON, because the driver writes an array as a Postgres array. */
  records: ColumnType<unknown, string, string>
  report: ColumnType<unknown, string, string>
  createdAt: TimestampWithDefault
}

/** The cities or services that an account deleted last, kept for a day so that they can be restored. */
export interface DeletedEntriesTable {
  userId: string
  kind: 'cities' | 'services'
  entries: ColumnType<unknown, string, string>
  count: number
  labels: string[]
  deletedAt: TimestampWithDefault
}
