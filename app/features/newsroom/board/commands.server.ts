import { sql } from 'kysely'
import { asInstallation, isOwn, readAs, writeAs, requireRight } from '../../../platform/own-rows.server.ts'
import { consumeRateLimits, type Limit } from '../../../platform/rate-limits.server.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { updateArticle } from '../../articles/commands.server.ts'
import { recordCopiesRemoval } from '../../articles/placement/commands.server.ts'
import { withinCallLimit } from '../../runs/commands.server.ts'
import { hasEnded } from '../../runs/runs.ts'
import { findRun } from '../../runs/queries.server.ts'
import type { Lack } from '../../delivery/deliveries/deliveries.ts'
import { countUnfinished } from '../../delivery/deliveries/queries.server.ts'
import { endDraft } from '../../writing/drafts/commands.server.ts'
import { isBegun } from '../../writing/drafts/queries.server.ts'
import { findSiteName } from '../../delivery/target-sites/queries.server.ts'
import { lockAnyOwnArticle } from '../../writing/publish/queries.server.ts'
import { note } from '../../accounts/record/commands.server.ts'
import {
  type ArticleChange,
  CHANGE_RUN,
  CHANGED_AT_ONCE,
  type ChangeRefusal,
  type ChangeSummary,
  REFUSED_SHOWN,
} from './board.ts'
import { isOfTags } from './change-together.server.ts'
import { changeInput, changeRun } from './work-on-change.server.ts'
import { isRefusal, refuse } from '../../../shared/refusal.ts'

interface NamedRun {
  newRunId?: string | undefined
}

/**
 * Changes articles of the operator as a run. This call works on it for 20 s at most; jobs do the rest. Articles of
 * other accounts are not found. Throws `notAllowed` without the right to publish, except for drafts that were never
 * published and are deleted. Returns a refusal if no run was started. `newRunId` is the id that the screen chose
 * for the run. A request that arrives again with the same id changes nothing more.
 */
export async function changeMany(
  operator: Operator,
  articleIds: string[],
  { newRunId: id, ...change }: ArticleChange & NamedRun,
): Promise<ChangeSummary | ChangeRefusal> {
  const begun = id === undefined ? undefined : await findChange(operator, id)
  if (begun) return begun
  const ids = [...new Set(articleIds)]
  requireRight(operator, (await deletesDraftsOnly(operator, ids, change)) ? 'write' : 'publish')
  if (ids.length === 0) return refuse('none-selected')
  if (ids.length > CHANGED_AT_ONCE && !isWhole(change)) return refuse('too-many-selected')
  if ((await consumeRateLimits(toLimits(operator, ids.length))) > 0) return refuse('too-often')
  const run = { id, input: { articleIds: ids, change }, total: ids.length, delayS: TAKEOVER_S }
  const runId = await writeAs(operator, async (trx) => {
    if (isOfTags(change)) await noteBeginning(trx, operator, { ids, isUndo: change.kind === 'restore' })
    return changeRun.startIn(trx, operator, run)
  })
  await withinCallLimit(changeRun.work(runId))
  return summarise(operator, runId, { articleIds: ids, change })
}

// Who writes a draft that was never published may discard it, and bring it back.
async function deletesDraftsOnly(operator: Operator, ids: string[], change: ArticleChange): Promise<boolean> {
  const isDeletion = change.kind === 'delete' || (change.kind === 'restore' && change.undeletes === true)
  return isDeletion && !(await isAnyArticle(operator, ids))
}

// Without the policies, which would hide articles that the person does not reach.
const isAnyArticle = (operator: Operator, ids: string[]): Promise<boolean> =>
  readAs(operator, (trx) =>
    asInstallation(trx, async () => {
      const article = await trx
        .selectFrom('blogPosts')
        .select('id')
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .where(isOwn(operator, 'userId'))
        .limit(1)
        .executeTakeFirst()
      return article !== undefined
    }),
  )

// Of another change, each article that was changed is a line. Articles that the person does not reach are no line. An
// undo may be of articles that are deleted, which the person changed before.
async function noteBeginning(
  trx: Transaction,
  operator: Operator,
  { ids, isUndo }: { ids: string[]; isUndo: boolean },
): Promise<void> {
  const reached = await findReached(trx, operator, ids)
  const count = isUndo ? ids.length : reached.count
  if (count > 0)
    await note(trx, operator, ['changed-many', count === 1 ? reached.title : `${count} articles`])
}

async function findReached(trx: Transaction, operator: Operator, ids: string[]) {
  const isAsked = sql<boolean>`id = any(${ids}::uuid[])`
  const articles = trx.selectFrom('blogPosts').select('title').where(isAsked).where(isOwn(operator, 'userId'))
  const drafts = trx
    .selectFrom('drafts')
    .select(sql<string>`text->>'title'`.as('title'))
    .where(isAsked)
    .where(isOwn(operator, 'userId'))
    .where(isBegun)
  return trx
    .selectFrom(articles.unionAll(drafts).as('reached'))
    .select([sql<number>`count(*)::int`.as('count'), sql<string | null>`min(title)`.as('title')])
    .executeTakeFirstOrThrow()
}

// Each article counts, however many are changed at once.
const toLimits = ({ id }: Operator, articles: number): Limit[] => [
  { name: 'change-articles', of: id, most: 120, windowS: 60 },
  { name: 'changed-articles', of: id, most: 3 * CHANGED_AT_ONCE, windowS: 3600, cost: articles },
]

// A tag is renamed in all articles that have it, because it would have two names otherwise. The undo changes all of
// them back.
const isWhole = ({ kind }: ArticleChange) => kind === 'rename-tag' || kind === 'restore'

// The request makes the first attempts. The job continues after a crash.
const TAKEOVER_S = 30

/**
 * Restores the articles of an earlier change to their state before it. Returns a refusal if there is no such change.
 */
export async function undoChange(
  operator: Operator,
  runId: string,
  { newRunId }: NamedRun = {},
): Promise<ChangeSummary | ChangeRefusal> {
  const run = await findRun(operator, runId)
  if (run?.kind !== CHANGE_RUN) return refuse('change-unknown')
  const changed = run.results.filter(({ before }) => before !== undefined)
  const undeletes = (await findInput(operator, runId))?.change.kind === 'delete'
  const ids = changed.map(({ articleId }) => String(articleId))
  return changeMany(operator, ids, { kind: 'restore', runId, undeletes, newRunId })
}

/** Returns the outcome of one of the operator's changes so far; undefined if there is no such change. */
export async function findChange(operator: Operator, runId: string): Promise<ChangeSummary | undefined> {
  const input = await findInput(operator, runId)
  return input && summarise(operator, runId, input)
}

async function findInput(operator: Operator, runId: string) {
  const run = await readAs(operator, (trx) =>
    trx
      .selectFrom('runs')
      .select('input')
      .where('id', '=', runId)
      .where('kind', '=', CHANGE_RUN)
      .where(isOwn(operator, 'userId'))
      .executeTakeFirst(),
  )
  return run && changeInput.parse(run.input)
}

/** Returns the outcome of a change so far. */
async function summarise(
  operator: Operator,
  runId: string,
  { articleIds, change }: { articleIds: string[]; change: ArticleChange },
): Promise<ChangeSummary> {
  const run = await findRun(operator, runId)
  const { results = [], counts = {}, total = articleIds.length, error } = run ?? {}
  const [only] = results
  const refused = results.flatMap(toRefused)
  return {
    runId,
    kind: change.kind,
    isOver: run !== undefined && hasEnded(run),
    total,
    error,
    counts,
    isUndoable: canBeUndone(change, results),
    title: results.length === 1 && typeof only?.title === 'string' ? only.title : null,
    refusals: [...new Set(refused.map(({ reason }) => reason))],
    refused: refused.slice(0, REFUSED_SHOWN),
    siteName: 'siteId' in change ? await findSiteName(operator, change.siteId) : null,
    failed: await countFailed(operator, articleIds, change),
  }
}

// Of a change of one site, nothing is said about the others.
async function countFailed(operator: Operator, articleIds: string[], change: ArticleChange): Promise<number> {
  const undone = change.kind === 'restore' ? await findInput(operator, change.runId) : undefined
  const about = undone?.change ?? change
  const siteId = 'siteId' in about ? about.siteId : undefined
  return readAs(operator, (trx) =>
    countUnfinished(trx, articleIds, { siteId, lack: LACKS[change.kind] ?? 'change' }),
  )
}

const LACKS: Partial<Record<ArticleChange['kind'], Lack>> = {
  publish: 'copy',
  'add-site': 'copy',
  unpublish: 'removal',
  'remove-site': 'removal',
  delete: 'removal',
}

// An undo of the undo of a deletion would not delete again. The user can, by hand.
const canBeUndone = (change: ArticleChange, results: Record<string, unknown>[]) =>
  !(change.kind === 'restore' && change.undeletes) && results.some(({ before }) => before !== undefined)

// A row of an earlier version has the sentence, as `refusal`.
const toRefused = ({ articleId, title, refusal, reason = refusal }: Record<string, unknown>) =>
  typeof articleId === 'string' && typeof reason === 'string'
    ? [{ articleId, title: typeof title === 'string' ? title : '', reason }]
    : []

/**
 * Deletes one of the operator's articles, as `changeMany` does. Returns the id of the run, which can be undone;
 * undefined if nothing was deleted.
 */
export async function deleteArticle(operator: Operator, articleId: string): Promise<string | undefined> {
  const done = await changeMany(operator, [articleId], { kind: 'delete' })
  return isRefusal(done) || !done.counts.changed ? undefined : done.runId
}

/**
 * Deletes one of the operator's articles from the database immediately, without waiting for its copies on other sites.
 * Returns undefined if it does not exist.
 */
export async function forgetArticle(operator: Operator, articleId: string): Promise<true | undefined> {
  requireRight(operator, 'publish')
  return writeAs(operator, async (trx) => {
    const article = await lockAnyOwnArticle(trx, operator, articleId).executeTakeFirst()
    if (!article) return undefined
    await endDraft(trx, operator, { id: articleId })
    await updateArticle(trx, article, { publishedAt: null })
    await recordCopiesRemoval(trx, articleId)
    await note(trx, operator, ['deleted', article.title])
    await trx.deleteFrom('blogPosts').where('id', '=', articleId).where(isOwn(operator, 'userId')).execute()
    return true
  })
}
