import type { RevisedName } from './revisions.ts'

/** The names of the texts of an article within sentences. */
export const textNames: Record<RevisedName, string> = {
  title: 'title',
  content: 'text',
  metaDescription: 'description',
  author: 'author',
  tags: 'tags',
  keywords: 'keywords',
  canonicalUrl: 'canonical URL',
  cover: 'cover',
  slug: 'address',
}
