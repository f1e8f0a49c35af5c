import type { Operator } from '../accounts.ts'
import type { Factor } from '../factors/factors.ts'
import { listFactors } from '../factors/queries.server.ts'
import { toProblem } from '../../../shared/problem.ts'
import type { Session } from '../sign-in/queries.server.ts'
import { type SignInRefusal, toSignInAnswer } from '../sign-in/sign-in.ts'
import type { SignedIn } from './commands.server.ts'
import { ACCESS_TOKEN_S } from './tokens.ts'

/** Returns a factor as the API shows it to its owner. */
export const toApiFactor = ({ id, factorType, status, friendlyName, phone }: Factor) => ({
  id,
  factor_type: factorType,
  status,
  friendly_name: friendlyName,
  phone,
})

/**
 * Returns an account as the API shows it to its owner. With `next_aal` above `aal`, the client has to challenge a factor.
 * A session with scopes is told no address and no factors.
 */
export async function toApiUser({ operator, aal, nextAal, scopes }: Session) {
  const { id, name } = operator
  const person = scopes ? { email: '', factors: [] } : await toApiPerson(operator)
  return { id, name, aal, next_aal: nextAal, ...person }
}

const toApiPerson = async (operator: Operator) => ({
  email: operator.email,
  factors: (await listFactors(operator)).map(toApiFactor),
})

/** Returns the tokens of a session (RFC 6749, 5.1) with its account. */
export async function toApiTokens({ session, tokens }: SignedIn) {
  return {
    access_token: tokens.accessToken,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_S,
    expires_at: tokens.expiresAt,
    refresh_token: tokens.refreshToken,
    user: await toApiUser(session),
  }
}

const CODES = { 400: 'refused', 401: 'invalid_credentials', 429: 'too_many_requests' }

/** Returns the problem of a refused sign-up or sign-in, with the sentence that `/auth` shows. */
export function answerAuthRefusal(refused: SignInRefusal): Response {
  const { status, message, waitS } = toSignInAnswer(refused)
  const headers: Record<string, string> = waitS ? { 'retry-after': String(Math.ceil(waitS)) } : {}
  return toProblem(status, { code: CODES[status], message }, headers)
}
