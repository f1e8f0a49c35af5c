import { hash } from 'node:crypto'
import { singleton } from '../../../platform/singleton.server.ts'
import { createWorkerPool } from '../../../platform/work/worker-pool.server.ts'
import { escapeHtml } from '../../../shared/text.ts'
import { type Business, type Catalogue, toPairKey } from './catalogue.ts'
import { compileTemplate } from './compile-template.server.ts'
import { createSections, fill, fillLine, toLinkList, toShort, type Values } from './fill-template.ts'
import { landingPagePath } from './landing-pages.ts'
import { prepareLinks } from './prepare-links.server.ts'
import {
  listBases,
  type PreparedCity,
  type PreparedService,
  toCompared,
  createMissingFieldTest,
  toPreparedCity,
  toPreparedService,
} from './prepared.server.ts'
import { createSchemaMarkup } from './schema-markup.ts'
import { GATE, type PageScore, toScore } from './score.ts'
import { createScorer, findServiceAndCity, type Material, slugOf } from './score-pages.server.ts'
import type { ComparedPages, Likenesses } from './similarity.ts'
import { toVariant } from './template.ts'

/** A page as it should be stored. */
export interface FinishedPage {
  serviceId: string
  cityId: string
  slug: string
  metaTitle: string
  metaDescription: string
  /** HTML. */
  content: string
  schemaMarkup: object[]
  isPublished: boolean
  isNoindex: boolean
  score: number
  scoreParts: PageScore
  /** The hash of the content that readers get. */
  contentHash: string
}

/** All pages of an account. `pageAt` makes the page of a service and a city, which are named by their index. */
export interface PreparedPages {
  catalogue: Catalogue
  pageAt: (service: number, city: number) => FinishedPage
}

const comparers = singleton('landing page comparers', () =>
  createWorkerPool<ComparedPages, Likenesses>({
    file: 'app/features/local-seo/landing-pages/compare-pages.worker.server.ts',
    timeoutMs: 60_000,
    heapMb: 1024,
  }),
)

/** Plans the pages of an account: compares them, decides which are shown, and links them to each other. */
export async function preparePages(catalogue: Catalogue): Promise<PreparedPages> {
  const { accountId } = catalogue.business
  const template = await compileTemplate(catalogue.template, accountId)
  const services = await Promise.all(
    catalogue.services.map((service) => toPreparedService(service, accountId)),
  )
  const cities = await Promise.all(catalogue.cities.map((city) => toPreparedCity(city, accountId)))
  const isMissing = createMissingFieldTest(catalogue)
  const likenesses = await comparers.run(
    {
      bases: listBases(template, isMissing),
      services: services.map(toCompared),
      cities: cities.map(toCompared),
    },
    accountId,
  )
  return { catalogue, pageAt: createWriter({ catalogue, template, services, cities, likenesses, isMissing }) }
}

function createWriter(material: Material): PreparedPages['pageAt'] {
  const { catalogue, template } = material
  const { business, site } = catalogue
  const sectionsOf = createSections(template)
  const markup = createSchemaMarkup({ business, site })
  const rate = createRater(material)
  const listLinks = createLinkLists(material, (service, city) => rate(service, city).isPublished)
  const constants = toBusinessValues(business, escapeHtml)

  return (service, city) => {
    const { of, at } = findServiceAndCity(material, service, city)
    const variant = toVariant(of, at)
    const paragraph = toParagraph(catalogue.paragraphs.get(toPairKey(of.service.id, at.city.id)))
    const values = { ...constants, ...of.values, ...at.values, ...listLinks(service, city), paragraph }
    const content = fill(sectionsOf(variant, values), values)
    const lines = toLines(material, of, at)
    const slug = slugOf(catalogue, of, at)
    const url = site.origin + landingPagePath({ slug })
    const schemaMarkup = markup({ url, ...lines, service: of.service, city: at.city })
    const shown = rate(service, city)
    const all = [
      lines.title,
      lines.description,
      content,
      JSON.stringify(schemaMarkup),
      shown.isPublished,
      shown.isNoindex,
    ]
    return {
      serviceId: of.service.id,
      cityId: at.city.id,
      slug,
      metaTitle: lines.title,
      metaDescription: lines.description,
      content,
      schemaMarkup,
      ...shown,
      scoreParts: shown.details(),
      contentHash: hash('sha256', all.join('\n'), 'base64url'),
    }
  }
}

/** Returns a function that rates a page: its score, and whether it is published. */
function createRater(material: Material) {
  const { partsAt, detailsAt } = createScorer(material)
  const isNoindexBelow = material.catalogue.template.belowGate === 'noindex'
  return (service: number, city: number) => {
    const score = toScore(partsAt(service, city))
    const isPublished = score >= GATE || isNoindexBelow
    const isNoindex = score < GATE && isPublished
    return { score, isPublished, isNoindex, details: () => detailsAt(service, city) }
  }
}

/** Returns a function that makes the lists of links of a page, as HTML. */
function createLinkLists(material: Material, isShown: (service: number, city: number) => boolean) {
  const linksAt = prepareLinks(material, isShown)
  const toItem = (
    service: number,
    city: number,
    nameOf: (of: PreparedService, at: PreparedCity) => string,
  ) => {
    const { of, at } = findServiceAndCity(material, service, city)
    return { path: landingPagePath({ slug: slugOf(material.catalogue, of, at) }), name: nameOf(of, at) }
  }
  return (service: number, city: number): Values => {
    const { services, cities, elsewhere } = linksAt(service, city)
    const nearby = cities.map((other) =>
      toItem(service, other, (_, { values }) => `${values.city}, ${values.state}`),
    )
    const apart =
      elsewhere &&
      toItem(elsewhere.service, elsewhere.city, (of, at) => `${of.values.service}, ${at.values.city}`)
    return {
      services_in_city: toLinkList(
        services.map((other) => toItem(other, city, ({ values }) => values.service)),
      ),
      nearby_cities: toLinkList(apart ? [...nearby, apart] : nearby),
    }
  }
}

const toParagraph = (text: string | undefined) => (text ? `<p>${escapeHtml(text)}</p>` : '')

const keepUnchanged = (text: string) => text

const toBusinessValues = ({ name, phone, city }: Business, write: (text: string) => string): Values => ({
  business_name: write(name),
  business_phone: write(phone),
  business_city: write(city),
})

/** Returns the title and the description of a page. */
function toLines({ catalogue, template }: Material, of: PreparedService, at: PreparedCity) {
  const variant = toVariant(of, at)
  const { name, state } = at.city
  const values: Values = {
    ...toBusinessValues(catalogue.business, keepUnchanged),
    service: of.service.name,
    service_in_text: of.inText,
    city: name,
    state,
    population: at.values.population,
  }
  const nothing = { pieces: [], fields: [] }
  return {
    title: fillLine(template.titles[variant] ?? nothing, values),
    description: toShort(fillLine(template.descriptions[variant] ?? nothing, values)),
  }
}
