import { toHash } from '../../../shared/hash.ts'
import { onceFor } from '../../../shared/once-for.ts'
import { type Say, sayIn } from '../../../shared/words/say.ts'

/** The size in pixels that all networks show uncut. */
export const SOCIAL_IMAGE_SIZE = { width: 1200, height: 630 } as const

/** The content of a page's social image, which networks show when a user shares the page (ogp.me). */
export interface SocialImage {
  /** Path of the page. */
  pagePath: string
  /** Name of the site. */
  brand: string
  /** A short line above the title, such as the category. */
  kicker?: string
  title: string
  author?: string
  /** Formatted for readers. */
  date?: string
  /** A BCP 47 tag, if the author has set one. */
  lang?: string | null
  /** The art beside the text: one cover, or several in two columns. */
  covers: { category: string | undefined; seed: string; inks?: string }[]
  /** The picture that replaces the art, if it was uploaded here. */
  picture?: { path: string; focus: string | null }
}

/** Raise it with every change of the drawing, because networks cache an image by its URL. */
const DRAWING = 1

/** Returns the path of an image: that of its page, with `/social.png` at the end. */
export const socialImagePath = ({ pagePath }: Pick<SocialImage, 'pagePath'>) =>
  `${pagePath === '/' ? '' : pagePath}/social.png`

/** Returns the URL of an image for networks. Its query changes with the image; the server ignores it. */
export function socialImageUrl(origin: string, image: SocialImage): string {
  return `${origin}${socialImagePath(image)}?v=${toVersion(image)}`
}

// A page names its image several times, and the image of a site is the same on all pages of a list.
const toVersion = onceFor((image: SocialImage) => toHash(JSON.stringify([DRAWING, image])).toString(36))

/** Returns the text alternative of an image. */
export function toAltText({ brand, title, author }: SocialImage, say: Say = sayIn()): string {
  const said = author ? say('{title}, by {author}', { title, author }) : title
  return said === brand ? brand : `${said}. ${brand}`
}
