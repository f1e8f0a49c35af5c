import type { Http } from './http.ts'
import type { AssuranceLevel } from './session.ts'

/** The claims of an access token. Times are seconds since 1970. */
export interface Claims {
  iss: string
  aud: string
  /** The account's id. */
  sub: string
  aal: AssuranceLevel
  session_id: string
  iat: number
  exp: number
  nbf?: number
}

/** The options of the check of a token. */
export interface ClaimsOptions {
  /** Accepts expired tokens, too. */
  allowExpired?: boolean
}

const KEYS_MS = 10 * 60 * 1000
const TOLERANCE_S = 30
const AUDIENCE = 'authenticated'
const TYPE = 'at+jwt'

interface PublishedKey {
  kid: string
  kty: string
  crv: string
  x: string
}

interface Header {
  alg?: unknown
  kid?: unknown
  typ?: unknown
}

/**
 * Returns the function that checks access tokens by the newsroom's published keys. The keys are cached for ten minutes, and
 * fetched again for an unknown key. Only the server knows whether the session has ended.
 */
export function createClaimsReader(http: Http, issuer: string) {
  let keys = { list: [] as PublishedKey[], fetchedAt: -Infinity }

  async function fetchKeys(): Promise<void> {
    const answer = await http('/.well-known/jwks.json', { cache: 'no-cache' }) // this reader has its own cache
    const { keys: list } = (await answer.json()) as { keys: PublishedKey[] }
    keys = { list, fetchedAt: Date.now() }
  }

  async function findKey(id: unknown): Promise<PublishedKey> {
    const find = () => keys.list.find(({ kid, crv }) => kid === id && crv === 'Ed25519')
    const isFresh = Date.now() - keys.fetchedAt < KEYS_MS
    if (!isFresh || !find()) await fetchKeys()
    const key = find()
    if (!key) throw new Error('Unknown JWT signing key')
    return key
  }

  return async (token: string, { allowExpired = false }: ClaimsOptions = {}): Promise<Claims> => {
    const { header, body, signed, signature } = parseToken(token)
    if (header.alg !== 'EdDSA') throw new Error('Unsupported JWT algorithm')
    const key = await findKey(header.kid)
    if (!(await isSignedBy(key, signed, signature))) throw new Error('Invalid JWT signature')
    if (header.typ !== TYPE) throw new Error('Invalid JWT type')
    const claims = parsePart<Claims>(body)
    checkClaims(claims, issuer)
    if (!allowExpired && !(claims.exp > now() - TOLERANCE_S)) throw new Error('JWT expired')
    return claims
  }
}

function parseToken(token: string) {
  const parts = token.split('.')
  const [head = '', body = '', signature = ''] = parts
  if (parts.length !== 3) throw new Error('Invalid JWT')
  return { header: parsePart<Header>(head), body, signed: `${head}.${body}`, signature }
}

function checkClaims(claims: Claims, issuer: string): void {
  if (claims.iss !== issuer) throw new Error('Invalid JWT issuer')
  if (claims.aud !== AUDIENCE) throw new Error('Invalid JWT audience')
  if (claims.nbf !== undefined && !(claims.nbf <= now() + TOLERANCE_S)) throw new Error('JWT not yet valid')
  if (typeof claims.exp !== 'number' || typeof claims.sub !== 'string') throw new Error('Invalid JWT claims')
}

async function isSignedBy(
  { kty, crv, x }: PublishedKey,
  signed: string,
  signature: string,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
  const bytes = decodeBase64url(signature)
  return bytes !== undefined && crypto.subtle.verify('Ed25519', key, bytes, new TextEncoder().encode(signed))
}

const now = () => Date.now() / 1000

function parsePart<T extends object>(part: string): T {
  const bytes = decodeBase64url(part)
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof value === 'object' && value !== null) return value as T
  } catch {
    // falls through: this is not a token
  }
  throw new Error('Invalid JWT')
}

// Only the URL-safe alphabet without padding is allowed (RFC 7515, 2).
function decodeBase64url(base64url: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(base64url)) return undefined
  try {
    const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
