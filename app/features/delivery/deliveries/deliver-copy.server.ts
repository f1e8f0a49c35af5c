import type { Selectable } from 'kysely'
import type { BlogPost, TargetSitesTable } from '../../../db/tables.ts'
import { batched } from '../../../platform/batched.server.ts'
import { db } from '../../../platform/store/database.server.ts'
import { invalidatePages, write } from '../../../platform/web/page-invalidation.server.ts'
import { renderText } from '../../articles/commands.server.ts'
import { removeCopy, saveCopy } from '../../articles/placement/commands.server.ts'
import { metrics } from '../../../platform/metrics.server.ts'
import { openSite } from '../../../connectors/sites/credentials.server.ts'
import { isRemote } from '../../../connectors/sites/site-connector.ts'
import { SITES_TAG } from '../../../shared/sites.ts'
import { ensureVariation } from '../variations/commands.server.ts'
import { hashSource } from '../variations/queries.server.ts'
import { toWantedLanguage } from '../variations/variations.ts'
import { type FinishedArticle, findFinished, toSiteHtml } from './finished-article.server.ts'
import type { DeliveryReason } from './deliveries.ts'
import type { LeasedDelivery, AttemptOutcome } from './leases.server.ts'
import { siteLanguage } from './queries.server.ts'
import { findHomes, findHomeUrl } from '../../articles/placement/queries.server.ts'
import { hideRemoteCopy, showRemoteCopy } from './remote-copy.server.ts'

type DeliverySite = ReturnType<typeof openCredentials>
type PublishedArticle = BlogPost & { publishedAt: Date }
type Published = FinishedArticle & { article: PublishedArticle; homeUrl: string | null }

/**
 * Delivers an article to a site of any kind. A failure of the site is an outcome; other errors are thrown.
 * `deliverFirst` makes the delivery to the site whose URL this copy names as the original.
 */
export async function deliverCopy(
  leased: LeasedDelivery,
  deliverFirst: (deliveryId: string) => Promise<unknown>,
): Promise<AttemptOutcome> {
  const [finished, site] = await Promise.all([findFinished(leased.articleId), findSite(leased.siteId)])
  if (!finished || !site) return { state: 'removed' } // the article or the site is deleted
  if (!site.isActive)
    return { state: 'failed', reason: 'site-inactive', detail: site.disabledReason, isRetryable: false }
  if (isRemote(site.kind) && !site.opened) return CREDENTIALS_UNREADABLE // before tokens are spent on a variation
  const { article } = finished
  const outcome = isWanted(leased, article)
    ? await show(
        leased,
        { ...finished, article, homeUrl: await toHomeUrl(leased, article, deliverFirst) },
        site,
      )
    : await hide(leased, article, site)
  metrics.deliveries.inc({ site: site.kind, outcome: outcome.state })
  if (outcome.state === 'failed' && outcome.reason === 'gone') await switchOff(site.id, outcome.detail)
  return outcome
}

const isWanted = ({ wantedHash }: LeasedDelivery, article: BlogPost): article is PublishedArticle =>
  wantedHash !== null && article.publishedAt !== null

async function show(
  leased: LeasedDelivery,
  finished: Published,
  site: DeliverySite,
): Promise<AttemptOutcome> {
  const { article, hash, homeUrl } = finished
  const into = homeUrl === null ? null : toWantedLanguage(article, site)
  const { text, variation } = leased.varies
    ? await toVariation(article, { siteId: site.id, lang: into })
    : { text: article, variation: null }
  // A translation is no copy: search engines show both.
  const originalUrl = text.lang === article.lang ? (article.canonicalUrl ?? homeUrl) : null
  const policy = toPolicyColumns(site.copyPolicy, originalUrl)
  if (site.opened) {
    const html = text === article ? finished.html : toSiteHtml(text)
    const to = { site: site.opened, accountId: article.userId }
    return showRemoteCopy(leased, { ...to, article: text, html, policy, hash, variation })
  }
  const copy = await write((trx) => saveCopy(trx, { siteId: site.id, origin: text, ...policy }))
  return { state: 'delivered', hash, variation, remoteId: copy.id, remoteUrl: null }
}

async function hide(leased: LeasedDelivery, article: BlogPost, site: DeliverySite): Promise<AttemptOutcome> {
  const { userId: accountId, deletionAskedAt } = article
  if (site.opened) return hideRemoteCopy(leased, { site: site.opened, accountId }, deletionAskedAt !== null)
  await write((trx) => removeCopy(trx, { siteId: site.id, originId: article.id }))
  return { state: 'removed' }
}

// Returns the article with the text of the site's variation, and the number of the variation. Returns the article
// itself if there is none.
async function toVariation<A extends BlogPost>(
  article: A,
  { siteId, lang }: { siteId: string; lang: string | null },
): Promise<{ text: A; variation: number | null }> {
  const original = { text: article, variation: null }
  const operator = article.userId === null ? undefined : await findOperator(article.userId)
  if (!operator) return original
  const order = { articleId: article.id, siteId, sourceHash: hashSource(article), lang }
  const outcome = await ensureVariation(operator, order)
  if (!outcome?.ok || outcome.isUnseen) return original
  const { title, content, metaDescription } = outcome.variation
  const { html, toc, excerpt, readingMinutes } = await renderText(
    { content, canonicalUrl: article.canonicalUrl, lang: lang ?? article.lang },
    operator.id,
  )
  const written = { title, content, metaDescription, contentHtml: html, toc, excerpt, readingMinutes }
  const shown = { ...written, lang: lang ?? article.lang }
  return { text: { ...article, ...shown }, variation: outcome.number }
}

const findOperator = (id: string) =>
  db.selectFrom('users').select(['id', 'email', 'name']).where('id', '=', id).executeTakeFirst()

// The URL that a copy names as the original; null for the copy at the article's home, which is the original.
async function toHomeUrl(
  { siteId }: LeasedDelivery,
  article: BlogPost,
  deliverFirst: (deliveryId: string) => Promise<unknown>,
): Promise<string | null> {
  if (article.siteId === null) {
    const home = (await findHomes(db, [article.id])).get(article.id)
    if (home?.siteId === siteId) return null
    if (home && !home.isDelivered) await deliverFirst(home.deliveryId) // so that it has its address
  }
  return findHomeUrl(db, article)
}

// The copy policy of a site, in the form that search engines read.
const toPolicyColumns = (policy: DeliverySite['copyPolicy'], originalUrl: string | null) => ({
  canonicalUrl: policy === 'independent' ? null : originalUrl,
  isNoindex: policy === 'noindex',
})

const CREDENTIALS_UNREADABLE: AttemptOutcome = {
  state: 'failed',
  reason: 'credentials-lost',
  detail: null,
  isRetryable: false,
}

// A site that answers 410 wants no more requests.
const switchOff = (siteId: string, detail: string | null) =>
  write(async (trx) => {
    const disabledReason = detail ?? ('gone' satisfies DeliveryReason)
    await trx
      .updateTable('targetSites')
      .set({ isActive: false, disabledReason })
      .where('id', '=', siteId)
      .execute()
    await invalidatePages(trx, [SITES_TAG])
  })

// Deliveries that run at the same time go to few sites, so each site is read and unsealed once.
const findSite = batched(async (ids: string[]) => {
  const query = db
    .selectFrom('targetSites')
    .selectAll()
    .select(siteLanguage.as('language'))
    .where('id', 'in', [...new Set(ids)])
  const byId = new Map((await query.execute()).map((site) => [site.id, openCredentials(site)]))
  return ids.map((id) => byId.get(id))
})

function openCredentials(site: Selectable<TargetSitesTable> & { language: string | null }) {
  const { kind } = site
  return { ...site, opened: isRemote(kind) ? openSite({ ...site, kind }) : undefined }
}
