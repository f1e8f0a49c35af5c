// @store both
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from './store/database.server.ts'
import { env } from './env.server.ts'
import { consumeRateLimits, refundRateLimit, type Limit, pruneRateLimits } from './rate-limits.server.ts'

beforeAll(() => Object.assign(env, { RATE_LIMITS: 'on' })) // the tests run with limits off
afterAll(() => Object.assign(env, { RATE_LIMITS: 'off' }))

const limit = (overrides: Partial<Limit> = {}): Limit => ({
  name: 'test',
  of: 'a',
  most: 3,
  windowS: 60,
  ...overrides,
})

beforeEach(async () => {
  await sql`delete from rate_limits`.execute(db)
})

const passTime = (seconds: number) =>
  sql`update rate_limits set resets_at = resets_at - ${seconds} * interval '1 second'`.execute(db)

describe('a limit', () => {
  test('allows its number of attempts, then returns how long to wait', async () => {
    const waits = []
    for (let attempt = 0; attempt < 5; attempt += 1) waits.push(await consumeRateLimits([limit()]))
    expect(waits.slice(0, 3)).toEqual([0, 0, 0])
    for (const wait of waits.slice(3)) {
      expect(wait).toBeGreaterThan(55)
      expect(wait).toBeLessThanOrEqual(60)
    }
  })

  test('starts again when its window is over, even if attempts went on', async () => {
    for (let attempt = 0; attempt < 9; attempt += 1) await consumeRateLimits([limit()])
    await passTime(59)
    expect(await consumeRateLimits([limit()])).toBe(1)
    await passTime(1)
    expect(await consumeRateLimits([limit()])).toBe(0)
  })

  test('counts separately for each name, each person and each window', async () => {
    for (let attempt = 0; attempt < 4; attempt += 1) await consumeRateLimits([limit()])
    for (const other of [limit({ name: 'other' }), limit({ of: 'b' }), limit({ windowS: 61 })])
      expect(await consumeRateLimits([other])).toBe(0)
    expect(await consumeRateLimits([limit()])).toBeGreaterThan(0)
  })

  test('allows exactly its number of a hundred simultaneous attempts', async () => {
    const waits = await Promise.all(Array.from({ length: 100 }, () => consumeRateLimits([limit()])))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
  })

  test('can take back a counted attempt', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) await consumeRateLimits([limit()])
    await refundRateLimit(limit())
    expect(await consumeRateLimits([limit()])).toBe(0)
    expect(await consumeRateLimits([limit()])).toBeGreaterThan(0)
  })

  test('stores no IP address', async () => {
    await consumeRateLimits([limit({ of: '203.0.113.7' })])
    const { rows } = await sql<{ row: string }>`select r::text as row from rate_limits r`.execute(db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain('203.0.113.7')
  })
})

test('an attempt that one limit refuses is not counted by the next', async () => {
  const everybody = limit({ of: 'everybody', most: 5 })
  for (let attempt = 0; attempt < 20; attempt += 1)
    await consumeRateLimits([limit({ of: 'hostile' }), everybody])
  expect(await consumeRateLimits([limit({ of: 'other' }), everybody])).toBe(0)
})

test('only counts whose window is over are deleted', async () => {
  await consumeRateLimits([limit({ of: 'old' })])
  await passTime(61)
  await consumeRateLimits([limit({ of: 'new' })])
  await pruneRateLimits()
  const { rows } = await sql`select 1 from rate_limits`.execute(db)
  expect(rows).toHaveLength(1)
})
