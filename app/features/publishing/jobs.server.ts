import { z } from 'zod'
import type { JobKind } from '../../platform/queue.server.ts'
import { deliver } from './deliver.server.ts'
import { DELIVER_JOB, isHeld, LEASE_S, tendDeliveries } from './leases.server.ts'
import { toRunJob } from '../runs/commands.server.ts'
import { deliverLater } from './orders.server.ts'
import { PUBLISH_RUN, workOnPublishRun } from './publish-to-sites.server.ts'

const payload = z.object({ deliveryId: z.uuid() })

/** Makes a delivery that its request did not finish, or that failed before; whoever has it now may be dead. */
export const deliverJob: JobKind = {
  name: DELIVER_JOB,
  batchSize: 100,
  batches: 4,
  async work(data) {
    const { deliveryId } = payload.parse(data)
    const state = await deliver(deliveryId)
    if (state === undefined && (await isHeld(deliveryId))) await deliverLater(deliveryId, LEASE_S)
  },
}

const runPayload = z.object({ runId: z.uuid() })

/** Does, or goes on with, a run that publishes an article to sites. */
export const publishRunJob: JobKind = {
  name: toRunJob(PUBLISH_RUN),
  work: (data) => workOnPublishRun(runPayload.parse(data).runId),
}

/** Sees that no delivery is tried for ever, and that the log of attempts does not grow for ever. */
export const tendDeliveriesJob: JobKind = {
  name: 'tend-deliveries',
  cron: '*/10 * * * *',
  work: tendDeliveries,
}
