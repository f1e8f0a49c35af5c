import { validate as isUuid } from 'uuid'
import { write } from '../../../platform/web/page-invalidation.server.ts'
import { asAccount } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { note } from '../../accounts/record/commands.server.ts'
import type { Act } from '../../accounts/record/record.ts'
import type { FixInput, FixMode, FixRefusal, PostRefusal } from './fixer.ts'
import { fixRun } from './work-on-fix.server.ts'
import { changePost, prepareUndo } from './change-post.server.ts'
import { countFixable, countUndoable, findFixRun, findUndoable } from './queries.server.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'
import { countOf } from '../../../shared/text.ts'

/**
 * Starts a run over all published posts of the operator that have a canonical URL. An account has one run at a time. An
 * undo is also a run: its posts are those that got links from the run `undoes`.
 */
export async function startFix(
  operator: Operator,
  input: FixInput,
): Promise<{ ok: true; runId: string } | Refusal<FixRefusal>> {
  const { mode, undoes = '' } = input
  if (mode === 'undo' && !(await findFixRun(operator, undoes))) return refuse('not-found')
  const undoable = mode === 'undo' ? await countUndoable(operator, undoes) : 0
  if (mode === 'undo' && undoable === 0) return refuse('nothing-to-undo')
  const total = mode === 'undo' ? undoable : await countFixable(operator)
  const act = ACTS[mode]
  const line: [Act, string] | undefined = act && [act, countOf(total, 'article', 'articles')]
  const runId = await fixRun.start(operator, { input, total, line })
  return runId === undefined ? refuse('running') : { ok: true, runId }
}

// A trial changes nothing.
const ACTS: Partial<Record<FixMode, Act>> = { fix: 'links-asked', undo: 'links-undone' }

/**
 * Removes the links that a run inserted into one post. The text is then the same as before, byte for byte. Refused for
 * the same reasons for which a run leaves a post unchanged, too.
 */
export async function undoOne(
  operator: Operator,
  { runId, articleId }: { runId: string; articleId: string },
): Promise<{ ok: true } | Refusal<FixRefusal | PostRefusal>> {
  const result = isUuid(runId) ? await findUndoable(operator, runId, articleId) : undefined
  if (!result) return refuse('nothing-to-undo')
  const change = await prepareUndo(operator, runId, result)
  const { reason } = await write(async (trx) => {
    const changed = await changePost(trx, operator, change)
    if (changed.reason === undefined)
      await asAccount(trx, operator, () => note(trx, operator, ['links-undone', changed.title]))
    return changed
  })
  return reason === undefined ? { ok: true } : refuse(reason)
}
