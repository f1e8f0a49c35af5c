import { listSizes, parseUploadPath, uploadPath } from '../uploads/uploads.ts'

// The width of a column of text, see prose.css.
const SHOWN_WIDTHS = '(min-width: 48rem) 42rem, 100vw'

/**
 * Gives images that were uploaded here every size they are kept in, for the browser to choose from, and their shape.
 * Both follow from the address.
 */
export function withUploadSizes(html: string): string {
  return html.replace(/<img [^>]*src="\/uploads\/[^>]*>/g, (image) => {
    const upload = parseUploadPath(readAttribute(image, 'src'))
    if (!upload) return image
    const { id, width, height } = upload
    const sizes = listSizes(upload)
    const addresses = sizes.map((size) => `${uploadPath(id, size)} ${size.width}w`).join(', ')
    const isSized = readAttribute(image, 'width') || readAttribute(image, 'height')
    const shape = isSized ? '' : ` width="${width}" height="${height}"`
    return image.replace('<img', `<img srcset="${addresses}" sizes="${SHOWN_WIDTHS}"${shape}`)
  })
}

const ALONE = /<p>\s*(<a [^>]*>)?\s*(<img [^>]*>)\s*(?:<\/a>)?\s*<\/p>/g

/**
 * Makes a figure of every image that stands alone in its paragraph, with its title as the caption. One whose size is
 * not known gets a box of a fixed shape, so that the text never jumps, and a link to see it whole.
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

// As the sanitiser spelled it: in double quotes, with what HTML needs escaped.
const readAttribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

const isLength = (value: string) => /^\d+(px)?$/.test(value)
