import { z } from 'zod'
import type { JobKind } from '../../platform/queue.server.ts'
import { toRunJob } from '../runs/commands.server.ts'
import { FIX_RUN } from './backlink-fixer.ts'
import { workOnFix } from './work-on-fix.server.ts'

const payload = z.object({ runId: z.uuid() })

/** Does, or goes on with, a run over an account's posts. One job a batch: nobody waits for the posts of somebody else. */
export const fixBacklinksJob: JobKind = {
  name: toRunJob(FIX_RUN),
  batchSize: 1,
  batches: 2,
  work: (data) => workOnFix(payload.parse(data).runId),
}
