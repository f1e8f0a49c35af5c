import { makeZip } from 'client-zip'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { isOwn, readAs, writeAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { note } from '../../accounts/record/commands.server.ts'
import { findPersonalFacts, OF_OTHER_ACCOUNTS } from './export-person.server.ts'
import { listFilesForExport, type Read } from './list-for-export.server.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import { listUploadPaths } from '../../articles/pictures/queries.server.ts'
import { selectOwnFaces } from '../../delivery/faces/queries.server.ts'

const ROWS_AT_ONCE = 200

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
  const facts = await readAs(operator, async (trx) => ({
    ...(await findFacts(trx, operator)),
    ...(isPersonal && (await findPersonalFacts(trx, operator))),
  }))
  await writeAs(operator, (trx) => note(trx, operator, ['exported']))
  return makeZip(listFiles(operator, { facts, lists: isPersonal ? [...LISTS, ...OF_OTHER_ACCOUNTS] : LISTS }))
}

async function* listFiles(operator: Operator, { facts, lists }: { facts: object; lists: List[] }) {
  yield { name: 'account.json', input: `${JSON.stringify(facts, null, 2)}\n` }
  for (const list of lists) yield { name: `${list.name}.ndjson`, input: listLines(operator, list) }
  const read: Read = (run) => readAs(operator, run)
  for await (const { name, text } of listFilesForExport(read, MAIN_SITE_ID, operator)) {
    yield { name: `articles/${name}`, input: text }
  }
}

interface List {
  name: string
  /** Returns the ids of all rows, in the order of the list. Limits of an account keep this list short. */
  listIds: (trx: Transaction, operator: Operator) => Promise<{ id: string }[]>
  listRows: (trx: Transaction, operator: Operator, ids: string[]) => Promise<object[]>
}

const LISTS: List[] = [
  {
    name: 'record',
    listIds: (trx, operator) =>
      trx.selectFrom('recordLines').select('id').where(isOwn(operator, 'accountId')).orderBy('id').execute(),
    listRows: (trx, operator, ids) =>
      trx
        .selectFrom('recordLines')
        .select(['at', 'who', 'act', 'about', 'address'])
        .where(isOwn(operator, 'accountId'))
        .where('id', 'in', ids)
        .orderBy('id')
        .execute(),
  },
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
    name: 'drafts',
    listIds: (trx, operator) =>
      trx.selectFrom('drafts').select('id').where(isOwn(operator, 'userId')).orderBy('id').execute(),
    listRows: (trx, operator, ids) =>
      trx
        .selectFrom('drafts')
        .select(['id', 'text', 'createdAt', 'savedAt'])
        .where(isOwn(operator, 'userId'))
        .where('id', 'in', ids)
        .orderBy('id')
        .execute(),
  },
  {
    name: 'revisions',
    listIds: (trx, operator) =>
      trx
        .selectFrom('revisions')
        .select('id')
        .where(isOwn(operator, 'userId'))
        .orderBy('articleId')
        .orderBy('number')
        .execute(),
    listRows: (trx, operator, ids) =>
      trx
        .selectFrom('revisions')
        .select([
          'articleId',
          'siteId',
          'number',
          'kind',
          'cause',
          'text',
          'changed',
          'madeAt',
          'madeBy',
          'restoredFrom',
          'writtenBy',
          'approvedBy',
          'approvedAt',
        ])
        .where(isOwn(operator, 'userId'))
        .where('id', 'in', ids)
        .orderBy('articleId')
        .orderBy('number')
        .execute(),
  },
  {
    name: 'reviews',
    listIds: (trx, operator) =>
      trx
        .selectFrom('reviews')
        .select('articleId as id')
        .where(isOwn(operator, 'userId'))
        .orderBy('articleId')
        .execute(),
    listRows: (trx, operator, ids) =>
      trx
        .selectFrom('reviews')
        .select(['articleId', 'state', 'revision', 'submittedBy', 'submittedAt'])
        .select(['decidedBy', 'decidedAt', 'message'])
        .where(isOwn(operator, 'userId'))
        .where('articleId', 'in', ids)
        .orderBy('articleId')
        .execute(),
  },
  {
    name: 'review-notes',
    listIds: (trx, operator) =>
      trx
        .selectFrom('reviewNotes')
        .select('id')
        .where(isOwn(operator, 'userId'))
        .orderBy('madeAt')
        .orderBy('id')
        .execute(),
    listRows: (trx, operator, ids) =>
      trx
        .selectFrom('reviewNotes')
        .select(['articleId', 'madeBy', 'madeAt', 'line', 'quote', 'body', 'settledAt'])
        .where(isOwn(operator, 'userId'))
        .where('id', 'in', ids)
        .orderBy('madeAt')
        .orderBy('id')
        .execute(),
  },
  {
    name: 'plans',
    listIds: (trx, operator) =>
      trx.selectFrom('plans').select('id').where(isOwn(operator, 'userId')).orderBy('dueAt').execute(),
    listRows: (trx, operator, ids) =>
      trx
        .selectFrom('plans')
        .select(['articleId', 'kind', 'dueAt', 'revision', 'siteIds', 'varies'])
        .select(['madeAt', 'madeBy', 'doneAt', 'result', 'notes'])
        .where(isOwn(operator, 'userId'))
        .where('id', 'in', ids)
        .orderBy('dueAt')
        .execute(),
  },
  {
    name: 'draft-links',
    listIds: (trx, operator) =>
      trx.selectFrom('draftShares').select('id').where(isOwn(operator, 'userId')).orderBy('id').execute(),
    listRows: (trx, operator, ids) =>
      trx
        .selectFrom('draftShares')
        .select(['id', 'draftId', 'madeAt', 'endsAt'])
        .where(isOwn(operator, 'userId'))
        .where('id', 'in', ids)
        .orderBy('id')
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
    const batch = ids.slice(at, at + ROWS_AT_ONCE)
    const rows = await readAs(operator, (trx) => listRows(trx, operator, batch))
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
