import type { BlogPost } from '../../db/tables.ts'
import { batched } from '../../platform/batched.server.ts'
import { db } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { write } from '../../platform/page-drops.server.ts'
import { canonicalUrlOf } from '../articles/articles.ts'
import { removeCopy, saveCopy } from '../articles/commands.server.ts'
import type { Leased, Outcome } from './leases.server.ts'
import { toWantedHash } from './orders.server.ts'

/** Brings a site to what it should have of an article, whatever kind of site it is. */
export async function handOver(leased: Leased): Promise<Outcome> {
  const found = await findArticleAndSite(leased.id)
  if (!found) return { state: 'removed' } // the article is gone, or the site
  const { article, site } = found
  if (!site.isActive)
    return { state: 'failed', reason: 'site-inactive', detail: site.disabledReason, isPassing: false }
  const isWanted = leased.wantedHash !== null && article.publishedAt !== null
  return isWanted ? showCopy(article, site) : hideCopy(article, site)
}

async function showCopy(article: BlogPost, site: DeliverySite): Promise<Outcome> {
  const copy = await write((trx) =>
    saveCopy(trx, { siteId: site.id, origin: article, ...toCopyPolicy(article, site.copyPolicy) }),
  )
  return { state: 'delivered', hash: toWantedHash(article), remoteId: copy.id, remoteUrl: null }
}

async function hideCopy(article: BlogPost, site: DeliverySite): Promise<Outcome> {
  await write((trx) => removeCopy(trx, { siteId: site.id, originId: article.id }))
  return { state: 'removed' }
}

/** What a copy says about the original, to readers and search engines. */
const toCopyPolicy = (article: BlogPost, policy: DeliverySite['copyPolicy']) => ({
  canonicalUrl: policy === 'independent' ? null : canonicalUrlOf(env.SITE_URL, article),
  isNoindex: policy === 'noindex',
})

type DeliverySite = NonNullable<Awaited<ReturnType<typeof findArticleAndSite>>>['site']

const findArticleAndSite = batched(async (deliveryIds: string[]) => {
  const [articles, sites] = [await listArticles(deliveryIds), await listSites(deliveryIds)]
  return deliveryIds.map((id) => {
    const article = articles.find(({ deliveryId }) => deliveryId === id)
    const site = sites.find(({ deliveryId }) => deliveryId === id)
    return article && site && { article, site }
  })
})

const listArticles = (deliveryIds: string[]) =>
  db
    .selectFrom('deliveries')
    .innerJoin('blogPosts', 'blogPosts.id', 'deliveries.articleId')
    .selectAll('blogPosts')
    .select('deliveries.id as deliveryId')
    .where('deliveries.id', 'in', deliveryIds)
    .execute()

const listSites = (deliveryIds: string[]) =>
  db
    .selectFrom('deliveries')
    .innerJoin('targetSites', 'targetSites.id', 'deliveries.siteId')
    .selectAll('targetSites')
    .select('deliveries.id as deliveryId')
    .where('deliveries.id', 'in', deliveryIds)
    .execute()
