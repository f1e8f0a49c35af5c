import { validate as isUuid } from 'uuid'
import { readFormText } from '../../../shared/text.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { cancelPlan, movePlan, renewPlan, restorePlan } from './commands.server.ts'
import { planOutcomes, planRefusals } from './messages.ts'
import { findDueAt } from './queries.server.ts'
import type { PlanOutcome, PlanRefusal } from './schedule.ts'
import { toLocal, toMomentIn } from './time-zones.server.ts'

/**
 * Changes a plan of the operator as the buttons of a form ask: `move` to the local time `dueAt`, `cancel`, `restore`
 * after it was cancelled, or `renew` its text. Returns the toast, with an undo where that is possible.
 */
export async function changePlan(operator: Operator, form: FormData, timeZone: string): Promise<PlanOutcome> {
  const planId = readFormText(form, 'planId')
  if (!isUuid(planId)) return refuse('already-done')
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
  if (!dueAt) return refuse('wrong-time')
  const before = await findDueAt(operator, planId)
  const undo = before && { intent: 'move', planId, dueAt: toLocal(timeZone, before) }
  return toOutcome(await movePlan(operator, planId, dueAt), 'moved', undo)
}

const refuse = (reason: PlanRefusal): PlanOutcome => ({ ...planRefusals[reason], tone: 'bad' })

const toOutcome = (
  refusal: PlanRefusal | undefined,
  done: keyof typeof planOutcomes,
  undo?: Record<string, string>,
): PlanOutcome =>
  refusal ? refuse(refusal) : { title: planOutcomes[done], tone: 'ok', ...(undo && { undo }) }
