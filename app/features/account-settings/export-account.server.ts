import { downloadZip } from 'client-zip'
import type { Transaction } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { isOwn, readAs } from '../../platform/own-rows.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { listFilesForExport } from '../exchange/queries.server.ts'
import { MAIN_SITE_ID } from '../target-sites/target-sites.ts'
import { listUploadPaths } from '../uploads/queries.server.ts'

/**
 * Everything an account has here as a ZIP archive: account.json, and each article as Markdown that `npm run import`
 * reads back. Uploaded images are named by their addresses. Nothing that opens anything is in it.
 */
export async function exportAccount(operator: Operator): Promise<ArrayBuffer> {
  return readAs(operator, (trx) => downloadZip(listFiles(trx, operator)).arrayBuffer())
}

async function* listFiles(trx: Transaction, operator: Operator) {
  const facts = await findFacts(trx, operator)
  yield { name: 'account.json', input: `${JSON.stringify(facts, null, 2)}\n` }
  for await (const { name, text } of listFilesForExport(trx, MAIN_SITE_ID, operator)) {
    yield { name: `articles/${name}`, input: text }
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
  const landingPages = trx
    .selectFrom('generatedPages')
    .select(['slug', 'isPublished', 'metaTitle', 'metaDescription', 'canonicalUrl', 'content', 'updatedAt'])
    .where(isOwn(operator, 'userId'))
  const seoSettings = trx.selectFrom('seoSettings').selectAll().where(isOwn(operator, 'userId'))
  const cities = trx
    .selectFrom('cities')
    .select(['name', 'state', 'slug', 'population', 'notes', 'createdAt', 'updatedAt'])
    .where(isOwn(operator, 'userId'))
    .orderBy('name')
  const services = trx
    .selectFrom('services')
    .select(['name', 'description', 'slug', 'createdAt', 'updatedAt'])
    .where(isOwn(operator, 'userId'))
    .orderBy('name')
  const landingTemplate = trx
    .selectFrom('landingTemplates')
    .select(['title', 'description', 'body', 'belowGate', 'updatedAt'])
    .where(isOwn(operator, 'userId'))
  const landingParagraphs = trx
    .selectFrom('landingParagraphs')
    .select(['serviceId', 'cityId', 'paragraph', 'createdAt'])
    .where(isOwn(operator, 'userId'))
  return {
    account: await account.executeTakeFirst(),
    sessions: await sessions.execute(),
    factors: await factors.execute(),
    sites: await sites.execute(),
    seoSettings: await seoSettings.executeTakeFirst(),
    landingPages: await landingPages.execute(),
    cities: await cities.execute(),
    services: await services.execute(),
    landingTemplate: await landingTemplate.executeTakeFirst(),
    landingParagraphs: await landingParagraphs.execute(),
    images: (await listUploadPaths(trx, operator)).map((path) => env.SITE_URL + path),
  }
}
