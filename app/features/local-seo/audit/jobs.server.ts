import type { JobKind } from '../../../platform/work/queue.server.ts'
import { insertPageCountsDaily } from './page-counts.server.ts'

/** Stores the page counts of all accounts each night, soon after midnight UTC. */
export const notePageCountsJob: JobKind = {
  name: 'note-page-counts',
  cron: '11 0 * * *',
  work: insertPageCountsDaily,
}
