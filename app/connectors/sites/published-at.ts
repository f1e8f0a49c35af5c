import type { OutgoingArticle } from './site-connector.ts'

const RECENT_MS = 60 * 60 * 1000

/**
 * Returns the date for a copy of an article that is older than an hour; undefined for a newer one. The site then uses
 * its own clock: with our date, a site whose clock is behind would schedule the article.
 */
export const toPublishedAt = ({ publishedAt }: OutgoingArticle, now = Date.now()): Date | undefined =>
  now - publishedAt.getTime() > RECENT_MS ? publishedAt : undefined
