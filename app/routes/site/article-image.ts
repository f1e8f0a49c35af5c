import { pageTag } from '../../features/articles/articles.ts'
import { findArticle } from '../../features/articles/queries.server.ts'
import { articleImage } from '../../features/articles/social-image.ts'
import { answerNoImage, answerSocialImage } from '../../features/articles/social-image-answer.server.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/article-image'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const found = await findArticle(site.id, params.slug)
  if (!found) return answerNoImage()
  const { article } = found
  return answerSocialImage(articleImage(site, article), [pageTag.article(article.id)], url)
}
