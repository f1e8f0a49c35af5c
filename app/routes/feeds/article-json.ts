import { redirect } from 'react-router'
import { articlePath, modifiedAt, pageTag } from '../../features/articles/articles.ts'
import { findArticleSource, findSlugById } from '../../features/articles/queries.server.ts'
import { answerFile } from '../../features/site/feeds/answers.server.ts'
import { answerNoArticle } from '../../features/site/feeds/json-answers.server.ts'
import { toJsonArticle } from '../../features/site/feeds/json-articles.ts'
import { pageHeaders, siteContext } from '../../platform/web/request-context.server.ts'
import { lastModifiedHeader } from '../../shared/http.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/article-json'

export const handle: RouteFacts = { access: 'public' }

/** Answers programs with an article by its slug; an id redirects to the slug. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const article = await findArticleSource(site.id, params.slug)
  if (article) {
    return answerFile(JSON.stringify(toJsonArticle(site.origin, article)), {
      type: 'application/json',
      tags: [pageTag.article(article.id)],
      headers: lastModifiedHeader(modifiedAt(article)),
    })
  }
  const slug = await findSlugById(site.id, params.slug)
  if (slug === undefined) return answerNoArticle()
  return redirect(`${articlePath({ slug })}.json`, {
    status: 301,
    ...pageHeaders([pageTag.article(params.slug.toLowerCase())]),
  })
}
