import { z } from 'zod'
import { write } from '../../../platform/web/page-invalidation.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { listLinkableArticles } from '../insertion/queries.server.ts'
import { reviewsModel } from '../../writing/review/queries.server.ts'
import { defineRun, executeItemOnce } from '../../runs/commands.server.ts'
import { FIX_MODES, FIX_RUN, type PostResult } from './fixer.ts'
import { sayResult } from './messages.ts'
import { changePost, prepareFix, prepareUndo, type PostChange } from './change-post.server.ts'
import { listNextPosts, listNextUndoable, type Post } from './queries.server.ts'

const AT_ONCE = 4
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

const inputSchema = z.object({ mode: z.enum(FIX_MODES), usesModel: z.boolean(), undoes: z.uuid().optional() })
type Input = z.output<typeof inputSchema>

/** The run that inserts links into an account's posts, tries that, or undoes it. It changes each post once. */
export const fixRun = defineRun({
  kind: FIX_RUN,
  input: inputSchema,
  right: 'organise',
  sayResult: (result) => sayResult(result as PostResult), // as a run of this kind stores it
  sideBySide: 2,
  async prepare({ id, operator, input }) {
    const listNext = await createLister(operator, id, input)
    let after = FIRST_ID
    return async () => {
      const next = await listNext(after)
      await Promise.all(next.map((task) => doPost(operator, id, task)))
      after = next.at(-1)?.id ?? after
      return next.length > 0
    }
  },
})

/** A post, and the function that plans its change. */
interface FixTask {
  id: string
  plan: () => Promise<PostChange>
}

/** Returns a function that lists a few of a run's unfinished tasks: the next ones after the id of a post. */
async function createLister(
  operator: Operator,
  runId: string,
  { mode, usesModel, undoes = '' }: Input,
): Promise<(after: string) => Promise<FixTask[]>> {
  if (mode === 'undo')
    return async (after) => {
      const next = await listNextUndoable(operator, { undoes, runId, after, limit: AT_ONCE })
      return next.map((result) => ({ id: result.id, plan: () => prepareUndo(operator, undoes, result) }))
    }
  const articles = await listLinkableArticles(operator)
  const asksModel = usesModel && !(await reviewsModel(operator))
  const plan = async (post: Post): Promise<PostChange> => {
    const change = await prepareFix(operator, post, { articles, usesModel: asksModel })
    return mode === 'try' ? { result: change.result } : change
  }
  return async (after) => {
    const next = await listNextPosts(operator, { runId, after, limit: AT_ONCE })
    return next.map((post) => ({ id: post.id, plan: () => plan(post) }))
  }
}

async function doPost(operator: Operator, runId: string, { id, plan }: FixTask): Promise<void> {
  const change = await plan()
  await write((trx) =>
    executeItemOnce(trx, runId, {
      itemId: id,
      async work() {
        const result = await changePost(trx, operator, change)
        return { outcome: result.status, result }
      },
    }),
  )
}
