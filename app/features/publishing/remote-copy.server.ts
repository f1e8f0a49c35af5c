import { ConnectorError, type ConnectorReason } from '../../connectors/connector-error.ts'
import { findConnector } from '../../connectors/sites/connectors.server.ts'
import type { OutgoingArticle, RemoteKind, RemoteSite } from '../../connectors/sites/site-connector.ts'
import type { BlogPost } from '../../db/tables.ts'
import { BreakerOpenError, throughBreaker } from '../../platform/breaker.server.ts'
import { countAttempt, type Limit } from '../../platform/rate-limits.server.ts'
import { remember } from '../../platform/remember.server.ts'
import { createLanes } from '../../platform/turns.server.ts'
import type { Leased, Outcome } from './leases.server.ts'

// One more than there are connections to a host: what it will say is written while the others are on their way.
const AT_ONCE = 3

/** A site that is another computer, with what opens it. */
export interface OpenedSite extends RemoteSite {
  kind: RemoteKind
}

/** What goes to a site is counted for the account whose article it is; null while nobody has signed up. */
interface Destination {
  site: OpenedSite
  accountId: string | null
}

interface CopyOf extends Destination {
  /** In the words that are meant for the site. */
  article: BlogPost & { publishedAt: Date }
  /** Of these words; every address in it is absolute. */
  html: string
  /** What the copy says about its original. */
  policy: Pick<OutgoingArticle, 'canonicalUrl' | 'isNoindex'>
  /** Identifies what is delivered. */
  hash: string
}

/** Makes the copy on another computer, or brings it up to date. */
export const showRemoteCopy = (leased: Leased, copyOf: CopyOf): Promise<Outcome> =>
  asOutcome(copyOf, async () => {
    const { site, hash } = copyOf
    const connector = findConnector(site.kind)
    const outgoing = toOutgoing(leased, copyOf)
    const { remoteId, remoteUrl: url, deliveredHash } = leased
    const copy = await (remoteId === null
      ? connector.publish(site, outgoing)
      : connector.update(site, outgoing, { remoteId, url, isUnpublished: deliveredHash === null }))
    return { state: 'delivered', hash, remoteId: copy.remoteId, remoteUrl: copy.url }
  })

/** Takes the copy off another computer. */
export const hideRemoteCopy = (leased: Leased, from: Destination, forGood: boolean): Promise<Outcome> =>
  asOutcome(from, async () => {
    const { site } = from
    const { id: deliveryId, orders, remoteId } = leased
    await findConnector(site.kind).unpublish(site, { deliveryId, orders, remoteId, forGood })
    return { state: 'removed' }
  })

// Whoever waits for a connection does so before the breaker, and not in the time that the site has for its answer.
const laneTo = remember('turns at sites', () => createLanes(AT_ONCE))

// One save is a delivery to each of twenty sites, which may all be at one host.
const limitDeliveries = (accountId: string | null, host: string): Limit[] => [
  { name: 'deliveries to a host', of: `${accountId} ${host}`, most: 120, windowS: 600 },
  { name: 'deliveries', of: `${accountId}`, most: 2000, windowS: 3600 },
]

async function asOutcome({ site, accountId }: Destination, run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    const { host } = new URL(site.url)
    const retryAfterS = await countAttempt(limitDeliveries(accountId, host))
    if (retryAfterS > 0)
      return { state: 'failed', reason: 'too-many', detail: null, isPassing: true, retryAfterS }
    return await laneTo(host)(() => throughBreaker(`site ${host}`, run, isOutage))
  } catch (error) {
    if (error instanceof BreakerOpenError)
      return {
        state: 'failed',
        reason: 'host-paused',
        detail: null,
        isPassing: true,
        retryAfterS: error.retryAfterS,
      }
    if (!(error instanceof ConnectorError)) throw error
    const { reason, detail = null, isPassing, retryAfterS } = error
    return { state: 'failed', reason, detail, isPassing, retryAfterS }
  }
}

// What the host itself answered, a refusal too, shows that it is there.
const OUTAGES = new Set<ConnectorReason>(['unreachable', 'timeout', 'broken'])
const isOutage = (error: unknown) => error instanceof ConnectorError && OUTAGES.has(error.reason)

function toOutgoing({ id: deliveryId, orders }: Leased, { article, html, policy }: CopyOf): OutgoingArticle {
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
    imageUrl: shown.imageUrl,
    publishedAt: shown.publishedAt,
    updatedAt: shown.updatedAt,
    ...policy,
  }
}
