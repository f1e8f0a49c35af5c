import type { BlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { rewritePlanned } from '../../articles/revisions/commands.server.ts'
import type { ChangedArticle, Placement } from './board.ts'
import type { ChangeTask } from './change-draft.server.ts'
import { changeLine } from './change-tags.ts'
import { isOfTags } from './change-together.server.ts'

type PlannedTags = Placement['planned']

/**
 * Changes the tags of the texts that the plans of an article will publish, in the caller's transaction. Returns the tags
 * that they had, and those that they have now, by the id of the plan; neither if no text was changed.
 */
export async function changePlannedTags(
  trx: Transaction,
  { change, earlier }: ChangeTask,
  { id: articleId, updatedAt: writtenAt }: BlogPost,
): Promise<{ before: PlannedTags; after: PlannedTags }> {
  if (!isOfTags(change)) return UNCHANGED
  const undone = earlier.get(articleId)
  const left = new Map<string, string>()
  const replaced = await rewritePlanned(trx, {
    articleId,
    writtenAt,
    cause: 'tags',
    rewrite(text, planId) {
      const present = { planId, tags: text.tags }
      const tags = 'tag' in change ? changeLine(text.tags, change) : findTagsBefore(undone, present)
      left.set(planId, tags ?? text.tags)
      return { ...text, tags: tags ?? text.tags }
    },
  })
  if (replaced.size === 0) return UNCHANGED
  const before = Object.fromEntries([...replaced].map(([planId, { tags }]) => [planId, tags]))
  return { before, after: Object.fromEntries(left) }
}

const UNCHANGED = { before: undefined, after: undefined }

// A plan that was renewed since has a newer text. Older changes did not store the tags that they left.
function findTagsBefore(
  undone: ChangedArticle | undefined,
  { planId, tags }: { planId: string; tags: string },
): string | undefined {
  const left = undone?.after?.planned?.[planId] ?? tags
  return left === tags ? undone?.before.planned?.[planId] : undefined
}
