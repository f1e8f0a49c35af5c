// @store both
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batched } from './batched.server.ts'

function double(options?: { restMs: number }) {
  const calls: number[][] = []
  const run = batched(async (inputs: number[]) => {
    calls.push(inputs)
    await sleep(5)
    if (inputs.includes(13)) throw new Error('unlucky')
    return inputs.map((input) => input * 2)
  }, options)
  return { run, calls }
}

test('simultaneous calls become one, and each gets its own result', async () => {
  const { run, calls } = double()
  expect(await Promise.all([run(1), run(2), run(3)])).toEqual([2, 4, 6])
  expect(calls).toEqual([[1, 2, 3]])
})

test('calls that arrive while another is running wait and become one', async () => {
  const { run, calls } = double()
  const first = run(1)
  await sleep(1)
  expect(await Promise.all([first, run(2), run(3)])).toEqual([2, 4, 6])
  expect(calls).toEqual([[1], [2, 3]])
})

test('with a rest after each call, calls that come in that time become one', async () => {
  const { run, calls } = double({ restMs: 100 })
  await run(1)
  const second = run(2)
  await sleep(1)
  expect(await Promise.all([second, run(3)])).toEqual([4, 6])
  expect(calls).toEqual([[1], [2, 3]])
})

test('a failure fails all calls of its group and no later call', async () => {
  const { run } = double()
  const both = await Promise.allSettled([run(1), run(13)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await run(2)).toBe(4)
})
