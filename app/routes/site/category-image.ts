import { pageTag, readName } from '../../features/articles/articles.ts'
import { listByCategory } from '../../features/articles/queries.server.ts'
import { categoryImage } from '../../features/articles/social-image.ts'
import { answerNoImage, answerSocialImage } from '../../features/articles/social-image-answer.server.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/category-image'

export async function loader({ url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const category = readName(url.pathname)
  const { total } = await listByCategory(site.id, category, 1)
  if (total === 0) return answerNoImage()
  return answerSocialImage(categoryImage(site, category), [pageTag.category(site.id, category)], url)
}
