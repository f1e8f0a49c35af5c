import { expect, test } from 'vitest'
import { onceFor } from './once-for.ts'

test('makes one value for each object, also for equal ones', () => {
  let count = 0
  const number = onceFor(() => (count += 1))
  const [one, other] = [{ name: 'Ines' }, { name: 'Ines' }]
  expect([number(one), number(other), number(one)]).toEqual([1, 2, 1])
})
