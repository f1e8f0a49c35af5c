import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLanes, createTurns } from './turns.server.ts'

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

test('a crowded lane that pauses leaves the thread to others most of the time, and keeps no answer back', async () => {
  const laneOf = createLanes(1, { pauses: true })
  const begun: number[] = []
  const ended: number[] = []
  const work = async () => {
    begun.push(performance.now())
    await sleep(5)
    ended.push(performance.now())
  }
  const crowd = Array.from({ length: 10 }, () => laneOf('ines')(work))
  await crowd[0]
  expect(begun, 'answered before the pause').toHaveLength(1)
  expect(await laneOf('theo')(() => Promise.resolve('his'))).toBe('his')
  await Promise.all(crowd)
  for (const place of [0, 1, 2, 3]) {
    const took = (ended[place] ?? 0) - (begun[place] ?? 0)
    expect((begun[place + 1] ?? 0) - (ended[place] ?? 0)).toBeGreaterThan(took)
  }
  await expect(laneOf('ines')(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
})
