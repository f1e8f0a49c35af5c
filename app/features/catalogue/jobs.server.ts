import type { JobKind } from '../../platform/queue.server.ts'
import { pruneCatalogue } from './imports.server.ts'

export const pruneCatalogueJob: JobKind = {
  name: 'prune-catalogue',
  cron: '33 * * * *',
  work: pruneCatalogue,
}
