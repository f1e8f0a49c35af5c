import { expect, test } from 'vitest'
import { seal, type SealedRow, unseal } from './seal.server.ts'

const row: SealedRow = { table: 'factors', rowId: 'one' }

test('a sealed secret can be opened for its own row', () => {
  for (const secret of ['JBSWY3DPEHPK3PXP', '', 'größe 🗝'])
    expect(unseal(seal(secret, row), row)).toBe(secret)
})

test('a sealed value does not show its secret, and the same secret is sealed differently each time', () => {
  const sealed = seal('JBSWY3DPEHPK3PXP', row)
  expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/)
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
  expect(seal('JBSWY3DPEHPK3PXP', row)).not.toBe(sealed)
})

test.each([{ rowId: 'two' }, { table: 'target_sites' as const }])(
  'it cannot be opened for another row: %o',
  (other) => {
    const sealed = seal('secret', row)
    expect(() => unseal(sealed, { ...row, ...other })).toThrow(/authenticate/)
  },
)

test('a value that was changed, cut or never sealed cannot be opened', () => {
  const parts = seal('a longer secret', row).split('.')
  for (const [index, part] of [...parts.entries()].slice(2)) {
    const other = part.startsWith('A') ? `B${part.slice(1)}` : `A${part.slice(1)}`
    expect(() => unseal(parts.with(index, other).join('.'), row)).toThrow(/authenticate/)
  }
  const cut = parts.map((part, index) => (index === 3 ? part.slice(0, 6) : part))
  expect(() => unseal(cut.join('.'), row)).toThrow(/tag/i)
  expect(() => unseal(parts.slice(0, 4).join('.'), row)).toThrow('not a sealed value')
  expect(() => unseal('secret', row)).toThrow('not a sealed value')
})

test('the error for a value of another app secret says so', () => {
  const parts = seal('secret', row).split('.')
  expect(() => unseal(parts.with(1, '00000000').join('.'), row)).toThrow('another APP_SECRET')
})
