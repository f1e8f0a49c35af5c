import type { Transaction } from '../../../platform/store/database.server.ts'
import { asInstallation } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { toActor } from '../../accounts/members/commands.server.ts'
import { note } from '../../accounts/record/commands.server.ts'
import type { Act } from '../../accounts/record/record.ts'
import type { PlanNote } from './schedule.ts'

/** What a plan did, and the title of its article. */
export type PlanLine = [Act, string]

/** What became of a plan that was carried out. */
export interface PlanEnd {
  result: 'done' | 'refused'
  notes: PlanNote[]
}

interface ToEnd {
  /** The account of the plan. */
  operator: Operator
  plan: { id: string; madeBy: string | null }
  /** The line for the record; undefined if readers see no difference. */
  line: PlanLine | undefined
}

/** Ends a plan in the transaction that carried it out. The record names the person who made it. */
export async function endPlan(
  trx: Transaction,
  { operator, plan, line }: ToEnd,
  { result, notes }: PlanEnd,
): Promise<void> {
  const ended = { doneAt: new Date(), result, notes }
  await trx.updateTable('plans').set(ended).where('id', '=', plan.id).execute()
  // The account carries the plan out, and may write lines of its own alone.
  if (line) await asInstallation(trx, async () => note(trx, await findPlanner(trx, operator, plan), line))
}

async function findPlanner(
  trx: Transaction,
  operator: Operator,
  { madeBy }: ToEnd['plan'],
): Promise<Operator> {
  if (madeBy === operator.id) return operator
  const person = trx.selectFrom('users').select(['id', 'email', 'name']).where('id', '=', madeBy)
  const planner = await person.executeTakeFirst()
  return planner ? toActor(planner, operator.id) : operator // a plan of a deleted person is the account's
}
