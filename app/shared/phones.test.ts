import { describe, expect, test } from 'vitest'
import { toE164, withoutTrunkDigit } from './phones.ts'

describe('a phone number', () => {
  test.each([
    ['+4915112345678', '+4915112345678'],
    [' +49 (151) 123-456.78 ', '+4915112345678'],
    ['0049 151/12345678', '+4915112345678'],
    ['+12025550123', '+12025550123'],
    ['+٤٩ ١٥١ ١٢٣٤٥٦٧٨', '+4915112345678'],
    ['+４９15112345678', '+4915112345678'],
  ])('is read from what people type: %s', (typed, phone) => expect(toE164(typed)).toBe(phone))

  test.each([
    ['+44 (0)7700 900123', '+447700900123'],
    ['0044 (0) 7700 900123', '+447700900123'],
    ['+39 (0)6 6982 1234', '+390669821234'], // in Italy the zero is dialled from abroad
  ])('has no digit that is not dialled from abroad: %s', (typed, phone) => expect(toE164(typed)).toBe(phone))

  test.each([
    '',
    '0151 12345678', // the country is missing
    '+0151123456',
    '+49',
    '+123456',
    '+1234567890123456',
    '+49 151 CALL ME',
    'ring +49 151 12345678',
    '+49151123456;ext=1',
    '++4915112345678',
  ])('is refused: %j', (typed) => expect(toE164(typed)).toBeUndefined())
})

test.each([
  ['+44 (0)20 7946 0123', '+44 20 7946 0123'],
  ['+44 (0)20 7946 0123 ext. 12', '+44 20 7946 0123 x12'],
  ['+1 (555) 010-0199', '+1 (555) 010-0199'],
  ['(0)30 1234567', '(0)30 1234567'],
])('a number stays as it was typed, but for a digit that is not dialled: %s', (typed, phone) => {
  expect(withoutTrunkDigit(typed)).toBe(phone)
})
