import {
  answerNoImage,
  answerSocialImage,
} from '../../features/site/social-images/social-image-answer.server.ts'
import { landingPageImage } from '../../features/site/social-images/landing-page-image.ts'
import { landingPageTag, showsPages } from '../../features/local-seo/landing-pages/landing-pages.ts'
import { findLandingPage } from '../../features/local-seo/landing-pages/queries.server.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { Route } from './+types/landing-page-image'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { accountPagesTag } from '../../features/local-seo/domains/domains.ts'

export const handle: RouteFacts = { access: 'public', isOnDomains: true }

/** Answers with the social image of a landing page as a PNG; 404 if the page does not exist here. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const found = showsPages(site) ? await findLandingPage(params.slug, site.landingAccountId) : undefined
  if (!found || found.isGone) return answerNoImage()
  const { page, accountId } = found
  const tags = [landingPageTag(page), accountPagesTag(accountId)]
  return answerSocialImage(landingPageImage(site, page), tags, url)
}
