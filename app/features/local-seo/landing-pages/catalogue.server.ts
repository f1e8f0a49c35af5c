import { sql } from 'kysely'
import { env } from '../../../platform/env.server.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { DEFAULT_TEMPLATE } from './default-template.ts'
import { type Business, type Catalogue, toPairKey } from './catalogue.ts'
import { listParagraphs } from './paragraphs.server.ts'
import type { LandingTemplate } from './template.ts'

/** Reads all sources of the operator's pages, in one transaction. */
export const findCatalogue = (operator: Operator): Promise<Catalogue> =>
  readAs(operator, async (trx) => {
    const halves = {
      services: await trx
        .selectFrom('services')
        .select(['id', 'name', 'slug', 'description'])
        .where(isOwn(operator, 'userId'))
        .orderBy('id')
        .execute(),
      cities: await trx
        .selectFrom('cities')
        .select(['id', 'name', 'state', 'slug', 'population', 'notes'])
        .where(isOwn(operator, 'userId'))
        .orderBy('id')
        .execute(),
      business: await findBusiness(trx, operator),
    }
    return {
      ...halves,
      template: await findTemplate(trx, operator),
      site: await findMainSite(trx),
      otherSlugs: await listOtherSlugs(trx, operator),
      paragraphs: await listParagraphs(trx, operator, halves),
    }
  })

/** Finds the operator's template, or returns the default template. */
export const findTemplate = async (trx: Transaction, operator: Operator): Promise<LandingTemplate> =>
  (await trx
    .selectFrom('landingTemplates')
    .select(['title', 'description', 'body', 'belowGate'])
    .where(isOwn(operator, 'userId'))
    .executeTakeFirst()) ?? DEFAULT_TEMPLATE

async function findBusiness(trx: Transaction, operator: Operator): Promise<Business> {
  const row = await trx
    .selectFrom('seoSettings')
    .select(['businessName as name', 'businessPhone as phone', 'businessAddress as address'])
    .select(['businessCity as city', 'businessState as state', 'businessZip as zip'])
    .select('businessLogoUrl as logoUrl')
    .where(isOwn(operator, 'userId'))
    .executeTakeFirst()
  const nothing = { name: '', phone: '', address: '', city: '', state: '', zip: '', logoUrl: '' }
  return { accountId: operator.id, ...(row ?? nothing) }
}

async function findMainSite(trx: Transaction): Promise<{ name: string; origin: string }> {
  const { name } = await trx
    .selectFrom('targetSites')
    .select('name')
    .where('kind', '=', 'main')
    .executeTakeFirstOrThrow()
  return { name, origin: new URL(env.SITE_URL).origin }
}

async function listOtherSlugs(trx: Transaction, operator: Operator): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('generatedPages as page')
    .innerJoin('services as service', 'service.id', 'page.serviceId')
    .innerJoin('cities as city', 'city.id', 'page.cityId')
    .select(['serviceId', 'cityId', 'page.slug'])
    .$narrowType<{ serviceId: string; cityId: string }>()
    .where(isOwn(operator, 'page.userId'))
    .where('page.slug', '<>', sql<string>`service.slug || '-' || city.slug`)
    .execute()
  return new Map(rows.map(({ serviceId, cityId, slug }) => [toPairKey(serviceId, cityId), slug]))
}
