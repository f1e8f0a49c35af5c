// A fake of Google's token endpoint, and of the sitemaps in the Search Console API, with their refusals.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { jwtVerify } from 'jose'
import { type FakeAnswer, type FakeRequest, type FaultControl, startFaultyServer } from './faulty-server.ts'

const SCOPE = 'https://www.googleapis.com/auth/webmasters'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const EMAIL = 'broadsheet@news-desk.iam.gserviceaccount.com'
const KEY_ID = 'f00dfeed'
const MOST_S = 3600

/** A running fake of Google. */
export interface GoogleFake extends FaultControl {
  /** For GOOGLE_API_URL, and with `/token` for GOOGLE_TOKEN_URL. */
  url: string
  /** The key file of the service account as JSON; `privateKey` is the secret in it. */
  keyFile: string
  privateKey: string
  /** All tokens that were issued. */
  tokens: Set<string>
  /** The properties, each with the permission of the service account. Tests change them. */
  properties: Map<string, string>
  settings: GoogleSettings
  /** The submitted sitemaps, each with its property. */
  sitemaps: { property: string; sitemap: string }[]
  requests: FakeRequest[]
  close: () => Promise<void>
}

interface GoogleSettings {
  /** The seconds by which its clock is ahead of ours. */
  clockAheadS: number
  isApiEnabled: boolean
  isKeyDeleted: boolean
  isQuotaUsed: boolean
}

type Google = Pick<GoogleFake, 'tokens' | 'properties' | 'settings' | 'sitemaps'> & {
  publicKey: ReturnType<typeof generateKeyPairSync>['publicKey']
}

/** Starts a fake with one service account and without properties. */
export async function startGoogleFake(port = 0): Promise<GoogleFake> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const google: Google = {
    publicKey,
    tokens: new Set(),
    properties: new Map(),
    sitemaps: [],
    settings: { clockAheadS: 0, isApiEnabled: true, isKeyDeleted: false, isQuotaUsed: false },
  }
  const server = await startFaultyServer(
    (request) =>
      request.url.pathname === '/token' ? giveToken(google, request) : answerApi(google, request),
    port,
  )
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const keyFile = JSON.stringify({
    type: 'service_account',
    private_key_id: KEY_ID,
    private_key: pem,
    client_email: EMAIL,
    token_uri: `${server.url}/token`,
  })
  return { ...server, ...google, keyFile, privateKey: pem }
}

async function giveToken(google: Google, { method, url, body }: FakeRequest): Promise<FakeAnswer> {
  const form = new URLSearchParams(body)
  if (method !== 'POST' || form.get('grant_type') !== GRANT)
    return { status: 400, body: { error: 'unsupported_grant_type' } }
  try {
    const scope = await readAssertion(google, form.get('assertion') ?? '', url.href)
    if (scope !== SCOPE) return { status: 400, body: { error: 'invalid_scope' } }
  } catch (error) {
    return { status: 400, body: { error: 'invalid_grant', error_description: String(error) } }
  }
  const token = `ya29.${randomBytes(24).toString('base64url')}`
  google.tokens.add(token)
  return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: MOST_S } }
}

/** Returns the scope of a valid assertion: signed with the key, for this URL, not older than an hour. */
async function readAssertion({ settings, publicKey }: Google, assertion: string, audience: string) {
  if (settings.isKeyDeleted) throw new Error('Invalid JWT Signature.')
  const { payload, protectedHeader } = await jwtVerify(assertion, publicKey, {
    algorithms: ['RS256'],
    issuer: EMAIL,
    audience,
    currentDate: new Date(Date.now() + settings.clockAheadS * 1000),
    requiredClaims: ['iat', 'exp', 'scope'],
  })
  if (protectedHeader.kid !== KEY_ID) throw new Error('Invalid JWT Signature.')
  if (Number(payload.exp) - Number(payload.iat) > MOST_S) throw new Error('Token must be short-lived.')
  return payload.scope
}

const SITES = '/webmasters/v3/sites'

function answerApi(google: Google, { method, url, headers }: FakeRequest): FakeAnswer {
  const refusal = findRefusal(google, headers.authorization)
  if (refusal) return refusal
  if (method === 'GET' && url.pathname === SITES) return { status: 200, body: toList(google) }
  const match = /^\/([^/]+)\/sitemaps\/([^/]+)$/.exec(url.pathname.slice(SITES.length))
  const [property = '', sitemap = ''] = match?.slice(1).map(decodeURIComponent) ?? []
  return method === 'PUT' && match ? submit(google, property, sitemap) : refuse(404, 'notFound')
}

function findRefusal({ tokens, settings }: Google, authorization = ''): FakeAnswer | undefined {
  if (!tokens.has(authorization.replace(/^Bearer /, ''))) return refuse(401, 'authError')
  if (!settings.isApiEnabled) return refuse(403, 'accessNotConfigured')
  return settings.isQuotaUsed ? refuse(403, 'rateLimitExceeded') : undefined
}

function submit({ properties, sitemaps }: Google, property: string, sitemap: string): FakeAnswer {
  const permission = properties.get(property)
  if (permission === undefined) return refuse(404, 'notFound')
  if (permission !== 'siteOwner' && permission !== 'siteFullUser') return refuse(403, 'forbidden')
  const domain = property.replace('sc-domain:', '')
  const { hostname } = new URL(sitemap)
  const isOfProperty = property.startsWith('sc-domain:')
    ? hostname === domain || hostname.endsWith(`.${domain}`)
    : sitemap.startsWith(property)
  if (!isOfProperty) return refuse(400, 'invalidParameter')
  sitemaps.push({ property, sitemap })
  return { status: 204 }
}

const toList = ({ properties }: Google) =>
  properties.size === 0
    ? {}
    : { siteEntry: [...properties].map(([siteUrl, permissionLevel]) => ({ siteUrl, permissionLevel })) }

const refuse = (status: number, reason: string): FakeAnswer => ({
  status,
  body: { error: { code: status, message: reason, errors: [{ domain: 'global', reason, message: reason }] } },
})
