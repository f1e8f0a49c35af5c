import { SET_PROVIDER } from '../../accounts/ai-usage/ai-usage.ts'
import {
  type FixMode,
  type FixRefusal,
  type FixRun,
  type PostRefusal,
  type PostResult,
  type PostStatus,
  toTally,
} from './fixer.ts'

/** Shown beside the choice of a language model if none is configured. */
export const noModel = `To have it choose, ${SET_PROVIDER}`

/** The title of the toast after a failure (spec §8). */
export const fixFailed = 'Failed to process backlinks'

/** The title of the toast if the server did not answer, by the intent of the form. */
export const fixFailures = { other: fixFailed, undo: 'Failed to undo', 'undo-one': 'Failed to undo' }

/** The sentence for each refusal of a run. */
export const fixRefusals: Record<FixRefusal, string> = {
  running: 'Your articles are being processed already. Wait until that is done.',
  'nothing-to-undo': 'There is nothing left to undo in this run.',
  'not-found': 'There is no such run of yours. Runs are kept for 90 days.',
}

/** The sentence for each unchanged post. */
export const postRefusals: Record<PostRefusal, string> = {
  'address-wrong': 'Its canonical URL is not a web address such as https://example.com/article.',
  'too-long': 'It is longer than 500,000 characters.',
  'no-places': 'It has too few sentences in which a link would read well.',
  'too-slow': 'It takes too long to read. Shorten it, or simplify its tables and lists.',
  'not-proven': 'Links could not be put into it without changing something else.',
  'changed-meanwhile': 'Somebody changed it in the meantime, so it was left alone.',
  'article-not-found': 'It is not there any more.',
  'links-changed': 'Its text was changed since, so its links were left alone. Take them out in the editor.',
}

/** Returns the result for a post as callers of the API read it: the reason of a failure is a sentence. */
export function sayResult({ reason, ...result }: PostResult): PostResult {
  return reason === undefined ? result : { ...result, error: postRefusals[reason] }
}

/** Returns the result for a post as a sentence, in the words of spec §2. */
export function toDetail(result: PostResult, mode: FixMode): string {
  const { status, error = '', backlinksAdded = 0, totalBacklinks = 0 } = sayResult(result)
  const { existingBacklinks = 0, backlinksRemoved = 0 } = result
  if (status === 'failed') return error
  if (status === 'skipped') return `Already has ${existingBacklinks} backlink(s)`
  if (mode === 'undo') return `Removed ${backlinksRemoved} backlink(s)`
  if (mode === 'try') return `Would add ${backlinksAdded} backlink(s). Total: ${totalBacklinks}`
  return `Added ${backlinksAdded} backlink(s). Total: ${totalBacklinks}`
}

const DONE: Record<FixMode, string> = {
  fix: 'Backlinks added to',
  try: 'Backlinks would be added to',
  undo: 'Backlinks removed from',
}

/** Returns the outcome of a run as one sentence. */
export function toRunMessage(run: Pick<FixRun, 'mode' | 'total' | 'counts' | 'error'>): string {
  if (run.error) return run.error
  const { total, processed, skipped, failed } = toTally(run)
  if (total === 0) return 'There are no published articles with a canonical URL.'
  return `${DONE[run.mode]} ${processed} of ${total} post(s); ${skipped} skipped, ${failed} failed.`
}

/** The title of a run of each mode, while it works and after it has ended. */
export const RUN_TITLES: Record<FixMode, { busy: string; done: string }> = {
  fix: { busy: 'Putting links into articles', done: 'Links put in' },
  try: { busy: 'Looking where links would go', done: 'Tried, nothing changed' },
  undo: { busy: 'Taking links out', done: 'Links taken out' },
}

/** The text of the badge for each status (spec §2). */
export const STATUS_LABELS: Record<PostStatus, string> = {
  success: 'Success',
  skipped: 'Skipped',
  failed: 'Failed',
}
