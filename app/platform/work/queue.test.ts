// @store both
// @seconds 8
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runWork } from '../current-work.server.ts'
import { db, isEmbedded } from '../store/database.server.ts'
import { enqueue, type JobKind, startQueue } from './queue.server.ts'

const POLL = { timeout: 45_000, interval: 250 } // the queue polls for jobs every 2 s

const worked: unknown[] = []
const attempts = new Map<string, number>()

const kinds: JobKind[] = [
  { name: 'test-plain', work: async (data) => void worked.push(data) },
  {
    name: 'test-failing',
    async work(data) {
      const { key, failures } = data as { key: string; failures: number }
      const attempt = (attempts.get(key) ?? 0) + 1
      attempts.set(key, attempt)
      if (attempt <= failures) throw new Error(`Attempt ${attempt} fails.`)
      worked.push(key)
    },
  },
  { name: 'test-single', isSingle: true, work: () => new Promise((resolve) => (endSingle = resolve)) },
]
let endSingle: (() => void) | undefined

interface JobRow {
  name: string
  state: string
  data: unknown
  retryCount: number
}
async function listJobs(): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select name, state, data, retry_count from pgboss.job where name like 'test-%'
  `.execute(db)
  return rows
}
const states = async () => (await listJobs()).map(({ state }) => state)
const add = (name: string, data: object, delayS = 0) =>
  db.transaction().execute((trx) => enqueue(trx, { name, data, delayS }))

beforeEach(async () => {
  worked.length = 0
  attempts.clear()
  await sql`delete from pgboss.job where name like 'test-%'`.execute(db).catch(() => {}) // the first test makes the table
})

test('a job cannot be added before the queue is started', async () => {
  await expect(add('test-plain', {})).rejects.toThrow('The queue has not been started.')
})

describe('a job that is added in a transaction', () => {
  let queue: Awaited<ReturnType<typeof startQueue>>
  beforeAll(async () => {
    queue = await startQueue(kinds, false)
  })
  afterAll(() => queue.stop())

  test('exists once after the commit, and waits in a process that only enqueues', async () => {
    await add('test-plain', { key: 'kept' })
    expect(await listJobs()).toEqual([
      { name: 'test-plain', state: 'created', data: { key: 'kept' }, retryCount: 0 },
    ])
  })

  test.each([
    ['request', 'parent'],
    ['job', 'link'],
  ] as const)('stores the trace of the %s that enqueued it, as its %s', async (kind, relation) => {
    const span = {
      traceId: '1'.repeat(32),
      traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
      end() {},
    }
    await runWork({ id: 'any', kind, span }, () => add('test-plain', { key: 'traced' }))
    const trace = { [relation]: span.traceparent }
    expect((await listJobs()).map(({ data }) => data)).toEqual([{ key: 'traced', trace }])
  })

  test('does not exist after a rollback', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await enqueue(trx, { name: 'test-plain', data: { key: 'lost' }, delayS: 0 })
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect(await listJobs()).toEqual([])
  })

  test('starts after its delay at the earliest', async () => {
    await add('test-plain', {}, 3600)
    const { rows } = await sql<{
      inOneHour: boolean
    }>`select abs(extract(epoch from start_after - now()) - 3600) < 300 as in_one_hour from pgboss.job where name = 'test-plain'`.execute(
      db,
    )
    expect(rows).toEqual([{ inOneHour: true }])
  })
})

/** Lets a job look as if its process had ended during its attempt. The first attempt has the number 0. */
const abandon = (key: string, attempt: number) =>
  sql`
    update pgboss.job set state = 'active', retry_count = ${attempt}, started_on = now(), heartbeat_on = now()
    where data->>'key' = ${key}
  `.execute(db)

test.runIf(isEmbedded)(
  'a start repeats the jobs of a process that ended, until their last attempt',
  async () => {
    const before = await startQueue(kinds, false)
    for (const key of ['once', 'often']) await add('test-plain', { key })
    await before.stop()
    await abandon('once', 0)
    await abandon('often', 5)
    const queue = await startQueue(kinds, true)
    await expect.poll(states, POLL).toEqual(expect.arrayContaining(['completed', 'failed']))
    await queue.stop()
    expect(worked).toEqual([{ key: 'once' }])
    const { rows } = await sql<{ key: string }>`
    select data->>'key' as key from pgboss.job
    where name = 'test-plain' and state = 'failed' and completed_on > now() - interval '1 minute'
  `.execute(db)
    expect(rows).toEqual([{ key: 'often' }])
  },
)

describe('a process that works', () => {
  let queue: Awaited<ReturnType<typeof startQueue>>
  beforeAll(async () => {
    queue = await startQueue(kinds, true)
  })
  afterAll(() => queue.stop())

  test('works on each job once, with the data that was enqueued', async () => {
    await Promise.all(['a', 'b', 'c'].map((key) => add('test-plain', { key })))
    await expect
      .poll(async () => (await listJobs()).map(({ state }) => state), POLL)
      .toEqual(['completed', 'completed', 'completed'])
    expect(worked.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))).toEqual(
      [{ key: 'a' }, { key: 'b' }, { key: 'c' }],
    )
  })

  test('works on other jobs while a delayed job waits', async () => {
    await add('test-plain', { key: 'later' }, 3600)
    await add('test-plain', { key: 'now' })
    await expect.poll(() => worked, POLL).toEqual([{ key: 'now' }])
    const stateByData = Object.fromEntries(
      (await listJobs()).map(({ state, data }) => [JSON.stringify(data), state]),
    )
    expect(stateByData['{"key":"later"}']).toBe('created')
  })

  test('tries a failed job again, but not the others of its batch', async () => {
    await db.transaction().execute(async (trx) => {
      for (const [key, failures] of Object.entries({ before: 0, stubborn: 1, after: 0 }))
        await enqueue(trx, { name: 'test-failing', data: { key, failures }, delayS: 0 })
    })
    await expect.poll(states, POLL).toEqual(['completed', 'completed', 'completed'])
    expect(Object.fromEntries(attempts)).toEqual({ before: 1, stubborn: 2, after: 1 })
    expect(new Set(worked)).toEqual(new Set(['after', 'before', 'stubborn']))
    expect(worked).toHaveLength(3)
  })

  test('has no second job of a single kind until the first one ends', async () => {
    await add('test-single', {})
    await expect.poll(states, POLL).toEqual(['active'])
    await add('test-single', {})
    expect(await states()).toEqual(['active'])
    endSingle?.()
    await expect.poll(states, POLL).toEqual(['completed'])
    await add('test-single', {}, 3600)
    expect(new Set(await states())).toEqual(new Set(['completed', 'created']))
  })

  test('gives up a job that never succeeds', async () => {
    await add('test-failing', { key: 'hopeless', failures: 1000 })
    await expect.poll(listJobs, POLL).toMatchObject([{ state: 'failed' }])
    expect(attempts.get('hopeless')).toBeGreaterThan(1)
    expect(worked).toEqual([])
  })
})
