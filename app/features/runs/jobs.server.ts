import type { JobKind } from '../../platform/queue.server.ts'
import { pruneRuns, resumeRuns } from './commands.server.ts'

export const pruneRunsJob: JobKind = { name: 'prune-runs', cron: '7 3 * * *', work: pruneRuns }

export const resumeRunsJob: JobKind = { name: 'resume-runs', cron: '*/2 * * * *', work: resumeRuns }
