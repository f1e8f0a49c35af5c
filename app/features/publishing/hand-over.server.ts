import type { Selectable } from 'kysely'
import type { BlogPost, TargetSitesTable } from '../../db/tables.ts'
import { batched } from '../../platform/batched.server.ts'
import { db } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { dropPages, write } from '../../platform/page-drops.server.ts'
import { canonicalUrlOf } from '../articles/articles.ts'
import { removeCopy, saveCopy } from '../articles/commands.server.ts'
import { openSite } from '../target-sites/queries.server.ts'
import { isRemote, SITES_TAG } from '../target-sites/target-sites.ts'
import { type FinishedArticle, findFinished, toSiteHtml } from './finished-article.server.ts'
import type { Leased, Outcome } from './leases.server.ts'
import { hideRemoteCopy, showRemoteCopy } from './remote-copy.server.ts'
import { toText } from './site-text.server.ts'

type DeliverySite = ReturnType<typeof withOpened>
type PublishedArticle = BlogPost & { publishedAt: Date }
type Published = FinishedArticle & { article: PublishedArticle }

/** Brings a site to what it should have of an article, whatever kind of site it is. */
export async function handOver(leased: Leased): Promise<Outcome> {
  const [finished, site] = await Promise.all([findFinished(leased.articleId), findSite(leased.siteId)])
  if (!finished || !site) return { state: 'removed' } // it is gone
  if (!site.isActive)
    return { state: 'failed', reason: 'site-inactive', detail: site.disabledReason, isPassing: false }
  if (isRemote(site.kind) && !site.opened) return UNOPENED // before a variation is paid for
  const { article } = finished
  const outcome = isWanted(leased, article)
    ? await show(leased, { ...finished, article }, site)
    : await hide(leased, article, site)
  if (outcome.state === 'failed' && outcome.reason === 'gone') await switchOff(site.id, outcome.detail)
  return outcome
}

const isWanted = ({ wantedHash }: Leased, article: BlogPost): article is PublishedArticle =>
  wantedHash !== null && article.publishedAt !== null

async function show(leased: Leased, finished: Published, site: DeliverySite): Promise<Outcome> {
  const { article, hash } = finished
  const text = leased.varies ? await toText(article, site.id) : article
  const policy = toPolicyColumns(article, site.copyPolicy)
  if (site.opened) {
    const html = text === article ? finished.html : toSiteHtml(text)
    const to = { site: site.opened, accountId: article.userId }
    return showRemoteCopy(leased, { ...to, article: text, html, policy, hash })
  }
  const copy = await write((trx) => saveCopy(trx, { siteId: site.id, origin: text, ...policy }))
  return { state: 'delivered', hash, remoteId: copy.id, remoteUrl: null }
}

async function hide(leased: Leased, article: BlogPost, site: DeliverySite): Promise<Outcome> {
  const { userId: accountId, deletionAskedAt } = article
  if (site.opened) return hideRemoteCopy(leased, { site: site.opened, accountId }, deletionAskedAt !== null)
  await write((trx) => removeCopy(trx, { siteId: site.id, originId: article.id }))
  return { state: 'removed' }
}

/** What a copy says about the original, to readers and search engines. */
const toPolicyColumns = (article: BlogPost, policy: DeliverySite['copyPolicy']) => ({
  canonicalUrl: policy === 'independent' ? null : canonicalUrlOf(env.SITE_URL, article),
  isNoindex: policy === 'noindex',
})

const UNOPENED: Outcome = {
  state: 'failed',
  reason: 'unauthorised',
  detail: 'The credentials of the site do not open any more. Enter them again.',
  isPassing: false,
}

// Whoever says 410 does not want to be asked again.
const switchOff = (siteId: string, reason: string | null) =>
  write(async (trx) => {
    const disabledReason = reason ?? 'The site says that it is gone for good.'
    await trx
      .updateTable('targetSites')
      .set({ isActive: false, disabledReason })
      .where('id', '=', siteId)
      .execute()
    await dropPages(trx, [SITES_TAG])
  })

// Deliveries that come together are of few sites: each is read and opened once.
const findSite = batched(async (ids: string[]) => {
  const query = db
    .selectFrom('targetSites')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
  const byId = new Map((await query.execute()).map((site) => [site.id, withOpened(site)]))
  return ids.map((id) => byId.get(id))
})

function withOpened(site: Selectable<TargetSitesTable>) {
  const { kind } = site
  return { ...site, opened: isRemote(kind) ? openSite({ ...site, kind }) : undefined }
}
