import { expect, test } from 'vitest'
import { takeTurn } from './turns.ts'

test('each caller gets a turn of the event loop of its own, in the order of the calls', async () => {
  let turn = 0
  const counter = () => {
    turn += 1
    counting = setImmediate(counter)
  }
  let counting = setImmediate(counter)
  const turns = await Promise.all(['first', 'second', 'third'].map(() => takeTurn().then(() => turn)))
  clearImmediate(counting)
  expect(turns).toEqual([1, 2, 3])
})
