import { beginDeviceCode } from '../../features/accounts/tokens/device-codes.server.ts'
import { codeRefusals } from '../../features/accounts/tokens/messages.ts'
import { DEVICE_CODE_S, parseName, POLL_S } from '../../features/accounts/tokens/tokens.ts'
import { env } from '../../platform/env.server.ts'
import { clientAddressContext } from '../../platform/web/request-context.server.ts'
import { toScopes } from '../../shared/scopes.ts'
import { readFormText } from '../../shared/text.ts'
import { answerOAuth, readOAuthForm } from '../../features/accounts/tokens/oauth-answers.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/device-code'

export const handle: RouteFacts = { access: 'open' }

/** Begins to connect a program: returns a code for it and one for its person (RFC 8628, 3.2). */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readOAuthForm(request)
  const scopes = toScopes(readFormText(form, 'scope').split(' '))
  if (scopes.length === 0) return answerOAuth(400, { error: 'invalid_scope' })
  const name = parseName(readFormText(form, 'client_id')) ?? 'A program'
  const begun = await beginDeviceCode(context.get(clientAddressContext), { name, scopes })
  if (!begun.ok) {
    const refused = { error: 'temporarily_unavailable', error_description: codeRefusals[begun.reason] }
    return answerOAuth(429, refused, { 'retry-after': String(begun.waitS) })
  }
  const address = `${env.SITE_URL}/device`
  return answerOAuth(200, {
    device_code: begun.deviceCode,
    user_code: begun.userCode,
    verification_uri: address,
    verification_uri_complete: `${address}?code=${begun.userCode}`,
    expires_in: DEVICE_CODE_S,
    interval: POLL_S,
  })
}
