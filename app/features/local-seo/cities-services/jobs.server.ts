import type { JobKind } from '../../../platform/work/queue.server.ts'
import { pruneCatalogue } from './imports.server.ts'

/** Deletes old imports and old deletions each hour. */
export const pruneCatalogueJob: JobKind = {
  name: 'prune-catalogue',
  cron: '33 * * * *',
  work: pruneCatalogue,
}
