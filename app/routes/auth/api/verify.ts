import { z } from 'zod'
import { requireSession } from '../../../features/accounts/guard/guard.server.ts'
import { answerFactorRefusal } from '../../../features/accounts/factors/api-answers.server.ts'
import { verifyFactor } from '../../../features/accounts/factors/commands.server.ts'
import { toApiTokens } from '../../../features/accounts/tokens/api-answers.server.ts'
import { renewClient } from '../../../features/accounts/tokens/commands.server.ts'
import { readJson } from '../../../shared/json-body.ts'
import type { RouteFacts } from '../../../platform/web/route-facts.ts'
import type { Route } from './+types/verify'

export const handle: RouteFacts = { access: 'api' }

const proof = z.object({
  challenge_id: z.string(),
  code: z.string().optional(),
  credential: z.unknown().optional(),
})

/** Checks the answer to a challenge, then returns new tokens at aal2; the first factor adds recovery codes. */
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
