import { makeZip } from 'client-zip'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { createConcurrencyLimits } from '../../../platform/concurrency-limits.server.ts'
import { isOwn, readAs, writeAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { note } from '../../accounts/record/commands.server.ts'
import { findPersonalFacts, OF_OTHER_ACCOUNTS } from './export-person.server.ts'
import { type ExportedList, EXPORTED_LISTS } from './exported-lists.server.ts'
import { listFilesForExport, type Read } from './list-for-export.server.ts'
import { listUploadPaths } from '../../articles/pictures/queries.server.ts'
import { selectOwnFaces } from '../../delivery/faces/queries.server.ts'

const ROWS_AT_ONCE = 200

// All exports of an account read in turns. A hundred at once would leave the database no time for other accounts.
const limitFor = createConcurrencyLimits(1, { pauses: true })

/**
 * Returns the data of an account as a ZIP archive: account.json, long lists as NDJSON, and each article as Markdown.
 * `npm run import` reads the articles back. Uploaded images are listed by their URLs. Secrets are not in it. With
 * `isPersonal`, for the own account, it has the data of the person, too. What a member wrote for an account is the
 * account's.
 *
 * The archive is made while the client reads it. Each part has a transaction of its own, so that a slow client holds
 * neither memory nor a database connection.
 */
export async function exportAccount(
  operator: Operator,
  { isPersonal } = { isPersonal: true },
): Promise<ReadableStream<Uint8Array>> {
  const limit = limitFor(operator.id)
  const read: Read = (run) => limit(() => readAs(operator, run))
  const facts = await read(async (trx) => ({
    ...(await findFacts(trx, operator)),
    ...(isPersonal && (await findPersonalFacts(trx, operator))),
  }))
  await writeAs(operator, (trx) => note(trx, operator, ['exported']))
  return makeZip(
    listFiles(operator, {
      read,
      facts,
      lists: isPersonal ? [...EXPORTED_LISTS, ...OF_OTHER_ACCOUNTS] : EXPORTED_LISTS,
    }),
  )
}

async function* listFiles(
  operator: Operator,
  { read, facts, lists }: { read: Read; facts: object; lists: ExportedList[] },
) {
  yield { name: 'account.json', input: `${JSON.stringify(facts, null, 2)}\n` }
  for (const list of lists) yield { name: `${list.name}.ndjson`, input: listLines(operator, read, list) }
  for await (const { name, text } of listFilesForExport(read, operator)) {
    yield { name: `articles/${name}`, input: text }
  }
}

async function* listLines(
  operator: Operator,
  read: Read,
  { listIds, listRows }: ExportedList,
): AsyncGenerator<string> {
  const ids = (await read((trx) => listIds(trx, operator))).map(({ id }) => id)
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
    const batch = ids.slice(at, at + ROWS_AT_ONCE)
    const rows = await read((trx) => listRows(trx, operator, batch))
    // The rows may have been deleted in the meantime, and an empty chunk would end the file.
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  }
}

const listPages = (trx: Transaction, operator: Operator) =>
  trx
    .selectFrom('sitePages')
    .innerJoin('blogPosts', 'blogPosts.id', 'articleId')
    .select(['articleId', 'sitePages.siteId', 'path'])
    .where(isOwn(operator, 'userId'))
    .execute()

const listPeople = (trx: Transaction, operator: Operator) =>
  trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.personId')
    .select(['users.name', 'users.email', 'role', 'siteIds', 'since', 'endedAt'])
    .where(isOwn(operator, 'members.accountId'))
    .execute()

async function findFacts(trx: Transaction, operator: Operator) {
  const account = trx
    .selectFrom('users')
    .select(['id', 'email', 'name', 'emailVerified', 'requiresAlt', 'createdAt'])
    .where(isOwn(operator, 'id'))
  const sites = trx
    .selectFrom('targetSites')
    .select(['id', 'name', 'url', 'kind', 'description', 'groupName', 'copyPolicy', 'isActive', 'createdAt'])
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
  const tags = trx
    .selectFrom('tags')
    .select(['tagKey', 'description', 'movedTo', 'changedAt'])
    .where(isOwn(operator, 'userId'))
    .orderBy('tagKey')
  const authors = trx
    .selectFrom('authorProfiles')
    .select(['name', 'biography', 'picture', 'links', 'changedAt'])
    .where(isOwn(operator, 'userId'))
    .orderBy('name')
  const webhooks = trx
    .selectFrom('webhooks')
    .select(['url', 'kinds', 'pausedAt', 'pauseReason', 'madeAt'])
    .where(isOwn(operator, 'userId'))
    .orderBy('id')
  return {
    account: await account.executeTakeFirst(),
    people: await listPeople(trx, operator),
    sites: await sites.execute(),
    webhooks: await webhooks.execute(),
    faces: await selectOwnFaces(trx, operator).selectAll('siteFaces').execute(),
    pages: await listPages(trx, operator),
    seoSettings: await seoSettings.executeTakeFirst(),
    services: await services.execute(),
    landingTemplate: await landingTemplate.executeTakeFirst(),
    tags: await tags.execute(),
    authors: await authors.execute(),
    images: (await listUploadPaths(trx, operator)).map((path) => env.SITE_URL + path),
  }
}
