// The OpenID provider of a company: the package `oidc-provider`. Its people are signed in there without a form.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import type { Provider } from 'oidc-provider'

/** A person, as the provider describes him or her. */
interface CompanyPerson {
  sub: string
  email?: string
  email_verified?: boolean | string
  name?: string
  groups?: string[]
  /** How the person proved to be there. */
  amr?: string[]
}

/** A running provider with one client. */
export interface IdentityProvider {
  issuer: string
  /** For OUTBOUND_ALLOW. */
  host: string
  clientId: string
  clientSecret: string
  /** The person who is in front of the browser. Tests change it. */
  person: CompanyPerson
  /** True while the provider answers no request. */
  isAway: boolean
  /** The paths of the requests that came from our server or from a browser. */
  asked: string[]
  /** Registers the client with its redirect address. */
  register: (redirectUri: string) => Promise<void>
  close: () => Promise<void>
}

const CLIENT = { clientId: 'broadsheet', clientSecret: 'a secret of the provider, for tests only' }

/** Starts a provider. It answers once its client is registered. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  let provider: Provider | undefined
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    idp.asked.push(path.replace(/\?.*/, ''))
    if (idp.isAway || !provider) request.destroy()
    else if (path.startsWith('/person/')) void signIn(provider, request, response)
    else void provider.callback()(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const signIn = (at: Provider, request: IncomingMessage, response: ServerResponse) => {
    const { sub, amr } = idp.person
    return at.interactionFinished(request, response, { login: { accountId: sub, ...(amr && { amr }) } })
  }
  const idp: IdentityProvider = {
    issuer: `http://${host}`,
    host,
    ...CLIENT,
    person: { sub: 'nobody' },
    isAway: false,
    asked: [],
    async register(redirectUri) {
      provider = await makeProvider(idp, redirectUri)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return idp
}

async function makeProvider(idp: IdentityProvider, redirectUri: string): Promise<Provider> {
  const { Provider } = await import('oidc-provider')
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'test' }
  return new Provider(idp.issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a key for tests'] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    claims: { openid: ['sub', 'groups', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/person/${uid}` },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => {
        const { amr: _amr, ...claims } = idp.person
        return claims
      },
    }),
    // Nobody is asked whether the client may know the person.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
}

/** Signs the person in at the provider, as a browser does. Returns the address to which the provider sends the browser back. */
export async function visitProvider({ issuer }: IdentityProvider, address: string): Promise<URL> {
  const cookies = new Map<string, string>()
  for (let url = new URL(address); ;) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
    url = new URL(location, url)
    if (url.origin !== issuer) return url
  }
}
