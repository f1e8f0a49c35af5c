import type { JobKind } from '../../platform/queue.server.ts'
import { pruneRuns } from './commands.server.ts'

export const pruneRunsJob: JobKind = { name: 'prune-runs', cron: '7 3 * * *', work: pruneRuns }
