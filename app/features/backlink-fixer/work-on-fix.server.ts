import { z } from 'zod'
import { write } from '../../platform/page-drops.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { listLinkableArticles } from '../backlinks/queries.server.ts'
import { doItem, workOnRun } from '../runs/commands.server.ts'
import { FIX_MODES, FIX_RUN } from './backlink-fixer.ts'
import { changePost, planFix, planUndo, type PostChange } from './change-post.server.ts'
import { listNextPosts, listNextUndoable, type Post } from './queries.server.ts'

const AT_ONCE = 4
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

const inputSchema = z.object({ mode: z.enum(FIX_MODES), usesModel: z.boolean(), undoes: z.uuid().optional() })
type Input = z.output<typeof inputSchema>

/** Goes on with a run over posts for a while. Each post is done once, whoever works on the run how often. */
export const workOnFix = (runId: string): Promise<void> =>
  workOnRun({
    id: runId,
    kind: FIX_RUN,
    async prepare(operator, input) {
      const listNext = await toLister(operator, runId, inputSchema.parse(input))
      let after = FIRST_ID
      return async () => {
        const next = await listNext(after)
        await Promise.all(next.map((task) => doPost(operator, runId, task)))
        after = next.at(-1)?.id ?? after
        return next.length > 0
      }
    },
  })

/** A post, and how it is found out what becomes of it. */
interface Task {
  id: string
  plan: () => Promise<PostChange>
}

/** Lists the tasks of a run that are not done yet, behind one of them, a few at once. */
async function toLister(
  operator: Operator,
  runId: string,
  { mode, usesModel, undoes = '' }: Input,
): Promise<(after: string) => Promise<Task[]>> {
  if (mode === 'undo')
    return async (after) => {
      const next = await listNextUndoable(operator, { undoes, runId, after, limit: AT_ONCE })
      return next.map((result) => ({ id: result.id, plan: () => planUndo(operator, undoes, result) }))
    }
  const articles = await listLinkableArticles(operator)
  const plan = async (post: Post): Promise<PostChange> => {
    const change = await planFix(operator, post, { articles, usesModel })
    return mode === 'try' ? { result: change.result } : change
  }
  return async (after) => {
    const next = await listNextPosts(operator, { runId, after, limit: AT_ONCE })
    return next.map((post) => ({ id: post.id, plan: () => plan(post) }))
  }
}

async function doPost(operator: Operator, runId: string, { id, plan }: Task): Promise<void> {
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
}
