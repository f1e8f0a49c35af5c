import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import { z } from 'zod'
import { env } from '../../../platform/env.server.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import type { Session } from '../sign-in/queries.server.ts'
import { findPublicKey, findSigningKey } from './signing-keys.server.ts'
import {
  ACCESS_TOKEN_S,
  type AccessClaims,
  ALGORITHM,
  AUDIENCE,
  CLOCK_TOLERANCE_S,
  TOKEN_TYPE,
  type TokenRefusal,
} from './tokens.ts'

/** Returns a signed token for a session. It is valid for 15 minutes; `expiresAt` is in seconds since 1970. */
export async function signAccessToken(session: Session): Promise<{ accessToken: string; expiresAt: number }> {
  const { id, key } = await findSigningKey()
  const issuedAt = Math.floor(Date.now() / 1000)
  const expiresAt = issuedAt + ACCESS_TOKEN_S
  const accessToken = await new SignJWT({ aal: session.aal, session_id: session.id })
    .setProtectedHeader({ alg: ALGORITHM, typ: TOKEN_TYPE, kid: id })
    .setIssuer(env.SITE_URL)
    .setAudience(AUDIENCE)
    .setSubject(session.operator.id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key)
  return { accessToken, expiresAt }
}

const claimsSchema = z.object({
  iss: z.string(),
  aud: z.string(),
  sub: z.uuid(),
  aal: z.enum(['aal1', 'aal2']),
  session_id: z.uuid(),
  iat: z.number(),
  exp: z.number(),
})

type VerifiedToken = { ok: true; claims: AccessClaims } | Refusal<TokenRefusal>

/**
 * Checks a token's signature and claims (RFC 8725). It accepts one algorithm, and keys by their id from our own
 * database; the rest of the header is ignored. The session may have ended all the same. `allowExpired` accepts expired
 * tokens.
 */
export async function verifyAccessToken(
  token: string,
  { allowExpired = false }: { allowExpired?: boolean } = {},
): Promise<VerifiedToken> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => findKey(kid), {
      algorithms: [ALGORITHM],
      typ: TOKEN_TYPE,
      issuer: env.SITE_URL,
      audience: AUDIENCE,
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    return toClaims(payload)
  } catch (error) {
    // The expiry is checked last, so such a token has passed all other checks.
    if (error instanceof errors.JWTExpired && allowExpired) return toClaims(error.payload)
    return refuse(toReason(error))
  }
}

function toClaims(payload: JWTPayload): VerifiedToken {
  const parsed = claimsSchema.safeParse(payload)
  return parsed.success ? { ok: true, claims: parsed.data } : refuse('claims')
}

class UnknownKeyError extends Error {}

async function findKey(id: string | undefined) {
  const key = id === undefined ? undefined : await findPublicKey(id)
  if (!key) throw new UnknownKeyError('No key of ours has this id.')
  return key
}

const CLAIM_REASONS: Record<string, TokenRefusal> = {
  typ: 'type',
  iss: 'issuer',
  aud: 'audience',
  nbf: 'early',
  exp: 'expired',
}

// Other errors, such as an unreachable database, are not about the token and are thrown again.
function toReason(error: unknown): TokenRefusal {
  if (error instanceof UnknownKeyError) return 'unknown-key'
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) return toClaimReason(error)
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature'
  if (error instanceof errors.JOSEError) return 'malformed'
  throw error
}

function toClaimReason(error: errors.JWTClaimValidationFailed): TokenRefusal {
  const isSpecific = error.reason === 'check_failed' || error.claim === 'iss' || error.claim === 'aud'
  return (isSpecific && CLAIM_REASONS[error.claim]) || 'claims'
}
