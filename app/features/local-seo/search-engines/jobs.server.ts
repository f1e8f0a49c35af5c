import type { JobKind } from '../../../platform/work/queue.server.ts'
import { notifyEngines, pruneNotices } from './notify.server.ts'

/** Notifies search engines every three minutes. */
export const notifyEnginesJob: JobKind = {
  name: 'notify-engines',
  cron: '*/3 * * * *',
  batchSize: 1,
  work: notifyEngines,
}

/** Deletes old receipts and old changes each night. */
export const pruneNoticesJob: JobKind = { name: 'prune-notices', cron: '37 3 * * *', work: pruneNotices }
