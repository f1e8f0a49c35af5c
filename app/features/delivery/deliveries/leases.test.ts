// @store both
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeArticle, makeSite } from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db, isEmbedded, type Transaction } from '../../../platform/store/database.server.ts'
import { singleton } from '../../../platform/singleton.server.ts'
import { acquireLease, type LeasedDelivery, updateOutcome, maintainDeliveries } from './leases.server.ts'
import { orderDeliveries } from './commands.server.ts'

const AN_HOUR_AGO = new Date(Date.now() - 3_600_000)

let siteId: string

useQueue()
beforeEach(async () => {
  await emptyStore()
  siteId = await makeSite('harbour.example')
})

async function order(): Promise<string> {
  const { id: articleId } = await makeArticle()
  const ids = await db
    .transaction()
    .execute((trx) => orderDeliveries(trx, [{ articleId, siteId, wantedHash: 'x', varies: false }]))
  return ids[0] ?? ''
}

async function takeLease(deliveryId: string): Promise<LeasedDelivery> {
  const leased = await acquireLease({ deliveryId, isForced: false })
  if (!leased) throw new Error('The delivery cannot be leased.')
  return leased
}

const held = singleton('held deliveries', () => new Set<string>())

/** Simulates the death of the process that holds a delivery, and the end of its lease. */
async function abandon(id: string): Promise<void> {
  held.delete(id) // a dead process renews no lease
  await db
    .updateTable('deliveries')
    .set({ leaseUntil: AN_HOUR_AGO, attemptedAt: AN_HOUR_AGO })
    .where('id', '=', id)
    .execute()
}

const end = (leased: LeasedDelivery) =>
  updateOutcome({
    leased,
    outcome: { state: 'delivered', hash: 'x', variation: null, remoteId: '7', remoteUrl: null },
    durationMs: 12.4,
  })

const TOO_MANY = {
  state: 'failed' as const,
  reason: 'too-many' as const,
  detail: null,
  isRetryable: true,
  retryAfterS: 600,
}

const listLog = () =>
  db
    .selectFrom('deliveryAttempts')
    .select(['id', 'startedAt', 'durationMs', 'outcome'])
    .orderBy('startedAt')
    .execute()

describe('the log of attempts', () => {
  test('has the start, the duration and the outcome of an attempt that ended', async () => {
    const leased = await takeLease(await order())
    expect(await listLog(), 'while it is under way').toEqual([])
    expect(await end(leased)).toBe('delivered')
    const { attemptId: id, attemptedAt: startedAt } = leased
    expect(await listLog()).toEqual([{ id, startedAt, durationMs: 12, outcome: 'delivered' }])
  })

  test('has an attempt whose process died as soon as another process acquires the lease', async () => {
    const deliveryId = await order()
    const died = await takeLease(deliveryId)
    await abandon(deliveryId)
    const leased = await takeLease(deliveryId)
    const lost = { id: died.attemptId, startedAt: AN_HOUR_AGO, durationMs: null, outcome: null }
    expect(await listLog()).toEqual([lost])
    await end(leased)
    expect(await listLog()).toMatchObject([lost, { id: leased.attemptId, outcome: 'delivered' }])
  })

  test('has an attempt only once that ended after another process acquired the lease', async () => {
    const deliveryId = await order()
    const late = await takeLease(deliveryId)
    await abandon(deliveryId)
    const leased = await takeLease(deliveryId)
    await end(late)
    await abandon(deliveryId)
    expect(await acquireLease({ deliveryId, isForced: false }), 'it is delivered').toBeUndefined()
    await end(leased)
    const [first, second, ...others] = await listLog()
    expect(first).toMatchObject({ id: late.attemptId, durationMs: 12, outcome: 'delivered' })
    expect(second).toMatchObject({ id: leased.attemptId, outcome: 'delivered' })
    expect(others).toEqual([])
  })

  test('has every attempt of a delivery that is given up because each attempt crashed its process', async () => {
    const deliveryId = await order()
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await takeLease(deliveryId)
      await abandon(deliveryId)
    }
    expect(await acquireLease({ deliveryId, isForced: false })).toBeUndefined()
    await maintainDeliveries()
    await maintainDeliveries()
    expect((await listLog()).map(({ outcome }) => outcome)).toEqual([null, null, null])
    const row = db
      .selectFrom('deliveries')
      .select(['state', 'reason', 'nextAttemptAt'])
      .where('id', '=', deliveryId)
    expect(await row.execute()).toEqual([{ state: 'failed', reason: 'unexpected', nextAttemptAt: null }])
  })
})

test('a delivery that one process works on is leased to no other process, forced or not', async () => {
  const deliveryId = await order()
  const leased = await takeLease(deliveryId)
  for (const isForced of [false, true]) expect(await acquireLease({ deliveryId, isForced })).toBeUndefined()
  await end(leased)
})

test('a delivery that waits for our own limit is never given up, and is tried soon after the limit allows it', async () => {
  const deliveryId = await order()
  const row = db.selectFrom('deliveries').selectAll().where('id', '=', deliveryId)
  for (let wait = 1; wait <= 12; wait += 1) {
    const leased = await takeLease(deliveryId)
    await updateOutcome({ leased, outcome: TOO_MANY, durationMs: 1 })
    const { attempts, state, nextAttemptAt } = await row.executeTakeFirstOrThrow()
    expect({ attempts, state }).toEqual({ attempts: 0, state: 'failed' })
    const pauseS = ((nextAttemptAt?.getTime() ?? 0) - Date.now()) / 1000
    expect(pauseS).toBeGreaterThan(590)
    expect(pauseS).toBeLessThan(1210)
    await db
      .updateTable('deliveries')
      .set({ nextAttemptAt: AN_HOUR_AGO })
      .where('id', '=', deliveryId)
      .execute()
  }
  await end(await takeLease(deliveryId))
  expect(await row.executeTakeFirstOrThrow()).toMatchObject({ attempts: 1, state: 'delivered' })
})

test('a retry that crashes its process several times is given up as well', async () => {
  const deliveryId = await order()
  await db
    .updateTable('deliveries')
    .set({ state: 'failed', reason: 'timeout', nextAttemptAt: AN_HOUR_AGO })
    .where('id', '=', deliveryId)
    .execute()
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await takeLease(deliveryId)
    await abandon(deliveryId)
  }
  expect(await acquireLease({ deliveryId, isForced: false })).toBeUndefined()
  await maintainDeliveries()
  const row = db
    .selectFrom('deliveries')
    .select(['state', 'reason', 'nextAttemptAt'])
    .where('id', '=', deliveryId)
  expect(await row.execute()).toEqual([{ state: 'failed', reason: 'unexpected', nextAttemptAt: null }])
})

test('an outcome is stored although another delivery of the same batch is deleted', async () => {
  const [there, gone] = [await takeLease(await order()), await takeLease(await order())]
  await db.deleteFrom('blogPosts').where('id', '=', gone.articleId).execute()
  expect(await Promise.all([end(gone), end(there)])).toEqual([undefined, 'delivered'])
  expect(await listLog()).toMatchObject([{ id: there.attemptId, outcome: 'delivered' }])
})

const lock = (trx: Transaction, id: string) =>
  trx.selectFrom('deliveries').select('id').where('id', '=', id).forUpdate()

// The embedded store has one connection, so nothing waits for a lock there.
test.runIf(!isEmbedded)(
  'outcomes are stored in the order in which other writers lock deliveries',
  async () => {
    const [low = '', high = ''] = [await order(), await order()].toSorted()
    const leased = [await takeLease(high), await takeLease(low)]
    const touch = db.updateTable('deliveries').set({ detail: null })
    await touch.where('id', '=', low).execute() // now the table has it behind the other one
    const waiting = sql<{ count: number }>`select count(*)::int as count from pg_locks where not granted`
    let ending: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (trx) => {
      await lock(trx, low).execute()
      ending = Promise.all(leased.map(end))
      await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count).toBe(1)
      await lock(trx, high).noWait().execute()
    })
    expect(await ending).toEqual(['delivered', 'delivered'])
  },
)
