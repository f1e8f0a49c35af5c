import { expect, test } from 'vitest'
import { toSecurityText } from './security.ts'

const MAIL = 'mailto:security@news.example'
const expiry = (now: string) => {
  const text = toSecurityText('https://news.example', {
    contacts: [MAIL],
    policy: undefined,
    now: new Date(now),
  })
  return /^Expires: (.+)$/m.exec(text)?.[1]
}

test('security.txt has the contacts in their order, its own address and the policy', () => {
  const text = toSecurityText('https://news.example', {
    contacts: [MAIL, 'tel:+1-201-555-0123'],
    policy: 'https://news.example/reports',
    now: new Date('2026-11-26T12:00:00Z'),
  })
  expect(text).toBe(
    [
      `Contact: ${MAIL}`,
      'Contact: tel:+1-201-555-0123',
      'Expires: 2027-06-01T00:00:00.000Z',
      'Canonical: https://news.example/.well-known/security.txt',
      'Policy: https://news.example/reports',
      '',
    ].join('\n'),
  )
})

test('security.txt names no web address without https', () => {
  const site = { contacts: [MAIL], policy: undefined, now: new Date() }
  expect(toSecurityText('http://news.example', site)).not.toContain('http')
})

test.each([
  ['2026-12-01T00:00:00Z', '2027-07-01T00:00:00.000Z'],
  ['2026-12-31T23:59:59Z', '2027-07-01T00:00:00.000Z'],
  ['2026-06-30T23:59:59Z', '2027-01-01T00:00:00.000Z'],
])('security.txt of %s expires at the start of a month', (now, expected) =>
  expect(expiry(now)).toBe(expected),
)
