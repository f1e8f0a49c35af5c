/** The search engines that can be notified of changed pages. */
export const ENGINES = ['indexnow', 'google', 'websub'] as const
/** The name of a search engine. */
export type Engine = (typeof ENGINES)[number]

/** The result of the check that an engine can be notified of a site. `not-public`: it cannot reach the site. */
export type EngineReach = 'ready' | 'not-configured' | 'not-public'

/** A page that changed for readers, or that was removed. */
export interface PageChange {
  /** The origin of its site, without a slash at the end. */
  origin: string
  /** Begins with a slash. */
  path: string
  /** The account that owns the page; null while the account is being deleted. */
  userId: string | null
  change: 'changed' | 'removed'
  /** True if the site's feeds change with it. */
  isInFeeds: boolean
}
