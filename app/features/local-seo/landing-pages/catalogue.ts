import type { LandingTemplate } from './template.ts'

/** A service of an account. */
export interface Service {
  id: string
  name: string
  slug: string
  /** Markdown. */
  description: string
}

/** A city of an account. */
export interface City {
  id: string
  name: string
  state: string
  slug: string
  population: number | null
  /** Markdown. */
  notes: string
}

/** The business that offers the services. A part without a setting is ''. */
export interface Business {
  accountId: string
  name: string
  phone: string
  address: string
  city: string
  state: string
  zip: string
  logoUrl: string
}

/** All sources of an account's pages. Services and cities are in the order of ids. */
export interface Catalogue {
  services: Service[]
  cities: City[]
  business: Business
  template: LandingTemplate
  site: { name: string; origin: string }
  /** Slugs of pages that differ from those of their service and city, by `toPairKey`. */
  otherSlugs: Map<string, string>
  /** Paragraphs of the model by `toPairKey`: plain text, '' if its answer could not be used. */
  paragraphs: Map<string, string>
}

/** Returns the key of a page: the ids of its service and its city. */
export const toPairKey = (serviceId: string, cityId: string) => `${serviceId} ${cityId}`
