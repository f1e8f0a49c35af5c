import { sql } from 'kysely'
import type { BlogPost } from '../../db/tables.ts'
import type { Transaction } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { isOwn, readAs } from '../../platform/own-rows.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { articlePath, PAGE_SIZE } from '../articles/articles.ts'
import { toSiteOrigin } from '../target-sites/target-sites.ts'
import { attemptEndings, deliveryReasons, variationRefused, variationWritten } from './messages.ts'
import {
  type DeliveryAttempt,
  type DeliveryOutcome,
  type EditableArticle,
  type TypedDraft,
  type DeliveryReason,
  type OwnArticle,
  type OwnArticleList,
  type PublishSummary,
  toVersion,
} from './publishing.ts'

/** How the publish of one of the operator's articles stands, site by site; undefined for one that is not there. */
export async function findPublishSummary(
  operator: Operator,
  articleId: string,
): Promise<PublishSummary | undefined> {
  const { article, deliveries } = await readAs(operator, async (trx) => ({
    article: await trx
      .selectFrom('blogPosts')
      .select(['title', 'slug'])
      .where('id', '=', articleId)
      .where(isOwn(operator, 'userId'))
      .executeTakeFirst(),
    // A site that the article was taken off is no part of it any more.
    deliveries: ((await listOutcomes(trx, [articleId])).get(articleId) ?? []).filter(
      ({ state }) => state !== 'removed',
    ),
  }))
  if (!article) return undefined
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

/** One of the operator's own articles: the original, whole. */
export const selectOwnArticle = (trx: Transaction, operator: Operator, id: string) =>
  trx
    .selectFrom('blogPosts')
    .selectAll()
    .where('id', '=', id)
    .where(isOwn(operator, 'userId'))
    .where('originId', 'is', null)

/** Whether an article is the operator's. */
export const ownsArticle = (operator: Operator, id: string): Promise<boolean> =>
  readAs(
    operator,
    async (trx) => (await selectOwnArticle(trx, operator, id).executeTakeFirst()) !== undefined,
  )

/** One of the operator's own articles with everything that an edit starts from; undefined for anybody else's. */
export async function findEditable(operator: Operator, id: string): Promise<EditableArticle | undefined> {
  return readAs(operator, async (trx) => {
    const row = await selectOwnArticle(trx, operator, id).executeTakeFirst()
    if (!row) return undefined
    const deliveries = (await listOutcomes(trx, [id])).get(id) ?? []
    const { title, slug, publishedAt, updatedAt, deletionAskedAt } = row
    return {
      id,
      title,
      slug,
      publishedAt,
      updatedAt,
      deliveries,
      state: toState(publishedAt, deletionAskedAt),
      url: publishedAt && env.SITE_URL + articlePath({ slug }),
      version: toVersion(updatedAt, await listWanted(trx, id)),
      typed: toTyped(row, await listChosen(trx, id)),
      attempts: await listAttempts(trx, id),
    }
  })
}

/** The sites that an article is wanted on. */
export const listWanted = (trx: Transaction, articleId: string) =>
  trx
    .selectFrom('deliveries')
    .select(['articleId', 'siteId', 'varies'])
    .where('articleId', '=', articleId)
    .where('wantedHash', 'is not', null)
    .execute()

const ATTEMPTS_SHOWN = 50

// An article that is not published goes, when it is published again, where it was.
async function listChosen(trx: Transaction, articleId: string) {
  const rows = await trx
    .selectFrom('deliveries')
    .innerJoin('blogPosts', 'blogPosts.id', 'deliveries.articleId')
    .select(['deliveries.siteId', 'varies'])
    .where('articleId', '=', articleId)
    .where((where) => where.or([where('wantedHash', 'is not', null), where('publishedAt', 'is', null)]))
    .execute()
  return { siteIds: rows.map(({ siteId }) => siteId), generateVariations: rows.some(({ varies }) => varies) }
}

const toTyped = (row: BlogPost, chosen: Pick<TypedDraft, 'siteIds' | 'generateVariations'>): TypedDraft => ({
  draftId: row.id,
  title: row.title,
  content: row.content,
  metaDescription: row.metaDescription ?? '',
  author: row.author,
  tags: row.tags.join(', '),
  keywords: row.keywords.join(', '),
  canonicalUrl: row.canonicalUrl ?? '',
  ...chosen,
})

async function listAttempts(trx: Transaction, articleId: string): Promise<DeliveryAttempt[]> {
  const rows = await trx
    .selectFrom('deliveryAttempts')
    .innerJoin('deliveries', 'deliveries.id', 'deliveryAttempts.deliveryId')
    .innerJoin('targetSites', 'targetSites.id', 'deliveries.siteId')
    .select(['deliveryAttempts.id', 'startedAt', 'durationMs', 'outcome', 'deliveryAttempts.reason'])
    .select(['deliveryAttempts.detail', 'targetSites.name as siteName'])
    .where('articleId', '=', articleId)
    .orderBy('startedAt', 'desc')
    .limit(ATTEMPTS_SHOWN)
    .execute()
  return rows.map(({ outcome, reason, detail, ...row }) => ({
    ...row,
    ending: outcome && (outcome === 'failed' ? toSentence(reason, detail) : attemptEndings[outcome]),
    isFailed: outcome === 'failed',
  }))
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
  return toSentence(reason, detail)
}

const toSentence = (reason: string | null, detail: string | null): string =>
  detail ?? deliveryReasons[isDeliveryReason(reason) ? reason : 'late']

const isDeliveryReason = (reason: string | null): reason is DeliveryReason =>
  reason !== null && reason in deliveryReasons
