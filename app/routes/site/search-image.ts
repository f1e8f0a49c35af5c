import { pageTag } from '../../features/articles/articles.ts'
import { searchImage } from '../../features/site/pages/page-images.ts'
import { answerSocialImage } from '../../features/site/social-images/social-image-answer.server.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/search-image'

export const handle: RouteFacts = { access: 'public' }

/** Answers with the social image of the search page as a PNG, the same for all queries. */
export function loader({ url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  return answerSocialImage(searchImage(site), [pageTag.site(site.id)], url)
}
