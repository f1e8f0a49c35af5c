import { redirect } from 'react-router'
import { pageHeaders } from '../../platform/request-context.server.ts'
import { renderSocialImage } from '../social-images/commands.server.ts'
import { type SocialImage, socialImagePath } from '../social-images/social-images.ts'
import { coverSvg } from './cover-art.ts'

/**
 * Answers with a page's picture as a PNG, kept until a write drops one of the tags. A picture has one address: any other
 * spelling of it leads there, so that asking in a thousand ways does not draw it a thousand times.
 */
export async function answerSocialImage(image: SocialImage, tags: string[], url: URL): Promise<Response> {
  const path = socialImagePath(image)
  if (url.pathname + url.search !== path) return redirect(path, 301)
  const art = image.covers.map(({ category, seed }) => coverSvg(category, seed))
  return new Response(await renderSocialImage({ image, art }), {
    headers: { ...pageHeaders(tags).headers, 'content-type': 'image/png' },
  })
}

/** Answers that a page without anything on it has no picture: anybody could ask for any name in large letters. */
export const answerNoImage = () =>
  new Response('Not found.\n', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
