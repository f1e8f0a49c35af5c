import { z } from 'zod'
import type { JobKind } from '../../platform/queue.server.ts'
import { toRunJob } from '../runs/commands.server.ts'
import { LINK_RUN } from './link-report.ts'
import { workOnCheck } from './work-on-check.server.ts'

const payload = z.object({ runId: z.uuid() })

/** Does, or goes on with, a check of an account's links. One job a batch: nobody waits for the articles of somebody else. */
export const checkLinksJob: JobKind = {
  name: toRunJob(LINK_RUN),
  batchSize: 1,
  batches: 2,
  work: (data) => workOnCheck(payload.parse(data).runId),
}
