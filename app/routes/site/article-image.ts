import { pageTag } from '../../features/articles/articles.ts'
import { findArticle } from '../../features/articles/queries.server.ts'
import { articleImage } from '../../features/site/pages/page-images.ts'
import {
  answerNoImage,
  answerSocialImage,
} from '../../features/site/social-images/social-image-answer.server.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/article-image'

export const handle: RouteFacts = { access: 'public' }

/** Answers with the social image of a published article as a PNG, or 404. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const found = await findArticle(site.id, params.slug)
  if (!found) return answerNoImage()
  const { article } = found
  return answerSocialImage(articleImage(site, article), [pageTag.article(article.id)], url)
}
