import type { Generated } from 'kysely'
import type { TimestampWithDefault } from './column-kinds.ts'

/** An article that a link report counted, with the numbers of links to it and from it (decision 26). */
export interface CheckedArticlesTable {
  runId: string
  articleId: string
  isPublished: boolean
  page: string | null
  inbound: Generated<number>
  outbound: Generated<number>
}

/** A link in an article that leads to no public page of its site. */
export interface BrokenLinksTable {
  runId: string
  articleId: string
  place: number
  words: string
  address: string
  fault: 'no-article' | 'no-page' | 'not-published'
}

/** An old path on a site that leads to an article. */
export interface RedirectsTable {
  siteId: string
  path: string
  articleId: string
  createdAt: TimestampWithDefault
}
