import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { assert, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { emptyStore, makeOperator } from '../../../tests/support/fixtures.ts'
import { useQueue } from '../../../tests/support/queue.ts'
import { jobs } from '../../jobs.server.ts'
import { db, transact } from '../../platform/store/database.server.ts'
import { enqueue } from '../../platform/work/queue.server.ts'
import { writeAs } from '../../platform/own-rows.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { defineRun, finishRun, pruneRuns, recordItem, recordItems } from './commands.server.ts'
import { findRun, listResults } from './queries.server.ts'
import { resumeRuns } from './resume-runs.server.ts'

const publishing = defineRun({
  kind: 'publish',
  input: z.object({}),
  prepare: () => () => Promise.resolve(false),
})

let operator: Operator

useQueue()
beforeEach(async () => {
  await emptyStore()
  operator = await makeOperator()
})

const begin = (total = 3) =>
  writeAs(operator, (trx) => publishing.startIn(trx, operator, { input: {}, total }))
const record = (id: string, itemId: string, outcome = 'succeeded') =>
  recordItem(id, { itemId, outcome, result: { itemId, outcome } })

describe('a run', () => {
  test('counts each part once, in any order and if it is recorded again', async () => {
    const id = await begin(20)
    expect(await findRun(operator, id)).toMatchObject({
      state: 'queued',
      done: 0,
      counts: {},
      startedAt: null,
    })
    const parts = Array.from({ length: 20 }, (_, index) => String(index))
    await Promise.all(
      [...parts, ...parts].map((part) => record(id, part, Number(part) % 4 ? 'succeeded' : 'failed')),
    )
    const run = await findRun(operator, id)
    expect(run).toMatchObject({
      state: 'running',
      total: 20,
      done: 20,
      counts: { succeeded: 15, failed: 5 },
      version: 21,
    })
    expect(run?.results.map(({ itemId }) => itemId).toSorted()).toEqual(parts.toSorted())
  })

  test('counts an item as many times as its size', async () => {
    const id = await begin(10)
    const recordMany = (itemId: string, size: number) =>
      recordItem(id, { itemId, outcome: 'succeeded', result: {}, size })
    await Promise.all([recordMany('first', 6), recordMany('first', 6), recordMany('none', 0)])
    expect(await findRun(operator, id)).toMatchObject({ total: 10, done: 6, counts: { succeeded: 6 } })
    await recordMany('more than there were', 6)
    expect(await findRun(operator, id)).toMatchObject({ total: 12, done: 12 })
  })

  test('returns only the results since a version', async () => {
    const id = await begin()
    await record(id, 'one')
    const first = await findRun(operator, id)
    await record(id, 'two')
    assert(first)
    const next = await findRun(operator, id, { after: first.version })
    expect(next?.results).toEqual([{ itemId: 'two', outcome: 'succeeded' }])
    expect(next).toMatchObject({ done: 2 })
  })

  test('has its results in the order in which they came, or only the latest ones', async () => {
    const id = await begin()
    for (const part of ['one', 'two', 'three']) await record(id, part)
    const listParts = async (latest?: number) =>
      (await findRun(operator, id, { latest }))?.results.map(({ itemId }) => itemId)
    expect(await listParts()).toEqual(['one', 'two', 'three'])
    expect(await listParts(2)).toEqual(['two', 'three'])
  })

  test('has its results in pages, also those that were recorded together', async () => {
    const id = await begin(5)
    await record(id, 'one')
    const together = ['two', 'four', 'three'].map((itemId) => ({
      itemId,
      outcome: 'succeeded',
      result: { itemId },
    }))
    await transact((trx) => recordItems(trx, id, together))
    const run = await findRun(operator, id)
    assert(run)
    await record(id, 'later')
    const listed: unknown[] = []
    for (let cursor: string | undefined; ;) {
      const part = await listResults(operator, run, { limit: 2, cursor })
      listed.push(...(part?.results ?? []).map(({ itemId }) => itemId))
      if (typeof part?.next !== 'string') break
      cursor = part.next
    }
    expect(listed).toEqual(['one', 'four', 'three', 'two'])
    expect(await listResults(operator, run, { limit: 2, cursor: 'one' })).toBeUndefined()
    const stranger = await makeOperator()
    expect(await listResults(stranger, run, { limit: 2 })).toEqual({ results: [], next: null })
  })

  test('ends once, and no result is added to it afterwards', async () => {
    const id = await begin()
    await finishRun(id, 'stopped-unexpectedly')
    await finishRun(id)
    await record(id, 'late')
    const run = await findRun(operator, id)
    expect(run).toMatchObject({
      state: 'failed',
      error: 'An unexpected error stopped this. What was done stands; start again to go on.',
      done: 0,
      results: [],
    })
    expect(run?.finishedAt).toBeInstanceOf(Date)
  })

  test('stores its reason, and shows the sentence that a row of an earlier version holds', async () => {
    const id = await begin()
    await finishRun(id, 'stopped-unexpectedly')
    const findError = () =>
      db.selectFrom('runs').select('error').where('id', '=', id).executeTakeFirstOrThrow()
    expect(await findError()).toEqual({ error: 'stopped-unexpectedly' })
    await db.updateTable('runs').set({ error: 'The disk is full.' }).where('id', '=', id).execute()
    expect(await findRun(operator, id)).toMatchObject({ state: 'failed', error: 'The disk is full.' })
  })

  test('is visible to its owner alone', async () => {
    const id = await begin()
    expect(await findRun(await makeOperator(), id)).toBeUndefined()
    for (const none of ['', 'x', uuidv7()]) expect(await findRun(operator, none)).toBeUndefined()
  })

  test('is kept for 90 days after its end', async () => {
    const [old, open] = [await begin(), await begin()]
    await finishRun(old)
    await pruneRuns()
    expect(await findRun(operator, old)).toBeDefined()
    await sql`update runs set finished_at = now() - interval '91 days' where id = ${old}`.execute(db)
    await sql`update runs set created_at = now() - interval '91 days' where id = ${open}`.execute(db)
    await pruneRuns()
    expect(await findRun(operator, old)).toBeUndefined()
    expect(await findRun(operator, open)).toBeDefined()
  })
})

const kinds = jobs.flatMap(({ name }) => (name.endsWith('-run') ? [name.slice(0, -'-run'.length)] : []))

/** Inserts an open run. Returns its id. */
async function insertRun(kind: string, jobState?: 'created' | 'failed'): Promise<string> {
  const id = uuidv7()
  const createdAt = new Date(Date.now() - 120_000)
  await db
    .insertInto('runs')
    .values({ id, userId: operator.id, kind, total: 3, input: '{}', createdAt })
    .execute()
  if (!jobState) return id
  const job = { name: `${kind}-run`, data: { runId: id }, delayS: 0 }
  await db.transaction().execute((trx) => enqueue(trx, job))
  await sql`update pgboss.job set state = ${jobState} where data->>'runId' = ${id}`.execute(db)
  return id
}

const listJobStates = async (id: string) =>
  (await sql<{ state: string }>`select state from pgboss.job where data->>'runId' = ${id}`.execute(db)).rows

test('a run that a call works on while its job waits gets no second job', async () => {
  const endless = defineRun({
    kind: 'publish',
    input: z.object({}),
    prepare: () => () => Promise.resolve(true),
  })
  const id = await insertRun('publish', 'created')
  await endless.work(id, 1)
  expect(await listJobStates(id)).toEqual([{ state: 'created' }])
  await sql`update pgboss.job set state = 'active' where data->>'runId' = ${id}`.execute(db)
  await endless.work(id, 1)
  expect((await listJobStates(id)).map(({ state }) => state).toSorted()).toEqual(['active', 'created'])
})

describe.each(kinds)('an open run of the kind %s', (kind) => {
  test('ends with a reason when its job has failed for good', async () => {
    const id = await insertRun(kind, 'failed')
    await resumeRuns()
    expect(await findRun(operator, id)).toMatchObject({
      state: 'failed',
      error: 'An unexpected error stopped this. What was done stands; start again to go on.',
    })
    expect(await listJobStates(id)).toEqual([{ state: 'failed' }])
  })

  test('gets a job if it has none, and waits for the one that it has', async () => {
    const id = await insertRun(kind)
    for (const _ of [1, 2]) await resumeRuns()
    expect(await listJobStates(id)).toEqual([{ state: 'created' }])
    expect(await findRun(operator, id)).toMatchObject({ state: 'queued' })
  })
})

test('a run of a later version is left to that version, and holds no other run up', async () => {
  const later = await insertRun('from-the-future')
  const id = await insertRun('publish')
  await resumeRuns()
  expect(await listJobStates(id)).toEqual([{ state: 'created' }])
  expect(await findRun(operator, later)).toMatchObject({ state: 'queued' })
})
