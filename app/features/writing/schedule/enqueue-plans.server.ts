import type { Transaction } from '../../../platform/store/database.server.ts'
import { enqueueAll } from '../../../platform/work/queue.server.ts'

/** The job that carries out one plan. */
export const PLAN_JOB = 'carry-out-plan'

/** Enqueues the jobs of plans that are due soon, each at its time, in the caller's transaction. */
export async function enqueuePlans(trx: Transaction, plans: { id: string; dueAt: Date }[]): Promise<void> {
  const byDelay = Map.groupBy(plans, ({ dueAt }) => toDelayS(dueAt))
  for (const [delayS, due] of byDelay)
    await enqueueAll(trx, { name: PLAN_JOB, data: due.map(({ id }) => ({ planId: id })), delayS })
}

const toDelayS = (dueAt: Date): number => Math.max(0, Math.ceil((dueAt.getTime() - Date.now()) / 1000))

/** The job of a plan is enqueued this long before it is due. The queue deletes jobs that wait for weeks. */
export const SOON_S = 120

/** Enqueues the job of a plan that is due soon, in the caller's transaction. Later plans are enqueued by `enqueuePlansJob`. */
export async function enqueueIfSoon(trx: Transaction, plan: { id: string; dueAt: Date }): Promise<void> {
  if (toDelayS(plan.dueAt) <= SOON_S) await enqueuePlans(trx, [plan])
}
