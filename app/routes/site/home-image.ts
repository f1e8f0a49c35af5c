import { pageTag } from '../../features/articles/articles.ts'
import { homeImage } from '../../features/articles/social-image.ts'
import { answerSocialImage } from '../../features/articles/social-image-answer.server.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/home-image'

export function loader({ url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  return answerSocialImage(homeImage(site), [pageTag.site(site.id)], url)
}
