import type { PageChange } from '../../platform/page-changes.ts'
import { articlePath, canonicalUrlOf } from './articles.ts'

/** The fields of an article that search engines see. */
export interface SeenArticle {
  userId: string | null
  slug: string
  title: string
  metaDescription: string | null
  contentHtml: string
  canonicalUrl: string | null
  isNoindex: boolean
  publishedAt: Date | null
}

/** Returns true if search engines should index an article: published, canonical here, and not marked `noindex`. */
export const isIndexable = (
  origin: string,
  article: Pick<SeenArticle, 'slug' | 'canonicalUrl' | 'isNoindex' | 'publishedAt'>,
): boolean =>
  article.publishedAt !== null &&
  !article.isNoindex &&
  canonicalUrlOf(origin, article) === canonicalUrlOf(origin, { ...article, canonicalUrl: null })

const SEEN = ['slug', 'title', 'metaDescription', 'contentHtml', 'canonicalUrl', 'isNoindex'] as const

/**
 * Returns the pages of an article that search engines should fetch again after a change. `before` is undefined for a
 * new article, `after` for a deleted one. Returns none if the article was not indexable and still is not. Returns the
 * page of an article that has just become `noindex`, so that engines see the mark.
 */
export function toArticleChanges(
  origin: string,
  before: SeenArticle | undefined,
  after: SeenArticle | undefined,
): PageChange[] {
  const indexed = toIndexable(origin, before)
  if (isSame(indexed, toIndexable(origin, after))) return []
  const shown = after?.publishedAt ? after : undefined
  const { userId } = shown ?? indexed ?? { userId: null }
  const page = { origin, userId, isInFeeds: true }
  const gone = indexed && indexed.slug !== shown?.slug ? [indexed] : []
  return [
    ...gone.map((article) => ({ ...page, path: articlePath(article), change: 'removed' as const })),
    ...(shown ? [{ ...page, path: articlePath(shown), change: 'changed' as const }] : []),
  ]
}

const toIndexable = (origin: string, article: SeenArticle | undefined): SeenArticle | undefined =>
  article && isIndexable(origin, article) ? article : undefined

const isSame = (one: SeenArticle | undefined, other: SeenArticle | undefined): boolean =>
  one && other ? SEEN.every((column) => one[column] === other[column]) : one === other
