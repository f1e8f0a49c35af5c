import { expect, test } from 'vitest'
import { isRefused, listDependencies } from './licences.ts'

const OURS = { name: 'some-package', version: '1.0.0', isDev: false }

test('every dependency has a permitted licence', () => {
  const dependencies = listDependencies()
  expect(dependencies.length).toBeGreaterThan(300)
  expect(dependencies.filter(isRefused)).toEqual([])
})

test.each([
  '',
  'GPL-3.0-only',
  'AGPL-3.0-or-later',
  'LGPL-3.0-or-later',
  'SEE LICENSE IN x',
  '(MIT AND GPL-2.0-only)',
])('a package with the licence "%s" is refused', (licence) =>
  expect(isRefused({ ...OURS, licence })).toBe(true),
)
