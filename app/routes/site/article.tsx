import { data, href, redirect } from 'react-router'
import { ArticleView } from '../../features/site/pages/article-view.tsx'
import { FailedPage } from '../../features/site/pages/failed-page.tsx'
import { toAuthorNames } from '../../shared/author-names.ts'
import {
  type Article,
  articlePath,
  canonicalUrlOf,
  pageTag,
  toOldPath,
} from '../../features/articles/articles.ts'
import { markdownLink, NOINDEX, toMeta } from '../../features/site/pages/metadata.ts'
import {
  findArticle,
  findByOldPath,
  findSlugById,
  listNewest,
} from '../../features/articles/queries.server.ts'
import { findEnding } from '../../features/site/pages/queries.server.ts'
import { articleImage } from '../../features/site/pages/page-images.ts'
import { toArticleThing, toBreadcrumb, toGraph } from '../../features/site/pages/structured-data.ts'
import { UNAVAILABLE_TITLE, UnavailablePage } from '../../features/site/pages/unavailable-page.tsx'
import { feedLinks } from '../../features/site/feeds/feeds.ts'
import { log } from '../../platform/log.server.ts'
import {
  pageHeaders,
  type RequestSite,
  siteContext,
  SERVICE_UNAVAILABLE,
} from '../../platform/web/request-context.server.ts'
import { preloadFont } from '../../shared/preload.ts'
import italic from '../../fonts/italic.woff2?url'
import text from '../../fonts/text.woff2?url'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/article'

export const handle: RouteFacts = { access: 'public' }

/** Answers with an article by its slug; an id or an old path redirects to it. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  try {
    return await answerArticle(site, params.slug, request.url)
  } catch (error) {
    if (error instanceof Response) throw error
    log.error({ err: error }, 'Error loading article')
    return data(
      { site, article: undefined, ending: undefined, related: [], isUnavailable: true },
      SERVICE_UNAVAILABLE,
    )
  }
}

async function answerArticle(site: RequestSite, slugOrId: string, address: string) {
  const found = await findArticle(site.id, slugOrId)
  if (!found) {
    const moved = await findMoved(site.id, slugOrId, address)
    if (moved)
      throw redirect(href('/article/:slug', { slug: moved.slug }), {
        status: 301,
        ...pageHeaders([pageTag.article(moved.id), pageTag.articles(site.id)]), // a new article may take the path
      })
    return data(
      {
        site,
        article: undefined,
        ending: undefined,
        related: await listNewest(site.id),
        isUnavailable: false,
      },
      { status: 404 },
    )
  }
  const { article, related } = found
  const ending = await findEnding(site.id, article)
  return data(
    { site, article, ending, related, isUnavailable: false },
    pageHeaders(toPageTags(site.id, article, [...related, ...(ending.next ? [ending.next] : [])])),
  )
}

// Finds an article by its id, or by an old path.
async function findMoved(siteId: string, name: string, url: string) {
  const slug = await findSlugById(siteId, name)
  if (slug) return { id: name.toLowerCase(), slug }
  const path = toOldPath(url)
  return path ? findByOldPath(siteId, path) : undefined
}

// The article, the other articles that its page shows, and all changes after which it could show different ones.
const toPageTags = (siteId: string, article: Article, shown: { id: string }[]): string[] => [
  ...[article, ...shown].map(({ id }) => pageTag.article(id)),
  pageTag.articles(siteId),
  ...article.tags.map((tag) => pageTag.articlesWith(siteId, tag)),
  ...toAuthorNames(article.author).map((name) => pageTag.articlesBy(siteId, name)),
]

export const links = () => [text, italic].map(preloadFont)

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta({ loaderData: { site, article, isUnavailable } }: Route.MetaArgs) {
  if (isUnavailable) return [{ title: UNAVAILABLE_TITLE }, NOINDEX]
  if (!article) return [{ title: 'Article Not Found' }, NOINDEX]
  const url = site.origin + articlePath(article)
  const ancestors = [
    { name: 'Home', url: `${site.origin}/` },
    { name: 'Articles', url: `${site.origin}/#latest` },
  ]
  const trail = toBreadcrumb(ancestors, { name: article.title, url })
  return toMeta({
    site,
    title: article.title,
    description: article.metaDescription ?? article.excerpt,
    canonicalUrl: canonicalUrlOf(site.origin, article),
    keywords: article.keywords,
    image: articleImage(site, article),
    article,
    alternates: [markdownLink(site, article), ...feedLinks(site)],
    structuredData: toGraph(site, [trail, toArticleThing(site, article)]),
  })
}

export default function ArticleRoute({ loaderData }: Route.ComponentProps) {
  const { site, article, ending, related, isUnavailable } = loaderData
  if (isUnavailable) return <UnavailablePage />
  if (article && ending) return <ArticleView {...{ article, ending, related, site }} />
  return (
    <FailedPage
      title="Article Not Found"
      text="The article you're looking for doesn't exist or has been removed."
      newest={related}
    />
  )
}
