import type { BlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { readAs, writeAs, requireRight } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { withinCallLimit } from '../../runs/commands.server.ts'
import { findSiteIds } from '../../delivery/target-sites/queries.server.ts'
import { hasModel } from '../../accounts/ai-usage/queries.server.ts'
import { orderDeliveries } from '../../delivery/deliveries/commands.server.ts'
import { toTypedFields } from '../../articles/fields/fields.ts'
import { toWantedHash } from '../../articles/revisions/queries.server.ts'
import { creditRevision } from '../approval/commands.server.ts'
import { findCredits } from '../approval/queries.server.ts'
import type { SitesRefusal } from '../writing.ts'
import { note } from '../../accounts/record/commands.server.ts'
import { type PublishInput, publishRun, startPublishRun } from './publish-run.server.ts'
import { lockOwnArticle, selectOwnArticle } from './queries.server.ts'
import { isRefusal, refuse, type Refusal } from '../../../shared/refusal.ts'

/**
 * Delivers one of the operator's published articles to sites, as a run. Sites that have it already are updated. With
 * `waits` this call makes the first attempts, for 20 s at most; otherwise a job does. Returns the id of the run.
 */
export async function publishToSites(
  operator: Operator,
  input: PublishInput,
  { waits, varies = false }: { waits: boolean; varies?: boolean },
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
    const article = await readAgain(trx, operator, {
      articleId: input.articleId,
      isReviewed: siteIds.length > 0,
    })
    if (!article?.publishedAt) return refuse(article ? 'article-unpublished' : 'article-not-found')
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

// A site that asks for a second pair of eyes gets the text that was checked: nobody may change it meanwhile.
async function readAgain(
  trx: Transaction,
  operator: Operator,
  { articleId, isReviewed }: { articleId: string; isReviewed: boolean },
): Promise<BlogPost | undefined> {
  const locked = isReviewed ? await lockOwnArticle(trx, operator, articleId) : undefined
  return locked ?? selectOwnArticle(trx, operator, articleId).executeTakeFirst()
}
