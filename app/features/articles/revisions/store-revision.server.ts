import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { RevisionCause } from '../../../db/writing-tables.ts'
import { env } from '../../../platform/env.server.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import {
  listChanged,
  revisedText,
  type RevisedName,
  type RevisedText,
  type RevisionKind,
} from './revisions.ts'

/** A revision to store. */
export interface NewRevision {
  articleId: string
  siteId: string | null
  userId: string | null
  kind: RevisionKind
  cause: RevisionCause
  text: RevisedText
  hash: string | null
  /** The acting person if left out. */
  madeBy?: string | null
  /** Now if left out. */
  madeAt?: Date
  restoredFrom?: number | null | undefined
  /** The writer, if another person stores the text. */
  writtenBy?: string | null | undefined
  /**
   * The changed fields, if the caller knows them; if left out, they are found by comparison with the newest revision.
   */
  changed?: RevisedName[]
}

/** Stores a revision of an article whose revisions are locked. Returns the number of the revision that has the text. */
export async function storeRevision(
  trx: Transaction,
  { changed: known, ...revision }: NewRevision,
): Promise<number> {
  const { kind, text, hash } = revision
  const last = await findLast(trx, revision)
  if (!last) {
    await insertRevision(trx, { ...revision, number: 1, changed: [] })
    return 1
  }
  const differing = listChanged(revisedText.parse(last.text), text)
  const update = trx.updateTable('revisions').where('id', '=', last.id)
  const all = [...new Set([...last.changed, ...(known ?? differing)])]
  if (last.isOfThisTransaction && hash !== null)
    await update.set({ kind, text: JSON.stringify(text), hash, changed: all }).execute()
  else if (differing.length === 0 && isNoMore(last.kind, kind))
    await update.set({ hash: hash ?? sql`hash` }).execute()
  else {
    await insertRevision(trx, { ...revision, number: last.number + 1, changed: known ?? differing })
    if (kind === 'saved') await prune(trx, revision)
    return last.number + 1
  }
  return last.number
}

// Deletes saved revisions that no reader saw, except the newest, and those that are planned, reviewed or approved.
const prune = (trx: Transaction, { articleId, userId }: NewRevision) =>
  trx
    .deleteFrom('revisions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('revisions')
        .select('id')
        .where('articleId', '=', articleId)
        .where('userId', 'is not distinct from', userId)
        .where('kind', '=', 'saved')
        .orderBy('number', 'desc')
        .offset(env.REVISIONS_KEPT),
    )
    .where(
      sql<boolean>`not exists (
        select from plans
        where plans.article_id = revisions.article_id and plans.revision = revisions.number and done_at is null
      ) and not exists (
        select from reviews
        where reviews.article_id = revisions.article_id and reviews.revision = revisions.number
      ) and not exists (select from approvals where revision_id = revisions.id)`,
    )
    .execute()

const findLast = (trx: Transaction, { articleId, siteId, userId }: NewRevision) =>
  trx
    .selectFrom('revisions')
    .select(['id', 'number', 'kind', 'text', 'changed'])
    .select(sql<boolean>`made_at = now()`.as('isOfThisTransaction'))
    .where('articleId', '=', articleId)
    .where('siteId', 'is not distinct from', siteId)
    .where('userId', 'is not distinct from', userId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Inserts a revision with its number. */
export async function insertRevision(
  trx: Transaction,
  { text, ...revision }: NewRevision & { number: number; changed: string[] },
): Promise<void> {
  await trx
    .insertInto('revisions')
    .values({ id: uuidv7(), ...revision, text: JSON.stringify(text) })
    .execute()
}

// The same text again is no new revision, unless readers see it now.
const isNoMore = (last: RevisionKind, next: RevisionKind) => last === next || last === 'published'
