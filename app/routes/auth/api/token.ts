import { z } from 'zod'
import { answerAuthRefusal, toApiTokens } from '../../../features/accounts/tokens/api-answers.server.ts'
import { refreshClient, signInClient } from '../../../features/accounts/tokens/commands.server.ts'
import { refreshRefusals } from '../../../features/accounts/tokens/messages.ts'
import { clientAddressContext } from '../../../platform/web/request-context.server.ts'
import { readJson } from '../../../shared/json-body.ts'
import { toProblem } from '../../../shared/problem.ts'
import type { RouteFacts } from '../../../platform/web/route-facts.ts'
import type { Route } from './+types/token'

export const handle: RouteFacts = { access: 'api' }

const passwordGrant = z.object({ email: z.string().trim().min(1), password: z.string().min(1) })
const refreshGrant = z.object({ refresh_token: z.string().min(1) })

/** Signs a client in (`grant_type=password`) or exchanges its refresh token (`grant_type=refresh_token`). */
export async function action({ request, url, context }: Route.ActionArgs) {
  const grant = url.searchParams.get('grant_type')
  if (grant === 'password') return signIn(request, context.get(clientAddressContext))
  if (grant === 'refresh_token') return refresh(request)
  return toProblem(400, {
    code: 'unsupported_grant_type',
    message: 'The address must end with ?grant_type=password or ?grant_type=refresh_token.',
  })
}

async function signIn(request: Request, clientAddress: string): Promise<Response> {
  const credentials = await readJson(request, passwordGrant)
  const signedIn = await signInClient(request, clientAddress, credentials)
  return signedIn.ok ? Response.json(await toApiTokens(signedIn)) : answerAuthRefusal(signedIn)
}

async function refresh(request: Request): Promise<Response> {
  const { refresh_token: refreshToken } = await readJson(request, refreshGrant)
  const refreshed = await refreshClient(refreshToken)
  if (refreshed.ok) return Response.json(await toApiTokens(refreshed))
  const { reason } = refreshed
  return toProblem(401, { code: `refresh_token_${reason}`, message: refreshRefusals[reason] })
}
