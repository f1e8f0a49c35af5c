import { sql } from 'kysely'
import { env } from '../../platform/env.server.ts'
import { db } from '../../platform/store/database.server.ts'
import { toSiteOrigin } from '../../shared/sites.ts'
import { articlePath, listOldForms, pageTag } from './articles.ts'

/** The target of an old address. */
export interface OldAddressTarget {
  /** The id and the slug of the article. */
  id: string
  slug: string
  /** The path of its page; the address of a page that is on another site now. */
  path: string
  /** That other site. */
  homeId?: string
}

/**
 * Returns the published article that an old path of a site redirects to; it may be a page, such as About. `path` is one that
 * toOldPath returns. Capitals count only where two old paths differ in them.
 */
export async function findByOldPath(siteId: string, path: string): Promise<OldAddressTarget | undefined> {
  const forms = listOldForms(path)
  const found = await db
    .selectFrom('redirects')
    .innerJoin('blogPosts', 'blogPosts.id', 'redirects.articleId')
    .leftJoin('sitePages', 'sitePages.articleId', 'redirects.articleId')
    .leftJoin('targetSites', 'targetSites.id', 'sitePages.siteId')
    .select(['blogPosts.id', 'blogPosts.slug', 'sitePages.path', 'sitePages.siteId as homeId', 'url'])
    .where('redirects.siteId', '=', siteId)
    .where(
      sql`lower(redirects.path)`,
      'in',
      forms.map((form) => form.toLowerCase()),
    )
    .where((where) =>
      where.or([where('blogPosts.siteId', '=', siteId), where('sitePages.path', 'is not', null)]),
    )
    .where('blogPosts.publishedAt', 'is not', null)
    .orderBy(sql`array_position(${forms}::text[], redirects.path)`)
    .limit(1)
    .executeTakeFirst()
  if (!found) return undefined
  const { id, slug, homeId, url } = found
  if (found.path === null) return { id, slug, path: articlePath({ slug }) }
  const origin = url ? toSiteOrigin(url, env.SITE_URL) : env.SITE_URL // the main site has none
  if (homeId === null || homeId === siteId) return { id, slug, path: found.path }
  return { id, slug, path: origin + found.path, homeId }
}

/** Returns the changes after which an old address may lead elsewhere: those of its article and of the other site. */
export const toMovedTags = ({ id, homeId }: OldAddressTarget): string[] => [
  pageTag.article(id),
  ...(homeId ? [pageTag.site(homeId)] : []),
]
