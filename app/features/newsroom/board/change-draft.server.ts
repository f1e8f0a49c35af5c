import type { Transaction } from '../../../platform/store/database.server.ts'
import { toList } from '../../../shared/text.ts'
import type { Operator } from '../../accounts/accounts.ts'
import {
  bringBackDraft,
  lockDraft,
  updateDraftTags,
  setDraftAside,
} from '../../writing/drafts/commands.server.ts'
import { readDraft } from '../../writing/drafts/queries.server.ts'
import type { ArticleRefusal, ChangeOutcome, Placement } from './board.ts'
import { changeTags } from './change-tags.ts'
import { isSame, restore, type Wish } from './placements.ts'
import { isRefusal, refuse } from '../../../shared/refusal.ts'

/** A change of articles, as a run makes it. */
export interface ChangeTask extends Wish {
  runId: string
  operator: Operator
  /** True if each image of an article that is published needs a text alternative. */
  needsAlt: boolean
  /** True for the undo of a deletion. No other change brings deleted articles back. */
  isUndeleting: boolean
}

/** What became of one article. */
export interface Changed {
  outcome: ChangeOutcome
  title?: string
  /** The state before, if the article was changed and the change can be undone. */
  before?: Placement
  /** The state after it, in the same case. */
  after?: Placement
  /** The reason of a refusal. */
  reason?: ArticleRefusal
  deliveryIds?: string[]
}

/** Changes a draft that was never published. It is on no site, so only its tags can be changed. */
export async function changeDraft(trx: Transaction, task: ChangeTask, draftId: string): Promise<Changed> {
  const { operator, change, earlier, available } = task
  await lockDraft(trx, operator, draftId)
  const draft = await readDraft(trx, operator, draftId)
  if (!draft) return bringBack(trx, task, draftId)
  const title = draft.text.title
  const before: Placement = { publishedAt: null, tags: toList(draft.text.tags), siteIds: [] }
  const changed = 'tag' in change ? changeTags(before, change) : refuse('begun')
  const undone = change.kind === 'restore' ? earlier.get(draftId) : undefined
  const wanted = undone ? restore(before, undone, available) : changed
  if (isRefusal(wanted)) return { outcome: 'refused', title, reason: wanted.reason }
  if (isSame(before, { ...before, tags: wanted.tags })) return { outcome: 'unchanged', title }
  await updateDraftTags(trx, operator, { id: draftId, tags: wanted.tags })
  return { outcome: 'changed', title, before, after: { ...before, tags: wanted.tags } }
}

// Stores no state for an undo, because the user can delete the draft again by hand.
async function bringBack(trx: Transaction, task: ChangeTask, draftId: string): Promise<Changed> {
  const { operator, isUndeleting, earlier } = task
  const before = earlier.get(draftId)?.before
  if (!isUndeleting || !before) return { outcome: 'refused', reason: 'gone' }
  const { siteIds, begunBy, varies = false } = before
  const draft = { id: draftId, siteIds, generateVariations: varies, begunBy }
  const { title, ...answer } = await bringBackDraft(trx, operator, draft)
  if (answer.ok) return { outcome: 'changed', ...(title !== undefined && { title }) }
  const isFull = answer.reason === 'too-many-drafts'
  return { outcome: 'refused', reason: isFull ? 'too-many-drafts' : 'draft-gone' }
}

/** Deletes a draft that was never published. Its text stays as a revision. */
export async function deleteDraft(trx: Transaction, operator: Operator, draftId: string): Promise<Changed> {
  await lockDraft(trx, operator, draftId)
  const draft = await readDraft(trx, operator, draftId)
  if (!draft) return { outcome: 'unchanged' }
  await setDraftAside(trx, operator, draft)
  const { title, tags, siteIds, generateVariations: varies } = draft.text
  const before = { publishedAt: null, tags: toList(tags), siteIds, varies, begunBy: draft.begunBy }
  return { outcome: 'changed', title, before, after: toDeleted(before) }
}

/** Returns the state that a deletion leaves. */
export const toDeleted = ({ tags }: Placement): Placement => ({ publishedAt: null, tags, siteIds: [] })
