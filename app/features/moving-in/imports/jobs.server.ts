import type { JobKind } from '../../../platform/work/queue.server.ts'
import { pruneImports } from './commands.server.ts'

/** Deletes files that were not imported, and old reports, each hour. */
export const pruneImportsJob: JobKind = { name: 'prune-imports', cron: '39 * * * *', work: pruneImports }
