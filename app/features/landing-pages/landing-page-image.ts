import type { SocialImage } from '../social-images/social-images.ts'
import { type LandingPage, landingPagePath } from './landing-pages.ts'

/** A landing page's title beside a cover of its own. */
export const landingPageImage = (site: { name: string }, page: LandingPage): SocialImage => ({
  pagePath: landingPagePath(page),
  brand: site.name,
  title: page.metaTitle,
  covers: [{ category: undefined, seed: page.id }],
})
