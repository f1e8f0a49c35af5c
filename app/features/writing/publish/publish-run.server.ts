import { z } from 'zod'
import { batched } from '../../../platform/batched.server.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { defineRun, recordItem } from '../../runs/commands.server.ts'
import { deliver } from '../../delivery/deliveries/commands.server.ts'
import { toRemoved } from '../../delivery/deliveries/deliveries.ts'
import { listSiteResults } from '../../delivery/deliveries/queries.server.ts'

// The request makes the first attempts. The job continues after a crash.
const TAKEOVER_S = 30

const replaced = z.object({
  /** The number of the revision that readers saw; null if they saw none. */
  revision: z.number().nullable(),
  siteIds: z.array(z.uuid()),
  varies: z.boolean(),
  /** The version of the article that was published. */
  version: z.string(),
})

/** The state that a publish replaced. An undo restores it while the article has the published version. */
export type Replaced = z.output<typeof replaced>

/** The input of a publish run. */
export const publishInput = z.object({
  articleId: z.uuid(),
  siteIds: z.array(z.uuid()),
  /** Given by the forms, whose publish can be undone. */
  replaced: replaced.optional(),
})

/** The article of a publish run, and the sites that it delivers to. */
export type PublishInput = z.output<typeof publishInput>

/**
 * Attempts every delivery of an article once. The result of each site is read from its delivery. Sites that end at the
 * same time are read in one query. A delivery that fails is tried again later by its own job.
 */
export const publishRun = defineRun({
  kind: 'publish',
  input: publishInput,
  onError: 'retry', // only the database throws
  async prepare({ id, operator, input: { articleId, siteIds } }) {
    const deliveryIds = await listDeliveryIds(operator, articleId)
    const findResult = batched((ended: string[]) => listSiteResults(operator, { articleId, siteIds: ended }))
    const attempt = async (siteId: string) => {
      const deliveryId = deliveryIds.get(siteId)
      const state = deliveryId && (await deliver(deliveryId))
      // With its last copy a deleted article is removed, and its deliveries with it.
      const result = state === 'removed' ? toRemoved(siteId) : await findResult(siteId)
      await recordItem(id, { itemId: siteId, outcome: result.status, result })
    }
    return async () => {
      await Promise.all(siteIds.map(attempt))
      return false
    }
  },
})

/** Starts a publish run in the caller's transaction, with one part for each site. Returns its id. */
export function startPublishRun(
  trx: Transaction,
  operator: Operator,
  { id, input, delayS = TAKEOVER_S }: { id?: string | undefined; input: PublishInput; delayS?: number },
): Promise<string> {
  return publishRun.startIn(trx, operator, { id, input, total: input.siteIds.length, delayS })
}

// By the id of the site.
async function listDeliveryIds(operator: Operator, articleId: string): Promise<Map<string, string>> {
  const rows = await readAs(operator, (trx) =>
    trx.selectFrom('deliveries').select(['siteId', 'id']).where('articleId', '=', articleId).execute(),
  )
  return new Map(rows.map(({ siteId, id }) => [siteId, id]))
}
