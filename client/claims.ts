import type { Http } from './http.ts'
import type { AssuranceLevel } from './session.ts'

/** What an access token says. Times are seconds since 1970. */
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

export interface ClaimsOptions {
  /** Takes a token whose time is over, too. */
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
 * Checks access tokens by the keys that the newsroom publishes, which are kept for ten minutes and fetched again for a
 * key that is not among them. It does not know whether a session has ended meanwhile: only the server does.
 */
export function createClaimsReader(http: Http, issuer: string) {
  let keys = { list: [] as PublishedKey[], fetchedAt: -Infinity }

  async function fetchKeys(): Promise<void> {
    const answer = await http('/.well-known/jwks.json', { cache: 'no-cache' }) // ours is the cache
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
    refuseClaims(claims, issuer)
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

function refuseClaims(claims: Claims, issuer: string): void {
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
  const bytes = decode(signature)
  return bytes !== undefined && crypto.subtle.verify('Ed25519', key, bytes, new TextEncoder().encode(signed))
}

const now = () => Date.now() / 1000

function parsePart<T extends object>(part: string): T {
  const bytes = decode(part)
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof value === 'object' && value !== null) return value as T
  } catch {
    // falls through: whatever it is, it is none
  }
  throw new Error('Invalid JWT')
}

// Strictly: the same bytes have one spelling only (RFC 4648, 3.5).
function decode(base64url: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(base64url)) return undefined
  try {
    const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
