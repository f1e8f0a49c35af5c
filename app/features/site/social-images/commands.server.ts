import { singleton } from '../../../platform/singleton.server.ts'
import { createWorkerPool } from '../../../platform/work/worker-pool.server.ts'
import type { SocialDrawing } from './draw-social-image.server.ts'

const drawers = singleton('social image drawers', () =>
  createWorkerPool<SocialDrawing, Uint8Array<ArrayBuffer>>({
    file: 'app/features/site/social-images/social-image.worker.server.ts',
    timeoutMs: 5000, // usually 50 ms are enough; a thread that must start on a busy machine needs longer
    heapMb: 128,
  }),
)

/** Draws the social image of a page on a worker thread: a PNG of 1200 by 630. Throws DeadlineError after 5 s. */
export const renderSocialImage = (drawing: SocialDrawing): Promise<Uint8Array<ArrayBuffer>> =>
  drawers.run(drawing, null)
