import { API_SESSIONS_LIMIT, type RefreshRefusal, type TokenRefusal } from './tokens.ts'

/** Why an access token is refused. The one about signatures is the spec's (§8). */
export const tokenRefusals: Record<TokenRefusal, string> = {
  malformed: 'Invalid JWT',
  algorithm: 'Unsupported JWT algorithm',
  'unknown-key': 'Unknown JWT signing key',
  signature: 'Invalid JWT signature',
  type: 'Invalid JWT type',
  issuer: 'Invalid JWT issuer',
  audience: 'Invalid JWT audience',
  early: 'JWT not yet valid',
  expired: 'JWT expired',
  claims: 'Invalid JWT claims',
  'session-ended': 'Session has ended',
}

export const refreshRefusals: Record<RefreshRefusal, string> = {
  unknown: 'Invalid refresh token',
  reused: 'This refresh token was used before. The session has been ended; please sign in again.',
}

export const invalidApiKey = 'Invalid API key'

export const nameMissing = 'Please give it a name, so that you know it again.'
export const tooManyClients = `An account can have ${API_SESSIONS_LIMIT} clients. End one that you no longer need first.`
export const clientEnded = 'Client ended'
