import { sql } from 'kysely'
import { z } from 'zod'
import { asAccount, isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { db } from '../../../platform/store/database.server.ts'
import { write } from '../../../platform/web/page-invalidation.server.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { articlePath } from '../../articles/articles.ts'
import { replaceLinks } from '../formats/commands.server.ts'
import { selectOwnArticle } from '../../writing/publish/queries.server.ts'
import { prepareRewriting } from './rewrite-imported.server.ts'

const AT_ONCE = 10

const oldLinks = z.array(z.object({ address: z.string(), paths: z.array(z.string()) })).catch([])
type OldLinks = z.output<typeof oldLinks>

/** An imported article with its links to pages of its old site. */
interface Linked {
  articleId: string
  links: OldLinks
}

/**
 * Lets the links of the next imported articles lead to the articles that came from the same old site. Returns false if
 * none is left. An article and the note that it is done are stored in one transaction.
 */
export async function linkNext(operator: Operator, importId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('importRecords')
    .select(['position', 'articleId', 'links'])
    .where('importId', '=', importId)
    .where('links', 'is not', null)
    .where('outcome', 'in', ['created', 'updated'])
    .orderBy('position')
    .limit(AT_ONCE)
    .execute()
  const articles = rows.map(({ position, articleId, links }) => ({
    position,
    articleId: articleId ?? '',
    links: oldLinks.parse(links),
  }))
  const paths = await findTargets(operator, { importId, siteId: MAIN_SITE_ID }, listPaths(articles))
  for (const { position, ...article } of articles) {
    const linkIn = await prepareLinking(operator, article, paths)
    await write((trx) =>
      asAccount(trx, operator, async () => {
        await linkIn?.(trx)
        await trx
          .updateTable('importRecords')
          .set({ links: null, replaced: withLinks })
          .where('importId', '=', importId)
          .where('position', '=', position)
          .execute()
      }),
    )
  }
  return rows.length > 0
}

/** Lets the links of imported articles of a site lead to the articles that have their old paths as redirects. */
export async function linkArticles(operator: Operator, siteId: string, articles: Linked[]): Promise<void> {
  for (let at = 0; at < articles.length; at += AT_ONCE) {
    const some = articles.slice(at, at + AT_ONCE)
    const paths = await findTargets(operator, { siteId }, listPaths(some))
    for (const article of some) {
      const linkIn = await prepareLinking(operator, article, paths)
      if (linkIn) await write((trx) => asAccount(trx, operator, () => linkIn(trx)))
    }
  }
}

const listPaths = (articles: Linked[]) => articles.flatMap(({ links }) => links.flatMap(({ paths }) => paths))

/** Returns the function that stores an article with its links to other articles; undefined if it has none to change. */
async function prepareLinking(
  operator: Operator,
  { articleId, links }: Linked,
  byOldPath: Map<string, string>,
) {
  const targets = new Map(
    links.flatMap(({ address, paths }): [string, string][] => {
      const target = paths.map((path) => byOldPath.get(path)).find(Boolean)
      return target ? [[address, target]] : []
    }),
  )
  if (targets.size === 0) return undefined
  const article = await readAs(operator, (trx) =>
    selectOwnArticle(trx, operator, articleId).executeTakeFirst(),
  )
  if (!article || replaceLinks(article.content, targets) === article.content) return undefined
  return prepareRewriting(operator, articleId, {
    rewrite: (text) => ({ ...text, content: replaceLinks(text.content, targets) }),
    cause: 'import',
  })
}

// What an updated article was before is kept with its newest revision then, which is now that of the links.
const withLinks = sql<string>`(
  select case when max(number) = (replaced->'after'->>'revision')::int + 1
    then jsonb_set(replaced, '{after,revision}', to_jsonb(max(number))) else replaced end
  from revisions where article_id = import_records.article_id and site_id is null
)`

interface Among {
  siteId: string
  /** The import whose articles count too: accounts that do not own the site have no redirects. */
  importId?: string
}

async function findTargets(
  operator: Operator,
  { siteId, importId }: Among,
  paths: string[],
): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map()
  const redirected = await db
    .selectFrom('redirects')
    .innerJoin('blogPosts', 'blogPosts.id', 'redirects.articleId')
    .select(['redirects.path', 'slug', pagePath.as('page')])
    .where('redirects.siteId', '=', siteId)
    .where('redirects.path', 'in', paths)
    .where(isOwn(operator, 'blogPosts.userId'))
    .where('deletionAskedAt', 'is', null)
    .execute()
  const { rows } = importId
    ? await sql<{ path: string; slug: string; page: string | null }>`
        select unnest(addresses) as path, slug, ${pagePath} as page from import_records
        join blog_posts on blog_posts.user_id = ${operator.id} and deletion_asked_at is null and (
          blog_posts.id = article_id
          or (found = 'same' and (site_id = ${siteId} or site_id is null) and blog_posts.import_key = import_records.import_key)
        )
        where import_id = ${importId} and addresses && ${paths}::text[]
      `.execute(db)
    : { rows: [] }
  // The articles of the import come first.
  return new Map(
    [...redirected, ...rows].map(({ path, slug, page }) => [path, page ?? articlePath({ slug })]),
  )
}

const pagePath = sql<string | null>`(select path from site_pages where site_pages.article_id = blog_posts.id)`
