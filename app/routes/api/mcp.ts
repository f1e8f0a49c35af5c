import { operatorContext, requireSession } from '../../features/accounts/guard/guard.server.ts'
import { agentRefusals } from '../../features/api/agents-messages.ts'
import { answerMcp } from '../../features/api/mcp.server.ts'
import { findSessionName } from '../../features/accounts/tokens/queries.server.ts'
import { askRouteContext } from '../../platform/web/request-context.server.ts'
import { env } from '../../platform/env.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { readBearer } from '../../shared/http.ts'
import { methodNotAllowed, toProblem } from '../../shared/problem.ts'
import type { Route } from './+types/mcp'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true, takes: 'texts' }

/** There is no stream of messages: each call is answered by itself. */
export const loader = () => methodNotAllowed('POST')

/** Answers an agent (Model Context Protocol, decision 75). A cookie is not enough, because browsers send it by themselves. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== 'POST') return methodNotAllowed('POST')
  const authorization = request.headers.get('authorization') ?? ''
  if (readBearer(authorization) === undefined)
    return toProblem(
      401,
      { code: 'no_token', message: agentRefusals['no-token'] },
      { 'www-authenticate': 'Bearer' },
    )
  const { id: sessionId, scopes, directScopes } = requireSession(context)
  const operator = context.get(operatorContext)
  const name = await findSessionName(sessionId)
  const ask = context.get(askRouteContext)
  const agent = { operator, sessionId, name, scopes, directScopes, authorization, ask, origin: env.SITE_URL }
  return answerMcp(request, agent)
}
