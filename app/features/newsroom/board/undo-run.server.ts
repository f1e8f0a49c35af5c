import { validate as isUuid } from 'uuid'
import type { Operator } from '../../accounts/accounts.ts'
import { toRevisionsPath } from '../../articles/revisions/revisions.ts'
import { findRun } from '../../runs/queries.server.ts'
import { toSchedulePath } from '../../writing/drafts/drafts.ts'
import { findPublish, type PublishedState } from '../../writing/publish/queries.server.ts'
import type { PlanRefusal } from '../../writing/schedule/schedule.ts'
import { ARTICLES_PATH, type EditRefusal } from '../../writing/writing.ts'
import { undoReplacement } from '../library/commands.server.ts'
import { REPLACE_RUN, toReplacedPath } from '../library/library.ts'
import { CHANGE_RUN, type ChangeRefusal, type ChangeSummary, type StoredReason } from './board.ts'
import { changeMany, undoChange } from './commands.server.ts'
import { isPlannedSince } from './list-undoable.server.ts'
import { PUBLISH_RUN, type UndoRefusal } from './undo.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/refusal.ts'

/**
 * The path of the screen that shows what became of an undo, or the reason why there was none. `refusals` are the reasons why
 * each article of a run stays as it is.
 */
type Undone = { ok: true; path: string; refusals?: StoredReason[] } | Refusal<UndoRefusal>

/** Publishes the text that a publish replaced. Returns a refusal if it does not. */
type RestoreText = (
  operator: Operator,
  published: PublishedState,
  newRunId: string | undefined,
) => Promise<EditRefusal | 'picture-gone' | undefined>

/** Moves a plan back to its time of before. */
type UndoMove = (
  operator: Operator,
  planId: string,
) => Promise<{ ok: true; articleId: string } | Refusal<PlanRefusal>>

interface Means {
  restoreText: RestoreText
  undoMove: UndoMove
  /** The id of the run that undoes the act. */
  newRunId?: string | undefined
}

/** Undoes one of the operator's acts: a change of articles, a publish, the replacement of a picture, or a moved plan. */
export async function undoRun(operator: Operator, runId: string, means: Means): Promise<Undone> {
  const act = await findRun(operator, runId, { latest: 0 })
  if (!act) return undoMovedPlan(operator, runId, means)
  switch (act.kind) {
    case CHANGE_RUN:
      if (!act.finishedAt) return refuse('under-way')
      return toUndone(await undoChange(operator, runId, means))
    case PUBLISH_RUN:
      return undoPublish(operator, await findPublish(operator, runId), { ...means, since: act.createdAt })
    case REPLACE_RUN:
      return undoReplaced(operator, runId)
    default:
      return refuse('gone')
  }
}

async function undoMovedPlan(operator: Operator, planId: string, { undoMove }: Means): Promise<Undone> {
  const undone = isUuid(planId) ? await undoMove(operator, planId) : refuse('already-done')
  if (undone.ok) return { ok: true, path: `${toSchedulePath(undone.articleId)}#plan-${planId}` }
  return refuse(undone.reason === 'out-of-order' ? 'planned-since' : 'gone')
}

function toUndone(done: ChangeSummary | ChangeRefusal): Undone {
  if (isRefusal(done)) return refuse(done.reason === 'too-often' ? 'too-often' : 'gone')
  const { runId, isOver, counts, refusals } = done
  return { ok: true, path: `${ARTICLES_PATH}?done=${runId}`, ...(isOver && !counts.changed && { refusals }) }
}

async function undoReplaced(operator: Operator, runId: string): Promise<Undone> {
  const undone = await undoReplacement(operator, runId)
  if (undone.ok) return { ok: true, path: toReplacedPath(undone.to.id, undone.runId) }
  return refuse(undone.reason === 'under-way' ? 'under-way' : 'gone')
}

// Both commands compare the version of the article in their transaction. A plan that is made at this moment has a text
// of its own.
async function undoPublish(
  operator: Operator,
  published: PublishedState | undefined,
  { restoreText, newRunId, since }: Means & { since: Date },
): Promise<Undone> {
  if (!published) return refuse('gone')
  const { articleId, replaced } = published
  if (await isPlannedSince(operator, articleId, since)) return refuse('planned-since')
  if (replaced.revision === null) {
    const change = { kind: 'unpublish', version: replaced.version, newRunId } as const
    const done = await changeMany(operator, [articleId], change)
    const isRefused = !isRefusal(done) && done.isOver && !done.counts.changed
    return isRefused ? refuse('changed-since') : toUndone(done)
  }
  const refusal = await restoreText(operator, published, newRunId)
  if (refusal) return refuse(REASONS[refusal] ?? 'not-publishable')
  return { ok: true, path: `${toRevisionsPath(articleId)}?done=undone` }
}

const REASONS: Partial<Record<EditRefusal | 'picture-gone', UndoRefusal>> = {
  'picture-gone': 'picture-gone',
  'article-not-found': 'gone',
  'changed-meanwhile': 'changed-since',
  'draft-changed': 'written-since',
  'too-many-saves': 'too-often',
}
