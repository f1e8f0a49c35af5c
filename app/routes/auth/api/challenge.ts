import { requireSession } from '../../../features/accounts/guard/guard.server.ts'
import { answerFactorRefusal } from '../../../features/accounts/factors/api-answers.server.ts'
import { challengeFactor } from '../../../features/accounts/factors/commands.server.ts'
import type { RouteFacts } from '../../../platform/web/route-facts.ts'
import type { Route } from './+types/challenge'

export const handle: RouteFacts = { access: 'api' }

/** Opens a challenge of a factor for a session of any level. */
export async function action({ params, context }: Route.ActionArgs) {
  const asked = await challengeFactor(requireSession(context), params.factorId)
  if (!asked.ok) return answerFactorRefusal(asked)
  const { id, expiresAt, passkey } = asked
  return Response.json({
    id,
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    ...(passkey && { webauthn: passkey }),
  })
}
