import { z } from 'zod'
import { requireSession } from '../../../features/accounts/guard.server.ts'
import { answerFactorRefusal } from '../../../features/factors/api-answers.server.ts'
import { verifyFactor } from '../../../features/factors/commands.server.ts'
import { toApiTokens } from '../../../features/tokens/api-answers.server.ts'
import { renewClient } from '../../../features/tokens/commands.server.ts'
import { readJson } from '../../../shared/json-body.ts'
import type { Route } from './+types/verify'

const proof = z.object({
  challenge_id: z.string(),
  code: z.string().optional(),
  credential: z.unknown().optional(),
})

/** Answers a challenge. If it holds, the session is at aal2 and has new tokens; the first factor brings recovery codes. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const session = requireSession(context)
  const { challenge_id: challengeId, ...answer } = await readJson(request, proof)
  const verified = await verifyFactor(session, { factorId: params.factorId, challengeId, ...answer })
  if (!verified.ok) return answerFactorRefusal(verified)
  const tokens = await toApiTokens(await renewClient(session.id))
  return Response.json({
    ...tokens,
    ...(verified.recoveryCodes && { recovery_codes: verified.recoveryCodes }),
  })
}
