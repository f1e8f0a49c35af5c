import type { OutgoingArticle } from './site-connector.ts'

const RECENT_MS = 60 * 60 * 1000

/**
 * The date that a copy is to bear; undefined where it is about now and the site had better take its own clock: one that
 * is behind ours would keep the article for later.
 */
export const toPublishedAt = ({ publishedAt }: OutgoingArticle, now = Date.now()): Date | undefined =>
  now - publishedAt.getTime() > RECENT_MS ? publishedAt : undefined
