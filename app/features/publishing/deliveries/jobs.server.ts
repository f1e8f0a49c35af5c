import { z } from 'zod'
import type { JobKind } from '../../../platform/queue.server.ts'
import { deliver, deliverLater } from './commands.server.ts'
import { DELIVER_JOB, isLeased, LEASE_S, maintainDeliveries } from './leases.server.ts'

const payload = z.object({ deliveryId: z.uuid() })

/** Delivers what a request did not finish, or what failed before. If another process holds it, tries again later. */
export const deliverJob: JobKind = {
  name: DELIVER_JOB,
  batchSize: 100,
  batches: 4,
  async work(data) {
    const { deliveryId } = payload.parse(data)
    const state = await deliver(deliveryId)
    // The process that holds it may be dead.
    if (state === undefined && (await isLeased(deliveryId))) await deliverLater(deliveryId, LEASE_S)
  },
}

/** Gives up on deliveries that end their process, and deletes old attempts, every ten minutes. */
export const tendDeliveriesJob: JobKind = {
  name: 'tend-deliveries',
  cron: '*/10 * * * *',
  work: maintainDeliveries,
}
