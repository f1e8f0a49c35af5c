import { expect, test } from 'vitest'
import { toDir, toDirection } from './directions.ts'

test.each([
  ['שלום', 'rtl', 'auto'],
  ['2026: مرحبا', 'rtl', 'auto'],
  ['The word שלום', 'ltr', 'auto'],
  ['Καλημέρα', 'ltr', undefined],
  ['東京', 'ltr', undefined],
  ['12:30', undefined, undefined],
  ['𞤀𞤣𞤤𞤢𞤥', 'rtl', 'auto'],
])('the direction of %j is that of its first letter', (text, direction, dir) => {
  expect(toDirection(text)).toBe(direction)
  expect(toDir(text)).toBe(dir)
})
