import { toPictureTag } from '../../features/articles/pictures/pictures.ts'
import { findPicture } from '../../features/articles/pictures/queries.server.ts'
import { pageHeaders } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/upload'

export const handle: RouteFacts = { access: 'public', isOnDomains: true }

/** Answers with an uploaded picture in one of its sizes, on every host. The content of a URL never changes. */
export async function loader({ params }: Route.LoaderArgs) {
  const picture = await findPicture(params.name)
  if (!picture) return new Response('Not found.', { status: 404, headers: { 'content-type': 'text/plain' } })
  return new Response(new Uint8Array(picture.bytes), {
    headers: {
      ...pageHeaders([toPictureTag(picture.id)]).headers,
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  })
}
