import type { Operator } from '../../accounts/accounts.ts'
import { findCatalogue } from './catalogue.server.ts'
import { preparePages } from './prepare-pages.server.ts'
import type { LandingTemplate, PagePreview } from './template.ts'

const CITIES = 40

/**
 * Makes the operator's first page with a template, compared with the pages of a few cities. Returns undefined without a
 * city and a service.
 */
export async function previewPage(
  operator: Operator,
  template: LandingTemplate,
): Promise<PagePreview | undefined> {
  const { services, cities, ...catalogue } = await findCatalogue(operator)
  const [service] = services
  const some = cities.toSorted((a, b) => b.notes.length - a.notes.length).slice(0, CITIES)
  if (!service || some.length === 0) return undefined
  const plan = await preparePages({
    ...catalogue,
    template,
    services: services.slice(0, CITIES),
    cities: some,
  })
  const { metaTitle, metaDescription, content, score } = plan.pageAt(0, 0)
  return { metaTitle, metaDescription, content, score }
}
