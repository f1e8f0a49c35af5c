import { expect, expectTypeOf, test } from 'vitest'
import { isRefusal, type Refusal, refuse } from './refusal.ts'

test('a refusal has its reason, and beside it the values that its sentence needs', () => {
  expect(refuse('gone')).toEqual({ ok: false, reason: 'gone' })
  expect(refuse('too-many', { waitS: 60 })).toEqual({ ok: false, reason: 'too-many', waitS: 60 })
  expectTypeOf(refuse('too-many', { waitS: 60 })).toEqualTypeOf<Refusal<'too-many', { waitS: number }>>()
})

test('a refusal is told from each other answer of a command', () => {
  const answer = refuse('gone') as string | Refusal<'gone'>
  if (isRefusal(answer)) expectTypeOf(answer.reason).toEqualTypeOf<'gone'>()
  else expectTypeOf(answer).toBeString()
  expect(isRefusal(answer)).toBe(true)
  for (const other of [undefined, null, '', 'gone', true, false, [], {}, { ok: true }, { reason: 'gone' }])
    expect(isRefusal(other)).toBe(false)
})
