import { sql } from 'kysely'
import { db, type Transaction } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { isOwn, readAs } from '../../platform/own-rows.server.ts'
import type { RequestSite } from '../../platform/request-context.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { articlePath, PAGE_SIZE } from '../articles/articles.ts'
import { deliveryReasons, variationRefused, variationWritten } from './messages.ts'
import {
  type DeliveryOutcome,
  type DeliveryReason,
  type OwnArticle,
  type OwnArticleList,
  type PublishSummary,
  type TargetSite,
  toSiteOrigin,
} from './publishing.ts'

/** Sites the operator may publish to, by name (spec §7): shared ones and the operator's own, active only. */
export async function listTargetSites(operator: Operator): Promise<TargetSite[]> {
  const sites = await readAs(operator, (trx) =>
    trx
      .selectFrom('targetSites')
      .select(['id', 'name', 'url', 'kind', 'copyPolicy'])
      .where('kind', '!=', 'main')
      .where('isActive', '=', true)
      .where((where) => where.or([where('ownerId', 'is', null), isOwn(operator, 'ownerId')]))
      .orderBy((order) => order.fn('lower', ['name']))
      .$narrowType<Pick<TargetSite, 'kind'>>()
      .execute(),
  )
  return sites.map((site) => ({ ...site, url: toSiteOrigin(site.url, env.SITE_URL) }))
}

/** Every site this process answers for, by host name; the main site's is the one in SITE_URL. */
export async function listHosts(): Promise<Map<string, RequestSite>> {
  const sites = await db
    .selectFrom('targetSites')
    .select(['id', 'name', 'url', 'kind', 'host'])
    .where('isActive', '=', true)
    .execute()
  return new Map(
    sites.map((site) => {
      const isMain = site.kind === 'main'
      const origin = isMain ? env.SITE_URL : toSiteOrigin(site.url, env.SITE_URL)
      const host = isMain ? new URL(env.SITE_URL).hostname : site.host
      return [host, { id: site.id, name: site.name, origin, isMain, mainOrigin: env.SITE_URL }]
    }),
  )
}

/** Shared and owned sites with the number of articles on each, for the command line. */
export async function listSitesWithCounts(): Promise<{ name: string; url: string; articles: number }[]> {
  return db
    .selectFrom('targetSites')
    .leftJoin('blogPosts', 'blogPosts.siteId', 'targetSites.id')
    .select(['targetSites.name', 'targetSites.url', sql<number>`count(blog_posts.id)::int`.as('articles')])
    .where('kind', '=', 'hosted')
    .groupBy('targetSites.id')
    .orderBy('targetSites.name')
    .execute()
}

/** How the publish of one of the operator's articles stands, site by site. */
export async function findPublishSummary(operator: Operator, articleId: string): Promise<PublishSummary> {
  const { article, deliveries } = await readAs(operator, async (trx) => ({
    article: await trx
      .selectFrom('blogPosts')
      .select(['title', 'slug'])
      .where('id', '=', articleId)
      .where(isOwn(operator, 'userId'))
      .executeTakeFirstOrThrow(),
    // A site that the article was taken off is no part of it any more.
    deliveries: ((await listOutcomes(trx, [articleId])).get(articleId) ?? []).filter(
      ({ state }) => state !== 'removed',
    ),
  }))
  const succeeded = deliveries.filter((delivery) => delivery.state === 'delivered').length
  return {
    title: article.title,
    url: env.SITE_URL + articlePath(article),
    succeeded,
    failed: deliveries.length - succeeded,
    deliveries,
  }
}

/**
 * The operator's own articles, drafts too, the last changed first, 12 a page: originals only, each with the sites that
 * show a copy. A page behind the last is the last one.
 */
export async function listOwnArticles(operator: Operator, wantedPage: number): Promise<OwnArticleList> {
  return readAs(operator, async (trx) => {
    const own = trx.selectFrom('blogPosts').where(isOwn(operator, 'userId')).where('originId', 'is', null)
    const { total } = await own.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
    const pageCount = Math.max(1, Math.ceil(total / PAGE_SIZE))
    const page = Math.min(wantedPage, pageCount)
    const rows = await own
      .select(['id', 'title', 'slug', 'publishedAt', 'updatedAt', 'deletionAskedAt'])
      .orderBy('updatedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE)
      .execute()
    const outcomes = await listOutcomes(
      trx,
      rows.map(({ id }) => id),
    )
    const articles = rows.map(({ slug, deletionAskedAt, ...row }) => ({
      ...row,
      state: toState(row.publishedAt, deletionAskedAt),
      url: row.publishedAt && env.SITE_URL + articlePath({ slug }),
      deliveries: outcomes.get(row.id) ?? [],
    }))
    return { articles, total, page, pageCount }
  })
}

function toState(publishedAt: Date | null, deletionAskedAt: Date | null): OwnArticle['state'] {
  if (deletionAskedAt) return 'deleting'
  return publishedAt ? 'published' : 'draft'
}

/** How one of the operator's articles stands on every site that it was ever meant for, by the sites' names. */
export const listDeliveryOutcomes = (operator: Operator, articleId: string): Promise<DeliveryOutcome[]> =>
  readAs(operator, async (trx) => (await listOutcomes(trx, [articleId])).get(articleId) ?? [])

async function listOutcomes(trx: Transaction, articleIds: string[]): Promise<Map<string, DeliveryOutcome[]>> {
  if (articleIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('deliveries')
    .innerJoin('targetSites', 'targetSites.id', 'deliveries.siteId')
    .leftJoin('blogPosts as copies', (join) =>
      join
        .onRef('copies.siteId', '=', 'deliveries.siteId')
        .onRef('copies.originId', '=', 'deliveries.articleId'),
    )
    .leftJoin('variations', (join) =>
      join
        .onRef('variations.siteId', '=', 'deliveries.siteId')
        .onRef('variations.articleId', '=', 'deliveries.articleId')
        .on('deliveries.varies', '=', true),
    )
    .select([
      'variations.state as variationState',
      'variations.detail as variationDetail',
      'deliveries.articleId',
      'deliveries.siteId',
      'deliveries.state',
      'deliveries.reason',
      'deliveries.detail',
      'deliveries.nextAttemptAt',
      'deliveries.deliveredHash',
      'deliveries.remoteUrl',
      'targetSites.name',
      'targetSites.url',
      'copies.slug',
    ])
    .where('deliveries.articleId', 'in', articleIds)
    .orderBy('targetSites.name')
    .execute()
  const byArticle = Map.groupBy(rows, ({ articleId }) => articleId)
  return new Map([...byArticle].map(([articleId, found]) => [articleId, found.map(toOutcome)]))
}

interface FoundDelivery {
  siteId: string
  state: DeliveryOutcome['state']
  reason: string | null
  detail: string | null
  nextAttemptAt: Date | null
  deliveredHash: string | null
  remoteUrl: string | null
  variationState: 'written' | 'refused' | null
  variationDetail: string | null
  name: string
  url: string
  slug: string | null
}

const toOutcome = (found: FoundDelivery): DeliveryOutcome => ({
  siteId: found.siteId,
  siteName: found.name,
  state: found.state,
  // What failed to be brought up to date is still there as it was.
  url: found.deliveredHash === null ? null : toCopyUrl(found),
  reason: toReason(found),
  nextAttemptAt: found.nextAttemptAt,
  variation: toVariationNote(found),
})

function toVariationNote({ variationState, variationDetail }: FoundDelivery): string | null {
  if (variationState === 'written') return variationWritten
  return variationState && variationRefused(variationDetail ?? '')
}

const toCopyUrl = ({ slug, url, remoteUrl }: FoundDelivery) =>
  slug === null ? remoteUrl : toSiteOrigin(url, env.SITE_URL) + articlePath({ slug })

function toReason({ state, reason, detail }: FoundDelivery): string | null {
  if (state === 'delivered' || state === 'removed') return null
  return detail ?? deliveryReasons[isDeliveryReason(reason) ? reason : 'late']
}

const isDeliveryReason = (reason: string | null): reason is DeliveryReason =>
  reason !== null && reason in deliveryReasons
