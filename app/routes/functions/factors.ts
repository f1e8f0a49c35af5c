import { z } from 'zod'
import { operatorContext, requireSession } from '../../features/accounts/guard/guard.server.ts'
import { answerFactorRefusal } from '../../features/accounts/factors/api-answers.server.ts'
import { enrolFactor } from '../../features/accounts/factors/commands.server.ts'
import { listFactors } from '../../features/accounts/factors/queries.server.ts'
import { toApiFactor } from '../../features/accounts/tokens/api-answers.server.ts'
import { readJson } from '../../shared/json-body.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/factors'

export const handle: RouteFacts = { access: 'function', right: 'self' }

const newFactor = z.object({
  factor_type: z.string(),
  friendly_name: z.string(),
  phone: z.string().optional(),
})

/** Lists the factors of the account, as the API shows them. */
export async function loader({ context }: Route.LoaderArgs) {
  const factors = await listFactors(context.get(operatorContext))
  return Response.json({ factors: factors.map(toApiFactor) })
}

/** Adds a factor. It protects the account after its first challenge was answered. */
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
