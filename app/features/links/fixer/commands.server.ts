import { validate as isUuid } from 'uuid'
import { write } from '../../../platform/web/page-invalidation.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import type { FixInput, PostResult } from './fixer.ts'
import { fixRun } from './work-on-fix.server.ts'
import { changePost, planUndo } from './change-post.server.ts'
import type { FixRefusal } from './messages.ts'
import { countFixable, countUndoable, findFixRun, findUndoable } from './queries.server.ts'

/**
 * Starts a run over all published posts of the operator that have a canonical URL. An account has one run at a time. An
 * undo is also a run: its posts are those that got links from the run `undoes`.
 */
export async function startFix(
  operator: Operator,
  input: FixInput,
): Promise<{ ok: true; runId: string } | { ok: false; reason: FixRefusal }> {
  const { mode, undoes = '' } = input
  if (mode === 'undo' && !(await findFixRun(operator, undoes))) return { ok: false, reason: 'not-found' }
  const undoable = mode === 'undo' ? await countUndoable(operator, undoes) : 0
  if (mode === 'undo' && undoable === 0) return { ok: false, reason: 'nothing-to-undo' }
  const total = mode === 'undo' ? undoable : await countFixable(operator)
  const runId = await fixRun.start(operator, { input, total })
  return runId === undefined ? { ok: false, reason: 'running' } : { ok: true, runId }
}

/** Removes the links that a run inserted into one post. The text is then the same as before, byte for byte. */
export async function undoOne(
  operator: Operator,
  { runId, articleId }: { runId: string; articleId: string },
): Promise<{ ok: true; result: PostResult } | { ok: false; reason: FixRefusal }> {
  const result = isUuid(runId) ? await findUndoable(operator, runId, articleId) : undefined
  if (!result) return { ok: false, reason: 'nothing-to-undo' }
  const change = await planUndo(operator, runId, result)
  return { ok: true, result: await write((trx) => changePost(trx, operator, change)) }
}
