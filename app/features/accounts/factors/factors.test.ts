import { describe, expect, test } from 'vitest'
import { maskPhone, parseCode, parseNewFactor } from './factors.ts'

test('a phone number is masked for its owner', () => {
  expect(maskPhone('+4915112345678')).toBe('+49 ••• 78')
})

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['123\u2011456', '123456'],
  ['\u200E12 34 56\u200E', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳ ۴۵۶', '123456'],
  ['१२३४५६', '123456'],
  ['１２３－４５６', '123456'],
  ['12345', undefined],
  ['1234567', undefined],
  ['12345a', undefined],
  ['', undefined],
])('a code is six digits of any script, with or without spaces and hyphens: %j', (typed, code) => {
  expect(parseCode(typed)).toBe(code)
})

describe('a new factor', () => {
  test.each([
    [{ factorType: 'sms', friendlyName: 'x' }, 'factor-type-unknown'],
    [{ factorType: 'totp', friendlyName: ' \u200B\n' }, 'name-missing'],
    [{ factorType: 'phone', friendlyName: 'x' }, 'phone-invalid'],
    [{ factorType: 'phone', friendlyName: 'x', phone: '12' }, 'phone-invalid'],
  ])('is refused for a reason: %o', (asked, reason) => {
    expect(parseNewFactor(asked)).toEqual({ ok: false, reason })
  })

  test('has a name of one line and of at most 60 characters', () => {
    const parsed = parseNewFactor({
      factorType: 'totp',
      friendlyName: ` My\r\n\x1b[31m phone ${'🔑'.repeat(80)}`,
    })
    const { friendlyName = '' } = parsed.ok ? parsed.factor : {}
    expect(friendlyName).toMatch(/^My \[31m phone 🔑+$/u)
    expect(Array.from(friendlyName)).toHaveLength(60)
  })

  test('has a phone number without the digit that is not dialled from abroad', () => {
    const parsed = parseNewFactor({ factorType: 'phone', friendlyName: 'x', phone: '+44 (0)7700 900123' })
    expect(parsed.ok && parsed.factor.phone).toBe('+447700900123')
  })

  test('has a number only if it is a phone', () => {
    const asked = { factorType: 'totp', friendlyName: 'App', phone: '+4915112345678' }
    expect(parseNewFactor(asked)).toEqual({
      ok: true,
      factor: { factorType: 'totp', friendlyName: 'App', phone: null },
    })
  })
})
