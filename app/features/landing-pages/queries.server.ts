import { db } from '../../platform/database.server.ts'
import type { LandingPage } from './landing-pages.ts'

/** The published landing page at a path without its first slash (spec §7). */
export async function findLandingPage(slug: string): Promise<LandingPage | undefined> {
  return db
    .selectFrom('generatedPages')
    .select(['id', 'slug', 'metaTitle', 'metaDescription', 'canonicalUrl', 'schemaMarkup', 'content'])
    .where('slug', '=', slug)
    .where('isPublished', '=', true)
    .executeTakeFirst()
}
