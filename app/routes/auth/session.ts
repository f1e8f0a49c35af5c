import { validate as isUuid } from 'uuid'
import { sessionContext } from '../../features/accounts/guard/guard.server.ts'
import { isSigningOut } from '../../features/accounts/sign-in/session-cookie.server.ts'
import { ENDED_HINT, NO_HINT } from '../../features/accounts/sign-in/sessions.server.ts'
import { findFirstSteps, ownsArticle } from '../../features/writing/publish/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/session'

export const handle: RouteFacts = { access: 'open' }

// Public pages are the same for all visitors. Without scripts this sheet, which is not, shows the right links on them.
const SIGNED_IN =
  "noscript [data-when='signed-in'] { display: flex } [data-when='signed-out'] { display: none !important }"

/**
 * Returns for public pages whether a complete session is open. Their scripts get it as JSON. That also says whether the
 * session's account owns `?article`, or with `?steps` has the first steps of the site's owner. With `?as=style` it is a
 * style sheet for browsers without scripts.
 */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  const isOpen = session !== null && session.aal === session.nextAal
  if (url.searchParams.get('as') === 'style')
    return new Response(isOpen ? SIGNED_IN : '', { headers: { 'content-type': 'text/css; charset=utf-8' } })
  const hint = isSigningOut(request) ? NO_HINT : ENDED_HINT
  if (!isOpen) return Response.json({ signedIn: false }, { headers: { 'set-cookie': hint } })
  if (url.searchParams.has('steps'))
    return Response.json({
      signedIn: true,
      steps: await findFirstSteps(session.acting, request.headers.get('cookie')),
    })
  const articleId = url.searchParams.get('article')
  if (articleId === null || !isUuid(articleId)) return Response.json({ signedIn: true })
  return Response.json({ signedIn: true, isOwn: await ownsArticle(session.acting, articleId) })
}
