import type { JobKind } from '../../platform/work/queue.server.ts'
import { pruneRuns } from './commands.server.ts'
import { resumeRuns } from './resume-runs.server.ts'

/** The daily job that deletes runs 90 days after their end. */
export const pruneRunsJob: JobKind = { name: 'prune-runs', cron: '7 3 * * *', work: pruneRuns }

/** The job that continues or ends open runs without a job, every two minutes. */
export const resumeRunsJob: JobKind = { name: 'resume-runs', cron: '*/2 * * * *', work: resumeRuns }
