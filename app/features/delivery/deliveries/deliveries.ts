import type { ConnectorReason } from '../../../connectors/connector-error.ts'

/**
 * The reason why an article did not reach a site. `late` means that the first attempt has not ended yet; no delivery
 * stores it.
 */
export type DeliveryReason =
  | 'late'
  | 'unexpected'
  | 'site-inactive'
  | 'credentials-lost'
  | 'host-paused'
  | 'too-many'
  | 'replaced'
  | ConnectorReason

/** The stored state of a delivery. */
export type DeliveryState = 'pending' | 'delivered' | 'removed' | 'failed'

/** What a site does not have yet: the article, its removal, or any newer state. */
export type Lack = 'copy' | 'removal' | 'change'

/** The state of an article's delivery to one site, as a screen shows it. */
export interface DeliveryOutcome {
  siteId: string
  siteName: string
  state: DeliveryState
  /** URL of the article on the site, while it is published there. */
  url: string | null
  /** The reason of a failure, as a sentence. */
  reason: string | null
  /** The time of the next automatic attempt; null if there is none. */
  nextAttemptAt: Date | null
  /** The sentence about the site's variation; null if none was ordered, or none was tried yet. */
  variation: string | null
}

/** The result of a delivery to one site, as a run stores it. */
// A type, not an interface: it is stored as JSON, like every result of a run.
export type SiteResult = {
  siteId: string
  siteName: string | null
  status: 'succeeded' | 'failed'
  /** URL of the article on the site, once it is published there. */
  url: string | null
  /** The reason of a failure, and the sentence of the site. */
  reason: string | null
  detail: string | null
}

/** The result of a delivery to one site, as the API shows it: `error` is the reason of a failure, as a sentence. */
export type SaidResult = Omit<SiteResult, 'reason' | 'detail'> & { error: string | null }

/** Returns the result for a site whose copy was removed as ordered. Its delivery may be deleted with the article. */
export const toRemoved = (siteId: string): SiteResult => ({
  siteId,
  siteName: null,
  status: 'succeeded',
  url: null,
  reason: null,
  detail: null,
})

/** The result of a publish: the article's URL, and one outcome per selected site. */
export interface PublishSummary {
  articleId: string
  title: string
  /** Its URL at its home, or else on the first site that has it; null while no site has it. */
  url: string | null
  succeeded: number
  failed: number
  deliveries: DeliveryOutcome[]
}

/** One attempt to publish an article on a site, or to remove it from there. */
export interface DeliveryAttempt {
  id: string
  siteName: string
  startedAt: Date
  /** The outcome, as a sentence; null while the attempt is running, or if its process died. */
  ending: string | null
  isFailed: boolean
  durationMs: number | null
}
