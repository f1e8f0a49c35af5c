import { type Refusal, refuse } from '../../../shared/refusal.ts'
import type { Role } from '../../../shared/rights.ts'
import { GIVEN_ROLES } from '../members/members.ts'
import type { ssoRefusals } from './messages.ts'

/** A role that a provider can give. */
export type ClaimedRole = Exclude<Role, 'owner'>

/** What the owner of an account says about the provider, besides the secret. */
export interface ProviderSettings {
  issuer: string
  clientId: string
  defaultRole: ClaimedRole
  /** The claim that says the role of a person; empty if all get the default role. */
  roleClaim: string
  /** The value of the claim for each role; empty for none. */
  roleValues: Record<ClaimedRole, string>
}

/** A domain whose addresses the provider speaks for, once it is proven. */
export interface CompanyDomain {
  domain: string
  token: string
  provenAt: Date | null
  /** Set if a later check did not find the proof. The next one ends it. */
  missedAt: Date | null
}

/** The provider of an account as its owners see it. */
export interface SignInProvider extends ProviderSettings {
  domains: CompanyDomain[]
  /** The number of people who sign in with it. */
  people: number
}

/** A refusal about the provider of an account, or of signing in with one. */
export type SsoRefusal = Refusal<keyof typeof ssoRefusals>

/** The most domains of a provider. */
export const DOMAINS_LIMIT = 20

const LONGEST = 500

/** The fields of the form about a provider, as they were typed. */
export interface TypedProvider {
  issuer: string
  clientId: string
  clientSecret: string
  defaultRole: string
  roleClaim: string
  roleValues: Record<ClaimedRole, string>
}

/** Returns what was typed about a provider, or the first reason to refuse it. The address of its metadata is an issuer, too. */
export function parseProvider(typed: TypedProvider): { ok: true; settings: ProviderSettings } | SsoRefusal {
  const issuer = typed.issuer.trim().replace(/\/\.well-known\/openid-configuration$/, '')
  const clientId = typed.clientId.trim()
  const defaultRole = GIVEN_ROLES.find((role) => role === typed.defaultRole)
  if (!isIssuer(issuer)) return refuse('issuer-wrong')
  if (!clientId || clientId.length > LONGEST) return refuse('client-missing')
  if (!defaultRole) return refuse('role-missing')
  const roleClaim = typed.roleClaim.trim()
  const roleValues = mapRoles((role) => typed.roleValues[role].trim())
  const texts = [typed.clientSecret, roleClaim, ...Object.values(roleValues)]
  if (texts.some(({ length }) => length > LONGEST)) return refuse('text-too-long')
  return { ok: true, settings: { issuer, clientId, defaultRole, roleClaim, roleValues } }
}

// OpenID Connect Discovery 1.0, section 3: an issuer has no query and no fragment.
function isIssuer(text: string): boolean {
  if (text.length > LONGEST || !URL.canParse(text)) return false
  const { protocol, username, search, hash, pathname } = new URL(text)
  const isPlain = !/[?#]/.test(text) && search + hash + username === ''
  return /^https?:$/.test(protocol) && isPlain && !pathname.includes('/.well-known/')
}

/** Returns a value for each role that a provider can give. */
export const mapRoles = <T>(of: (role: ClaimedRole) => T): Record<ClaimedRole, T> => ({
  editor: of('editor'),
  author: of('author'),
  contributor: of('contributor'),
})

/** Returns a domain as addresses have it behind the @; undefined for any other text. */
export function parseCompanyDomain(typed: string): string | undefined {
  const text = typed.trim().toLowerCase().replace(/^@/, '')
  const isName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/.test(
    text,
  )
  return isName ? text : undefined
}

/** Returns the domain of an email address. */
export const toCompanyDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** Returns the name in DNS that has the proof of a domain. */
export const toProofName = (domain: string): string => `_broadsheet.${domain}`

/** Returns the text in DNS that proves a domain for an account. */
export const toProofText = (token: string): string => `broadsheet=${token}`

/** Returns the path that a provider sends people back to. It is the account's own, so no other provider is meant by it. */
export const toCallbackPath = (accountId: string): string => `/auth/callback/${accountId}`

/** Returns the role that a provider gives a person: the highest one that its claim names, or the default one. */
export function findClaimedRole(
  { roleClaim, roleValues, defaultRole }: ProviderSettings,
  claims: Record<string, unknown>,
): ClaimedRole {
  const value = roleClaim ? findClaim(claims, roleClaim) : undefined
  const named = new Set<unknown>(Array.isArray(value) ? value : [value])
  return GIVEN_ROLES.find((role) => roleValues[role] && named.has(roleValues[role])) ?? defaultRole
}

// Some names have dots, and some lead into an object: `realm_access.roles`.
function findClaim(claims: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined,
      claims,
    )
}

// RFC 8176, those that are not the password or a property of the device alone.
const SECOND_FACTORS = new Set(['mfa', 'otp', 'hwk', 'swk', 'sms', 'tel', 'sc'])

/** Returns true if a person has shown a second factor to the provider (`amr`, RFC 8176). */
export const showsSecondFactor = (methods: string[]): boolean =>
  methods.some((method) => SECOND_FACTORS.has(method))
