import { sql } from 'kysely'
import type { BlogPost } from '../../../db/tables.ts'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { log } from '../../../platform/log.server.ts'
import { isOwn, writeAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import {
  updateArticle,
  moveArticle,
  resolveTranslation,
  toTextColumns,
} from '../../articles/commands.server.ts'
import { type ArticleText, toTypedFields } from '../../articles/fields/fields.ts'
import { isSitePage } from '../../articles/placement/queries.server.ts'
import { findLastWriter, findRevisedText, toWantedHash } from '../../articles/revisions/queries.server.ts'
import { CAUSES_OF_MANY, listChanged, type RevisedText } from '../../articles/revisions/revisions.ts'
import { orderDeliveries, orderRemoval } from '../../delivery/deliveries/commands.server.ts'
import { listWanted } from '../../delivery/deliveries/queries.server.ts'
import { creditRevision, endReviewWithoutText } from '../approval/commands.server.ts'
import { findCreditsOf, isApproved, lacksApproval } from '../approval/queries.server.ts'
import { findSiteIds } from '../../delivery/target-sites/queries.server.ts'
import { type InsertLinks, prepareText, type PreparedText, toPlacer } from '../publish/commands.server.ts'
import { lockAnyOwnArticle } from '../publish/queries.server.ts'
import { checkText } from '../writing.ts'
import { endPlan, type PlanEnd, type PlanLine } from './end-plan.server.ts'
import { isSavedSince, keepNewerText } from './keep-newer-text.server.ts'
import type { PlanNote } from './schedule.ts'
import { isRefusal, refuse, type Refusal } from '../../../shared/refusal.ts'

/**
 * Carries out a plan whose time has come. Changes the article, orders its deliveries and ends the plan in one
 * transaction, so that it happens exactly once. Does nothing for a plan that is over or not due. Throws if the database
 * throws, if the machine is too busy to render the text, and if the plan gets another text in this moment. In these
 * cases the job is tried again.
 */
export async function carryOutPlan(planId: string, placeLinks: InsertLinks): Promise<void> {
  const due = await findDue(planId)
  if (!due) return
  const { operator } = due
  const { available, modelled, reviewed } = await findSiteIds(operator)
  const placer = toPlacer(placeLinks, modelled, due)
  const prepared = due.kind === 'publish' ? await prepare(due, placer) : undefined
  const ended = await writeAs(operator, async (trx) => {
    // An import locks the article before its plan too: a fixed order prevents deadlocks.
    const article = await lockAnyOwnArticle(trx, operator, due.articleId).executeTakeFirst()
    const plan = await lockPlan(trx, operator, planId)
    if (!plan) return undefined
    if (plan.revision !== due.revision) throw new Error('The text of a plan was replaced.')
    if (plan.lacksApproval) {
      await trx.updateTable('plans').set({ waitsForReview: true }).where('id', '=', planId).execute()
      return { result: 'waits', notes: [] }
    }
    const task = { operator, plan, prepared, available, reviewed }
    const { line, ...outcome } = await carryOut(trx, task, article)
    await endPlan(trx, { operator, plan, line }, outcome)
    return outcome
  })
  if (ended) log.info({ planId, kind: due.kind, ...ended }, 'plan.carried_out')
}

interface Outcome extends PlanEnd {
  line?: PlanLine | undefined
}

const refused = (note: PlanNote): Outcome => ({ result: 'refused', notes: [note] })
const done = (line?: PlanLine, ...notes: PlanNote[]): Outcome => ({ result: 'done', notes, line })

// Includes plans that are due within a second, because the clocks of the queue and the database may differ.
const toLatest = () => new Date(Date.now() + 1000)

async function findDue(planId: string) {
  const row = await db
    .selectFrom('plans')
    .innerJoin('users', 'users.id', 'plans.userId')
    .innerJoin('blogPosts', 'blogPosts.id', 'plans.articleId')
    .select(['plans.kind', 'plans.revision', 'plans.articleId', 'plans.dueAt', 'plans.siteIds'])
    .select('blogPosts.publishedAt')
    .select(['users.id', 'users.email', 'users.name'])
    .where('plans.id', '=', planId)
    .where('doneAt', 'is', null)
    .where('dueAt', '<=', toLatest())
    .executeTakeFirst()
  if (!row) return undefined
  const { id, email, name, ...plan } = row
  return { ...plan, operator: { id, email, name } }
}

interface Due {
  operator: Operator
  articleId: string
  revision: number | null
  publishedAt: Date | null
  dueAt: Date
}

const PATIENCE_MS = 3_600_000

/** A revision, ready to be published. */
interface Prepared extends PreparedText {
  /** The text as it was planned, before backlinks were added. */
  pinned: RevisedText
  text: ArticleText
}

async function prepare(
  { operator, articleId, revision, publishedAt, dueAt }: Due,
  placeLinks: InsertLinks | undefined,
): Promise<Prepared | Refusal<PlanNote>> {
  const key = { siteId: null, number: revision ?? 0 }
  const pinned = await findRevisedText(operator, articleId, key)
  if (!pinned) return refuse('not-ready')
  const checked = checkText(pinned)
  if (!checked.ok) return refuse('not-ready')
  const { text } = checked
  // Backlinks are placed when an article is first published (spec §7).
  const prepared = await prepareText(operator, text, publishedAt ? undefined : placeLinks)
  if (!isRefusal(prepared)) return { ...prepared, pinned, text }
  // The text was rendered in time when it was planned, so the machine is busy.
  if (prepared.reason === 'text-too-slow' && Date.now() < dueAt.getTime() + PATIENCE_MS)
    throw new Error('The text of a plan took too long to render.')
  return prepared
}

// The text was written or approved by somebody besides the account itself.
const isOfOthers = sql<boolean>`exists (
  select from revisions where article_id = plans.article_id and site_id is null
    and number = coalesce(written_as, revision) and (made_by <> user_id or written_by is not null
      or exists (select from approvals where revision_id = revisions.id)))`

const lockPlan = (trx: Transaction, operator: Operator, planId: string) =>
  trx
    .selectFrom('plans')
    .selectAll()
    .select([lacksApproval.as('lacksApproval'), isOfOthers.as('isOfOthers')])
    .where('id', '=', planId)
    .where(isOwn(operator, 'userId'))
    .where('doneAt', 'is', null)
    .where('dueAt', '<=', toLatest()) // it may have been moved while its text was prepared
    .forUpdate()
    .executeTakeFirst()

type PlanRow = NonNullable<Awaited<ReturnType<typeof lockPlan>>>

interface PlanTask {
  operator: Operator
  plan: PlanRow
  prepared: Prepared | Refusal<PlanNote> | undefined
  /** The ids of the sites that the account may publish to. */
  available: Set<string>
  /** Those that ask for a second pair of eyes. */
  reviewed: Set<string>
}

async function carryOut(trx: Transaction, task: PlanTask, article: BlogPost | undefined): Promise<Outcome> {
  const { plan, prepared } = task
  const { articleId } = plan
  if (!article || article.deletionAskedAt) return refused('being-deleted')
  if (isRefusal(prepared)) return refused(prepared.reason)
  if (prepared) return publish(trx, task, { article, prepared })
  if (article.publishedAt === null) return done(undefined, 'nothing-to-do')
  if (plan.kind === 'unpublish') {
    await updateArticle(trx, article, { publishedAt: null })
    await orderRemoval(trx, { articleId })
    return done(['unpublished', article.title])
  }
  const removed = await orderRemoval(trx, { articleId, siteIds: plan.siteIds })
  if (removed.length === 0) return done(undefined, 'nothing-to-do')
  if (!(await isOnAnySite(trx, articleId))) await updateArticle(trx, article, { publishedAt: null })
  return done(['unpublished', article.title])
}

async function publish(
  trx: Transaction,
  task: PlanTask,
  { article: before, prepared }: { article: BlogPost; prepared: Prepared },
): Promise<Outcome> {
  const { plan, available } = task
  const siteIds = plan.siteIds.filter((id) => available.has(id))
  const isGone = plan.siteIds.length > 0 && siteIds.length === 0 && before.siteId === null
  if (isGone && !(await isOnAnySite(trx, before.id))) return refused('no-site-left')
  const keepsNewer = before.publishedAt !== null && (await isOvertaken(trx, plan, { before, prepared }))
  const notes: PlanNote[] = siteIds.length < plan.siteIds.length ? ['site-gone'] : []
  if (keepsNewer) {
    const seenOn = await leaveOutUnseen(trx, task, { article: before, siteIds })
    const isOnMore = await orderEverywhere(trx, before, { siteIds: seenOn, varies: plan.varies })
    if (seenOn.length < siteIds.length) notes.push('not-approved')
    return done(isOnMore ? ['sent-to-sites', before.title] : undefined, 'newer-text', ...notes)
  }
  return done(await publishPlanned(trx, task, { before, prepared, siteIds }), ...notes)
}

// A page of a site, such as About, stands on its site without a delivery.
const isOnAnySite = async (trx: Transaction, articleId: string): Promise<boolean> =>
  (await listWanted(trx, articleId)).length > 0 || (await isSitePage(trx, articleId))

async function publishPlanned(
  trx: Transaction,
  { operator, plan }: PlanTask,
  { before, prepared, siteIds }: { before: BlogPost; prepared: Prepared; siteIds: string[] },
): Promise<PlanLine> {
  const writtenBy = isSavedSince(before, plan) ? await findLastWriter(trx, operator, before.id) : undefined
  const article = await publishText(trx, operator, { before, prepared })
  await orderEverywhere(trx, article, { siteIds, varies: plan.varies })
  await keepNewerText(trx, operator, { plan, before, writtenBy, article, pinned: prepared.pinned })
  if (plan.isOfOthers) await creditPlanned(trx, operator, plan)
  return [before.publishedAt ? 'updated' : 'published', article.title]
}

// The approval of the planned text is none of the newer one.
async function leaveOutUnseen(
  trx: Transaction,
  { operator, reviewed }: PlanTask,
  { article, siteIds }: { article: BlogPost; siteIds: string[] },
): Promise<string[]> {
  const present = await listWanted(trx, article.id)
  const unseen = siteIds.filter((id) => reviewed.has(id) && present.every(({ siteId }) => siteId !== id))
  const text = { ...toTypedFields(article), slug: article.slug }
  if (await isApproved(trx, operator, { id: article.id, text, siteIds: unseen })) return siteIds
  return siteIds.filter((id) => !unseen.includes(id))
}

// Names the people behind the planned text. Its review is over.
async function creditPlanned(trx: Transaction, operator: Operator, plan: PlanRow): Promise<void> {
  const { articleId, revision, writtenAs } = plan
  const credits = await findCreditsOf(trx, operator, { articleId, number: writtenAs ?? revision ?? 0 })
  if (credits) await creditRevision(trx, { articleId }, credits)
  await endReviewWithoutText(trx, operator, articleId)
}

// A plan never reverts a text that was published after the plan was made. A change of many texts changed the planned one, too.
async function isOvertaken(
  trx: Transaction,
  { articleId, revision, writtenAs }: PlanRow,
  { before, prepared }: { before: BlogPost; prepared: Prepared },
): Promise<boolean> {
  if (listChanged({ ...toTypedFields(before), slug: before.slug }, prepared.pinned).length === 0) return false
  const newer = await trx
    .selectFrom('revisions')
    .select('id')
    .where('articleId', '=', articleId)
    .where('siteId', 'is', null)
    .where('kind', '=', 'published')
    .where('cause', 'not in', CAUSES_OF_MANY)
    .where('number', '>', writtenAs ?? revision)
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}

async function publishText(
  trx: Transaction,
  operator: Operator,
  { before, prepared }: { before: BlogPost; prepared: Prepared },
): Promise<BlogPost> {
  const { text, content, rendered, pinned } = prepared
  const now = new Date()
  const linked = await resolveTranslation(trx, operator, { typed: text.translationOf, before })
  // Without the other article, which may be deleted, the text is published all the same.
  const { translationOf } = isRefusal(linked) ? before : linked
  const columns = { ...toTextColumns({ ...text, content }, rendered), translationOf }
  const dates = { publishedAt: before.publishedAt ?? now, updatedAt: now, cause: 'plan' as const }
  return moveArticle(trx, await updateArticle(trx, before, { ...columns, ...dates }), pinned.slug)
}

// The sites that have the article get the new text too. Returns true if it is on more sites than before.
async function orderEverywhere(
  trx: Transaction,
  article: BlogPost,
  { siteIds, varies }: { siteIds: string[]; varies: boolean },
): Promise<boolean> {
  const present = await listWanted(trx, article.id)
  const added = siteIds.filter((id) => present.every(({ siteId }) => siteId !== id))
  const orders = [...present, ...added.map((siteId) => ({ articleId: article.id, siteId, varies }))]
  const wantedHash = toWantedHash(article)
  await orderDeliveries(
    trx,
    orders.map((order) => ({ ...order, wantedHash })),
    0,
  )
  return added.length > 0
}
