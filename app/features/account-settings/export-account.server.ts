import { makeZip } from 'client-zip'
import type { Transaction } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { isOwn, readAs } from '../../platform/own-rows.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { listFilesForExport, type Read } from '../exchange/queries.server.ts'
import { MAIN_SITE_ID } from '../target-sites/target-sites.ts'
import { listUploadPaths } from '../uploads/queries.server.ts'

const ROWS_AT_ONCE = 200

/**
 * Everything an account has here as a ZIP archive: account.json, its long lists as a line of JSON a row, and each
 * article as Markdown that `npm run import` reads back. Uploaded images are named by their addresses. Nothing that
 * opens anything is in it.
 *
 * It is made while it is fetched, and each part is read for itself: whoever fetches slowly holds neither memory nor a
 * connection to the store.
 */
export async function exportAccount(operator: Operator): Promise<ReadableStream<Uint8Array>> {
  const facts = await readAs(operator, (trx) => findFacts(trx, operator))
  return makeZip(listFiles(operator, facts))
}

async function* listFiles(operator: Operator, facts: object) {
  yield { name: 'account.json', input: `${JSON.stringify(facts, null, 2)}\n` }
  for (const list of LISTS) yield { name: `${list.name}.ndjson`, input: listLines(operator, list) }
  const read: Read = (run) => readAs(operator, run)
  for await (const { name, text } of listFilesForExport(read, MAIN_SITE_ID, operator)) {
    yield { name: `articles/${name}`, input: text }
  }
}

interface List {
  name: string
  /** What it is read by, in its order; at most as many ids as an account may have rows. */
  listIds: (trx: Transaction, operator: Operator) => Promise<{ id: string }[]>
  listRows: (trx: Transaction, operator: Operator, ids: string[]) => Promise<object[]>
}

const LISTS: List[] = [
  {
    name: 'cities',
    listIds: (trx, operator) =>
      trx.selectFrom('cities').select('id').where(isOwn(operator, 'userId')).orderBy('name').execute(),
    listRows: (trx, operator, ids) =>
      trx
        .selectFrom('cities')
        .select(['name', 'state', 'slug', 'population', 'notes', 'createdAt', 'updatedAt'])
        .where(isOwn(operator, 'userId'))
        .where('id', 'in', ids)
        .orderBy('name')
        .execute(),
  },
  {
    name: 'landing-pages',
    listIds: (trx, operator) =>
      trx.selectFrom('generatedPages').select('id').where(isOwn(operator, 'userId')).orderBy('id').execute(),
    listRows: (trx, operator, ids) =>
      trx
        .selectFrom('generatedPages as page')
        .leftJoin('landingParagraphs as own', (join) =>
          join
            .onRef('own.userId', '=', 'page.userId')
            .onRef('own.serviceId', '=', 'page.serviceId')
            .onRef('own.cityId', '=', 'page.cityId'),
        )
        .select(['slug', 'isPublished', 'metaTitle', 'metaDescription', 'canonicalUrl', 'content'])
        .select(['own.paragraph', 'page.updatedAt'])
        .where(isOwn(operator, 'page.userId'))
        .where('page.id', 'in', ids)
        .orderBy('page.id')
        .execute(),
  },
]

async function* listLines(operator: Operator, { listIds, listRows }: List): AsyncGenerator<string> {
  const ids = (await readAs(operator, (trx) => listIds(trx, operator))).map(({ id }) => id)
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
    const part = ids.slice(at, at + ROWS_AT_ONCE)
    const rows = await readAs(operator, (trx) => listRows(trx, operator, part))
    // Nothing at all would be the end of the list. They may have been deleted meanwhile.
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  }
}

async function findFacts(trx: Transaction, operator: Operator) {
  const account = trx
    .selectFrom('users')
    .select(['id', 'email', 'name', 'emailVerified', 'createdAt'])
    .where(isOwn(operator, 'id'))
  const sessions = trx
    .selectFrom('sessions')
    .select(['kind', 'name', 'ipAddress', 'userAgent', 'createdAt', 'lastSeenAt'])
    .where(isOwn(operator, 'userId'))
  const factors = trx
    .selectFrom('factors')
    .select(['factorType', 'friendlyName', 'status', 'phone', 'createdAt', 'lastUsedAt'])
    .where(isOwn(operator, 'userId'))
  const sites = trx
    .selectFrom('targetSites')
    .select(['name', 'url', 'kind', 'description', 'copyPolicy', 'isActive', 'createdAt'])
    .where(isOwn(operator, 'ownerId'))
  const seoSettings = trx.selectFrom('seoSettings').selectAll().where(isOwn(operator, 'userId'))
  const services = trx
    .selectFrom('services')
    .select(['name', 'description', 'slug', 'createdAt', 'updatedAt'])
    .where(isOwn(operator, 'userId'))
    .orderBy('name')
  const landingTemplate = trx
    .selectFrom('landingTemplates')
    .select(['title', 'description', 'body', 'belowGate', 'updatedAt'])
    .where(isOwn(operator, 'userId'))
  return {
    account: await account.executeTakeFirst(),
    sessions: await sessions.execute(),
    factors: await factors.execute(),
    sites: await sites.execute(),
    seoSettings: await seoSettings.executeTakeFirst(),
    services: await services.execute(),
    landingTemplate: await landingTemplate.executeTakeFirst(),
    images: (await listUploadPaths(trx, operator)).map((path) => env.SITE_URL + path),
  }
}
