import { pageTag } from '../../features/articles/articles.ts'
import { homeImage } from '../../features/site/pages/page-images.ts'
import { answerSocialImage } from '../../features/site/social-images/social-image-answer.server.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/home-image'

export const handle: RouteFacts = { access: 'public', isOnDomains: true }

/** Answers with the social image of the home page as a PNG. */
export function loader({ url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  return answerSocialImage(homeImage(site), [pageTag.site(site.id)], url)
}
