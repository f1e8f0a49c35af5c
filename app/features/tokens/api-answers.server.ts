import { toProblem } from '../../shared/problem.ts'
import type { Session } from '../accounts/queries.server.ts'
import type { SignedIn } from './commands.server.ts'
import { ACCESS_TOKEN_S } from './tokens.ts'

/** An account as the API shows it to itself. */
export function toApiUser({ operator, aal, nextAal }: Session) {
  return { id: operator.id, email: operator.email, name: operator.name, aal, next_aal: nextAal }
}

/** Answers with the tokens of a session (RFC 6749, 5.1) and its account. */
export function answerSignedIn({ session, tokens }: SignedIn): Response {
  return Response.json({
    access_token: tokens.accessToken,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_S,
    expires_at: tokens.expiresAt,
    refresh_token: tokens.refreshToken,
    user: toApiUser(session),
  })
}

const CODES: Record<number, string> = {
  401: 'invalid_credentials',
  403: 'email_not_confirmed',
  429: 'too_many_requests',
}

/** Answers with the sentence that signing up or in was refused with, as `/auth` shows it. */
export function answerAuthRefusal({ status, message }: { status: number; message: string }): Response {
  const headers: Record<string, string> = status === 429 ? { 'retry-after': '60' } : {}
  return toProblem(status, { code: CODES[status] ?? 'refused', message }, headers)
}
