import { transact } from '../../platform/store/database.server.ts'
import { log } from '../../platform/log.server.ts'
import { enqueue, type JobKind } from '../../platform/work/queue.server.ts'
import { purgeDeleted } from './commands.server.ts'
import { renderOutdated } from './render-outdated.server.ts'

/** The job that renders articles again after an upgrade of the renderer. It runs hourly, and is idempotent. */
export const renderOutdatedJob: JobKind = {
  name: 'render-outdated',
  cron: '23 * * * *',
  async work() {
    const count = await renderOutdated()
    if (count > 0) log.info({ count }, 'render_outdated.done')
  },
}

/** The job that deletes what was deleted an hour ago, every ten minutes. It is idempotent. */
export const purgeDeletedJob: JobKind = { name: 'purge-deleted', cron: '*/10 * * * *', work: purgeDeleted }

/**
 * Enqueues one run of renderOutdatedJob. Each start does so, because the renderer may be newer than the stored HTML.
 */
export const renderOutdatedLater = (): Promise<void> =>
  transact((trx) => enqueue(trx, { name: renderOutdatedJob.name, data: {}, delayS: 0 }))
