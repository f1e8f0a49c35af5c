import { z } from 'zod'
import { signUp, toEmail } from '../../../features/accounts/sign-in/commands.server.ts'
import { answerAuthRefusal } from '../../../features/accounts/tokens/api-answers.server.ts'
import { clientAddressContext } from '../../../platform/web/request-context.server.ts'
import { readJson } from '../../../shared/json-body.ts'
import type { RouteFacts } from '../../../platform/web/route-facts.ts'
import type { Route } from './+types/sign-up'

export const handle: RouteFacts = { access: 'api' }

const credentials = z.object({
  email: z.string().trim().min(1),
  password: z.string().min(1),
  name: z.string().optional(),
})

/** Creates an account without signing it in. An email address that already has one gets the same answer. */
export async function action({ request, context }: Route.ActionArgs) {
  const { email, password, name } = await readJson(request, credentials)
  const clientAddress = context.get(clientAddressContext)
  const outcome = await signUp({ clientAddress }, { email: toEmail(email), password, name })
  return outcome.ok ? Response.json({ user: null, session: null }) : answerAuthRefusal(outcome)
}
