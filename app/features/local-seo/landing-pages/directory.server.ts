import { sql } from 'kysely'
import { db } from '../../../platform/store/database.server.ts'
import { landingPagePath } from './landing-pages.ts'
import { type Directory, DIRECTORY_SIZE, type DirectoryLink } from './directory.ts'

interface Row {
  name: string
  slug: string
}

/** Finds a page of the directory: the account's landing pages that search engines may list. */
export async function findDirectory(accountId: string, page: number): Promise<Directory> {
  const listed = listedPages(accountId)
  const { total } = await db
    .selectFrom(listed.select('cityId').distinct().as('cities'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  const pageCount = Math.max(1, Math.ceil(total / DIRECTORY_SIZE))
  const cities = await listCities(accountId, page)
  const services = page === 1 ? await listServices(accountId) : []
  return { services: services.map(toLink), states: toStates(cities), page, pageCount }
}

const listedPages = (accountId: string) =>
  db
    .selectFrom('generatedPages')
    .where('generatedPages.userId', '=', accountId)
    .where('isPublished', '=', true)
    .where('isNoindex', '=', false)

const listServices = (accountId: string): Promise<Row[]> =>
  listedPages(accountId)
    .innerJoin('services', 'services.id', 'generatedPages.serviceId')
    .innerJoin('cities', 'cities.id', 'generatedPages.cityId')
    .distinctOn(['services.name', 'services.id'])
    .select(['services.name', 'generatedPages.slug'])
    .orderBy('services.name')
    .orderBy('services.id')
    .orderBy('cities.population', (order) => order.desc().nullsLast())
    .orderBy('cities.id')
    .execute()

const listCities = (accountId: string, page: number): Promise<(Row & { state: string })[]> =>
  listedPages(accountId)
    .innerJoin('cities', 'cities.id', 'generatedPages.cityId')
    .distinctOn(['cities.state', 'cities.name', 'cities.id'])
    .select(['cities.state', 'cities.name', 'generatedPages.slug'])
    .orderBy('cities.state')
    .orderBy('cities.name')
    .orderBy('cities.id')
    .orderBy('generatedPages.slug')
    .limit(DIRECTORY_SIZE)
    .offset((page - 1) * DIRECTORY_SIZE)
    .execute()

const toLink = (row: Row): DirectoryLink => ({ name: row.name, path: landingPagePath(row) })

const toStates = (cities: (Row & { state: string })[]): Directory['states'] =>
  [...Map.groupBy(cities, ({ state }) => state)].map(([name, rows]) => ({ name, cities: rows.map(toLink) }))
