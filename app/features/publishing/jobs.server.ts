import { z } from 'zod'
import type { JobKind } from '../../platform/queue.server.ts'
import { deliver, DELIVER_JOB } from './commands.server.ts'

const payload = z.object({ deliveryId: z.uuid() })

/** Tries a delivery that its request did not finish. */
export const deliverJob: JobKind = {
  name: DELIVER_JOB,
  retryLimit: 9,
  work: (data) => deliver(payload.parse(data).deliveryId),
}
