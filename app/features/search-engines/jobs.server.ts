import { z } from 'zod'
import type { JobKind } from '../../platform/queue.server.ts'
import { toRunJob } from '../runs/commands.server.ts'
import { notifyEngines, pruneNotices } from './notify.server.ts'
import { NOTICE_RUN } from './search-engines.ts'
import { workOnNotice } from './work-on-notice.server.ts'

const payload = z.object({ runId: z.uuid() })

/** Does, or goes on with, a notice that somebody asked for. */
export const noticeRunJob: JobKind = {
  name: toRunJob(NOTICE_RUN),
  batchSize: 1,
  work: (data) => workOnNotice(payload.parse(data).runId),
}

/** Tells search engines by itself. */
export const notifyEnginesJob: JobKind = {
  name: 'notify-engines',
  cron: '*/3 * * * *',
  batchSize: 1,
  work: notifyEngines,
}

export const pruneNoticesJob: JobKind = { name: 'prune-notices', cron: '37 3 * * *', work: pruneNotices }
