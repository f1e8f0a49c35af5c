import { coverSvg, parseCoverName } from '../../features/site/covers/covers.ts'
import { pageHeaders, siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/cover'

export const handle: RouteFacts = { access: 'public', isOnDomains: true }

/** Answers with a cover as SVG, drawn from the category and the seed in its file name, in the inks of the site. */
export function loader({ params, context }: Route.LoaderArgs) {
  const cover = parseCoverName(params.name)
  if (!cover) return new Response('Not found.', { status: 404, headers: { 'content-type': 'text/plain' } })
  const { headers } = pageHeaders(['covers'])
  const inks = context.get(siteContext).face?.covers
  return new Response(coverSvg({ ...cover, ...(inks && { inks }) }), {
    headers: { ...headers, 'content-type': 'image/svg+xml' },
  })
}
