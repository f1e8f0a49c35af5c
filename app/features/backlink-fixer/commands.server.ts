import { validate as isUuid } from 'uuid'
import { writeAs } from '../../platform/own-rows.server.ts'
import { write } from '../../platform/page-drops.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { isOneOpen, startRun } from '../runs/commands.server.ts'
import { FIX_RUN, type FixInput, type PostResult } from './backlink-fixer.ts'
import { changePost, planUndo } from './change-post.server.ts'
import type { FixRefusal } from './messages.ts'
import { countFixableIn, countUndoable, findFixRun, findUndoable } from './queries.server.ts'

/**
 * Begins a run over all of the operator's posts that have a canonical URL; one at a time for an account. To undo is
 * such a run too, over the posts that `undoes` put links into.
 */
export async function startFix(
  operator: Operator,
  input: FixInput,
): Promise<{ ok: true; runId: string } | { ok: false; reason: FixRefusal }> {
  const { mode, undoes = '' } = input
  if (mode === 'undo' && !(await findFixRun(operator, undoes))) return { ok: false, reason: 'not-found' }
  const undoable = mode === 'undo' ? await countUndoable(operator, undoes) : 0
  if (mode === 'undo' && undoable === 0) return { ok: false, reason: 'nothing-to-undo' }
  try {
    const runId = await writeAs(operator, async (trx) => {
      const total = mode === 'undo' ? undoable : await countFixableIn(trx, operator)
      return startRun(trx, operator, { kind: FIX_RUN, input, total })
    })
    return { ok: true, runId }
  } catch (error) {
    if (isOneOpen(error)) return { ok: false, reason: 'running' }
    throw error
  }
}

/** Takes the links out again that a run put into one post: the text is then what it was, byte for byte. */
export async function undoOne(
  operator: Operator,
  { runId, articleId }: { runId: string; articleId: string },
): Promise<{ ok: true; result: PostResult } | { ok: false; reason: FixRefusal }> {
  const result = isUuid(runId) ? await findUndoable(operator, runId, articleId) : undefined
  if (!result) return { ok: false, reason: 'nothing-to-undo' }
  const change = await planUndo(operator, runId, result)
  return { ok: true, result: await write((trx) => changePost(trx, operator, change)) }
}
