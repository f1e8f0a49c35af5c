import { ConnectorError, type ConnectorReason } from '../../../connectors/connector-error.ts'
import { findConnector } from '../../../connectors/sites/connectors.server.ts'
import type { OutgoingArticle, RemoteKind, RemoteSite } from '../../../connectors/sites/site-connector.ts'
import type { BlogPost } from '../../../db/tables.ts'
import { env } from '../../../platform/env.server.ts'
import { toAbsoluteUrl } from '../../../shared/addresses.ts'
import { BreakerOpenError, withCircuitBreaker } from '../../../platform/circuit-breaker.server.ts'
import { consumeRateLimits, type Limit } from '../../../platform/rate-limits.server.ts'
import { singleton } from '../../../platform/singleton.server.ts'
import { createConcurrencyLimits } from '../../../platform/concurrency-limits.server.ts'
import { type AttemptOutcome, isCurrent, type LeasedDelivery } from './leases.server.ts'

// One more than the connections to a host, so that the next request is prepared while the others are running.
const DELIVERIES_PER_HOST = 3

/** A remote site, with its unsealed credentials. */
export interface OpenedSite extends RemoteSite {
  kind: RemoteKind
}

interface Destination {
  site: OpenedSite
  /** The owner of the article, whose limits count the deliveries; null while no account exists. */
  accountId: string | null
}

interface CopyOrder extends Destination {
  /** The article, with the text of the variation, if the site gets one. */
  article: BlogPost & { publishedAt: Date }
  /** The HTML of this text; all URLs in it are absolute. */
  html: string
  /** The copy policy of the site, in the form that search engines read. */
  policy: Pick<OutgoingArticle, 'canonicalUrl' | 'isNoindex'>
  /** Identifies the content that is delivered. */
  hash: string
  /** The number of the variation in it; null for the text of the article. */
  variation: number | null
}

/** Creates or updates the copy on a remote site. A failure of the site is an outcome, not an error. */
export const showRemoteCopy = (leased: LeasedDelivery, order: CopyOrder): Promise<AttemptOutcome> =>
  asOutcome(leased, order, async () => {
    const { site, hash, variation } = order
    const connector = findConnector(site.kind)
    const outgoing = toOutgoing(leased, order)
    const { remoteId, remoteUrl: url, deliveredHash } = leased
    const copy = await (remoteId === null
      ? connector.publish(site, outgoing)
      : connector.update(site, outgoing, { remoteId, url, isUnpublished: deliveredHash === null }))
    return { state: 'delivered', hash, variation, remoteId: copy.remoteId, remoteUrl: copy.url }
  })

/** Removes the copy from a remote site: keeps it there as a draft, or with `forGood` deletes it. */
export const hideRemoteCopy = (
  leased: LeasedDelivery,
  from: Destination,
  forGood: boolean,
): Promise<AttemptOutcome> =>
  asOutcome(leased, from, async () => {
    const { site } = from
    const { id: deliveryId, orders, remoteId } = leased
    await findConnector(site.kind).unpublish(site, { deliveryId, orders, remoteId, forGood })
    return { state: 'removed' }
  })

// A delivery waits for a connection before it enters the circuit breaker. The site's time limit starts after that.
const limitForHost = singleton('lanes to hosts', () => createConcurrencyLimits(DELIVERIES_PER_HOST))

// One save may start up to twenty deliveries, which may all go to one host.
const limitDeliveries = (accountId: string | null, host: string): Limit[] => [
  { name: 'deliveries to a host', of: `${accountId} ${host}`, most: 120, windowS: 600 },
  { name: 'deliveries', of: `${accountId}`, most: 2000, windowS: 3600 },
]

async function asOutcome(
  leased: LeasedDelivery,
  { site, accountId }: Destination,
  run: () => Promise<AttemptOutcome>,
): Promise<AttemptOutcome> {
  try {
    const { host } = new URL(site.url)
    const retryAfterS = await consumeRateLimits(limitDeliveries(accountId, host))
    if (retryAfterS > 0)
      return { state: 'failed', reason: 'too-many', detail: null, isRetryable: true, retryAfterS }
    return await limitForHost(host)(async () =>
      // The URL of the site was read earlier. If it has changed since, the lease may name a post of the other site.
      (await isCurrent(leased)) ? withCircuitBreaker(`site ${host}`, run, isOutage) : REPLACED,
    )
  } catch (error) {
    if (error instanceof BreakerOpenError)
      return {
        state: 'failed',
        reason: 'host-paused',
        detail: null,
        isRetryable: true,
        retryAfterS: error.retryAfterS,
      }
    if (!(error instanceof ConnectorError)) throw error
    const { reason, detail = null, isRetryable, retryAfterS } = error
    return { state: 'failed', reason, detail, isRetryable, retryAfterS }
  }
}

const REPLACED: AttemptOutcome = { state: 'failed', reason: 'replaced', detail: null, isRetryable: false }

// Any answer of the host itself, even a refusal, shows that it is reachable.
const OUTAGES = new Set<ConnectorReason>(['unreachable', 'timeout', 'broken'])
const isOutage = (error: unknown) => error instanceof ConnectorError && OUTAGES.has(error.reason)

function toOutgoing(
  { id: deliveryId, orders }: LeasedDelivery,
  { article, html, policy }: CopyOrder,
): OutgoingArticle {
  const { id: articleId, title, slug, content, ...shown } = article
  return {
    deliveryId,
    orders,
    articleId,
    title,
    slug,
    html,
    markdown: content,
    excerpt: shown.excerpt,
    metaDescription: shown.metaDescription,
    author: shown.author,
    tags: shown.tags,
    keywords: shown.keywords,
    lang: shown.lang,
    imageUrl: toAbsoluteUrl(shown.imageUrl, env.SITE_URL) ?? null,
    publishedAt: shown.publishedAt,
    updatedAt: shown.updatedAt,
    ...policy,
  }
}
