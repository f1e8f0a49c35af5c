import { z } from 'zod'
import type { JobKind } from '../../../platform/work/queue.server.ts'
import { deliver, deliverLater } from './commands.server.ts'
import { DELIVER_JOB, isLeased, LEASE_S, maintainDeliveries } from './leases.server.ts'

const payload = z.object({ deliveryId: z.uuid() })

/**
 * Delivers an article after a request stopped early or an attempt failed. If another process holds the lease, tries
 * again later.
 */
export const deliverJob: JobKind = {
  name: DELIVER_JOB,
  batchSize: 100,
  batches: 4,
  async work(data) {
    const { deliveryId } = payload.parse(data)
    const state = await deliver(deliveryId)
    // The process that holds the lease may be dead.
    if (state === undefined && (await isLeased(deliveryId))) await deliverLater(deliveryId, LEASE_S)
  },
}

/** Stops retrying deliveries that crash their process, and deletes old attempts, every ten minutes. */
export const tendDeliveriesJob: JobKind = {
  name: 'tend-deliveries',
  cron: '*/10 * * * *',
  work: maintainDeliveries,
}
