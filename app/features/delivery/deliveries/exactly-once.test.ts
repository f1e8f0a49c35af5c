// After any fault each site ends with one copy of each article. No site waits for another one.
// @store both
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Fault, FaultControl } from '../../../../tests/support/faulty-server.ts'
import {
  emptyStore,
  makeArticle,
  makeDraft,
  makeOperator,
  makeRemoteSite,
} from '../../../../tests/support/fixtures.ts'
import { startGhostFake } from '../../../../tests/support/ghost-fake.ts'
import { startWebhookFake } from '../../../../tests/support/webhook-fake.ts'
import { startWordPressFake } from '../../../../tests/support/wordpress-fake.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { byTier, isDeep } from '../../../../tests/support/tier.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { publishArticle } from '../../writing/publish/commands.server.ts'
import { deliver, orderDeliveries } from './commands.server.ts'

const PUBLISHES = byTier(30, 1000)
const ROUNDS = 40 // far more than are needed by chance

const opened: { close: () => Promise<void> }[] = []

useQueue()
beforeEach(async () => {
  await emptyStore()
  await sql`delete from host_breakers`.execute(db)
})
afterEach(async () => {
  env.OUTBOUND_ALLOW.clear()
  await Promise.all(opened.splice(0).map((fake) => fake.close()))
})

function allow<F extends { url: string; close: () => Promise<void> }>(fake: F): F {
  env.OUTBOUND_ALLOW.add(new URL(fake.url).host)
  opened.push(fake)
  return fake
}

const FAULTS: Fault[] = [
  { kind: 'drop' },
  { kind: 'fail', status: 500 },
  { kind: 'delay', ms: 20 },
  { kind: 'twice' },
  { kind: 'refuse' },
  { kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:1/' } },
]
// Not for webhooks, because their receiver answers 200 to any request.
const PAGE: Fault = { kind: 'answer', status: 200, body: '<h1>Welcome</h1>' }

// Every tenth request that writes fails, each in another way.
function goWrong(fake: FaultControl, faults: Fault[]): void {
  for (const [index, fault] of faults.entries()) {
    let count = index * 10 // so that they do not all arrive at the same time
    const matches = ({ method }: { method: string }) =>
      method !== 'GET' && method !== 'HEAD' && (count += 1) % (10 * faults.length) === 0
    fake.failNext(fault, { times: Infinity, matches })
  }
}

async function orderMany(siteId: string): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < PUBLISHES; index += 1) {
    const { id: articleId } = await makeArticle({ title: `Story ${index}`, userId: (await owner).id })
    ids.push(
      ...(await db
        .transaction()
        .execute((trx) => orderDeliveries(trx, [{ articleId, siteId, wantedHash: 'x', varies: false }]))),
    )
  }
  return ids
}
let owner: ReturnType<typeof makeOperator>
beforeEach(() => {
  owner = makeOperator()
})

const listUnfinished = () =>
  db.selectFrom('deliveries').select(['id', 'reason', 'detail']).where('state', '!=', 'delivered').execute()

const countDelivered = async () =>
  (await db.selectFrom('deliveries').select('id').where('state', '=', 'delivered').execute()).length

async function deliverAll(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const unfinished = await listUnfinished()
    if (unfinished.length === 0) return
    const states = await Promise.all(unfinished.map(({ id }) => deliver(id, true)))
    // If the outcome of an attempt could not be stored, the delivery stays leased for 15 s.
    if (states.every((state) => state === undefined)) await sleep(500)
    await sql`delete from host_breakers`.execute(db) // a minute has passed
  }
}

describe(`a site ends with one copy of each of ${PUBLISHES} articles, although every tenth request goes wrong`, () => {
  test('on WordPress', { timeout: 600_000 }, async () => {
    const fake = allow(await startWordPressFake())
    const { url, username, password } = fake
    const ids = await orderMany(
      await makeRemoteSite('wordpress', { url, credentials: { username, password } }),
    )
    goWrong(fake, [...FAULTS, PAGE])
    await deliverAll()
    expect(await listUnfinished()).toEqual([])
    const posts = [...fake.posts.values()].filter(({ status }) => status === 'publish')
    expect(posts).toHaveLength(ids.length)
    for (const id of ids) expect(posts.filter(({ content }) => content.includes(id))).toHaveLength(1)
    expect(fake.posts.size).toBe(ids.length)
  })

  test('on Ghost', { timeout: 600_000 }, async () => {
    const fake = allow(await startGhostFake())
    const ids = await orderMany(
      await makeRemoteSite('ghost', { url: fake.url, credentials: { key: fake.key } }),
    )
    goWrong(fake, [...FAULTS, PAGE])
    await deliverAll()
    expect(await listUnfinished()).toEqual([])
    const marks = [...fake.posts.values()].map(({ tags }) => tags.map(({ name }) => name).join(' '))
    expect(marks).toHaveLength(ids.length)
    for (const id of ids) expect(marks.filter((names) => names.includes(id))).toHaveLength(1)
  })

  test('at a webhook receiver that stores the ids of past requests', { timeout: 600_000 }, async () => {
    const fake = allow(await startWebhookFake())
    const credentials = { secrets: [fake.settings.secret] }
    const ids = await orderMany(await makeRemoteSite('webhook', { url: fake.url, credentials }))
    goWrong(fake, FAULTS)
    await deliverAll()
    expect(await listUnfinished()).toEqual([])
    expect([...fake.copies.keys()].toSorted()).toEqual(ids.toSorted())
    expect(fake.events).toHaveLength(ids.length)
  })
})

test.runIf(isDeep)('one site of ten that hangs does not delay the others', { timeout: 60_000 }, async () => {
  const fakes = await Promise.all(Array.from({ length: 10 }, async () => allow(await startWebhookFake())))
  const siteIds = await Promise.all(
    fakes.map(({ url, settings }) =>
      makeRemoteSite('webhook', { url, credentials: { secrets: [settings.secret] } }),
    ),
  )
  fakes[3]?.failNext({ kind: 'hang' })
  const watch = { isAnswered: false }
  const publishing = publishArticle(await owner, makeDraft({ siteIds })).finally(() => {
    watch.isAnswered = true
  })
  while ((await countDelivered()) < 9 && !watch.isAnswered) await sleep(20)
  expect(watch.isAnswered).toBe(false)
  expect(await publishing).toMatchObject({ ok: true, summary: { succeeded: 9, failed: 1 } })
  const failed = await db.selectFrom('deliveries').selectAll().where('state', '=', 'failed').execute()
  expect(failed).toMatchObject([{ siteId: siteIds[3], reason: 'timeout', nextAttemptAt: expect.any(Date) }])
})

test('of forty deliveries to a host that fails, only the first few are tried', async () => {
  const fake = allow(await startWebhookFake())
  fake.failNext({ kind: 'refuse' }, { times: 40 })
  const credentials = { secrets: [fake.settings.secret] }
  const siteIds = await Promise.all(
    Array.from({ length: 40 }, (_, n) => makeRemoteSite('webhook', { url: `${fake.url}/${n}`, credentials })),
  )
  await publishArticle(await owner, makeDraft({ siteIds }))
  const failed = await db.selectFrom('deliveries').select('reason').where('state', '=', 'failed').execute()
  const paused = failed.filter(({ reason }) => reason === 'host-paused')
  expect(failed).toHaveLength(40)
  expect(paused.length).toBeGreaterThan(30)
  expect(fake.requests.length).toBe(40 - paused.length)
})
