import { validate as isUuid } from 'uuid'
import { sessionContext } from '../../features/accounts/guard.server.ts'
import { NO_HINT } from '../../features/accounts/sessions.server.ts'
import { ownsArticle } from '../../features/publishing/queries.server.ts'
import type { Route } from './+types/session'

/** Whether somebody is signed in; asked by an article's page, also whether it is theirs. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  if (session === null || session.aal !== session.nextAal)
    return Response.json({ signedIn: false }, { headers: { 'set-cookie': NO_HINT } })
  const articleId = url.searchParams.get('article') ?? ''
  if (!isUuid(articleId)) return Response.json({ signedIn: true })
  return Response.json({ signedIn: true, isOwn: await ownsArticle(session.operator, articleId) })
}
