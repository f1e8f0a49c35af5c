import { findPicture } from '../../features/uploads/queries.server.ts'
import { pageHeaders } from '../../platform/request-context.server.ts'
import type { Route } from './+types/upload'

/** An uploaded picture in one of its sizes, on every host; what an address names never changes. */
export async function loader({ params }: Route.LoaderArgs) {
  const picture = await findPicture(params.name)
  if (!picture) return new Response('Not found.', { status: 404, headers: { 'content-type': 'text/plain' } })
  return new Response(new Uint8Array(picture.bytes), {
    headers: {
      ...pageHeaders([`upload:${picture.id}`]).headers,
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  })
}
