import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import { CATEGORIES, type SiteCategory, toTagKey } from '../../articles/articles.ts'
import type { FaceLink } from './links.ts'

// Pages and files that every site has.
const ALWAYS = new Set(['/', '/search', '/feed.xml', '/feed.atom', '/feed.json', '/sitemap.xml', '/llms.txt'])

interface Site {
  siteId: string
  /** The categories that its owner chose. */
  categories: SiteCategory[]
}

/** Returns the addresses of links that lead to no page of their site. Addresses of other sites are not asked. */
export async function findDeadLinks(
  trx: Transaction,
  { siteId, categories }: Site,
  links: FaceLink[],
): Promise<string[]> {
  const known = new Set([...CATEGORIES, ...categories.map(({ name }) => name)].map(toTagKey))
  const dead: string[] = []
  for (const { href } of links)
    if (href.startsWith('/') && !dead.includes(href) && !(await isThere(trx, { siteId, known }, href)))
      dead.push(href)
  return dead
}

async function isThere(
  trx: Transaction,
  { siteId, known }: { siteId: string; known: Set<string> },
  href: string,
): Promise<boolean> {
  const path = toPath(href)
  const [, list, name] =
    /^\/(article|category|author)\/([^/]+)(?:\/feed\.(?:xml|atom|json))?$/.exec(path) ?? []
  if (list === 'category' && known.has(toTagKey(name ?? ''))) return true
  return ALWAYS.has(path) || hasPage(trx, siteId, { path, list, name: name ?? '' })
}

function toPath(href: string): string {
  const { pathname } = new URL(href, 'https://site.example')
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

interface Wanted {
  path: string
  list: string | undefined
  name: string
}

// Readers see the pages of all accounts.
async function hasPage(trx: Transaction, siteId: string, { path, list, name }: Wanted): Promise<boolean> {
  const articles = sql`from blog_posts where site_id = ${siteId} and published_at is not null`
  const found = {
    article: sql`select 1 ${articles} and slug = ${name}`,
    category: sql`select 1 ${articles} and tag_keys @> array[${toTagKey(name)}]`,
    author: sql`select 1 ${articles} and author_names @> array[${name}]`,
  }[list ?? '']
  const other = sql`
    select 1 from site_pages join blog_posts on blog_posts.id = article_id
      where site_pages.site_id = ${siteId} and path = ${path} and published_at is not null union all
    select 1 from redirects where site_id = ${siteId} and path = ${path} union all
    select 1 from generated_pages where ${siteId === MAIN_SITE_ID} and is_published and '/' || slug = ${path}`
  const { rows } = await sql`${found ?? other} limit 1`.execute(trx)
  return rows.length > 0
}
