import type { RevisedName } from './revisions.ts'

/** What the texts of an article are called in sentences. */
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
