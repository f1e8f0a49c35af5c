import { z } from 'zod'
import { db } from '../../platform/database.server.ts'
import { log } from '../../platform/log.server.ts'
import { write } from '../../platform/page-drops.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { listLinkableArticles } from '../backlinks/queries.server.ts'
import { continueRun, doItem, finishRun } from '../runs/commands.server.ts'
import { findOpenRun } from '../runs/queries.server.ts'
import { FIX_MODES, FIX_RUN } from './backlink-fixer.ts'
import { changePost, planFix, planUndo, type PostChange } from './change-post.server.ts'
import { stoppedUnexpectedly } from './messages.ts'
import { listNextPosts, listNextUndoable } from './queries.server.ts'

const AT_ONCE = 4
const SLICE_MS = 30_000 // a job that lasts would be taken for dead

const inputSchema = z.object({ mode: z.enum(FIX_MODES), usesModel: z.boolean(), undoes: z.uuid().optional() })

/**
 * Goes on with a run for half a minute, and leaves the rest to another job. Each post is done once, whoever works on the
 * run how often.
 */
export async function workOnFix(runId: string): Promise<void> {
  const run = await findOpenRun(runId)
  if (!run) return
  const { operator } = run
  const input = inputSchema.parse(run.input)
  try {
    const isDone = await workForAWhile(operator, runId, await toSteps(operator, runId, input))
    if (isDone) await finishRun(runId)
    else await db.transaction().execute((trx) => continueRun(trx, { id: runId, kind: FIX_RUN }))
  } catch (error) {
    log.error({ err: error, run: runId }, 'backlinks.run_failed')
    await finishRun(runId, stoppedUnexpectedly) // if the store is away this throws too, and the job is run again
  }
}

/** The parts of a run: which come next after one, and what becomes of each. */
interface Steps {
  listNext: (after: string) => Promise<{ id: string; plan: () => Promise<PostChange> }[]>
}

async function toSteps(
  operator: Operator,
  runId: string,
  { mode, usesModel, undoes }: z.output<typeof inputSchema>,
): Promise<Steps> {
  if (mode === 'undo') {
    return {
      async listNext(after) {
        const from = undoes ?? ''
        const next = await listNextUndoable(operator, { undoes: from, runId, after, limit: AT_ONCE })
        return next.map((result) => ({ id: result.id, plan: () => planUndo(operator, from, result) }))
      },
    }
  }
  const articles = await listLinkableArticles(operator)
  const plan = async (post: Parameters<typeof planFix>[1]): Promise<PostChange> => {
    const change = await planFix(operator, post, { articles, usesModel })
    return mode === 'try' ? { result: change.result } : change
  }
  return {
    async listNext(after) {
      const next = await listNextPosts(operator, { runId, after, limit: AT_ONCE })
      return next.map((post) => ({ id: post.id, plan: () => plan(post) }))
    },
  }
}

async function workForAWhile(operator: Operator, runId: string, { listNext }: Steps): Promise<boolean> {
  const until = performance.now() + SLICE_MS
  let after = FIRST_ID
  while (performance.now() < until) {
    const next = await listNext(after)
    const last = next.at(-1)
    if (!last) return true
    after = last.id
    await Promise.all(
      next.map(async ({ id, plan }) => {
        const change = await plan()
        await write((trx) =>
          doItem(trx, runId, {
            itemId: id,
            async work() {
              const result = await changePost(trx, operator, change)
              return { outcome: result.status, result }
            },
          }),
        )
      }),
    )
  }
  return false
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
