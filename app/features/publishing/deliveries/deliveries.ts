import type { ConnectorReason } from '../../../connectors/connector-error.ts'

/** Why an article did not reach a site. `late` is never stored: it says that the first attempt has not ended yet. */
export type DeliveryReason =
  'late' | 'unexpected' | 'site-inactive' | 'host-paused' | 'too-many' | ConnectorReason

/** The stored state of a delivery. */
export type DeliveryState = 'pending' | 'delivered' | 'removed' | 'failed'

/** The state of an article's delivery to one site, as a screen shows it. */
export interface DeliveryOutcome {
  siteId: string
  siteName: string
  state: DeliveryState
  /** Address of the article on the site, while it is there. */
  url: string | null
  /** Why it failed, as a sentence. */
  reason: string | null
  /** The time of the next automatic attempt; null if there is none. */
  nextAttemptAt: Date | null
  /** Whether the site got a variation, as a sentence; null if none was ordered, or none was tried yet. */
  variation: string | null
}

/** The result of a delivery to one site, as the API shows it. */
// A type, not an interface: it is stored as JSON, like every result of a run.
export type SiteResult = {
  siteId: string
  siteName: string | null
  status: 'succeeded' | 'failed'
  /** Address of the article on the site, once it is there. */
  url: string | null
  /** Why it is not there, as a sentence. */
  error: string | null
}

/** Returns the result for a site whose copy was removed as ordered. Its delivery may be gone with the article. */
export const toRemoved = (siteId: string): SiteResult => ({
  siteId,
  siteName: null,
  status: 'succeeded',
  url: null,
  error: null,
})

/** The result of a publish: the article's own address, and one outcome per selected site. */
export interface PublishSummary {
  articleId: string
  title: string
  url: string
  succeeded: number
  failed: number
  deliveries: DeliveryOutcome[]
}

/** One attempt to publish an article on a site, or to remove it from there. */
export interface DeliveryAttempt {
  id: string
  siteName: string
  startedAt: Date
  /** How it ended, as a sentence; null while it is under way, or if its process died. */
  ending: string | null
  isFailed: boolean
  durationMs: number | null
}
