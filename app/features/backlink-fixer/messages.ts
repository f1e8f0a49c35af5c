import { SET_PROVIDER } from '../ai-usage/ai-usage.ts'
import type { LinkRefusal } from '../backlinks/backlinks.ts'
import type { FixMode, FixRun, PostResult, PostStatus } from './backlink-fixer.ts'
import { toTally } from './backlink-fixer.ts'

export const noModel = `To have it choose, ${SET_PROVIDER}`

export const fixFailed = 'Failed to process backlinks'

export type FixRefusal = 'running' | 'nothing-to-undo' | 'not-found'

/** Why a run was not begun, or a post not undone. */
export const fixRefusals: Record<FixRefusal, string> = {
  running: 'Your posts are being processed already. Wait until that is done.',
  'nothing-to-undo': 'There is nothing left to undo in this run.',
  'not-found': 'There is no such run of yours. Runs are kept for 90 days.',
}

export type PostRefusal = LinkRefusal | 'changed-meanwhile' | 'article-not-found' | 'links-changed'

/** Why a post was left as it was. */
export const postRefusals: Record<PostRefusal, string> = {
  'address-wrong': 'Its canonical URL is not a web address such as https://example.com/article.',
  'too-long': 'It is longer than 500,000 characters.',
  'has-enough': 'It has two links to the canonical host already, or more.',
  'no-places': 'It has too few sentences in which a link would read well.',
  'too-slow': 'It takes too long to read. Shorten it, or simplify its tables and lists.',
  'not-proven': 'Links could not be put into it without changing something else.',
  'changed-meanwhile': 'Somebody changed it in the meantime, so it was left alone.',
  'article-not-found': 'It is not there any more.',
  'links-changed': 'Its text was changed since, so its links were left alone. Take them out in the editor.',
}

export const stoppedUnexpectedly =
  'The run met an unexpected error and stopped. What it has done stands; start again to go on.'

/** What came of a post, in the spec's words (§2). */
export function toDetail(result: PostResult, mode: FixMode): string {
  const { status, backlinksAdded = 0, totalBacklinks = 0, existingBacklinks = 0 } = result
  if (status === 'failed') return result.error ?? ''
  if (status === 'skipped') return `Already has ${existingBacklinks} backlink(s)`
  if (mode === 'undo') return `Removed ${result.backlinksRemoved ?? 0} backlink(s)`
  if (mode === 'try') return `Would add ${backlinksAdded} backlink(s). Total: ${totalBacklinks}`
  return `Added ${backlinksAdded} backlink(s). Total: ${totalBacklinks}`
}

const DONE: Record<FixMode, string> = {
  fix: 'Backlinks added to',
  try: 'Backlinks would be added to',
  undo: 'Backlinks removed from',
}

/** What a run came to, as a sentence. */
export function toRunMessage(run: Pick<FixRun, 'mode' | 'total' | 'counts' | 'error'>): string {
  if (run.error) return run.error
  const { total, processed, skipped, failed } = toTally(run)
  if (total === 0) return 'There are no published posts with a canonical URL.'
  return `${DONE[run.mode]} ${processed} of ${total} post(s); ${skipped} skipped, ${failed} failed.`
}

/** What a run is called while it goes and afterwards. */
export const RUN_TITLES: Record<FixMode, { busy: string; done: string }> = {
  fix: { busy: 'Putting links into posts', done: 'Links put in' },
  try: { busy: 'Looking where links would go', done: 'Tried, nothing changed' },
  undo: { busy: 'Taking links out', done: 'Links taken out' },
}

export const STATUS_LABELS: Record<PostStatus, string> = {
  success: 'Success',
  skipped: 'Skipped',
  failed: 'Failed',
}
