import { findFaceSheet } from '../../features/delivery/faces/queries.server.ts'
import { pageHeaders, siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { pageTag } from '../../features/articles/articles.ts'
import type { Route } from './+types/face'

export const handle: RouteFacts = { access: 'public' }

const KEPT = { 'cache-control': 'public, max-age=31536000, immutable' }

/**
 * Answers with the style sheet of the site's face. A page from before a change, in a cache outside, names an older sheet: it
 * gets the current one, which is not cached under that name.
 */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { id } = context.get(siteContext)
  const sheet = /^[\da-f]{16}\.css$/.test(params.name) ? await findFaceSheet(id) : undefined
  if (!sheet) return new Response('Not found.', { status: 404, headers: { 'content-type': 'text/plain' } })
  const { path, css } = sheet
  const cached = path === url.pathname ? { ...pageHeaders([pageTag.site(id)]).headers, ...KEPT } : {}
  return new Response(css, { headers: { 'content-type': 'text/css; charset=utf-8', ...cached } })
}
