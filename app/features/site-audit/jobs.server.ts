import { z } from 'zod'
import type { JobKind } from '../../platform/queue.server.ts'
import { toRunJob } from '../runs/commands.server.ts'
import { notePageCountsDaily } from './commands.server.ts'
import { AUDIT_RUN } from './site-audit.ts'
import { workOnAudit } from './work-on-audit.server.ts'

const payload = z.object({ runId: z.uuid() })

/** Does, or goes on with, an audit. One job a batch: nobody waits for the pages of somebody else. */
export const auditJob: JobKind = {
  name: toRunJob(AUDIT_RUN),
  batchSize: 1,
  batches: 2,
  work: (data) => workOnAudit(payload.parse(data).runId),
}

export const notePageCountsJob: JobKind = {
  name: 'note-page-counts',
  cron: '11 0 * * *',
  work: notePageCountsDaily,
}
