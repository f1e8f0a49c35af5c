import type { Transaction } from '../../../platform/store/database.server.ts'
import { note } from '../../accounts/record/commands.server.ts'
import type { Act } from '../../accounts/record/record.ts'
import type { ArticleChange } from './board.ts'
import type { Changed, ChangeTask } from './change-draft.server.ts'

const ACTS: Partial<Record<ArticleChange['kind'], Act>> = {
  publish: 'published',
  unpublish: 'unpublished',
  'add-site': 'sent-to-sites',
  'remove-site': 'unpublished',
  delete: 'deleted',
}

/**
 * Adds a line to the record if an article was changed, in the transaction that changed it. A change of tags and an undo have
 * one line for all articles, from their beginning. Returns what became of the article.
 */
export async function noteChange(
  trx: Transaction,
  { operator, change }: ChangeTask,
  changed: Changed,
): Promise<Changed> {
  const act = ACTS[change.kind]
  if (act && changed.outcome === 'changed') await note(trx, operator, [act, changed.title])
  return changed
}
