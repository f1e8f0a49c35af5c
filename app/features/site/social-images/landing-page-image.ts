import { paintCover, type Painted } from '../covers/covers.ts'
import type { SocialImage } from './social-images.ts'
import { type LandingPage, landingPagePath } from '../../local-seo/landing-pages/landing-pages.ts'

/** Returns the social image of a landing page: its title beside its own cover. */
export const landingPageImage = (site: Painted & { name: string }, page: LandingPage): SocialImage => ({
  pagePath: landingPagePath(page),
  brand: site.name,
  title: page.metaTitle,
  covers: [paintCover(site, { category: undefined, seed: page.id })],
})
