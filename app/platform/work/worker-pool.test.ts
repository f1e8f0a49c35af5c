// @store none
// @seconds 19
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { projectRoot } from '../paths.server.ts'
import { createWorkerPool, DeadlineError } from './worker-pool.server.ts'

interface Task {
  does: 'answer' | 'wait' | 'spin' | 'sleep' | 'grow' | 'throw'
  value?: number
}

const folder = mkdtempSync(join(tmpdir(), 'broadsheet-pool-'))
const file = join(folder, 'task.worker.mjs')
writeFileSync(
  file,
  `
  import { threadId } from 'node:worker_threads'
  export default async function ({ does, value }) {
    if (does === 'spin') for (;;);
    if (does === 'sleep') await new Promise(() => setInterval(() => {}, 1000))
    if (does === 'throw') throw new TypeError('This text has no end.')
    if (does === 'grow') {
      const hoard = []
      for (;;) hoard.push(Array.from({ length: 10_000 }, (_, index) => ({ index })))
    }
    if (does === 'wait') await new Promise((resolve) => setTimeout(resolve, 400))
    return { value, isOwnThread: threadId > 0 }
  }
`,
)

type Pool = ReturnType<typeof createWorkerPool<Task, { value: number; isOwnThread: boolean }>>
let pools: Pool[] = []
function makePool(timeoutMs: number, heapMb = 64): Pool {
  const pool = createWorkerPool<Task, { value: number; isOwnThread: boolean }>({
    file: relative(projectRoot, file),
    timeoutMs,
    heapMb,
  })
  pools.push(pool)
  return pool
}
const answersOn = async (pool: Pool, values: number[]) =>
  (await Promise.all(values.map((value) => pool.run({ does: 'answer', value }, null)))).map(
    ({ value }) => value,
  )

afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.close()))
  pools = []
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a task runs on a thread of its own', async () => {
  expect(await makePool(20_000).run({ does: 'answer', value: 7 }, null)).toEqual({
    value: 7,
    isOwnThread: true,
  })
})

describe('a task that takes too long', () => {
  test.each(['spin', 'sleep'] as const)('is killed, and the next ones are done: %s', async (does) => {
    const pool = makePool(2000)
    await expect(pool.run({ does }, null)).rejects.toThrow(DeadlineError)
    expect(await answersOn(pool, [1, 2, 3])).toEqual([1, 2, 3])
  })

  test('does not stop other tasks, even if more tasks hang than there are threads', async () => {
    const pool = makePool(2000)
    const stuck = Promise.allSettled(Array.from({ length: 4 }, () => pool.run({ does: 'spin' }, null)))
    const done = answersOn(pool, [1, 2, 3, 4])
    const reasons = (await stuck).map(
      (outcome) => outcome.status === 'rejected' && (outcome.reason as unknown),
    )
    for (const reason of reasons) expect(reason).toBeInstanceOf(DeadlineError)
    expect(await done).toEqual([1, 2, 3, 4])
  })
})

test('time in the queue does not count: many tasks are done although together they take far longer', async () => {
  const pool = makePool(2500)
  const values = Array.from({ length: 20 }, (_, index) => index)
  const done = await Promise.all(values.map((value) => pool.run({ does: 'wait', value }, null)))
  expect(done.map(({ value }) => value)).toEqual(values)
})

test('an account uses one thread at most, so other accounts do not wait for its tasks', async () => {
  const pool = makePool(20_000)
  const done: string[] = []
  const waitFor = async (accountId: string) => {
    await pool.run({ does: 'wait' }, accountId)
    done.push(accountId)
  }
  await Promise.all([...Array.from({ length: 5 }, () => waitFor('one')), waitFor('another')])
  expect(done.slice(0, 2)).toContain('another')
})

test('the time that a thread needs to start does not count either', async () => {
  const slow = join(folder, 'slow.worker.mjs')
  writeFileSync(
    slow,
    `await new Promise((resolve) => setTimeout(resolve, 1500))\nexport default (value) => value`,
  )
  const pool = createWorkerPool<number, number>({
    file: relative(projectRoot, slow),
    timeoutMs: 500,
    heapMb: 64,
  })
  expect(await pool.run(7, null)).toBe(7)
  await pool.close()
})

test('a task that needs too much memory is killed, and the next ones are done', async () => {
  const pool = makePool(50_000, 32)
  await expect(pool.run({ does: 'grow' }, null)).rejects.toThrow(DeadlineError)
  expect(await answersOn(pool, [1, 2, 3])).toEqual([1, 2, 3])
})

test('an error that a task throws is passed on', async () => {
  const pool = makePool(20_000)
  const failure = await pool.run({ does: 'throw' }, null).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(TypeError)
  expect(failure).toHaveProperty('message', 'This text has no end.')
  expect(await answersOn(pool, [1])).toEqual([1])
})
