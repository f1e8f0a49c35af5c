import type { Configuration, CustomFetch } from 'openid-client'
import { z } from 'zod'
import { isWebAddressAllowed } from '../../platform/outbound.server.ts'
import { askComputer } from '../sites/ask-site.server.ts'
import { ConnectorError, type ConnectorReason } from '../connector-error.ts'

const SYSTEM = 'oidc'
const TIMEOUT_S = 10
const ANSWER_BYTES = 256 * 1024
const WITHOUT_BODY = new Set([204, 205, 304])
const SCOPE = 'openid email profile'

/** What the installation knows of an OpenID provider. */
export interface OidcProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** The address that the provider sends people back to. It belongs to this provider alone. */
  redirectUri: string
}

/** The values that bind an answer of the provider to the browser that asked. */
export interface OidcSecrets {
  state: string
  nonce: string
  verifier: string
}

/** A person, as a provider describes him or her. */
export interface OidcIdentity {
  subject: string
  /** Empty if the provider names none. */
  email: string
  isEmailVerified: boolean
  /** Empty if the provider names none. */
  name: string
  /** How the person proved to be there (`amr`, RFC 8176). */
  methods: string[]
  /** All that the provider says about the person. */
  claims: Record<string, unknown>
}

/** Returns the address of the provider where a person signs in. Throws ConnectorError. */
export const findSignInAddress = (
  provider: OidcProvider,
  { state, nonce, verifier }: OidcSecrets,
  email: string,
): Promise<string> =>
  ask(async () => {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
    const url = buildAuthorizationUrl(await findConfiguration(provider), {
      redirect_uri: provider.redirectUri,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      login_hint: email,
    })
    return url.href
  })

/**
 * Redeems the code of an answer and returns the person. Throws ConnectorError for an answer to another request or of
 * another provider, and for a code that the provider does not accept.
 */
export const findIdentity = (
  provider: OidcProvider,
  { state, nonce, verifier }: OidcSecrets,
  answer: URLSearchParams,
): Promise<OidcIdentity> =>
  ask(async () => {
    const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
    const configuration = await findConfiguration(provider)
    const tokens = await authorizationCodeGrant(
      configuration,
      new URL(`${provider.redirectUri}?${answer.toString()}`),
      { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
    )
    const claims = tokens.claims()
    if (!claims) throw new ConnectorError(SYSTEM, 'broken', { detail: 'The provider named nobody.' })
    const more = configuration.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {}
    return toIdentity(claims, more)
  })

// An address and its verification come from one source: together they would say what neither of the two says.
function toIdentity(claims: { sub: string } & Claims, more: Claims): OidcIdentity {
  const of = typeof more.email === 'string' ? more : claims
  const all: Claims = { ...claims, ...more }
  return {
    subject: claims.sub,
    email: typeof of.email === 'string' ? of.email : '',
    isEmailVerified: of.email_verified === true || of.email_verified === 'true',
    name: typeof all.name === 'string' ? all.name : '',
    methods: Array.isArray(claims.amr) ? claims.amr.filter((method) => typeof method === 'string') : [],
    claims: all,
  }
}

type Claims = Record<string, unknown>

/**
 * Checks that a provider answers, and that it knows the id and the secret: they are sent with a code that it cannot know.
 * Throws ConnectorError with a sentence about what is wrong.
 */
export const checkProvider = (provider: OidcProvider): Promise<void> =>
  ask(async () => {
    const { authorizationCodeGrant, ResponseBodyError } = await import('openid-client')
    const configuration = await findConfiguration(provider)
    const { issuer } = configuration.serverMetadata()
    const answer = new URLSearchParams({ code: 'a-test-of-the-connection', state: 'test', iss: issuer })
    try {
      await authorizationCodeGrant(configuration, new URL(`${provider.redirectUri}?${answer.toString()}`), {
        expectedState: 'test',
        pkceCodeVerifier: 'a-test-of-the-connection-'.repeat(2),
      })
    } catch (error) {
      if (!(error instanceof ResponseBodyError) || error.error in REFUSALS) throw error
    }
  })

async function findConfiguration({ issuer, clientId, clientSecret }: OidcProvider): Promise<Configuration> {
  const client = await import('openid-client')
  const settings = { timeout: TIMEOUT_S, [client.customFetch]: askProvider }
  const found = await client.discovery(new URL(issuer), clientId, undefined, undefined, {
    ...settings,
    execute: [client.allowInsecureRequests], // `askProvider` allows only what OUTBOUND_ALLOW names
  })
  const server = found.serverMetadata()
  // The package accepts other issuers for some providers.
  if (new URL(server.issuer).href !== new URL(issuer).href) throw toOtherIssuer(server.issuer)
  if (!server.authorization_endpoint || !isWebAddressAllowed(server.authorization_endpoint))
    throw new ConnectorError(SYSTEM, 'broken', { detail: 'The provider names no page to sign in on.' })
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const proof = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost
  const configuration = new client.Configuration(server, clientId, undefined, proof(clientSecret))
  client.allowInsecureRequests(configuration)
  client.enableNonRepudiationChecks(configuration) // checks signatures, too
  return Object.assign(configuration, settings)
}

const askProvider: CustomFetch = async (address, { method, headers, body, signal }) => {
  const answer = await askComputer(SYSTEM, address, {
    method: method === 'POST' ? 'POST' : 'GET',
    headers,
    ...(body !== undefined && body !== null && { body: toText(body) }),
    maxBytes: ANSWER_BYTES,
    ...(signal && { signal }),
  })
  const received = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) received.set(name, String(value))
  const content = WITHOUT_BODY.has(answer.status) ? null : new Uint8Array(answer.body)
  return new Response(content, { status: answer.status, headers: received })
}

function toText(body: NonNullable<Parameters<CustomFetch>[1]['body']>): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('A provider gets only forms.')
}

async function ask<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw toConnectorError(error)
  }
}

const REFUSALS: Record<string, [ConnectorReason, string]> = {
  invalid_client: ['unauthorised', 'The provider does not accept the client id or the secret.'],
  unauthorized_client: ['unauthorised', 'The provider does not allow this client to sign people in.'],
  redirect_uri_mismatch: ['rejected', 'The provider does not know the redirect address.'],
  access_denied: ['refused', 'The provider did not let the person in.'],
}

const toOtherIssuer = (issuer: string) =>
  new ConnectorError(SYSTEM, 'rejected', {
    detail: `The provider calls itself ${issuer}. Enter this as the issuer, if it is yours.`,
  })

// What the errors of the package have in common. Without a `code` of its own, a status of 401 refuses the client.
const packageError = z.object({ error: z.string(), status: z.number(), cause: z.unknown() }).partial()
const otherIssuer = z.object({ attribute: z.literal('issuer'), body: z.object({ issuer: z.string() }) })

function toConnectorError(error: unknown): ConnectorError {
  if (error instanceof ConnectorError) return error
  const {
    cause,
    status,
    error: code = status === 401 ? 'invalid_client' : '',
  } = packageError.safeParse(error).data ?? {}
  if (cause instanceof ConnectorError) return cause
  const other = otherIssuer.safeParse(cause).data
  if (other) return toOtherIssuer(other.body.issuer)
  const [reason, detail] = REFUSALS[code] ?? [
    'broken',
    'The answer of the provider cannot be used. The log of the server says why.',
  ]
  return new ConnectorError(SYSTEM, reason, { cause: error, detail, status })
}
