import { coverSvg, parseCoverName } from '../../features/articles/cover-art.ts'
import { pageHeaders } from '../../platform/request-context.server.ts'
import type { Route } from './+types/cover'

export function loader({ params }: Route.LoaderArgs) {
  const cover = parseCoverName(params.name)
  if (!cover) return new Response('Not found.', { status: 404, headers: { 'content-type': 'text/plain' } })
  const { headers } = pageHeaders(['covers'])
  return new Response(coverSvg(cover.category, cover.seed), {
    headers: { ...headers, 'content-type': 'image/svg+xml' },
  })
}
