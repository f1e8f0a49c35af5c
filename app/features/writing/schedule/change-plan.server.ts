import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs, writeAs, requireRight } from '../../../platform/own-rows.server.ts'
import { readFormText } from '../../../shared/text.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { note } from '../../accounts/record/commands.server.ts'
import type { Act } from '../../accounts/record/record.ts'
import { lacksPicture } from '../../articles/revisions/queries.server.ts'
import { checkTime, isOutOfOrder } from './commands.server.ts'
import { enqueueIfSoon } from './enqueue-plans.server.ts'
import { lockOwnArticle } from '../publish/queries.server.ts'
import { planOutcomes, planRefusals, toClockSentence } from './messages.ts'
import { findSource, pin } from './pin-text.server.ts'
import { findDueAt, toPlanTime } from './queries.server.ts'
import type { PlanOutcome, PlanRefusal } from './schedule.ts'
import { findClockChange, toLocal, toMomentIn } from './time-zones.server.ts'
import { isRefusal, refuse, type Refusal } from '../../../shared/refusal.ts'

/**
 * Changes a plan of the operator as the buttons of a form ask: `move` to the local time `dueAt`, `cancel`, `restore`
 * after it was cancelled, or `renew` its text. Returns the toast, with an undo where that is possible.
 */
export async function changePlan(operator: Operator, form: FormData, timeZone: string): Promise<PlanOutcome> {
  requireRight(operator, 'publish')
  const planId = readFormText(form, 'planId')
  if (!isUuid(planId)) return toToast(refuse('already-done'))
  switch (readFormText(form, 'intent')) {
    case 'move':
      return move(operator, planId, { timeZone, local: readFormText(form, 'dueAt') })
    case 'cancel':
      return toOutcome(await cancelPlan(operator, planId), 'cancelled', { intent: 'restore', planId })
    case 'restore':
      return toOutcome(await restorePlan(operator, planId), 'restored')
    default:
      return toOutcome(await renewPlan(operator, planId), 'renewed')
  }
}

async function move(
  operator: Operator,
  planId: string,
  { timeZone, local }: { timeZone: string; local: string },
): Promise<PlanOutcome> {
  const dueAt = toMomentIn(timeZone, local)
  if (!dueAt) return toToast(refuse('wrong-time'))
  const before = await findDueAt(operator, planId)
  const undo = before && { intent: 'move', planId, dueAt: toLocal(timeZone, before), timeZone }
  const outcome = toOutcome(await movePlan(operator, planId, dueAt), 'moved', undo)
  if (outcome.tone !== 'ok') return outcome
  const clock = findClockChange(timeZone, local)
  return { ...outcome, description: clock ? toClockSentence(clock) : `To ${toPlanTime(dueAt, timeZone)}` }
}

const toToast = ({ reason }: Refusal<PlanRefusal>): PlanOutcome => ({ ...planRefusals[reason], tone: 'bad' })

const toOutcome = (
  refusal: Refusal<PlanRefusal> | undefined,
  done: keyof typeof planOutcomes,
  undo?: Record<string, string>,
): PlanOutcome =>
  refusal ? toToast(refusal) : { title: planOutcomes[done], tone: 'ok', ...(undo && { undo }) }

/** Moves a plan of the operator to another time. Returns a refusal if it cannot be moved. */
export const movePlan = (
  operator: Operator,
  planId: string,
  dueAt: Date,
): Promise<Refusal<PlanRefusal> | undefined> => moveTo(operator, { planId, dueAt, isUndo: false })

async function moveTo(
  operator: Operator,
  { planId, dueAt, isUndo }: { planId: string; dueAt: Date; isUndo: boolean },
): Promise<Refusal<PlanRefusal> | undefined> {
  requireRight(operator, 'publish')
  const refusal = checkTime(dueAt)
  if (refusal) return refusal
  return writeAs(operator, async (trx) => {
    const plan = await selectPlan(trx, operator, planId).executeTakeFirst()
    // It may have been moved again since.
    if (!plan || (isUndo && plan.movedFrom?.getTime() !== dueAt.getTime())) return refuse('already-done')
    await lockOwnArticle(trx, operator, plan.articleId)
    if (await isOutOfOrder(trx, { ...plan, id: planId, dueAt })) return refuse('out-of-order')
    const moved = isUndo ? NOT_MOVED : { movedFrom: plan.dueAt, movedAt: new Date() }
    return updateWaiting(trx, operator, { planId, changes: { dueAt, ...AGAIN, ...moved } })
  })
}

const AGAIN = { enqueuedAt: null, waitsForReview: false }
const NOT_MOVED = { movedFrom: null, movedAt: null }

/** Moves a plan of the operator back to its time of before. Returns the id of its article, or a refusal. */
export async function undoMove(
  operator: Operator,
  planId: string,
): Promise<{ ok: true; articleId: string } | Refusal<PlanRefusal>> {
  const plan = await readAs(operator, (trx) => selectPlan(trx, operator, planId).executeTakeFirst())
  if (!plan?.movedFrom) return refuse('already-done')
  const refusal = await moveTo(operator, { planId, dueAt: plan.movedFrom, isUndo: true })
  return refusal ?? { ok: true, articleId: plan.articleId }
}

/** Replaces the text of a plan by the text that is saved now. Returns a refusal if the plan keeps its text. */
export async function renewPlan(
  operator: Operator,
  planId: string,
): Promise<Refusal<PlanRefusal> | undefined> {
  const plan = await readAs(operator, (trx) => selectPlan(trx, operator, planId).executeTakeFirst())
  if (plan?.kind !== 'publish') return refuse('already-done')
  const source = await findSource(operator, plan.articleId)
  if (isRefusal(source)) return source
  return writeAs(operator, async (trx) => {
    const pinned = await pin(trx, operator, source)
    return isRefusal(pinned)
      ? pinned
      : updateWaiting(trx, operator, {
          planId,
          changes: { revision: pinned.revision, writtenAs: null, madeAt: new Date(), ...AGAIN },
        })
  })
}

/** Cancels a plan. Returns a refusal if it was carried out already. */
export const cancelPlan = (operator: Operator, planId: string): Promise<Refusal<PlanRefusal> | undefined> =>
  writeAs(operator, (trx) =>
    updateWaiting(trx, operator, { planId, changes: { doneAt: new Date(), result: 'cancelled' } }),
  )

/** Restores a cancelled plan. Returns a refusal if its time is over, or a picture of its text is gone. */
export const restorePlan = (operator: Operator, planId: string): Promise<Refusal<PlanRefusal> | undefined> =>
  writeAs(operator, async (trx) => {
    const plan = await trx
      .selectFrom('plans')
      .select(['id', 'articleId', 'kind', 'dueAt', 'revision'])
      .where('id', '=', planId)
      .where(isOwn(operator, 'userId'))
      .where('result', '=', 'cancelled')
      .where('dueAt', '>', new Date())
      .where(
        // The revision of a cancelled plan may be pruned.
        sql<boolean>`(kind <> 'publish' or exists (
          select from revisions where article_id = plans.article_id and site_id is null and number = plans.revision))`,
      )
      .executeTakeFirst()
    if (!plan) return refuse('already-done')
    await lockOwnArticle(trx, operator, plan.articleId)
    if (await isOutOfOrder(trx, plan)) return refuse('out-of-order')
    if (await lacksPicture(trx, plan)) return refuse('picture-gone')
    const restored = await trx
      .updateTable('plans')
      .set({ doneAt: null, result: null, enqueuedAt: null })
      .where('id', '=', planId)
      .where('result', '=', 'cancelled')
      .executeTakeFirst()
    if (restored.numUpdatedRows === 0n) return refuse('already-done')
    await enqueueIfSoon(trx, plan)
    await notePlan(trx, operator, ['planned', plan.articleId])
    return undefined
  })

interface PlanChanges {
  dueAt?: Date
  enqueuedAt?: null
  waitsForReview?: boolean
  movedFrom?: Date | null
  movedAt?: Date | null
  revision?: number
  writtenAs?: null
  madeAt?: Date
  doneAt?: Date
  result?: 'cancelled'
}

async function updateWaiting(
  trx: Transaction,
  operator: Operator,
  { planId, changes }: { planId: string; changes: PlanChanges },
): Promise<Refusal<PlanRefusal> | undefined> {
  const plan = await trx
    .updateTable('plans')
    .set(changes)
    .where('id', '=', planId)
    .where(isOwn(operator, 'userId'))
    .where('doneAt', 'is', null)
    .returning(['id', 'articleId', 'dueAt'])
    .executeTakeFirst()
  if (!plan) return refuse('already-done')
  if (changes.dueAt) await enqueueIfSoon(trx, plan)
  await notePlan(trx, operator, [changes.result ? 'plan-cancelled' : 'plan-changed', plan.articleId])
  return undefined
}

async function notePlan(
  trx: Transaction,
  operator: Operator,
  [act, articleId]: [Act, string],
): Promise<void> {
  const article = trx.selectFrom('blogPosts').select('title').where('id', '=', articleId)
  await note(trx, operator, [act, (await article.executeTakeFirst())?.title])
}

const selectPlan = (trx: Transaction, operator: Operator, planId: string) =>
  trx
    .selectFrom('plans')
    .select(['articleId', 'kind', 'dueAt', 'movedFrom'])
    .where('id', '=', planId)
    .where(isOwn(operator, 'userId'))
    .where('doneAt', 'is', null)
