import { readName, toListTags, toSiteScope } from '../../features/articles/articles.ts'
import { listByCategory } from '../../features/articles/queries.server.ts'
import { categoryImage } from '../../features/site/pages/page-images.ts'
import {
  answerNoImage,
  answerSocialImage,
} from '../../features/site/social-images/social-image-answer.server.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/category-image'

export const handle: RouteFacts = { access: 'public' }

/** Answers with the social image of a tag as a PNG; 404 for a tag without articles. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const category = readName(url.pathname)
  const scope = toSiteScope(site, { category })
  const { articles, total } = await listByCategory(site.id, scope, 1)
  if (total === 0) return answerNoImage()
  const image = categoryImage(site, category, articles)
  return answerSocialImage(image, toListTags(site.id, scope, false), url)
}
