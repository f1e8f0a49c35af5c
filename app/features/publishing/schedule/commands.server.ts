import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/database.server.ts'
import { isOwn, readAs, writeAs } from '../../../platform/own-rows.server.ts'
import { enqueueAll } from '../../../platform/queue.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { pick } from '../../../shared/pick.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { hasModel } from '../../accounts/ai-usage/queries.server.ts'
import { renderText } from '../../articles/commands.server.ts'
import type { RenderedMarkdown } from '../../articles/markdown/markdown.ts'
import { keepText } from '../../articles/revisions/commands.server.ts'
import { toArticleState } from '../../articles/revisions/queries.server.ts'
import { REVISED_NAMES } from '../../articles/revisions/revisions.ts'
import { findDraft } from '../drafts/queries.server.ts'
import { listTargetSiteIds } from '../target-sites/queries.server.ts'
import { isRefusedForAlt, storeUnpublished, toUndefinedWhenLate } from '../writing/commands.server.ts'
import { findEditable, lockOwnArticle } from '../writing/queries.server.ts'
import { checkText, type EditableArticle } from '../writing/writing.ts'
import type { DraftText } from '../drafts/drafts.ts'
import { countWaiting } from './queries.server.ts'
import { type NewPlan, type PlanRefusal, PLANS_LIMIT, YEARS_AHEAD } from './schedule.ts'

/** The job that carries out one plan. */
export const PLAN_JOB = 'carry-out-plan'

type Planned = { ok: true; planId: string; articleId: string } | { ok: false; reason: PlanRefusal }

/**
 * Schedules one of the operator's articles or drafts. The text to publish is the one that is saved now. It is stored as
 * a revision, and the plan refers to its number. A draft of a new article becomes an article that no reader sees. That
 * article has another id, which the answer contains. Returns a refusal if no plan was made.
 */
export async function makePlan(operator: Operator, id: string, plan: NewPlan): Promise<Planned> {
  const refusal = checkTime(plan.dueAt) ?? (await checkPlan(operator, plan))
  if (refusal) return { ok: false, reason: refusal }
  if (plan.kind !== 'publish') return planRemoval(operator, id, plan)
  const source = await findSource(operator, id)
  if (typeof source === 'string') return { ok: false, reason: source }
  return writeAs(operator, async (trx) => {
    const pinned = await pin(trx, operator, source)
    if (typeof pinned === 'string') return { ok: false, reason: pinned }
    return insertPlan(trx, operator, { ...plan, ...pinned })
  })
}

function checkTime(dueAt: Date): PlanRefusal | undefined {
  const last = new Date()
  last.setFullYear(last.getFullYear() + YEARS_AHEAD)
  if (dueAt.getTime() <= Date.now()) return 'in-the-past'
  return dueAt > last ? 'too-far' : undefined
}

async function checkPlan(
  operator: Operator,
  { kind, siteIds, varies }: NewPlan,
): Promise<PlanRefusal | undefined> {
  if (kind !== 'unpublish' && siteIds.length === 0) return 'no-site'
  if (kind === 'publish' && varies && !hasModel()) return 'no-provider'
  const available = await listTargetSiteIds(operator)
  if (kind === 'publish' && !siteIds.every((id) => available.has(id))) return 'site-unavailable'
  return (await consumeRateLimits(limitPlanning(operator))) > 0 ? 'too-often' : undefined
}

// Higher than the limit of publishing, because an author may plan a whole month in one go.
const limitPlanning = ({ id }: Operator) => [
  { name: 'plan', of: id, most: 100, windowS: 3600 },
  { name: 'plan', of: id, most: 300, windowS: 86_400 },
]

async function planRemoval(operator: Operator, articleId: string, plan: NewPlan): Promise<Planned> {
  return writeAs(operator, async (trx) => {
    const article = await lockOwnArticle(trx, operator, articleId)
    if (!article) return { ok: false, reason: 'not-there' }
    // An earlier plan may publish it before this one is due.
    const isLive = article.publishedAt !== null || (await hasPlan(trx, articleId))
    if (!isLive) return { ok: false, reason: 'not-live' }
    return insertPlan(trx, operator, { ...plan, articleId, revision: null })
  })
}

const hasPlan = async (trx: Transaction, articleId: string): Promise<boolean> =>
  (await trx
    .selectFrom('plans')
    .select('id')
    .where('articleId', '=', articleId)
    .where('kind', '=', 'publish')
    .where('doneAt', 'is', null)
    .executeTakeFirst()) !== undefined

/** The text that a plan publishes. */
interface Source {
  id: string
  text: DraftText
  /** The version of the draft with the text; undefined if the article itself has it. */
  draftVersion: number | undefined
  /** The version of the article; undefined for a draft without an article. */
  updatedAt: Date | undefined
  rendered: RenderedMarkdown
}

async function findSource(operator: Operator, id: string): Promise<Source | PlanRefusal> {
  const draft = await findDraft(operator, id)
  const article = await findEditable(operator, id)
  const text = draft?.text ?? article?.typed
  if (!text || isDeleting(article)) return 'not-there'
  const rendered = await renderChecked(operator, text, article)
  if (typeof rendered === 'string') return rendered
  return { id, text, draftVersion: draft?.version, updatedAt: article?.updatedAt, rendered }
}

async function renderChecked(
  operator: Operator,
  text: DraftText,
  article: EditableArticle | undefined,
): Promise<RenderedMarkdown | PlanRefusal> {
  const checked = checkText(text)
  if (!checked.ok) return 'not-ready'
  const rendered = await renderText({ ...checked.text, lang: article?.lang ?? null }, operator.id).catch(
    toUndefinedWhenLate,
  )
  if (!rendered) return 'text-too-slow'
  return (await isRefusedForAlt(operator, rendered)) ? 'alt-missing' : rendered
}

const isDeleting = (article: EditableArticle | undefined) => article?.state === 'deleting'

/** Stores the text as a revision. Returns its article and its number, or the reason why it cannot be published. */
async function pin(
  trx: Transaction,
  operator: Operator,
  source: Source,
): Promise<{ articleId: string; revision: number } | PlanRefusal> {
  const article = source.updatedAt
    ? await lockOwnArticle(trx, operator, source.id)
    : await storeDraft(trx, operator, source)
  if (!article) return source.updatedAt ? 'not-there' : 'draft-changed'
  const text = { ...pick(source.text, REVISED_NAMES), slug: source.text.slug || article.slug }
  const state = { articleId: article.id, userId: operator.id, text, article: toArticleState(article) }
  return { articleId: article.id, revision: await keepText(trx, state) }
}

async function storeDraft(trx: Transaction, operator: Operator, source: Source) {
  const checked = checkText(source.text)
  if (!checked.ok || source.draftVersion === undefined) return undefined
  const { id, draftVersion: version, rendered } = source
  return storeUnpublished(trx, operator, { id, version, text: checked.text, rendered })
}

async function insertPlan(
  trx: Transaction,
  operator: Operator,
  plan: NewPlan & { articleId: string; revision: number | null },
): Promise<Planned> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`plans ${operator.id}`}, 0))`.execute(trx)
  if ((await countWaiting(trx, operator)) >= PLANS_LIMIT) return { ok: false, reason: 'too-many-plans' }
  const id = uuidv7()
  const { articleId, kind, dueAt, revision, varies } = plan
  const siteIds = kind === 'unpublish' ? [] : plan.siteIds
  await trx
    .insertInto('plans')
    .values({ id, userId: operator.id, articleId, kind, dueAt, revision, siteIds, varies })
    .execute()
  await enqueueIfSoon(trx, { id, dueAt })
  return { ok: true, planId: id, articleId }
}

/** Enqueues the jobs of plans that are due soon, each at its time, in the caller's transaction. */
export async function enqueuePlans(trx: Transaction, plans: { id: string; dueAt: Date }[]): Promise<void> {
  const byDelay = Map.groupBy(plans, ({ dueAt }) => toDelayS(dueAt))
  for (const [delayS, due] of byDelay)
    await enqueueAll(trx, { name: PLAN_JOB, data: due.map(({ id }) => ({ planId: id })), delayS })
}

const toDelayS = (dueAt: Date): number => Math.max(0, Math.ceil((dueAt.getTime() - Date.now()) / 1000))

/** The job of a plan is enqueued this long before it is due. The queue deletes jobs that wait for weeks. */
export const SOON_S = 120

// Later plans are enqueued when they are due soon.
async function enqueueIfSoon(trx: Transaction, plan: { id: string; dueAt: Date }): Promise<void> {
  if (toDelayS(plan.dueAt) <= SOON_S) await enqueuePlans(trx, [plan])
}

/** Moves a plan of the operator to another time. Returns a refusal if it cannot be moved. */
export async function movePlan(
  operator: Operator,
  planId: string,
  dueAt: Date,
): Promise<PlanRefusal | undefined> {
  return checkTime(dueAt) ?? changeWaiting(operator, planId, { dueAt, enqueuedAt: null })
}

/** Replaces the text of a plan by the text that is saved now. Returns a refusal if the plan keeps its text. */
export async function renewPlan(operator: Operator, planId: string): Promise<PlanRefusal | undefined> {
  const plan = await readAs(operator, (trx) => selectPlan(trx, operator, planId).executeTakeFirst())
  if (!plan) return 'already-done'
  const source = await findSource(operator, plan.articleId)
  if (typeof source === 'string') return source
  return writeAs(operator, async (trx) => {
    const pinned = await pin(trx, operator, source)
    return typeof pinned === 'string'
      ? pinned
      : updateWaiting(trx, operator, { planId, changes: { revision: pinned.revision, madeAt: new Date() } })
  })
}

/** Cancels a plan. Returns a refusal if it was carried out already. */
export const cancelPlan = (operator: Operator, planId: string): Promise<PlanRefusal | undefined> =>
  changeWaiting(operator, planId, { doneAt: new Date(), result: 'cancelled' })

/** Restores a cancelled plan. Returns a refusal if its time is over. */
export const restorePlan = (operator: Operator, planId: string): Promise<PlanRefusal | undefined> =>
  writeAs(operator, async (trx) => {
    const plan = await trx
      .updateTable('plans')
      .set({ doneAt: null, result: null, enqueuedAt: null })
      .where('id', '=', planId)
      .where(isOwn(operator, 'userId'))
      .where('result', '=', 'cancelled')
      .where('dueAt', '>', new Date())
      .where(
        // The revision of a cancelled plan may be pruned.
        sql<boolean>`(kind <> 'publish' or exists (
          select from revisions where article_id = plans.article_id and site_id is null and number = plans.revision))`,
      )
      .returning(['id', 'dueAt'])
      .executeTakeFirst()
    if (!plan) return 'already-done'
    await enqueueIfSoon(trx, plan)
    return undefined
  })

interface PlanChanges {
  dueAt?: Date
  enqueuedAt?: null
  revision?: number
  madeAt?: Date
  doneAt?: Date
  result?: 'cancelled'
}

const changeWaiting = (operator: Operator, planId: string, changes: PlanChanges) =>
  writeAs(operator, (trx) => updateWaiting(trx, operator, { planId, changes }))

async function updateWaiting(
  trx: Transaction,
  operator: Operator,
  { planId, changes }: { planId: string; changes: PlanChanges },
): Promise<PlanRefusal | undefined> {
  const plan = await trx
    .updateTable('plans')
    .set(changes)
    .where('id', '=', planId)
    .where(isOwn(operator, 'userId'))
    .where('doneAt', 'is', null)
    .returning(['id', 'dueAt'])
    .executeTakeFirst()
  if (!plan) return 'already-done'
  if (changes.dueAt) await enqueueIfSoon(trx, plan)
  return undefined
}

const selectPlan = (trx: Transaction, operator: Operator, planId: string) =>
  trx
    .selectFrom('plans')
    .select('articleId')
    .where('id', '=', planId)
    .where(isOwn(operator, 'userId'))
    .where('kind', '=', 'publish')
    .where('doneAt', 'is', null)
