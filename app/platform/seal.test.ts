import { expect, test } from 'vitest'
import { seal, unseal } from './seal.server.ts'

const place = { table: 'factors', rowId: 'one' }

test('a sealed secret opens in its own row', () => {
  for (const secret of ['JBSWY3DPEHPK3PXP', '', 'größe 🗝'])
    expect(unseal(seal(secret, place), place)).toBe(secret)
})

test('a sealed value shows nothing of its secret, and the same secret looks different each time', () => {
  const sealed = seal('JBSWY3DPEHPK3PXP', place)
  expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/)
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
  expect(seal('JBSWY3DPEHPK3PXP', place)).not.toBe(sealed)
})

test.each([{ rowId: 'two' }, { table: 'sites' }])('in another place it does not open: %o', (other) => {
  const sealed = seal('secret', place)
  expect(() => unseal(sealed, { ...place, ...other })).toThrow(/authenticate/)
})

test('a value that was changed, cut or never sealed does not open', () => {
  const parts = seal('a longer secret', place).split('.')
  for (const changed of [2, 3, 4]) {
    const part = parts[changed] ?? ''
    const other = part.startsWith('A') ? `B${part.slice(1)}` : `A${part.slice(1)}`
    expect(() => unseal(parts.with(changed, other).join('.'), place)).toThrow(/authenticate/)
  }
  expect(() => unseal(parts.with(3, (parts[3] ?? '').slice(0, 6)).join('.'), place)).toThrow(/tag/i)
  expect(() => unseal(parts.slice(0, 4).join('.'), place)).toThrow('not a sealed value')
  expect(() => unseal('secret', place)).toThrow('not a sealed value')
})

test('a value that was sealed under another app secret says so', () => {
  const parts = seal('secret', place).split('.')
  expect(() => unseal(parts.with(1, '00000000').join('.'), place)).toThrow('another APP_SECRET')
})
