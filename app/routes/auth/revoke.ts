import { answerOAuth, readOAuthForm } from '../../features/accounts/tokens/oauth-answers.server.ts'
import { endServerToken } from '../../features/accounts/tokens/server-tokens.server.ts'
import { readFormText } from '../../shared/text.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/revoke'

export const handle: RouteFacts = { access: 'open' }

/** Ends the token of a server, with its session. An unknown token gets the same answer (RFC 7009, 2.2). */
export async function action({ request }: Route.ActionArgs) {
  await endServerToken(readFormText(await readOAuthForm(request), 'token'))
  return answerOAuth(200, {})
}
