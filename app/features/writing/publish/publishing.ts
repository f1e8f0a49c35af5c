import { readFormText } from '../../../shared/text.ts'
import type { LiveRun } from '../../runs/runs.ts'
import type { Publishing } from './publish-progress.tsx'

/**
 * Returns the progress of a form that is being sent; undefined while none is sent. A form that saves, plans or duplicates delivers
 * nothing. It is busy too, because it loads the saved state afterwards.
 */
export const toPublishing = (sent: FormData | undefined, run: LiveRun | undefined): Publishing | undefined =>
  sent && {
    siteIds: DELIVERS.has(readFormText(sent, 'intent')) ? sent.getAll('siteIds').map(String) : [],
    results: run?.results ?? [],
  }

// A form without an intent publishes.
const DELIVERS = new Set(['', 'publish', 'save'])
