import { coverSvg, parseCoverName } from '../../features/site/covers/covers.ts'
import { pageHeaders } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/cover'

export const handle: RouteFacts = { access: 'public', isOnDomains: true }

/** Answers with a cover as SVG, drawn from the category and the seed in its file name. */
export function loader({ params }: Route.LoaderArgs) {
  const cover = parseCoverName(params.name)
  if (!cover) return new Response('Not found.', { status: 404, headers: { 'content-type': 'text/plain' } })
  const { headers } = pageHeaders(['covers'])
  return new Response(coverSvg(cover.category, cover.seed, cover.pattern), {
    headers: { ...headers, 'content-type': 'image/svg+xml' },
  })
}
