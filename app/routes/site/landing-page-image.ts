import { answerNoImage, answerSocialImage } from '../../features/articles/social-image-answer.server.ts'
import { landingPageImage } from '../../features/landing-pages/landing-page-image.ts'
import { accountPagesTag, landingPageTag, showsPages } from '../../features/landing-pages/landing-pages.ts'
import { findLandingPage } from '../../features/landing-pages/queries.server.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/landing-page-image'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const found = showsPages(site) ? await findLandingPage(params.slug, site.landingAccountId) : undefined
  if (!found || found.isGone) return answerNoImage()
  const { page, accountId } = found
  const tags = [landingPageTag(page), accountPagesTag(accountId)]
  return answerSocialImage(landingPageImage(site, page), tags, url)
}
