import { z } from 'zod'
import type { Transaction } from '../../platform/database.server.ts'
import { readAs, writeAs } from '../../platform/own-rows.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { finishRun, recordItem, startRun, withinCallLimit } from '../runs/commands.server.ts'
import { findOpenRun } from '../runs/queries.server.ts'
import { listTargetSiteIds } from '../target-sites/queries.server.ts'
import { canVary } from '../variations/queries.server.ts'
import { deliver } from './deliver.server.ts'
import { orderDeliveries, toWantedHash } from './orders.server.ts'
import { deliveryReasons } from './messages.ts'
import type { DeliveryOutcome, SitesRefusal } from './publishing.ts'
import { listDeliveryOutcomes, selectOwnArticle } from './queries.server.ts'

export const PUBLISH_RUN = 'publish'

// The job is there for a process that dies; while the request lives it does the work itself.
const TAKEOVER_S = 30

const inputSchema = z.object({ articleId: z.uuid(), siteIds: z.array(z.uuid()) })
type Input = z.output<typeof inputSchema>

/**
 * Delivers one of the operator's published articles to sites, as a run. What was delivered before is brought up to
 * date. The run, the deliveries and the job that sees to them are stored together; `waits` makes the first attempts at
 * once and for 20 s at most, otherwise the job makes them.
 */
export async function publishToSites(
  operator: Operator,
  input: Input,
  { waits, varies = false }: { waits: boolean; varies?: boolean },
): Promise<{ ok: true; runId: string } | { ok: false; reason: SitesRefusal }> {
  if (varies && !canVary()) return { ok: false, reason: 'no-provider' }
  const article = await readAs(operator, (trx) =>
    selectOwnArticle(trx, operator, input.articleId).executeTakeFirst(),
  )
  if (!article) return { ok: false, reason: 'article-not-found' }
  if (!article.publishedAt) return { ok: false, reason: 'article-unpublished' }
  const available = await listTargetSiteIds(operator)
  if (!input.siteIds.every((id) => available.has(id))) return { ok: false, reason: 'site-unavailable' }
  const wantedHash = toWantedHash(article)
  const runId = await writeAs(operator, async (trx) => {
    const orders = input.siteIds.map((siteId) => ({
      siteId,
      articleId: article.id,
      wantedHash,
      varies,
    }))
    await orderDeliveries(trx, orders)
    return startPublishRun(trx, operator, { input, delayS: waits ? TAKEOVER_S : 0 })
  })
  if (waits) await withinCallLimit(workOnPublishRun(runId))
  return { ok: true, runId }
}

/**
 * Notes that deliveries are about to be made, with the job that makes them if this process does not; gives the run's
 * id. The site ids are the parts of the run.
 */
export function startPublishRun(
  trx: Transaction,
  operator: Operator,
  { id, input, delayS = TAKEOVER_S }: { id?: string | undefined; input: Input; delayS?: number },
): Promise<string> {
  return startRun(trx, operator, { id, kind: PUBLISH_RUN, input, total: input.siteIds.length, delayS })
}

/** Attempts every delivery of a run once and records what came of it; what failed is tried again later by itself. */
export async function workOnPublishRun(runId: string): Promise<void> {
  const run = await findOpenRun(runId)
  if (!run) return
  const { articleId, siteIds } = inputSchema.parse(run.input)
  const deliveryIds = await listDeliveryIds(run.operator, articleId)
  await Promise.all(
    siteIds.map(async (siteId) => {
      const deliveryId = deliveryIds.get(siteId)
      const state = deliveryId && (await deliver(deliveryId))
      // With its last copy an article that was to be deleted is gone, and all that is known of it.
      const result =
        state === 'removed' ? toRemoved(siteId) : await findSiteResult(run.operator, { articleId, siteId })
      await recordItem(runId, { itemId: siteId, outcome: result.status, result })
    }),
  )
  await finishRun(runId)
}

/** What came of a delivery to one site, as the API shows it. */
// As a type, not an interface: it is stored as JSON, with any other result of a run.
export type SiteResult = {
  siteId: string
  siteName: string | null
  status: 'succeeded' | 'failed'
  /** Address of the article on the site, once it is there. */
  url: string | null
  /** Why it is not, as a sentence. */
  error: string | null
}

/** How the selected sites stand now: what is not as it should be counts as failed. */
export async function listSiteResults(
  operator: Operator,
  { articleId, siteIds }: Input,
): Promise<SiteResult[]> {
  const outcomes = await listDeliveryOutcomes(operator, articleId)
  return siteIds.map((siteId) => toSiteResult(siteId, outcomes.find((outcome) => outcome.siteId === siteId))) // prettier-ignore
}

async function findSiteResult(
  operator: Operator,
  { articleId, siteId }: { articleId: string; siteId: string },
): Promise<SiteResult> {
  const [result = toRemoved(siteId)] = await listSiteResults(operator, { articleId, siteIds: [siteId] })
  return result
}

const toRemoved = (siteId: string): SiteResult => ({
  siteId,
  siteName: null,
  status: 'succeeded',
  url: null,
  error: null,
})

function toSiteResult(siteId: string, outcome: DeliveryOutcome | undefined): SiteResult {
  if (!outcome)
    return { siteId, siteName: null, status: 'failed', url: null, error: deliveryReasons['site-inactive'] }
  const { siteName, url, reason, state } = outcome
  const isDone = state === 'delivered' || state === 'removed'
  return {
    siteId,
    siteName,
    status: isDone ? 'succeeded' : 'failed',
    url: isDone ? url : null,
    error: reason,
  }
}

// By the id of the site.
async function listDeliveryIds(operator: Operator, articleId: string): Promise<Map<string, string>> {
  const rows = await readAs(operator, (trx) =>
    trx.selectFrom('deliveries').select(['siteId', 'id']).where('articleId', '=', articleId).execute(),
  )
  return new Map(rows.map(({ siteId, id }) => [siteId, id]))
}
