import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { toShortDate } from '../../../shared/dates.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { findRevisedText, hashText, toPersonName } from '../../articles/revisions/queries.server.ts'
import type { RevisedText } from '../../articles/revisions/revisions.ts'
import { lacksApproval } from '../approval/queries.server.ts'
import { findDraft } from '../drafts/queries.server.ts'
import { type DraftText, toDraftPath } from '../drafts/drafts.ts'
import { shownSiteName } from '../../articles/placement/queries.server.ts'
import { findEditable } from '../publish/queries.server.ts'
import { ARTICLES_PATH, checkText, type EditableArticle } from '../writing.ts'
import { nextSteps, waitsForReview } from './messages.ts'
import { type Plan, type Schedule, toPlanNotes } from './schedule.ts'
import { findRepetition, toLocal } from './time-zones.server.ts'

const ENDED_SHOWN = 20

/**
 * Returns the schedule of one of the operator's articles or drafts; undefined if it does not exist. It proposes the local
 * time `asked`, or tomorrow at nine.
 */
export async function findSchedule(
  operator: Operator,
  id: string,
  { timeZone, asked }: { timeZone: string; asked?: string | undefined },
): Promise<Schedule | undefined> {
  const [draft, article] = [await findDraft(operator, id), await findEditable(operator, id)]
  const text = draft?.text ?? article?.typed
  if (!text || article?.state === 'deleting') return undefined
  const checked = checkText(text)
  return {
    id,
    title: text.title,
    back: article ? `${ARTICLES_PATH}/${id}` : toDraftPath(id),
    timeZone,
    ...toProposal(text, article),
    proposed: asked ?? toProposedTime(timeZone),
    missing: checked.ok ? [] : Object.keys(checked.errors),
    plans: await withTexts(operator, await listPlans(operator, id, timeZone), text),
  }
}

// Adds the text that each pending plan will publish. `saved` is the one that is saved now.
const withTexts = (operator: Operator, plans: Plan[], saved: DraftText): Promise<Plan[]> =>
  Promise.all(
    plans.map(async (plan) => {
      if (plan.result !== null || plan.revision === null) return plan
      const key = { siteId: null, number: plan.revision }
      const text = await findRevisedText(operator, plan.articleId, key)
      if (!text) return plan
      const { content, tags } = text
      return { ...plan, text: { content, tags, isOlder: !isSameContent(text, saved) } }
    }),
  )

// A text that became an article was written in another way: without spaces at its ends, for example.
function isSameContent(one: RevisedText, other: DraftText): boolean {
  const [checked, otherChecked] = [checkText(one), checkText(other)]
  if (!checked.ok || !otherChecked.ok) return false
  return (
    hashText(checked.text) === hashText(otherChecked.text) && checked.text.cover === otherChecked.text.cover
  )
}

// Proposes more sites for a live article, and the sites chosen in its form for any other.
const toProposal = (
  { siteIds, generateVariations }: DraftText,
  article: EditableArticle | undefined,
): Pick<Schedule, 'state' | 'siteIds' | 'generateVariations'> => ({
  state: article?.state === 'published' ? 'live' : 'not-live',
  siteIds: article?.state === 'published' ? [] : siteIds,
  generateVariations,
})

const HOUR_MS = 3_600_000
/** The time of day that is proposed for a plan. */
export const MORNING = 'T09:00'

// Tomorrow at nine.
const toProposedTime = (timeZone: string) =>
  `${toLocal(timeZone, new Date(Date.now() + 24 * HOUR_MS)).slice(0, 10)}${MORNING}`

/** Lists the plans of an article: pending ones by their time, then the last finished ones. */
export const listPlans = (operator: Operator, articleId: string, timeZone: string): Promise<Plan[]> =>
  readAs(operator, async (trx) => {
    const waiting = await selectPlans(trx, operator)
      .where('articleId', '=', articleId)
      .where('doneAt', 'is', null)
      .orderBy('dueAt')
      .orderBy('plans.id')
      .execute()
    const ended = await selectPlans(trx, operator)
      .where('articleId', '=', articleId)
      .where('doneAt', 'is not', null)
      .orderBy('doneAt', 'desc')
      .orderBy('plans.id', 'desc')
      .limit(ENDED_SHOWN)
      .execute()
    return [...waiting, ...ended].map((row) => toPlan(row, timeZone))
  })

/** Returns one of the operator's plans of an article, with times in UTC; undefined if there is none. */
export const findPlan = (
  operator: Operator,
  { articleId, planId }: { articleId?: string; planId?: string },
): Promise<Plan | undefined> =>
  readAs(operator, async (trx) => {
    const row = await selectPlans(trx, operator)
      .where('plans.id', '=', planId ?? '')
      .where('articleId', '=', articleId ?? '')
      .executeTakeFirst()
    return row && toPlan(row, 'UTC')
  })

/** Selects the plans of the operator with their titles, makers and sites. */
export const selectPlans = (trx: Transaction, operator: Operator) =>
  trx
    .selectFrom('plans')
    .innerJoin('blogPosts', 'blogPosts.id', 'plans.articleId')
    .leftJoin('users', 'users.id', 'plans.madeBy')
    .select(['plans.id', 'articleId', 'kind', 'dueAt', 'revision', 'doneAt', 'result', 'notes'])
    .select(
      sql<string>`coalesce(
      (select revisions.text->>'title' from revisions where revisions.article_id = plans.article_id
        and revisions.site_id is null and revisions.number = plans.revision), blog_posts.title)`.as('title'),
    )
    .select(toPersonName('users').as('madeBy'))
    .select(
      sql<string[]>`array(
      select ${shownSiteName} from target_sites where target_sites.id = any(plans.site_ids) order by lower(name))`.as(
        'siteNames',
      ),
    )
    .select(sql<boolean>`done_at is null and ${lacksApproval}`.as('lacksApproval'))
    .where(isOwn(operator, 'plans.userId'))
    .where('blogPosts.deletionAskedAt', 'is', null)

/** A selected plan. */
export type PlanRow = Awaited<ReturnType<ReturnType<typeof selectPlans>['execute']>>[number]

const MINUTE_MS = 60_000

function toPlan({ notes, doneAt, ...row }: PlanRow, timeZone: string): Plan {
  const lateMs = row.result === 'done' && doneAt ? doneAt.getTime() - row.dueAt.getTime() : 0
  return {
    ...row,
    due: toPlanTime(row.dueAt, timeZone),
    dueLocal: toLocal(timeZone, row.dueAt),
    notes: toPlanNotes(notes),
    isRestorable: row.result === 'cancelled' && row.dueAt > new Date(),
    lateMin: Math.floor(lateMs / MINUTE_MS),
  }
}

/** Returns the time of a plan for readers in a time zone, such as `Nov 26, 2026, 09:00`. */
export function toPlanTime(dueAt: Date, timeZone: string): string {
  const local = toLocal(timeZone, dueAt)
  const repeated = findRepetition(timeZone, dueAt)
  const shown = `${toShortDate(new Date(`${local.slice(0, 10)}T00:00:00Z`))}, ${local.slice(11)}`
  return repeated ? `${shown}, the ${repeated} of two` : shown
}

/** Counts the pending plans of the operator. */
export const countWaiting = async (trx: Transaction, operator: Operator): Promise<number> => {
  const { count } = await trx
    .selectFrom('plans')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isOwn(operator, 'userId'))
    .where('doneAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the pending plans of the account that a person made. */
export const countPlansOf = (operator: Operator, personId: string): Promise<number> =>
  readAs(operator, async (trx) => {
    const { count } = await trx
      .selectFrom('plans')
      .select(sql<number>`count(*)::int`.as('count'))
      .where(isOwn(operator, 'userId'))
      .where('madeBy', '=', personId)
      .where('doneAt', 'is', null)
      .executeTakeFirstOrThrow()
    return count
  })

/** Returns the time of a plan of the operator; undefined if it does not exist or is over. */
export const findDueAt = (operator: Operator, planId: string): Promise<Date | undefined> =>
  readAs(operator, async (trx) => {
    const plan = await trx
      .selectFrom('plans')
      .select('dueAt')
      .where('id', '=', planId)
      .where(isOwn(operator, 'userId'))
      .where('doneAt', 'is', null)
      .executeTakeFirst()
    return plan?.dueAt
  })

/** Returns the action and the time of the next plan of an article, as a sentence; undefined without a plan. */
export async function findNextPlan(
  operator: Operator,
  articleId: string,
  timeZone: string,
): Promise<string | undefined> {
  const [next] = await listPlans(operator, articleId, timeZone)
  if (next?.result !== null) return undefined
  return `${nextSteps[next.kind]} ${next.due}${next.lacksApproval ? `. ${waitsForReview}` : ''}`
}
