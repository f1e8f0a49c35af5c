import { db } from '../../platform/database.server.ts'
import { log } from '../../platform/log.server.ts'
import { enqueue, type JobKind } from '../../platform/queue.server.ts'
import { renderOutdated } from './render-outdated.server.ts'

/** Renders articles again after an upgrade of the renderer; hourly for what was missed, and harmless to repeat. */
export const renderOutdatedJob: JobKind = {
  name: 'render-outdated',
  cron: '23 * * * *',
  async work() {
    const count = await renderOutdated()
    if (count > 0) log.info({ count }, 'render_outdated.done')
  },
}

/** Asks for it once, as every start does: the code may be newer than what is stored. */
export const renderOutdatedLater = (): Promise<void> =>
  db.transaction().execute((trx) => enqueue(trx, { name: renderOutdatedJob.name, data: {}, delayS: 0 }))
