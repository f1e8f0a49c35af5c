// @store none
import { describe, expect, test } from 'vitest'
import {
  findClaimedRole,
  parseCompanyDomain,
  parseProvider,
  type ProviderSettings,
  showsSecondFactor,
} from './single-sign-on.ts'

const VALUES = { editor: 'desk', author: 'writers', contributor: '' }
const SETTINGS: ProviderSettings = {
  issuer: 'https://id.example.com',
  clientId: 'broadsheet',
  defaultRole: 'contributor',
  roleClaim: 'groups',
  roleValues: VALUES,
}

describe('the role that a provider gives', () => {
  test.each<[string, string, Record<string, unknown>, string]>([
    ['that of a value', 'groups', { groups: 'writers' }, 'author'],
    ['the highest one of several', 'groups', { groups: ['writers', 'desk', 'other'] }, 'editor'],
    ['that in an object', 'realm_access.roles', { realm_access: { roles: ['desk'] } }, 'editor'],
    ['that of a name with dots', 'https://x.example/role', { 'https://x.example/role': 'desk' }, 'editor'],
    ['the default one without the claim', 'groups', {}, 'contributor'],
    ['the default one for an unknown value', 'groups', { groups: ['owner', 7, null, ''] }, 'contributor'],
    ['the default one for a name of every object', 'constructor.name', {}, 'contributor'],
    ['the default one without the name of a claim', '', { '': 'desk' }, 'contributor'],
  ])('is %s', (_, roleClaim, claims, role) =>
    expect(findClaimedRole({ ...SETTINGS, roleClaim }, claims)).toBe(role),
  )
})

test.each([
  [['pwd', 'mfa'], true],
  [['otp'], true],
  [['pwd'], false],
  [['MFA', 'pwd mfa', 'geo'], false],
  [[], false],
])('the methods %j show a second factor: %s', (methods, expected) =>
  expect(showsSecondFactor(methods)).toBe(expected),
)

test.each([
  [' @Example.COM ', 'example.com'],
  ['mail.xn--bcher-kva.example', 'mail.xn--bcher-kva.example'],
  ['example', undefined],
  ['127.0.0.1', undefined],
  ['ex ample.com', undefined],
  ['_x.example.com', undefined],
  ['example.com.', undefined],
  [`${'a'.repeat(64)}.com`, undefined],
])('%j as a domain is %j', (typed, expected) => expect(parseCompanyDomain(typed)).toBe(expected))

describe('an issuer', () => {
  const parse = (issuer: string) =>
    parseProvider({ ...SETTINGS, issuer, clientSecret: 's', roleValues: VALUES })

  test('may be typed as the address of its metadata', () =>
    expect(parse(' https://id.example.com/a/.well-known/openid-configuration ')).toMatchObject({
      settings: { issuer: 'https://id.example.com/a' },
    }))

  // The package compares no issuer for an address with `.well-known` in it.
  test.each(['', 'id.example.com', 'javascript:alert(1)', 'https://u:p@x.example', 'https://x.example/?a=b'])(
    '%j is refused',
    (issuer) => expect(parse(issuer)).toMatchObject({ reason: 'issuer-wrong' }),
  )
  test('with another address of metadata is refused', () =>
    expect(parse('https://x.example/.well-known/oauth')).toMatchObject({ reason: 'issuer-wrong' }))
})
