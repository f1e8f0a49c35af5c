import { validate as isUuid } from 'uuid'
import { sessionContext } from '../../features/accounts/guard/guard.server.ts'
import { NO_HINT } from '../../features/accounts/sign-in/sessions.server.ts'
import { ownsArticle } from '../../features/publishing/writing/queries.server.ts'
import type { RouteFacts } from '../../platform/route-facts.ts'
import type { Route } from './+types/session'

export const handle: RouteFacts = { access: 'open' }

/** Tells scripts of public pages whether a complete session is open, and whether it owns `?article`. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  if (session === null || session.aal !== session.nextAal)
    return Response.json({ signedIn: false }, { headers: { 'set-cookie': NO_HINT } })
  const articleId = url.searchParams.get('article')
  if (articleId === null || !isUuid(articleId)) return Response.json({ signedIn: true })
  return Response.json({ signedIn: true, isOwn: await ownsArticle(session.operator, articleId) })
}
