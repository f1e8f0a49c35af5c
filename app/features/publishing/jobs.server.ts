import { z } from 'zod'
import type { JobKind } from '../../platform/queue.server.ts'
import { deliver, DELIVER_JOB, retryLater } from './deliver.server.ts'
import { PUBLISH_RUN_JOB, workOnPublishRun } from './publish-to-sites.server.ts'

const payload = z.object({ deliveryId: z.uuid() })

/** Tries a delivery that its request did not finish; after a failure again, and again later each time. */
export const deliverJob: JobKind = {
  name: DELIVER_JOB,
  async work(data) {
    const { deliveryId } = payload.parse(data)
    await deliver(deliveryId).catch(() => retryLater(deliveryId))
  },
}

const runPayload = z.object({ runId: z.uuid() })

/** Does, or goes on with, a run that publishes an article to sites. */
export const publishRunJob: JobKind = {
  name: PUBLISH_RUN_JOB,
  work: (data) => workOnPublishRun(runPayload.parse(data).runId),
}
