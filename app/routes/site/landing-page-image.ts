import { answerNoImage, answerSocialImage } from '../../features/articles/social-image-answer.server.ts'
import { landingPageImage } from '../../features/landing-pages/landing-page-image.ts'
import { landingPageTag } from '../../features/landing-pages/landing-pages.ts'
import { findLandingPage } from '../../features/landing-pages/queries.server.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/landing-page-image'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const found = site.isMain ? await findLandingPage(params.slug) : undefined
  if (!found || found.isGone) return answerNoImage()
  const { page } = found
  return answerSocialImage(landingPageImage(site, page), landingPageTag(page), url)
}
