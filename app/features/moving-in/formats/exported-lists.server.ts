import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'

/** A long list of an export: one line of NDJSON for each row. */
export interface ExportedList {
  name: string
  /** Returns the ids of all rows, in the order of the list. Limits of an account keep this list short. */
  listIds: (trx: Transaction, operator: Operator) => Promise<{ id: string }[]>
  listRows: (trx: Transaction, operator: Operator, ids: string[]) => Promise<object[]>
}

const approvals = sql<object[] | null>`(
  select json_agg(json_build_object('siteId', approvals.site_id, 'approvedBy', approved_by, 'approvedAt', approved_at))
  from approvals where revision_id = revisions.id)`

/** The long lists of an account. */
export const EXPORTED_LISTS: ExportedList[] = [
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
        ])
        .select(approvals.as('approvals'))
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
    name: 'proposals',
    listIds: (trx, operator) =>
      trx.selectFrom('proposals').select('id').where(isOwn(operator, 'accountId')).orderBy('id').execute(),
    listRows: (trx, operator, ids) =>
      trx
        .selectFrom('proposals')
        .select(['agent', 'operation', 'request', 'why', 'state', 'madeAt', 'decidedAt'])
        .where(isOwn(operator, 'accountId'))
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
