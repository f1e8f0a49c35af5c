import { redirect } from 'react-router'
import { pageHeaders } from '../../../platform/web/request-context.server.ts'
import { renderSocialImage } from './commands.server.ts'
import { type SocialImage, socialImagePath } from './social-images.ts'
import { parseUploadPath, toVariantPath } from '../../articles/pictures/pictures.ts'
import { findPicture } from '../../articles/pictures/queries.server.ts'
import { coverSvg } from '../covers/covers.ts'

/**
 * Returns a response with a page's social image as a PNG, cached until a write invalidates one of the tags. An image
 * has one URL. Other spellings redirect to it, so that requests with many spellings draw it only once.
 */
export async function answerSocialImage(image: SocialImage, tags: string[], url: URL): Promise<Response> {
  const path = socialImagePath(image)
  if (url.pathname + url.search !== path) return redirect(path, 301)
  const picture = image.picture && (await readPicture(image.picture.path))
  const { picture: _, ...drawn } = image
  const drawing = picture ? { image, art: [picture] } : { image: drawn, art: image.covers.map(toDrawn) }
  return new Response(await renderSocialImage(drawing), {
    headers: { ...pageHeaders(tags).headers, 'content-type': 'image/png' },
  })
}

const toDrawn = (cover: SocialImage['covers'][number]) => Buffer.from(coverSvg(cover))

// Returns the picture in the middle size, which is wider than its area in the image. A deleted picture has none.
async function readPicture(path: string): Promise<Buffer | undefined> {
  const upload = parseUploadPath(path)
  if (!upload) return undefined
  const found = await findPicture(toVariantPath(upload, PICTURE_WIDTH).slice(UPLOADS.length))
  return found?.bytes
}

const PICTURE_WIDTH = 960
const UPLOADS = '/uploads/'

/** Returns a 404 response for an empty page. Otherwise a visitor could have any name drawn by requesting its page. */
export const answerNoImage = () =>
  new Response('Not found.\n', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
