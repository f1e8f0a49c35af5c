import { toHash } from '../../shared/hash.ts'

/** The shape that all networks show uncut, in pixels. */
export const SOCIAL_IMAGE_SIZE = { width: 1200, height: 630 } as const

/** What the picture of a page says wherever somebody shares the page (ogp.me). */
export interface SocialImage {
  /** Path of the page. */
  pagePath: string
  /** Name of the site. */
  brand: string
  /** A word over the title that says what kind of thing it is. */
  kicker?: string
  title: string
  author?: string
  /** As readers see it. */
  date?: string
  /** BCP 47, where the author said so. */
  lang?: string | null
  /** What the art beside the text is drawn from: one cover, or several on a sheet. */
  covers: { category: string | undefined; seed: string }[]
}

/** To be raised whenever the drawing changes: networks keep a picture for as long as its address stays the same. */
const DRAWING = 1

/** Where a picture is: at its page's address, with `/social.png` at the end. */
export const socialImagePath = ({ pagePath }: Pick<SocialImage, 'pagePath'>) =>
  `${pagePath === '/' ? '' : pagePath}/social.png`

/** Address of a picture for networks. The server does not look at its query, which changes with what the picture says. */
export function socialImageUrl(origin: string, image: SocialImage): string {
  const version = toHash(JSON.stringify([DRAWING, image])).toString(36)
  return `${origin}${socialImagePath(image)}?v=${version}`
}

/** What a picture says, for those who do not see it. */
export function toAltText({ brand, title, author }: SocialImage): string {
  const said = author ? `${title}, by ${author}` : title
  return said === brand ? brand : `${said}. ${brand}`
}
