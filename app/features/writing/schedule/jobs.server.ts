import { sql } from 'kysely'
import { z } from 'zod'
import { transact } from '../../../platform/store/database.server.ts'
import type { JobKind } from '../../../platform/work/queue.server.ts'
import type { InsertLinks } from '../publish/commands.server.ts'
import { carryOutPlan } from './carry-out.server.ts'
import { enqueuePlans, PLAN_JOB, SOON_S } from './enqueue-plans.server.ts'

const payload = z.object({ planId: z.uuid() })

/** Carries out a plan at its time. `placeLinks` adds backlinks to an article that is first published. */
export const toPlanJob = (placeLinks: InsertLinks): JobKind => ({
  name: PLAN_JOB,
  batches: 2,
  work: (data) => carryOutPlan(payload.parse(data).planId, placeLinks),
})

const AT_ONCE = 2000
const LOST_AFTER_S = 600 // a job that was enqueued so long ago was deleted

/** Enqueues, each minute, the plans that are due soon, and those that came due while no process ran. */
export const enqueuePlansJob: JobKind = {
  name: 'enqueue-plans',
  cron: '* * * * *',
  work: () =>
    transact(async (trx) => {
      const due = trx
        .selectFrom('plans')
        .select('id')
        .where('doneAt', 'is', null)
        .where('waitsForReview', '=', false)
        .where('dueAt', '<', sql<Date>`now() + make_interval(secs => ${SOON_S})`)
        .where(sql<boolean>`coalesce(enqueued_at < now() - make_interval(secs => ${LOST_AFTER_S}), true)`)
        .orderBy('dueAt')
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked()
      const plans = await trx
        .updateTable('plans')
        .set({ enqueuedAt: sql<Date>`now()` })
        .where('id', 'in', due)
        .returning(['id', 'dueAt'])
        .execute()
      await enqueuePlans(trx, plans)
    }),
}
