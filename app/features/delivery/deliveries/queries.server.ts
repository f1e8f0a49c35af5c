import { sql } from 'kysely'
import type { BlogPost } from '../../../db/tables.ts'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { prepareIn } from '../../../platform/store/prepared.server.ts'
import { env } from '../../../platform/env.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { articlePath } from '../../articles/articles.ts'
import { findHomes, isSitePage, shownSiteName } from '../../articles/placement/queries.server.ts'
import type { SiteState } from '../../articles/revisions/revisions.ts'
import { MAIN_SITE_ID, toOriginOf } from '../../../shared/sites.ts'
import { isAwaited, toRefusalSentence } from '../variations/queries.server.ts'
import { toWantedLanguage } from '../variations/variations.ts'
import {
  attemptEndings,
  deliveryReasons,
  variationRefused,
  variationUnseen,
  variationWritten,
} from './messages.ts'
import {
  type DeliveryAttempt,
  type DeliveryOutcome,
  type DeliveryReason,
  type SaidResult,
  type SiteResult,
  toRemoved,
} from './deliveries.ts'

export { countUnfinished, countUnfinishedByKind } from './count-unfinished.server.ts'

/** The language of a site as its face says it. */
export const siteLanguage = sql<
  string | null
>`(select language from site_faces where site_id = target_sites.id)`

/** Returns the language that a site wants an article in; null for that of the article, as at its home. */
export async function findWantedLanguage(article: BlogPost, siteId: string): Promise<string | null> {
  const site = await db
    .selectFrom('targetSites')
    .select(['kind', siteLanguage.as('language')])
    .where('id', '=', siteId)
    .executeTakeFirst()
  const homes = article.siteId === null ? await findHomes(db, [article.id]) : undefined
  return site && homes?.get(article.id)?.siteId !== siteId ? toWantedLanguage(article, site) : null
}

/** Lists the sites that should have an article, and which of them get a variation. */
export const listWanted = prepareIn((articleId: string) =>
  db
    .selectFrom('deliveries')
    .select(['articleId', 'siteId', 'varies'])
    .where('articleId', '=', articleId)
    .where('wantedHash', 'is not', null),
)

/** Lists the sites that articles were ever ordered for, and whether they should have them now. Locks these deliveries. */
export const listOrdered = (trx: Transaction, articleIds: string[]) =>
  trx
    .selectFrom('deliveries')
    .select(['articleId', 'siteId', 'varies', sql<boolean>`wanted_hash is not null`.as('isWanted')])
    .where('articleId', '=', sql<string>`any(${articleIds}::uuid[])`)
    .orderBy('id') // as attempts lock them: a fixed order prevents deadlocks
    .forUpdate()
    .execute()

/** Lists the sites that have an article of the operator, each with the state that was delivered last. */
export const listSiteStates = (operator: Operator, articleId: string): Promise<SiteState[]> =>
  readAs(operator, (trx) =>
    trx
      .selectFrom('deliveries')
      .innerJoin('targetSites', 'targetSites.id', 'deliveries.siteId')
      .select(['siteId', 'name', 'deliveredHash as hash', 'deliveredVariation as variation'])
      .where('articleId', '=', articleId)
      .where('deliveredHash', 'is not', null)
      .where('siteId', '!=', MAIN_SITE_ID) // it shows the article itself
      .orderBy((order) => order.fn('lower', ['name']))
      .execute(),
  )

/**
 * Lists the deliveries of one of the operator's articles that failed or were not attempted yet: on one site, or on all of
 * them.
 */
export const listUnfinished = (operator: Operator, articleId: string, siteId?: string) =>
  readAs(operator, async (trx) => {
    const article = await trx
      .selectFrom('blogPosts')
      .select('id')
      .where(isOwn(operator, 'userId'))
      .where('id', '=', articleId)
      .executeTakeFirst()
    if (!article) return undefined
    return trx
      .selectFrom('deliveries')
      .innerJoin('blogPosts', 'blogPosts.id', 'deliveries.articleId')
      .select(['deliveries.id', 'deliveries.articleId', 'deliveries.siteId'])
      .where(isOwn(operator, 'blogPosts.userId'))
      .where('deliveries.articleId', '=', articleId)
      .$if(siteId !== undefined, (query) => query.where('deliveries.siteId', '=', siteId ?? ''))
      .where('deliveries.state', 'in', ['pending', 'failed'])
      .execute()
  })

const ATTEMPTS_SHOWN = 50

/**
 * Returns the sites that are selected for an article, and those that get variations. An unpublished article has its
 * former sites, or else the main site. A page of a site, such as About, has none before it is sent to a site.
 */
export async function listChosen(trx: Transaction, articleId: string) {
  const rows = await selectChosen(trx, articleId)
  const siteIds = rows.map(({ siteId }) => siteId)
  const isUsual = siteIds.length === 0 && !(await isSitePage(trx, articleId))
  return {
    siteIds: isUsual ? [MAIN_SITE_ID] : siteIds,
    generateVariations: rows.some(({ varies }) => varies),
  }
}

const selectChosen = prepareIn((articleId: string) =>
  db
    .selectFrom('deliveries')
    .innerJoin('blogPosts', 'blogPosts.id', 'deliveries.articleId')
    .select(['deliveries.siteId', 'varies'])
    .where('articleId', '=', articleId)
    .where((where) => where.or([where('wantedHash', 'is not', null), where('publishedAt', 'is', null)]))
    .orderBy('deliveries.id'),
)

/** Lists the latest attempts to deliver an article, the newest first, 50 at most. */
export async function listAttempts(trx: Transaction, articleId: string): Promise<DeliveryAttempt[]> {
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

/**
 * Lists the present result of an article on each of these sites, in their order. A site that is not up to date counts
 * as failed.
 */
export async function listSiteResults(
  operator: Operator,
  { articleId, siteIds }: { articleId: string; siteIds: string[] },
): Promise<SiteResult[]> {
  const found = await readAs(operator, (trx) => listDeliveries(trx, [articleId], siteIds))
  const bySite = new Map(found.map((delivery) => [delivery.siteId, delivery]))
  return siteIds.map((siteId) => toSiteResult(siteId, bySite.get(siteId)))
}

function toSiteResult(siteId: string, found: FoundDelivery | undefined): SiteResult {
  const removed = toRemoved(siteId)
  if (!found) return { ...removed, status: 'failed', reason: 'site-inactive' }
  const { state, reason, detail, name: siteName } = found
  return state === 'delivered' || state === 'removed'
    ? { ...removed, siteName, url: toOutcome(found).url }
    : { ...removed, siteName, status: 'failed', reason: reason ?? 'late', detail }
}

/** Returns a stored result as the API shows it. The rows of earlier versions have the sentence itself. */
export function sayResult(stored: SiteResult | SaidResult): SaidResult {
  if ('error' in stored) return stored
  const { reason, detail, ...result } = stored
  return { ...result, error: reason === null ? null : toSentence(reason, detail) }
}

/** Returns the outcomes for all sites that the articles were ever ordered for, by the article's id. */
export async function listOutcomes(
  trx: Transaction,
  articleIds: string[],
): Promise<Map<string, DeliveryOutcome[]>> {
  const byArticle = Map.groupBy(await listDeliveries(trx, articleIds), ({ articleId }) => articleId)
  return new Map([...byArticle].map(([articleId, found]) => [articleId, found.map(toOutcome)]))
}

async function listDeliveries(trx: Transaction, articleIds: string[], siteIds?: string[]) {
  if (articleIds.length === 0) return []
  const found = await trx
    .selectFrom('deliveries')
    .innerJoin('targetSites', 'targetSites.id', 'deliveries.siteId')
    .leftJoin('blogPosts as copies', (join) =>
      join
        .onRef('copies.siteId', '=', 'deliveries.siteId')
        .onRef('copies.originId', '=', 'deliveries.articleId'),
    )
    // The main site shows the article itself.
    .leftJoin('blogPosts as originals', (join) =>
      join
        .onRef('originals.siteId', '=', 'deliveries.siteId')
        .onRef('originals.id', '=', 'deliveries.articleId'),
    )
    .leftJoin('variations', (join) =>
      join
        .onRef('variations.siteId', '=', 'deliveries.siteId')
        .onRef('variations.articleId', '=', 'deliveries.articleId')
        .on('deliveries.varies', '=', true),
    )
    .select([
      'variations.reason as variationReason',
      'variations.detail as variationDetail',
      'deliveries.articleId',
      'deliveries.siteId',
      'deliveries.state',
      'deliveries.reason',
      'deliveries.detail',
      'deliveries.nextAttemptAt',
      'deliveries.deliveredHash',
      'deliveries.deliveredVariation',
      'deliveries.remoteUrl',
      'targetSites.url',
    ])
    .select([shownSiteName.as('name'), isAwaited.as('isAwaited')])
    .select(sql<string | null>`coalesce(copies.slug, originals.slug)`.as('slug'))
    .where('deliveries.articleId', 'in', articleIds)
    .$if(siteIds !== undefined, (query) => query.where('deliveries.siteId', 'in', siteIds ?? []))
    .orderBy('name')
    .orderBy('deliveries.id')
    .execute()
  return found
}

interface FoundDelivery {
  siteId: string
  state: DeliveryOutcome['state']
  reason: string | null
  detail: string | null
  nextAttemptAt: Date | null
  deliveredHash: string | null
  /** The number of the variation that the site has; null if it has the original, or nothing. */
  deliveredVariation: number | null
  /** True if the stored variation waits for its approval. */
  isAwaited: boolean
  remoteUrl: string | null
  variationReason: string | null
  variationDetail: string | null
  name: string
  url: string
  slug: string | null
}

const toOutcome = (found: FoundDelivery): DeliveryOutcome => ({
  siteId: found.siteId,
  siteName: found.name,
  state: found.state,
  // After a failed update the site still has the old copy.
  url: found.deliveredHash === null ? null : toCopyUrl(found),
  reason: toReason(found),
  nextAttemptAt: found.nextAttemptAt,
  variation: toVariationNote(found),
})

// A stored variation may not be on its site: nobody approved it yet, or the delivery failed.
function toVariationNote({ deliveredHash, deliveredVariation, ...found }: FoundDelivery): string | null {
  if (deliveredVariation !== null) return variationWritten
  if (found.isAwaited && deliveredHash !== null) return variationUnseen
  const { variationReason: reason, variationDetail: detail } = found
  return reason === null ? null : variationRefused(toRefusalSentence({ reason, detail }))
}

function toCopyUrl({ slug, remoteUrl, ...site }: FoundDelivery): string | null {
  return slug === null ? remoteUrl : toOriginOf(site, env.SITE_URL) + articlePath({ slug })
}

/** Returns the reason why a delivery is not done, as a sentence; null if it is done. */
export function toReason({
  state,
  reason,
  detail,
}: Pick<FoundDelivery, 'state' | 'reason' | 'detail'>): string | null {
  if (state === 'delivered' || state === 'removed') return null
  return toSentence(reason, detail)
}

/** Returns what is stored about a failure as a sentence. It is a reason, or a sentence of the site. */
export const toDeliverySentence = (stored: string | null): string | null =>
  isDeliveryReason(stored) ? deliveryReasons[stored] : stored

const toSentence = (reason: string | null, detail: string | null): string =>
  toDeliverySentence(detail) ?? deliveryReasons[isDeliveryReason(reason) ? reason : 'late']

const isDeliveryReason = (reason: string | null): reason is DeliveryReason =>
  reason !== null && reason in deliveryReasons
