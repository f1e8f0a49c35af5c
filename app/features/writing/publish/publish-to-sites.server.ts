import type { BlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { readAs, writeAs, requireRight } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { withinCallLimit } from '../../runs/commands.server.ts'
import { findSiteIds } from '../../delivery/target-sites/queries.server.ts'
import { hasModel } from '../../accounts/ai-usage/queries.server.ts'
import { orderDeliveries } from '../../delivery/deliveries/commands.server.ts'
import { listWanted } from '../../delivery/deliveries/queries.server.ts'
import { toTypedFields } from '../../articles/fields/fields.ts'
import { toWantedHash } from '../../articles/revisions/queries.server.ts'
import { creditRevision } from '../approval/commands.server.ts'
import { findCredits } from '../approval/queries.server.ts'
import { type SitesRefusal, toVersion } from '../writing.ts'
import { note } from '../../accounts/record/commands.server.ts'
import { type PublishInput, publishRun, startPublishRun } from './publish-run.server.ts'
import { lockOwnArticle, selectOwnArticle } from './queries.server.ts'
import { isRefusal, refuse, type Refusal } from '../../../shared/refusal.ts'

/**
 * Delivers one of the operator's published articles to sites, as a run. Sites that have it already are updated. With
 * `waits` this call makes the first attempts, for 20 s at most; otherwise a job does. With `version` an article of another
 * one is refused. Returns the id of the run.
 */
export async function publishToSites(
  operator: Operator,
  input: PublishInput,
  { waits, varies = false, version }: { waits: boolean; varies?: boolean; version?: string | undefined },
): Promise<{ ok: true; runId: string } | Refusal<SitesRefusal>> {
  requireRight(operator, 'publish')
  if (varies && !hasModel()) return refuse('no-provider')
  const known = await readAs(operator, (trx) =>
    selectOwnArticle(trx, operator, input.articleId).executeTakeFirst(),
  )
  if (!known) return refuse('article-not-found')
  if (!known.publishedAt) return refuse('article-unpublished')
  const { available, reviewed } = await findSiteIds(operator)
  if (!input.siteIds.every((id) => available.has(id))) return refuse('site-unavailable')
  const runId = await writeAs(operator, async (trx) => {
    const siteIds = input.siteIds.filter((id) => reviewed.has(id))
    const isReviewed = siteIds.length > 0
    const article = await readAgain(trx, operator, { articleId: input.articleId, isReviewed, version })
    if (isRefusal(article)) return article
    const wantedHash = toWantedHash(article)
    const text = { ...toTypedFields(article), slug: article.slug }
    const shown = { id: article.id, text, siteIds, stored: text }
    const credits = siteIds.length > 0 && (await findCredits(trx, operator, shown))
    if (isRefusal(credits)) return credits
    if (credits) await creditRevision(trx, { articleId: article.id }, credits)
    const orders = input.siteIds.map((siteId) => ({
      siteId,
      articleId: article.id,
      wantedHash,
      varies,
    }))
    await orderDeliveries(trx, orders)
    await note(trx, operator, ['sent-to-sites', article.title])
    return startPublishRun(trx, operator, { input, ...(!waits && { delayS: 0 }) })
  })
  if (isRefusal(runId)) return runId
  if (waits) await withinCallLimit(publishRun.work(runId))
  return { ok: true, runId }
}

// A site that asks for a second pair of eyes gets the text that was checked, and a named version is the one that is sent:
// nobody may change it meanwhile.
async function readAgain(
  trx: Transaction,
  operator: Operator,
  { articleId, isReviewed, version }: { articleId: string; isReviewed: boolean; version: string | undefined },
): Promise<BlogPost | Refusal<SitesRefusal>> {
  const isFixed = isReviewed || version !== undefined
  const locked = isFixed ? await lockOwnArticle(trx, operator, articleId) : undefined
  const article = locked ?? (await selectOwnArticle(trx, operator, articleId).executeTakeFirst())
  if (!article) return refuse('article-not-found')
  if (version !== undefined && version !== toVersion(article.updatedAt, await listWanted(trx, articleId)))
    return refuse('changed-meanwhile')
  return article.publishedAt ? article : refuse('article-unpublished')
}
