import { validate as isUuid } from 'uuid'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { findOrMakeLink } from '../../features/writing/sharing/commands.server.ts'
import { shareRefusals } from '../../features/writing/sharing/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { findSharedDraft } from '../../features/writing/sharing/queries.server.ts'
import { isRefusal, refuse } from '../../shared/refusal.ts'
import type { Route } from './+types/share-link'

export const handle: RouteFacts = { access: 'screen', right: 'write' }

/** Returns the newest link to one of the account's drafts as JSON; null without one. */
export async function loader({ context, params: { draftId } }: Route.LoaderArgs) {
  const draft = isUuid(draftId) ? await findSharedDraft(context.get(operatorContext), draftId) : undefined
  const [newest] = draft?.shares ?? []
  return Response.json(newest ? { url: newest.url } : null)
}

/** Returns the newest link to one of the account's drafts as JSON, and makes one if there is none. */
export async function action({ context, params: { draftId } }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const link = isUuid(draftId) ? await findOrMakeLink(operator, draftId) : refuse('draft-gone')
  if (isRefusal(link))
    return Response.json({ message: shareRefusals[link.reason].description }, { status: 422 })
  return Response.json(link)
}
