import { remember } from '../../platform/remember.server.ts'
import { createWorkerPool } from '../../platform/worker-pool.server.ts'
import type { SocialDrawing } from './draw-social-image.server.ts'

const drawers = remember('social image drawers', () =>
  createWorkerPool<SocialDrawing, Uint8Array<ArrayBuffer>>({
    file: 'app/features/social-images/social-image.worker.server.ts',
    timeoutMs: 5000, // a hundredth of it is the rule; a thread that has to start on a busy machine takes longer
    heapMb: 128,
  }),
)

/** Draws the picture of a page as a PNG of 1200 by 630, on a thread of its own. Throws DeadlineError after 5 s. */
export const renderSocialImage = (drawing: SocialDrawing): Promise<Uint8Array<ArrayBuffer>> =>
  drawers.run(drawing, null)
