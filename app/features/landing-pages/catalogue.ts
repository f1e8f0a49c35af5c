import type { LandingTemplate } from './template.ts'

export interface Service {
  id: string
  name: string
  slug: string
  /** Markdown. */
  description: string
}

export interface City {
  id: string
  name: string
  state: string
  slug: string
  population: number | null
  /** Markdown. */
  notes: string
}

/** Who offers the services; empty where nobody has said. */
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

/** What an account's pages are made from, in the order of ids. */
export interface Catalogue {
  services: Service[]
  cities: City[]
  business: Business
  template: LandingTemplate
  site: { name: string; origin: string }
  /** Slugs of pages whose address is another than that of their service and city, by the ids of both. */
  otherSlugs: Map<string, string>
  /** What a model wrote for pages, by the same ids: plain text, '' where nothing came of it. */
  paragraphs: Map<string, string>
}

export const toPairKey = (serviceId: string, cityId: string) => `${serviceId} ${cityId}`
