import { z } from 'zod'
import { ConnectorError } from '../../../connectors/connector-error.ts'
import {
  findIdentity,
  findSignInAddress,
  type OidcIdentity,
} from '../../../connectors/identity/oidc.server.ts'
import { log } from '../../../platform/log.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { toNetwork } from '../../../shared/http.ts'
import { pick } from '../../../shared/pick.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import {
  checkCredentials,
  findSignUpRule,
  isEmail,
  startSession,
  toEmail,
  type Visitor,
} from '../sign-in/commands.server.ts'
import type { SignInRefusal } from '../sign-in/sign-in.ts'
import { toOidcProvider, toWhy } from './commands.server.ts'
import { closeFlow, findFlow, makeFlow, openFlow, toOidcSecrets } from './flows.server.ts'
import { admit, type Claimant, linkPerson } from './link-people.server.ts'
import { findAccountLabel, findCompanyOf, findReadyProvider, type ReadyProvider } from './queries.server.ts'
import { findClaimedRole, showsSecondFactor, type SsoRefusal, toCompanyDomain } from './single-sign-on.ts'

const onTheWay = z.object({ providerId: z.string(), next: z.string() })
const unlinked = z.object({
  providerId: z.string(),
  issuer: z.string(),
  subject: z.string(),
  hasSecondFactor: z.boolean(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['editor', 'author', 'contributor']),
  next: z.string(),
})

/**
 * Begins to sign in with the company of an address. Returns the page of its provider, and the cookie by which the answer is
 * known to be for this browser.
 */
export async function leadToCompany(
  { clientAddress }: Pick<Visitor, 'clientAddress'>,
  { email: typed, next }: { email: string; next: string },
): Promise<{ ok: true; address: string; cookie: string } | SsoRefusal> {
  const email = toEmail(typed)
  if (!isEmail(email)) return refuse('email-wrong')
  const ofNetwork = { name: 'company-sign-in', of: toNetwork(clientAddress), most: 60, windowS: 3600 }
  if ((await consumeRateLimits([ofNetwork])) > 0) return refuse('too-often')
  const providerId = await findCompanyOf(toCompanyDomain(email))
  const provider = providerId && (await findReadyProvider(providerId))
  if (!provider) return refuse('company-unknown')
  const flow = makeFlow()
  const asked = await askCompany(provider, () =>
    findSignInAddress(toOidcProvider(provider), toOidcSecrets(flow), email),
  )
  if (!asked.ok) return refuse('company-away')
  const cookie = await openFlow('sign-in', flow, { providerId: provider.id, next })
  return { ok: true, address: asked.answer, cookie }
}

/** A person is signed in, or has to enter the password of the account that the address has here. */
type Entered =
  | { ok: true; isLinked: true; cookies: string[]; isComplete: boolean; next: string }
  | { ok: true; isLinked: false; cookie: string; next: string }

/** The answer of a provider, and the browser and the path that it came to. */
interface Returned {
  flow: string | undefined
  providerId: string
  answer: URLSearchParams
}

/**
 * Takes the answer of a company's provider, which came to the path of `providerId`. It counts once, in the browser that
 * asked for it, and for the provider that was asked.
 */
export async function returnFromCompany(
  visitor: Visitor,
  returned: Returned,
): Promise<Entered | SsoRefusal | Refusal<'sign-up-closed'>> {
  const asked = await findAsked(returned)
  if (!asked.ok) return asked
  const { provider, next } = asked
  const who = await findClaimant(provider, asked.flow, returned.answer)
  if (!who.ok) return who
  const { claimant } = who
  const isClosed = (await findSignUpRule()) === 'closed'
  const admitted = await admit(claimant, { isClosed, followsClaim: provider.roleClaim !== '' })
  if (!admitted.ok) return admitted
  if (admitted.person) return begin(visitor, admitted.person, { ...claimant, next })
  const link = makeFlow()
  const cookie = await openFlow('link', link, { ...claimant, next })
  return { ok: true, isLinked: false, cookie, next }
}

type Asked = { ok: true; flow: string; provider: ReadyProvider; next: string }

async function findAsked({ flow, providerId, answer }: Returned): Promise<Asked | SsoRefusal> {
  if (!flow || answer.get('state') !== toOidcSecrets(flow).state) return refuse('company-expired')
  const asked = onTheWay.safeParse(await closeFlow('sign-in', flow)).data
  const provider = asked?.providerId === providerId && (await findReadyProvider(providerId))
  if (!asked || !provider) return refuse('company-expired')
  if (answer.get('error') === 'access_denied') return refuse('company-declined')
  return { ok: true, flow, provider, next: asked.next }
}

async function findClaimant(
  provider: ReadyProvider,
  flow: string,
  answer: URLSearchParams,
): Promise<{ ok: true; claimant: Claimant } | SsoRefusal> {
  const known = await askCompany(provider, () =>
    findIdentity(toOidcProvider(provider), toOidcSecrets(flow), answer),
  )
  if (!known.ok) return refuse(known.isAway ? 'company-away' : 'company-failed')
  return checkAddress(provider, known.answer)
}

// A provider speaks for verified addresses of the domains that its account has proven, and for no other ones.
async function checkAddress(
  provider: ReadyProvider,
  identity: OidcIdentity,
): Promise<{ ok: true; claimant: Claimant } | SsoRefusal> {
  const email = toEmail(identity.email)
  if (!identity.isEmailVerified || !isEmail(email)) return refuse('address-not-verified')
  if ((await findCompanyOf(toCompanyDomain(email))) !== provider.id) return refuse('address-elsewhere')
  const claimant = {
    providerId: provider.id,
    issuer: provider.issuer,
    subject: identity.subject,
    hasSecondFactor: showsSecondFactor(identity.methods),
    email,
    name: identity.name,
    role: findClaimedRole(provider, identity.claims),
  }
  return { ok: true, claimant }
}

/** Returns the address whose password a browser is asked for, and the account that is linked; undefined without one. */
export async function findLinkStep(
  flow: string | undefined,
): Promise<{ email: string; account: string } | undefined> {
  const asked = flow ? unlinked.safeParse(await findFlow('link', flow)).data : undefined
  return asked && { email: asked.email, account: await findAccountLabel(asked.providerId) }
}

/** Links the account of an address to the company, by its password, and signs the person in. */
export async function linkByPassword(
  visitor: Visitor,
  { flow, password }: { flow: string | undefined; password: string },
): Promise<Extract<Entered, { isLinked: true }> | SsoRefusal | SignInRefusal> {
  const asked = flow ? unlinked.safeParse(await findFlow('link', flow)).data : undefined
  if (!flow || !asked) return refuse('company-expired')
  const { next, ...claimant } = asked
  const checked = await checkCredentials(visitor, { email: asked.email, password })
  if (!checked.ok) return checked
  const linked = await linkPerson(claimant, checked.account.id, async (trx) => {
    return (await closeFlow('link', flow, trx)) !== undefined
  })
  return linked.ok ? begin(visitor, checked.account, { ...claimant, next }) : linked
}

async function begin(
  visitor: Visitor,
  person: { id: string; email: string },
  { next, ...claimant }: Claimant & { next: string },
): Promise<Extract<Entered, { isLinked: true }> | SsoRefusal> {
  const { id, email } = person
  const word = {
    ...pick(claimant, ['providerId', 'issuer', 'subject', 'hasSecondFactor']),
    domain: toCompanyDomain(claimant.email),
  }
  const started = await startSession(visitor, { id, email, word })
  return started ? { ...started, isLinked: true, next } : refuse('company-expired')
}

const AWAY = new Set(['unreachable', 'timeout', 'throttled'])

async function askCompany<T>(
  { id, issuer }: ReadyProvider,
  run: () => Promise<T>,
): Promise<{ ok: true; answer: T } | { ok: false; isAway: boolean }> {
  try {
    return { ok: true, answer: await run() }
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    log.warn({ account: id, issuer, reason: error.reason, why: toWhy(error) }, 'company.failed')
    return { ok: false, isAway: AWAY.has(error.reason) }
  }
}
