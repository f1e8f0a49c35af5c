import { z } from 'zod'
import type { JobKind } from '../../platform/queue.server.ts'
import { deliver, DELIVER_JOB, retryLater } from './deliver.server.ts'

const payload = z.object({ deliveryId: z.uuid() })

/** Tries a delivery that its request did not finish; after a failure again, and again later each time. */
export const deliverJob: JobKind = {
  name: DELIVER_JOB,
  async work(data) {
    const { deliveryId } = payload.parse(data)
    await deliver(deliveryId).catch(() => retryLater(deliveryId))
  },
}
