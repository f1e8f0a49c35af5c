import { describe, expect, test } from 'vitest'
import { maskPhone, parseCode, parseNewFactor, parsePhone } from './factors.ts'

describe('a telephone number', () => {
  test.each([
    ['+4915112345678', '+4915112345678'],
    [' +49 (151) 123-456.78 ', '+4915112345678'],
    ['0049 151/12345678', '+4915112345678'],
    ['+12025550123', '+12025550123'],
  ])('is read from what people type: %s', (typed, phone) => expect(parsePhone(typed)).toBe(phone))

  test.each([
    '',
    '0151 12345678', // the country is missing
    '+0151123456',
    '+49',
    '+123456',
    '+1234567890123456',
    '+49 151 CALL ME',
    '+49151123456;ext=1',
    '++4915112345678',
    '+４９15112345678',
  ])('is refused: %j', (typed) => expect(parsePhone(typed)).toBeUndefined())

  test('is masked for its owner', () => {
    expect(maskPhone('+4915112345678')).toBe('+49 ••• 78')
  })
})

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['12345', undefined],
  ['1234567', undefined],
  ['12345a', undefined],
  ['１２３４５６', undefined],
  ['', undefined],
])('a code is six digits, with or without spaces and hyphens: %j', (typed, code) => {
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

  test('has a number only if it is a phone', () => {
    const asked = { factorType: 'totp', friendlyName: 'App', phone: '+4915112345678' }
    expect(parseNewFactor(asked)).toEqual({
      ok: true,
      factor: { factorType: 'totp', friendlyName: 'App', phone: null },
    })
  })
})
