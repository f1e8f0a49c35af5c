import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createConcurrencyLimits, createOneAtATime } from './concurrency-limits.server.ts'

test('an account has one running task, and may start another after a success or a failure', async () => {
  const runAlone = createOneAtATime()
  const [ines, theo] = [{ id: 'ines' }, { id: 'theo' }]
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = runAlone(ines, () => promise)
  expect(await runAlone(ines, () => Promise.resolve('second'))).toBeUndefined()
  expect(await runAlone(theo, () => Promise.resolve('his'))).toBe('his')
  resolve('first')
  expect(await first).toBe('first')
  await expect(runAlone(ines, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await runAlone(ines, () => Promise.resolve('third'))).toBe('third')
})

test('a crowded lane with pauses leaves the thread to others most of the time, and delays no result', async () => {
  const laneOf = createConcurrencyLimits(1, { pauses: true })
  const pieces: { startedAt: number; endedAt: number }[] = []
  const work = async () => {
    const piece = { startedAt: performance.now(), endedAt: 0 }
    pieces.push(piece)
    await sleep(5)
    piece.endedAt = performance.now()
  }
  const crowd = Array.from({ length: 10 }, () => laneOf('ines')(work))
  await crowd[0]
  expect(pieces, 'answered before the pause').toHaveLength(1)
  expect(await laneOf('theo')(() => Promise.resolve('his'))).toBe('his')
  await Promise.all(crowd)
  for (const [index, { startedAt, endedAt }] of pieces.slice(0, 4).entries())
    expect(pieces[index + 1]?.startedAt).toBeGreaterThan(endedAt + (endedAt - startedAt))
  await expect(laneOf('ines')(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
})
