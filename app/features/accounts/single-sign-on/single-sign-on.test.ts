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
  test.each<{ which: string; of: string; claims: Record<string, unknown>; role: string }>([
    { which: 'that of a value', of: 'groups', claims: { groups: 'writers' }, role: 'author' },
    {
      which: 'the highest one of several',
      of: 'groups',
      claims: { groups: ['writers', 'desk', 'other'] },
      role: 'editor',
    },
    {
      which: 'that in an object',
      of: 'realm_access.roles',
      claims: { realm_access: { roles: ['desk'] } },
      role: 'editor',
    },
    {
      which: 'that of a name with dots',
      of: 'https://x.example/role',
      claims: { 'https://x.example/role': 'desk' },
      role: 'editor',
    },
    { which: 'the default one without the claim', of: 'groups', claims: {}, role: 'contributor' },
    {
      which: 'the default one for an unknown value',
      of: 'groups',
      claims: { groups: ['owner', 7, null, ''] },
      role: 'contributor',
    },
    {
      which: 'the default one for a name of every object',
      of: 'constructor.name',
      claims: {},
      role: 'contributor',
    },
    { which: 'the default one without a claim’s name', of: '', claims: { '': 'desk' }, role: 'contributor' },
  ])('is $which', ({ of, claims, role }) =>
    expect(findClaimedRole({ ...SETTINGS, roleClaim: of }, claims)).toBe(role),
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

const parse = (issuer: string) => parseProvider({ ...SETTINGS, issuer, clientSecret: 's' })

describe('an issuer', () => {
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
