import { listSizes, parseUploadPath, uploadPath } from '../pictures/pictures.ts'

// The width of a column of text, see prose.css.
const SHOWN_WIDTHS = '(min-width: 48rem) 42rem, 100vw'

/**
 * Adds `srcset` and the original size to images that were uploaded here, so that the browser can choose a variant. Both
 * follow from the URL.
 */
export function withUploadSizes(html: string): string {
  return html.replace(/<img [^>]*src="\/uploads\/[^>]*>/g, (image) => {
    const upload = parseUploadPath(readAttribute(image, 'src'))
    if (!upload) return image
    const { id, width, height } = upload
    const sizes = listSizes(upload)
    const addresses = sizes.map((size) => `${uploadPath(id, size)} ${size.width}w`).join(', ')
    const isSized = readAttribute(image, 'width') || readAttribute(image, 'height')
    const original = isSized ? '' : ` width="${width}" height="${height}"`
    return image.replace('<img', `<img srcset="${addresses}" sizes="${SHOWN_WIDTHS}"${original}`)
  })
}

const ALONE = /<p>\s*(<a [^>]*>)?\s*(<img [^>]*>)\s*(?:<\/a>)?\s*<\/p>/g

/**
 * Replaces every image that is alone in its paragraph by a figure, with its title as the caption. An image of unknown
 * size gets a link to the whole image. It gets a box of fixed shape too, so that the text does not jump.
 */
export function toPictures(html: string): string {
  return html.replace(ALONE, (_, link: string | undefined, image: string) => {
    const title = readAttribute(image, 'title')
    const shown = title ? image.replace(/ title="[^"]*"/, '') : image
    const hasSize = isLength(readAttribute(image, 'width')) && isLength(readAttribute(image, 'height'))
    const opening = link ?? (hasSize ? undefined : toImageLink(image))
    const caption = title ? `<figcaption>${title}</figcaption>` : ''
    const name = hasSize ? 'picture' : 'picture is-unsized'
    return `<figure class="${name}">${opening ? `${opening}${shown}</a>` : shown}${caption}</figure>`
  })
}

function toImageLink(image: string): string {
  const alt = readAttribute(image, 'alt')
  const label = alt ? `Open the image: ${alt}` : 'Open the image'
  return `<a href="${readAttribute(image, 'src')}" rel="noopener" aria-label="${label}">`
}

// The sanitiser writes attributes in double quotes and escaped. An absent attribute is an empty one here.
const readAttribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

const isLength = (value: string) => /^\d+(px)?$/.test(value)
