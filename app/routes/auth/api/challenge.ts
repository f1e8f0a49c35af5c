import { requireSession } from '../../../features/accounts/guard.server.ts'
import { answerFactorRefusal } from '../../../features/factors/api-answers.server.ts'
import { challengeFactor } from '../../../features/factors/commands.server.ts'
import type { Route } from './+types/challenge'

/** Asks a session, of whatever level, to prove itself with a factor. */
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
