import { z } from 'zod'
import type { JobKind } from '../../platform/queue.server.ts'
import { toRunJob } from '../runs/commands.server.ts'
import { GENERATION_RUN } from './landing-pages.ts'
import { workOnGeneration } from './work-on-generation.server.ts'

const payload = z.object({ runId: z.uuid() })

/** Makes, or goes on making, an account's landing pages. One job a batch: nobody waits for somebody else's pages. */
export const generatePagesJob: JobKind = {
  name: toRunJob(GENERATION_RUN),
  batchSize: 1,
  batches: 2,
  work: (data) => workOnGeneration(payload.parse(data).runId),
}
