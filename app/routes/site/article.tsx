import { sayIn } from '../../shared/words/say.ts'
import { articlePath, canonicalUrlOf } from '../../features/articles/articles.ts'
import { feedLinks } from '../../features/site/feeds/feeds.ts'
import { answerArticle } from '../../features/site/pages/article-answer.server.ts'
import { ArticleView } from '../../features/site/pages/article-view.tsx'
import { FailedPage } from '../../features/site/pages/failed-page.tsx'
import { markdownLink, NOINDEX, toMeta } from '../../features/site/pages/metadata.ts'
import { articleImage } from '../../features/site/pages/page-images.ts'
import { toArticleThing, toBreadcrumb, toGraph } from '../../features/site/pages/structured-data.ts'
import { UNAVAILABLE_TITLE, UnavailablePage } from '../../features/site/pages/unavailable-page.tsx'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/article'

export const handle: RouteFacts = { access: 'public', isMissingAlike: true, fonts: ['text', 'italic'] }

/** Answers with an article by its slug; an id or an old path redirects to it. */
export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  answerArticle(context.get(siteContext), params.slug, request.url)

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta({ loaderData: { site, article, translations, isUnavailable } }: Route.MetaArgs) {
  const say = sayIn(site.face?.language)
  if (isUnavailable) return [{ title: say(UNAVAILABLE_TITLE) }, NOINDEX]
  if (!article) return [{ title: say('Article Not Found') }, NOINDEX]
  const url = site.origin + articlePath(article)
  const ancestors = [
    { name: say('Home'), url: `${site.origin}/` },
    { name: say('Articles'), url: `${site.origin}/#latest` },
  ]
  const trail = toBreadcrumb(ancestors, { name: article.title, url })
  const image = articleImage(site, article)
  return toMeta({
    site,
    title: article.title,
    description: article.metaDescription ?? article.excerpt,
    canonicalUrl: canonicalUrlOf(site.origin, article),
    keywords: article.keywords,
    image,
    article,
    alternates: [markdownLink(site, article), ...feedLinks(site)],
    languages: translations?.alternates,
    structuredData: toGraph(site, [trail, toArticleThing(site, article, image)]),
  })
}

export default function ArticleRoute({ loaderData }: Route.ComponentProps) {
  const { site, article, ending, related, translations, isUnavailable } = loaderData
  if (isUnavailable) return <UnavailablePage />
  const say = sayIn(site.face?.language)
  if (article && ending) return <ArticleView {...{ article, ending, related, translations, site }} />
  return (
    <FailedPage
      title={say('Article Not Found')}
      text={say("The article you're looking for doesn't exist or has been removed.")}
      newest={related}
    />
  )
}
