import { sql } from 'kysely'
import { db, type Transaction } from '../../../platform/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import {
  type CurrentImport,
  DELETED_AT_ONCE,
  type ImportCounts,
  type ImportedArticle,
  type RefusedItem,
  SHOWN,
} from './imports.ts'

const SAMPLES = 10

/** Returns the import of an account with the items found in its file; undefined without one. */
export const findImport = (operator: Operator): Promise<CurrentImport | undefined> =>
  readAs(operator, async (trx) => {
    const row = await trx
      .selectFrom('imports')
      .leftJoin('runs', 'runs.id', 'runId')
      .select(['imports.id', 'fileName', 'imports.state', 'problem', 'asDrafts', 'runId'])
      .select(['runs.state as runState', 'total', 'done'])
      .where(isOwn(operator, 'imports.userId'))
      .executeTakeFirst()
    if (!row || row.state === 'uploading') return undefined
    const { id, fileName, state, problem, asDrafts, runId, runState, total, done } = row
    return {
      id,
      fileName,
      state,
      problem,
      asDrafts,
      run: runId && runState ? { id: runId, state: runState, total: total ?? 0, done: done ?? 0 } : undefined,
      counts: await countItems(trx, operator, id),
      refused: await listRefused(trx, id),
      leftOut: await listLeftOut(trx, id),
      samples: await listSamples(trx, id),
    }
  })

async function countItems(trx: Transaction, operator: Operator, importId: string): Promise<ImportCounts> {
  const { rows } = await sql<ImportCounts>`
    select count(*) filter (where found = 'new')::int as new,
      count(*) filter (where found = 'changed')::int as changed,
      count(*) filter (where found = 'same' or outcome = 'unchanged')::int as same,
      count(*) filter (where found = 'refused' or outcome = 'refused')::int as refused,
      count(*) filter (where found = 'left-out')::int as left_out,
      count(*) filter (where found = 'new' and is_public)::int as new_public,
      count(*) filter (where found in ('new', 'changed') and outcome is null)::int as waiting,
      count(*) filter (where outcome = 'created')::int as created,
      count(*) filter (where outcome = 'updated')::int as updated,
      count(*) filter (where outcome = 'created' and exists (
        select from blog_posts
        where id = article_id and ${isOwn(operator, 'blogPosts.userId')} and deletion_asked_at is null
      ))::int as deletable
    from import_records where import_id = ${importId}
  `.execute(trx)
  const [counts] = rows
  if (!counts) throw new Error('A count has one row.')
  return counts
}

const listRefused = async (trx: Transaction, importId: string): Promise<RefusedItem[]> => {
  const rows = await trx
    .selectFrom('importRecords')
    .select(['position', 'place', 'title', 'problem'])
    .where('importId', '=', importId)
    .where((where) => where.or([where('found', '=', 'refused'), where('outcome', '=', 'refused')]))
    .orderBy('position')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({ ...row, problem: row.problem ?? '' }))
}

const listLeftOut = (trx: Transaction, importId: string) =>
  trx
    .selectFrom('importRecords')
    .select(sql<string>`coalesce(problem, '')`.as('problem'))
    .select(sql<number>`count(*)::int`.as('count'))
    .where('importId', '=', importId)
    .where('found', '=', 'left-out')
    .groupBy('problem')
    .orderBy('count', 'desc')
    .limit(SHOWN)
    .execute()

const listSamples = async (trx: Transaction, importId: string): Promise<ImportedArticle[]> => {
  const rows = await trx
    .selectFrom('importRecords')
    .select(['position', 'title', 'found', 'isPublic', 'articleId'])
    .where('importId', '=', importId)
    .where('found', 'in', ['new', 'changed'])
    .where(sql<boolean>`outcome is distinct from 'refused'`)
    .orderBy('position')
    .limit(SAMPLES)
    .execute()
  return rows.map(({ found, ...row }) => ({ ...row, isChange: found === 'changed' }))
}

/** Returns the ids of articles that the account's import created and that still exist, up to 1,000 of them. */
export const listCreated = (operator: Operator): Promise<string[]> =>
  readAs(operator, async (trx) => {
    const rows = await trx
      .selectFrom('importRecords')
      .innerJoin('imports', 'imports.id', 'importId')
      .innerJoin('blogPosts', 'blogPosts.id', 'articleId')
      .select('blogPosts.id')
      .where(isOwn(operator, 'imports.userId'))
      .where(isOwn(operator, 'blogPosts.userId'))
      .where('imports.state', 'in', ['done', 'stopped'])
      .where('outcome', '=', 'created')
      .where('deletionAskedAt', 'is', null)
      .orderBy('position')
      .limit(DELETED_AT_ONCE)
      .execute()
    return rows.map(({ id }) => id)
  })

/** Returns the import that a run works on, for its job; undefined if it is deleted or has another state. */
export const findWork = (runId: string, state: 'reading' | 'importing') =>
  db
    .selectFrom('imports')
    .select(['id', 'fileName', 'asDrafts'])
    .where('runId', '=', runId)
    .where('state', '=', state)
    .executeTakeFirst()

/** Returns the bytes of an uploaded file, piece by piece. */
export async function* readUpload(importId: string): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number += 1) {
    const chunk = await db
      .selectFrom('importChunks')
      .select('bytes')
      .where('importId', '=', importId)
      .where('number', '=', number)
      .executeTakeFirst()
    if (!chunk) return
    yield chunk.bytes
  }
}
