import { pollDeviceCode } from '../../features/accounts/tokens/device-codes.server.ts'
import { deviceRefusals } from '../../features/accounts/tokens/messages.ts'
import { answerOAuth, readOAuthForm } from '../../features/accounts/tokens/oauth-answers.server.ts'
import { readFormText } from '../../shared/text.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/device-token'

export const handle: RouteFacts = { access: 'open' }

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** Returns the token of a program that its person has approved (RFC 8628, 3.4). */
export async function action({ request }: Route.ActionArgs) {
  const form = await readOAuthForm(request)
  if (readFormText(form, 'grant_type') !== GRANT) return answerOAuth(400, { error: 'unsupported_grant_type' })
  const polled = await pollDeviceCode(readFormText(form, 'device_code'))
  if (polled.ok) return answerOAuth(200, { access_token: polled.token, token_type: 'Bearer' })
  return answerOAuth(400, { error: polled.reason, error_description: deviceRefusals[polled.reason] })
}
