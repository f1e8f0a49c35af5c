import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { BlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { asInstallation, isOwn, readAs, writeAs, requireRight } from '../../../platform/own-rows.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { hasModel } from '../../accounts/ai-usage/queries.server.ts'
import { type ArticleText, toTypedFields } from '../../articles/fields/fields.ts'
import { lacksAlt } from '../../articles/pictures/pictures.ts'
import { isSitePage } from '../../articles/placement/queries.server.ts'
import { insertSavedRevision } from '../../articles/revisions/commands.server.ts'
import { toArticleState } from '../../articles/revisions/queries.server.ts'
import { listTargetSiteIds } from '../../delivery/target-sites/queries.server.ts'
import { lockOwnArticle } from '../publish/queries.server.ts'
import { checkText } from '../writing.ts'
import { note } from '../../accounts/record/commands.server.ts'
import { enqueueIfSoon, enqueuePlans } from './enqueue-plans.server.ts'
import { findSource, pin } from './pin-text.server.ts'
import { countWaiting } from './queries.server.ts'
import {
  type NewPlan,
  type PlanRefusal,
  PLANS_LIMIT,
  type StoredPlanRefusal,
  YEARS_AHEAD,
} from './schedule.ts'
import { isRefusal, refuse, type Refusal } from '../../../shared/refusal.ts'

type Planned = { ok: true; planId: string; articleId: string } | Refusal<PlanRefusal>

/**
 * Schedules one of the operator's articles or drafts. The text to publish is the one that is saved now. It is stored as
 * a revision, and the plan refers to its number. A draft of a new article becomes an article that no reader sees. That
 * article has another id, which the answer contains. Returns a refusal if no plan was made.
 */
export async function makePlan(operator: Operator, id: string, plan: NewPlan): Promise<Planned> {
  requireRight(operator, 'publish')
  const made = plan.id === undefined ? undefined : await findMade(operator, plan.id)
  if (made) return made
  const refusal = checkTime(plan.dueAt) ?? (await checkPlan(operator, id, plan))
  if (refusal) return refusal
  if (plan.kind !== 'publish') return planRemoval(operator, id, plan)
  const source = await findSource(operator, id)
  if (isRefusal(source)) return source
  return writeAs(operator, async (trx) => {
    const pinned = await pin(trx, operator, source)
    if (isRefusal(pinned)) return pinned
    if (await isOutOfOrder(trx, { ...plan, ...pinned })) return refuse('out-of-order')
    return insertNoted(trx, operator, { ...plan, ...pinned, title: source.text.title })
  })
}

const findMade = (operator: Operator, planId: string): Promise<Planned | undefined> =>
  readAs(operator, async (trx) => {
    const row = await trx
      .selectFrom('plans')
      .select('articleId')
      .where('id', '=', planId)
      .where(isOwn(operator, 'userId'))
      .executeTakeFirst()
    return row && { ok: true, planId, ...row }
  })

/** The first publication of an article that an import stored. */
export interface ImportedPlan {
  articleId: string
  dueAt: Date
}

/** The result for an article: it is planned, or a refusal. */
export type PlanResult = { ok: true } | Refusal<StoredPlanRefusal>

/**
 * Plans articles of the operator that readers do not see, in the transaction that stored them. A pending plan of such an
 * article gets the stored text and the time. An article whose plan is over or cancelled gets no other one. Returns each
 * article that has a plan now, and each that has none, with the reason.
 */
export async function planImported(
  trx: Transaction,
  operator: Operator,
  { plans, siteIds, needsAlt }: { plans: ImportedPlan[]; siteIds: string[]; needsAlt: boolean },
): Promise<Map<string, PlanResult>> {
  const results = new Map<string, PlanResult>()
  for (const plan of plans) {
    const result = await planImportedArticle(trx, operator, { ...plan, siteIds, needsAlt })
    if (result) results.set(plan.articleId, result)
  }
  return results
}

interface ToPlan extends ImportedPlan {
  siteIds: string[]
  needsAlt: boolean
}

async function planImportedArticle(
  trx: Transaction,
  operator: Operator,
  plan: ToPlan,
): Promise<PlanResult | undefined> {
  const { articleId, dueAt, siteIds, needsAlt } = plan
  const article = await lockOwnArticle(trx, operator, articleId)
  const before = await findFirstPlan(trx, articleId)
  if (!article || article.publishedAt || before?.doneAt) return undefined
  const gap = findPlanGap(article, dueAt) ?? (needsAlt ? findAltGap(article) : undefined)
  if (gap) return before ? undefined : gap // a plan keeps its earlier text
  return planStoredText(trx, operator, { article, dueAt, siteIds, planId: before?.id })
}

const findAltGap = ({ contentHtml }: BlogPost) => (lacksAlt(contentHtml) ? refuse('alt-missing') : undefined)

/** Returns the refusal of a text that cannot be planned for a moment; undefined if it can. */
export const findPlanGap = (text: ArticleText, dueAt: Date): Refusal<StoredPlanRefusal> | undefined =>
  checkTime(dueAt) ?? (checkText(toTypedFields(text)).ok ? undefined : refuse('not-ready'))

const findFirstPlan = (trx: Transaction, articleId: string) =>
  trx
    .selectFrom('plans')
    .select(['id', 'doneAt'])
    .where('articleId', '=', articleId)
    .where('kind', '=', 'publish')
    .orderBy(sql`done_at is not null`)
    .orderBy('dueAt')
    .executeTakeFirst()

async function planStoredText(
  trx: Transaction,
  operator: Operator,
  plan: { article: BlogPost; dueAt: Date; siteIds: string[]; planId: string | undefined },
): Promise<PlanResult> {
  const {
    article: { id: articleId },
    dueAt,
    siteIds,
    planId,
  } = plan
  const state = toArticleState(plan.article)
  const revision = await insertSavedRevision(trx, {
    articleId,
    userId: operator.id,
    text: state.text,
    article: state,
  })
  if (planId) {
    await updatePinnedText(trx, { id: planId, dueAt, revision })
    return { ok: true }
  }
  const made = await insertPlan(trx, operator, {
    kind: 'publish',
    varies: false,
    articleId,
    dueAt,
    siteIds: (await isSitePage(trx, articleId)) ? [] : siteIds, // a page of a site is on no other one
    revision,
  })
  return made.ok ? { ok: true } : made
}

// What is written before this moment is part of the plan.
async function updatePinnedText(
  trx: Transaction,
  { id, ...changes }: { id: string; dueAt: Date; revision: number },
) {
  await trx
    .updateTable('plans')
    .set({
      ...changes,
      writtenAs: null,
      movedFrom: null,
      madeAt: new Date(),
      enqueuedAt: null,
      waitsForReview: false,
    })
    .where('id', '=', id)
    .where('doneAt', 'is', null)
    .execute()
  await enqueueIfSoon(trx, { id, dueAt: changes.dueAt })
}

/** Returns the refusal of a moment for which nothing can be planned; undefined for any other. */
export function checkTime(dueAt: Date): Refusal<'in-the-past' | 'too-far'> | undefined {
  const last = new Date()
  last.setFullYear(last.getFullYear() + YEARS_AHEAD)
  if (dueAt.getTime() <= Date.now()) return refuse('in-the-past')
  return dueAt > last ? refuse('too-far') : undefined
}

async function lacksSite(
  operator: Operator,
  articleId: string,
  { kind, siteIds }: NewPlan,
): Promise<boolean> {
  if (kind === 'unpublish' || siteIds.length > 0) return false
  return kind !== 'publish' || !(await readAs(operator, (trx) => isSitePage(trx, articleId)))
}

async function checkPlan(
  operator: Operator,
  articleId: string,
  plan: NewPlan,
): Promise<Refusal<PlanRefusal> | undefined> {
  if (await lacksSite(operator, articleId, plan)) return refuse('no-site')
  const { kind, siteIds, varies } = plan
  if (kind === 'publish' && varies && !hasModel()) return refuse('no-provider')
  const available = await listTargetSiteIds(operator)
  if (kind === 'publish' && !siteIds.every((id) => available.has(id))) return refuse('site-unavailable')
  return (await consumeRateLimits(limitPlanning(operator))) > 0 ? refuse('too-often') : undefined
}

// Higher than the limit of publishing, because an author may plan a whole month in one go.
const limitPlanning = ({ id }: Operator) => [
  { name: 'plan', of: id, most: 100, windowS: 3600 },
  { name: 'plan', of: id, most: 300, windowS: 86_400 },
]

async function planRemoval(operator: Operator, articleId: string, plan: NewPlan): Promise<Planned> {
  return writeAs(operator, async (trx) => {
    const article = await lockOwnArticle(trx, operator, articleId)
    if (!article) return refuse('not-there')
    // An earlier plan may publish it before this one is due.
    const isLive = article.publishedAt !== null || (await hasPlan(trx, articleId))
    if (!isLive) return refuse('not-live')
    if (await isOutOfOrder(trx, { ...plan, articleId })) return refuse('out-of-order')
    return insertNoted(trx, operator, { ...plan, articleId, revision: null, title: article.title })
  })
}

async function insertNoted(
  trx: Transaction,
  operator: Operator,
  { title, ...plan }: ToInsert & { title: string },
): Promise<Planned> {
  const made = await insertPlan(trx, operator, plan)
  if (made.ok) await note(trx, operator, ['planned', title])
  return made
}

/**
 * Returns true if a plan at this time leaves an article that readers do not see with a plan that takes it away before
 * one publishes it. `id` is that of a plan that moves. The caller has locked the article.
 */
export async function isOutOfOrder(
  trx: Transaction,
  { id, articleId, kind, dueAt }: Pick<NewPlan, 'kind' | 'dueAt'> & { id?: string; articleId: string },
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    with pending as (
      select kind, due_at from plans
      where article_id = ${articleId} and done_at is null and id is distinct from ${id ?? null}
      union all select ${kind}, ${dueAt}::timestamptz
    )
    select exists (
      select from pending as removal
      where kind <> 'publish' and not exists (
        select from pending where kind = 'publish' and due_at < removal.due_at
      )
    ) and exists (select from blog_posts where id = ${articleId} and published_at is null) as is
  `.execute(trx)
  return rows[0]?.is === true
}

const hasPlan = async (trx: Transaction, articleId: string): Promise<boolean> =>
  (await trx
    .selectFrom('plans')
    .select('id')
    .where('articleId', '=', articleId)
    .where('kind', '=', 'publish')
    .where('doneAt', 'is', null)
    .executeTakeFirst()) !== undefined

interface ToInsert extends NewPlan {
  articleId: string
  revision: number | null
}

async function insertPlan(
  trx: Transaction,
  operator: Operator,
  plan: ToInsert,
): Promise<{ ok: true; planId: string; articleId: string } | Refusal<'too-many-plans'>> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`plans ${operator.id}`}, 0))`.execute(trx)
  if ((await countWaiting(trx, operator)) >= PLANS_LIMIT) return refuse('too-many-plans')
  const { id = uuidv7(), articleId, kind, dueAt, revision, varies } = plan
  const siteIds = kind === 'unpublish' ? [] : plan.siteIds
  await trx
    .insertInto('plans')
    .values({ id, userId: operator.id, articleId, kind, dueAt, revision, siteIds, varies })
    .execute()
  await enqueueIfSoon(trx, { id, dueAt })
  return { ok: true, planId: id, articleId }
}

/**
 * Enqueues the plans whose time has come and that waited for a review, in the caller's transaction: those of one article, or
 * all of the account. The caller has found the article as the operator. The plans may be for other sites, too.
 */
export const resumePlans = (trx: Transaction, operator: Operator, articleId?: string): Promise<void> =>
  asInstallation(trx, async () => {
    const plans = await trx
      .updateTable('plans')
      .set({ waitsForReview: false, enqueuedAt: new Date() })
      .where(isOwn(operator, 'userId'))
      .where('doneAt', 'is', null)
      .where('waitsForReview', '=', true)
      .$if(articleId !== undefined, (query) => query.where('articleId', '=', articleId ?? ''))
      .returning(['id', 'dueAt'])
      .execute()
    await enqueuePlans(trx, plans)
  })
