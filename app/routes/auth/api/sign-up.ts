import { z } from 'zod'
import { signUp, toEmail } from '../../../features/accounts/commands.server.ts'
import { answerAuthRefusal } from '../../../features/tokens/api-answers.server.ts'
import { clientAddressContext } from '../../../platform/request-context.server.ts'
import { readJson } from '../../../shared/json-body.ts'
import type { Route } from './+types/sign-up'

const credentials = z.object({ email: z.string().trim().min(1), password: z.string().min(1) })

/** Makes an account. It is not signed in by that, and the answer is the same for an address that has one already. */
export async function action({ request, context }: Route.ActionArgs) {
  const { email, password } = await readJson(request, credentials)
  const clientAddress = context.get(clientAddressContext)
  const outcome = await signUp({ clientAddress }, { email: toEmail(email), password })
  return outcome.ok ? Response.json({ user: null, session: null }) : answerAuthRefusal(outcome)
}
