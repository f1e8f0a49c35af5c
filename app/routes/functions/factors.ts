import { z } from 'zod'
import { operatorContext, requireSession } from '../../features/accounts/guard.server.ts'
import { answerFactorRefusal } from '../../features/factors/api-answers.server.ts'
import { enrolFactor } from '../../features/factors/commands.server.ts'
import { listFactors } from '../../features/factors/queries.server.ts'
import { toApiFactor } from '../../features/tokens/api-answers.server.ts'
import { readJson } from '../../shared/json-body.ts'
import type { Route } from './+types/factors'

const newFactor = z.object({
  factor_type: z.string(),
  friendly_name: z.string(),
  phone: z.string().optional(),
})

export async function loader({ context }: Route.LoaderArgs) {
  const factors = await listFactors(context.get(operatorContext))
  return Response.json({ factors: factors.map(toApiFactor) })
}

/** Adds a factor; it counts once it has answered a challenge. */
export async function action({ request, context }: Route.ActionArgs) {
  const { factor_type: factorType, friendly_name: friendlyName, phone } = await readJson(request, newFactor)
  const enrolled = await enrolFactor(requireSession(context), { factorType, friendlyName, phone })
  if (!enrolled.ok) return answerFactorRefusal(enrolled)
  const { factorId, totp } = enrolled
  return Response.json(
    { id: factorId, factor_type: enrolled.factorType, friendly_name: friendlyName, ...(totp && { totp }) },
    { status: 201 },
  )
}
