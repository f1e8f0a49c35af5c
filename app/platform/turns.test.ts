import { expect, test } from 'vitest'
import { createTurns } from './turns.server.ts'

test('an account has one piece of work under way, and another once it has ended, however it ended', async () => {
  const takeTurn = createTurns()
  const [ines, theo] = [{ id: 'ines' }, { id: 'theo' }]
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = takeTurn(ines, () => promise)
  expect(await takeTurn(ines, () => Promise.resolve('second'))).toBeUndefined()
  expect(await takeTurn(theo, () => Promise.resolve('his'))).toBe('his')
  resolve('first')
  expect(await first).toBe('first')
  await expect(takeTurn(ines, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await takeTurn(ines, () => Promise.resolve('third'))).toBe('third')
})
