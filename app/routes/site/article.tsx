import { data, href, redirect } from 'react-router'
import { ArticleNotFound } from '../../features/articles/article-not-found.tsx'
import { ArticleView } from '../../features/articles/article-view.tsx'
import {
  type Article,
  type ArticleCard,
  articlePath,
  canonicalUrlOf,
  pageTag,
  pageTagsOfArticle,
  toOldPath,
} from '../../features/articles/articles.ts'
import { markdownLink, NOINDEX, toMeta } from '../../features/articles/metadata.ts'
import { findArticle, findByOldPath, findSlugById } from '../../features/articles/queries.server.ts'
import { articleImage } from '../../features/articles/social-image.ts'
import { toArticleThing, toBreadcrumb, toGraph } from '../../features/articles/structured-data.ts'
import { UNREAD_TITLE, UnreadPage } from '../../features/articles/unread-page.tsx'
import { feedLinks } from '../../features/feeds/feeds.ts'
import { log } from '../../platform/log.server.ts'
import { pageHeaders, type RequestSite, siteContext, UNREAD } from '../../platform/request-context.server.ts'
import { preloadFont } from '../../shared/preload.ts'
import italic from '../../fonts/italic.woff2?url'
import text from '../../fonts/text.woff2?url'
import type { Route } from './+types/article'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  try {
    return await answerArticle(site, params.slug, request.url)
  } catch (error) {
    if (error instanceof Response) throw error
    log.error({ err: error }, 'Error loading article')
    return data({ site, article: undefined, related: [], isUnread: true }, UNREAD)
  }
}

async function answerArticle(site: RequestSite, slugOrId: string, address: string) {
  const found = await findArticle(site.id, slugOrId)
  if (!found) {
    const moved = await findMoved(site.id, slugOrId, address)
    if (moved)
      throw redirect(href('/article/:slug', { slug: moved.slug }), {
        status: 301,
        ...pageHeaders([pageTag.article(moved.id), pageTag.list(site.id)]), // another one may take the address
      })
    return data({ site, article: undefined, related: [], isUnread: false }, { status: 404 })
  }
  const { article, related } = found
  return data({ site, article, related, isUnread: false }, pageHeaders(tagsOf(site.id, article, related)))
}

// By its id, or by an address that it had elsewhere.
async function findMoved(siteId: string, name: string, url: string) {
  const slug = await findSlugById(siteId, name)
  if (slug) return { id: name.toLowerCase(), slug }
  const path = toOldPath(url)
  return path ? findByOldPath(siteId, path) : undefined
}

// The article, whatever is shown beside it, and every list from which a better neighbour could come.
function tagsOf(siteId: string, article: Article, related: ArticleCard[]): string[] {
  return [...pageTagsOfArticle({ ...article, siteId }), ...related.map((card) => pageTag.article(card.id))]
}

export const links = () => [text, italic].map(preloadFont)

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta({ loaderData: { site, article, isUnread } }: Route.MetaArgs) {
  if (isUnread) return [{ title: UNREAD_TITLE }, NOINDEX]
  if (!article) return [{ title: 'Article Not Found' }, NOINDEX]
  const url = site.origin + articlePath(article)
  const steps = [
    { name: 'Home', url: `${site.origin}/` },
    { name: 'Articles', url: `${site.origin}/#latest` },
    { name: article.title, url },
  ]
  return toMeta({
    site,
    title: article.title,
    description: article.metaDescription ?? article.excerpt,
    canonicalUrl: canonicalUrlOf(site.origin, article),
    keywords: article.keywords,
    image: articleImage(site, article),
    article,
    alternates: [markdownLink(site, article), ...feedLinks(site)],
    structuredData: toGraph(site, [toBreadcrumb(steps), toArticleThing(site, article)]),
  })
}

export default function ArticleRoute({ loaderData }: Route.ComponentProps) {
  const { site, article, related, isUnread } = loaderData
  if (isUnread) return <UnreadPage />
  if (!article) return <ArticleNotFound />
  return <ArticleView article={article} related={related} site={site} />
}
