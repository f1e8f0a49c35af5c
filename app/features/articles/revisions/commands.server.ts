import { sql } from 'kysely'
import type { RevisionCause } from '../../../db/writing-tables.ts'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { asInstallation, isOwn } from '../../../platform/own-rows.server.ts'
import {
  type ArticleState,
  hasRevisions,
  isPlanned,
  revisedTextWith,
  type TaggedState,
  wantedHashWith,
} from './queries.server.ts'
import { listChanged, revisedText, type RevisedText, type RevisionKind } from './revisions.ts'
import { insertRevision, type NewRevision, storeRevision } from './store-revision.server.ts'

/**
 * Stores the new state of an article as a revision, in the transaction that changes it. A change that no reader could
 * see makes none. Several changes in one transaction make one. The first change also stores the state before it.
 * `after.cause` names the cause of the change, unless it was publishing or saving.
 */
export async function insertArticleRevision(
  trx: Transaction,
  before: ArticleState,
  after: ArticleState,
): Promise<void> {
  const isShown = !before.isPublished && after.isPublished
  if (before.hash === after.hash && !isShown) return
  await lockRevisions(trx, after.articleId)
  if (before.hash !== after.hash) await insertStateBefore(trx, before)
  else if (!(await hasRevisions(trx, after.articleId))) return // its only state is still the article's own
  const changed = listChanged(before.text, after.text)
  await storeRevision(trx, { ...toRow(after), changed })
}

/** A published article whose tags were changed, as it was before. */
interface Retagged {
  id: string
  tags: string[]
  updatedAt: Date
}

/**
 * Stores the new states of published articles as revisions, as `insertArticleRevision` does. The caller has changed nothing but
 * their tags, in the same transaction. It takes a few statements for any number of articles. The caller changes some
 * hundreds, because each is locked. Returns the hash of each new state.
 */
export async function insertTagRevisions(trx: Transaction, before: Retagged[]): Promise<TaggedState[]> {
  const ids = before.map(({ id }) => id)
  await sql`
    select pg_advisory_xact_lock(hashtextextended('revisions ' || id, 0))
    from (select unnest(${ids}::text[]) as id order by id) as articles
  `.execute(trx)
  await compressFast(trx)
  const earlier = sql<string[]>`earlier.tags`
  await sql`
    insert into revisions (id, article_id, user_id, made_by, made_at, number, kind, cause, text, changed, hash)
    select gen_random_uuid(), blog_posts.id, user_id, coalesce(begun_by, user_id), earlier."updatedAt", 1, 'published',
      case when import_key is null then 'publish' else 'import' end, ${revisedTextWith(earlier)}, '{}',
      ${wantedHashWith(earlier)}
    from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as earlier (id uuid, tags text[], "updatedAt" timestamptz)
      join blog_posts using (id)
    where not exists (select from revisions where article_id = blog_posts.id and site_id is null)
  `.execute(trx)
  const now = sql<string[]>`blog_posts.tags`
  const { rows } = await sql<TaggedState>`
    insert into revisions (id, article_id, user_id, number, kind, cause, text, changed, hash)
    select gen_random_uuid(), blog_posts.id, user_id, (
        select number + 1 from revisions where article_id = blog_posts.id and site_id is null order by number desc limit 1
      ), 'published', 'tags', ${revisedTextWith(now)}, '{tags}', ${wantedHashWith(now)}
    from blog_posts where id = any(${ids}::uuid[])
    returning article_id, hash
  `.execute(trx)
  return rows
}

/**
 * Stores the first state of a new article, in the transaction that stores the article. The revisions of its draft become
 * those of the article.
 */
export async function insertFirstRevision(
  trx: Transaction,
  draftId: string | null,
  article: ArticleState,
): Promise<void> {
  if (draftId !== null)
    await trx
      .updateTable('revisions')
      .set({ articleId: article.articleId })
      .where('articleId', '=', draftId)
      .where('userId', 'is not distinct from', article.userId)
      .execute()
  await storeRevision(trx, toRow(article))
}

/** A text that the user saves as a revision, which no reader sees. */
export interface SavedText {
  /** The id of the draft, which its article takes over. */
  articleId: string
  userId: string
  text: RevisedText
  restoredFrom?: number | undefined
  /** The writer, if another person saves the text. */
  writtenBy?: string | null | undefined
  /** The cause of the change, unless it was saving or restoring. */
  cause?: RevisionCause
  /** The article of a working copy, as it is now. */
  article?: ArticleState | undefined
}

/**
 * Stores a text as a revision of a draft or of a working copy. The same text twice adds one. Returns the number of the
 * revision.
 */
export async function insertSavedRevision(
  trx: Transaction,
  { article, ...kept }: SavedText,
): Promise<number> {
  await lockRevisions(trx, kept.articleId)
  if (article) await insertStateBefore(trx, article)
  const cause = kept.restoredFrom === undefined ? 'save' : 'restore'
  return storeRevision(trx, { cause, ...kept, siteId: null, kind: 'saved', hash: null })
}

/** A change of the texts that the plans of an article will publish. */
interface PlannedRewriting {
  articleId: string
  /** The moment of the last change of the article before this one. */
  writtenAt: Date
  /** Returns the new text of a plan. */
  rewrite: (text: RevisedText, planId: string) => RevisedText
  cause: RevisionCause
}

/**
 * Rewrites the texts that the plans of an article will publish, in the transaction that rewrites the article. Each new
 * text is a revision. A cancelled plan that can be restored is rewritten too. Returns the changed texts as they were, by
 * the id of their plan. The caller has locked the article.
 */
export async function rewritePlanned(
  trx: Transaction,
  { articleId, writtenAt, rewrite, cause }: PlannedRewriting,
): Promise<Map<string, RevisedText>> {
  const replaced = new Map<string, RevisedText>()
  for (const { id, userId, revision, writtenAs, madeAt, text } of await lockPlanned(trx, articleId)) {
    const before = revisedText.parse(text)
    const after = rewrite(before, id)
    if (listChanged(before, after).length === 0) continue
    replaced.set(id, before)
    const changes = {
      revision: await insertSavedRevision(trx, { articleId, userId, text: after, cause }),
      writtenAs: writtenAs ?? revision,
      // What the author saved in the article before the plan was made is still older than the plan.
      ...(writtenAt <= madeAt && { madeAt: new Date() }),
    }
    // The plan may be for other sites than those of the person who changes the article.
    await asInstallation(trx, () => trx.updateTable('plans').set(changes).where('id', '=', id).execute())
  }
  return replaced
}

const lockPlanned = (trx: Transaction, articleId: string) =>
  trx
    .selectFrom('plans')
    .innerJoin('revisions', (join) =>
      join
        .onRef('revisions.articleId', '=', 'plans.articleId')
        .onRef('number', '=', 'revision')
        .on('siteId', 'is', null),
    )
    .select(['plans.id', 'plans.userId', 'revision', 'writtenAs', 'plans.madeAt', 'text'])
    .where('plans.articleId', '=', articleId)
    .where(isPlanned)
    .orderBy('plans.id')
    .forUpdate('plans')
    .execute()

/** A text for one site, in place of the text of the article. */
export interface VariedState {
  articleId: string
  userId: string | null
  siteId: string
  text: RevisedText
  /** Null for a variation that a language model wrote. */
  madeBy?: null
  restoredFrom?: number
}

/** Stores a variation that a site gets, in the transaction that stores the variation itself. */
export async function insertVariationRevision(trx: Transaction, varied: VariedState): Promise<void> {
  await lockRevisions(trx, varied.articleId)
  const cause = varied.restoredFrom === undefined ? 'variation' : 'restore'
  await storeRevision(trx, { ...varied, kind: 'published', cause, hash: null })
}

/** Deletes the revisions of a draft that was never published. */
export const deleteRevisions = (trx: Transaction, operator: { id: string }, draftId: string) =>
  trx
    .deleteFrom('revisions')
    .where('articleId', '=', draftId)
    .where(isOwn(operator, 'userId'))
    .where(sql<boolean>`not exists (select from blog_posts where id = ${draftId})`)
    .execute()

/**
 * Deletes the revisions of drafts that were set aside and cannot be brought back. The run that deleted these drafts is
 * gone.
 */
export async function pruneRevisions(): Promise<void> {
  await sql`
    delete from revisions r
    where not exists (select from blog_posts where id = r.article_id)
      and not exists (select from drafts where id = r.article_id and user_id = r.user_id)
      and not exists (select from run_items where item_id = r.article_id::text)
  `.execute(db)
}

// Half of the time would be spent on compressing the texts. Not every Postgres has the faster method.
const compressFast = (trx: Transaction) =>
  sql`
    select set_config('default_toast_compression', 'lz4', true) from pg_settings
    where name = 'default_toast_compression' and 'lz4' = any(enumvals)
  `.execute(trx)

// The article and its working copy have separate locks, but their revisions share the numbers.
const lockRevisions = (trx: Transaction, articleId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`revisions ${articleId}`}, 0))`.execute(trx)

const toRow = ({ articleId, userId, text, hash, cause, ...state }: ArticleState): NewRevision => ({
  articleId,
  siteId: null,
  userId,
  text,
  hash,
  kind: toKind(state),
  cause: cause ?? (state.isPublished ? 'publish' : 'save'),
})

const toKind = ({ isPublished }: Pick<ArticleState, 'isPublished'>): RevisionKind =>
  isPublished ? 'published' : 'saved'

// An import stores no state, so the first one is that of the person who imported the article.
async function insertStateBefore(trx: Transaction, state: ArticleState): Promise<void> {
  const { userId, begunBy, madeAt, articleId } = state
  if (await hasRevisions(trx, articleId)) return
  await insertRevision(trx, { ...toRow(state), madeBy: begunBy ?? userId, madeAt, number: 1, changed: [] })
}
