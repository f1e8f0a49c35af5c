import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Engines, startEngines } from '../../../../tests/support/engines.ts'
import { emptyStore, makeOperator } from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { readAs, writeAs } from '../../../platform/own-rows.server.ts'
import { write } from '../../../platform/web/page-invalidation.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { sayResults } from '../../runs/commands.server.ts'
import { findRun } from '../../runs/queries.server.ts'
import { recordPageChanges } from '../../../platform/page-changes.server.ts'
import { pingSearchEngines } from './commands.server.ts'
import { toPingRefusal } from './messages.ts'
import { notifyEngines, pruneNotices } from './notify.server.ts'
import { findNotices } from './queries.server.ts'
import type { PageChange } from '../../../platform/page-changes.ts'
import { noticeRun } from './work-on-notice.server.ts'

let engines: Engines
let operator: Operator

useQueue()
beforeAll(async () => {
  engines = await startEngines()
})
afterAll(async () => {
  Object.assign(env, { RATE_LIMITS: 'off' })
  await engines.close()
})
beforeEach(async () => {
  await emptyStore()
  await sql`delete from rate_limits`.execute(db)
  await db.deleteFrom('hostBreakers').execute()
  engines.configure()
  Object.assign(env, { RATE_LIMITS: 'on' })
  engines.indexnow.verifiesLater(false)
  for (const engine of [engines.indexnow, engines.google, engines.websub, engines.site]) {
    engine.clearFaults()
    engine.requests.length = 0
  }
  engines.indexnow.taken.length = 0
  engines.indexnow.batches.length = 0
  engines.google.sitemaps.length = 0
  engines.websub.feeds.length = 0
  operator = await makeOperator()
})

const toPage = (path: string, changes: Partial<PageChange> = {}): PageChange => ({
  origin: env.SITE_URL,
  path,
  userId: operator.id,
  change: 'changed',
  isInFeeds: true,
  ...changes,
})
/** Notifies engines; a refusal has its toast beside it. */
const ping = async (of: Operator) => {
  const pinged = await pingSearchEngines(of)
  return pinged.ok ? pinged : { ...pinged, ...toPingRefusal(pinged) }
}
/** Returns the results of a notice as the API shows them. */
async function listResults(pinged: Awaited<ReturnType<typeof ping>>) {
  const run = await findRun(operator, pinged.ok ? pinged.runId : '')
  return run && sayResults(run).results
}
const note = (...pages: PageChange[]) => write((trx) => recordPageChanges(trx, pages))
const listWaiting = () =>
  db.selectFrom('pageChanges').select(['url', 'change', 'waitingFor', 'userId']).orderBy('url').execute()
const listReceipts = async (of = operator) => (await findNotices(of, 1)).history.receipts
const lastOf = async (engine: string) => (await listReceipts()).find((receipt) => receipt.engine === engine)
const endPauses = () => sql`update notice_turns set paused_until = null, leased_until = null`.execute(db)
const at = (path: string) => env.SITE_URL + path

/** Makes the database refuse receipts. Returns the function that ends this. */
async function refuseReceipts() {
  await sql`create function refuse_receipt() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`.execute(
    db,
  )
  await sql`create trigger refuse_receipt before insert on notice_receipts execute function refuse_receipt()`.execute(
    db,
  )
  return () => sql`drop function refuse_receipt cascade`.execute(db)
}

describe('a page that changes', () => {
  test('waits for every engine, once, however often it changes', async () => {
    await note(toPage('/article/tide'), toPage('/article/ebb'))
    await note(toPage('/article/tide', { change: 'removed' }))
    expect(await listWaiting()).toMatchObject([
      { url: at('/article/ebb'), change: 'changed', waitingFor: ['indexnow', 'google', 'websub'] },
      { url: at('/article/tide'), change: 'removed', waitingFor: ['indexnow', 'google', 'websub'] },
    ])
  })

  test('is recorded in the transaction of the change', async () => {
    const failing = write(async (trx) => {
      await recordPageChanges(trx, [toPage('/article/tide')])
      throw new Error('the change fails')
    })
    await expect(failing).rejects.toThrow('the change fails')
    expect(await listWaiting()).toEqual([])
  })

  test('and is in no feed does not wait for the hub', async () => {
    await note(toPage('/plumber-bergen', { isInFeeds: false }))
    expect(await listWaiting()).toMatchObject([{ waitingFor: ['indexnow', 'google'] }])
  })

  test('is recorded once even among five hundred, by the operator or the installation', async () => {
    const pages = Array.from({ length: 500 }, (_, index) => toPage(`/page-${index}`))
    await writeAs(operator, (trx) => recordPageChanges(trx, [...pages, ...pages]))
    expect(await listWaiting()).toHaveLength(500)
    await note(...pages)
    expect(await listWaiting()).toHaveLength(500)
  })

  test('cannot be recorded for another account', async () => {
    const stranger = await makeOperator()
    const forging = writeAs(stranger, (trx) => recordPageChanges(trx, [toPage('/article/tide')]))
    await expect(forging).rejects.toThrow(/row-level security/)
  })

  test('is recorded for each of two accounts at the same URL', async () => {
    const other = await makeOperator()
    await note(toPage('/article/tide', { change: 'removed' }))
    await writeAs(other, (trx) => recordPageChanges(trx, [toPage('/article/tide', { userId: other.id })]))
    expect(await listWaiting()).toHaveLength(2)
    await notifyEngines()
    expect(engines.indexnow.taken).toEqual([at('/article/tide')])
    expect(await listWaiting()).toEqual([])
  })

  test('is not recorded if no engine can read it', async () => {
    await note(toPage('/article/tide', { origin: 'https://news.example' }))
    expect(await listWaiting()).toHaveLength(1) // the engines here are in a private network themselves
    Object.assign(env, { INDEXNOW_URL: 'https://api.indexnow.org/indexnow', WEBSUB_HUB_URL: undefined })
    Object.assign(env, { GOOGLE_SERVICE_ACCOUNT: undefined })
    await note(toPage('/article/ebb'))
    expect(await listWaiting()).toHaveLength(1)
    await note(toPage('/article/flood', { origin: 'https://www.harbour-daily.org' }))
    expect(await listWaiting()).toHaveLength(2)
  })
})

test('no page waits for an engine that is switched off', async () => {
  Object.assign(env, { INDEXNOW_URL: 'off' })
  await note(toPage('/a'))
  expect(await listWaiting()).toMatchObject([{ waitingFor: ['google', 'websub'] }])
})

describe('on schedule', () => {
  test('engines are notified of all accounts’ pages in one notice a site, and each account gets its own receipt', async () => {
    const other = await makeOperator()
    await note(toPage('/a'), toPage('/b', { change: 'removed' }), toPage('/c', { userId: other.id }))
    await notifyEngines()
    expect(engines.indexnow.batches).toEqual([3])
    expect(engines.google.sitemaps).toEqual([{ property: at('/'), sitemap: at('/sitemap.xml') }])
    expect(engines.websub.feeds.map(({ url }) => url)).toEqual(
      ['/feed.xml', '/feed.atom', '/feed.json'].map(at),
    )
    expect(await listWaiting()).toEqual([])
    expect(await lastOf('indexnow')).toMatchObject({
      addresses: 2,
      examples: [at('/a'), at('/b')],
      status: 200,
      outcome: 'accepted',
    })
    expect(await listReceipts(other)).toHaveLength(3)
    expect((await listReceipts(other)).flatMap(({ examples }) => examples)).not.toContain(at('/a'))

    await notifyEngines()
    expect(engines.indexnow.batches).toEqual([3])
  })

  test('no notice has more than 10,000 URLs', async () => {
    await sql`
      insert into page_changes (id, user_id, origin, url, change, waiting_for)
      select gen_random_uuid(), ${operator.id}, ${env.SITE_URL}, ${env.SITE_URL} || '/p/' || n, 'changed', '{indexnow}'
      from generate_series(1, 10001) n
    `.execute(db)
    await notifyEngines()
    expect(engines.indexnow.batches).toEqual([10_000, 1])
    expect(new Set(engines.indexnow.taken).size).toBe(10_001)
    expect(await listWaiting()).toEqual([])
  })

  test('a page that changes during its notice is sent again', async () => {
    await note(toPage('/a'))
    engines.indexnow.failNext({ kind: 'delay', ms: 400 })
    const notifying = notifyEngines()
    await expect.poll(() => engines.indexnow.taken).toEqual([at('/a')])
    await note(toPage('/a', { change: 'removed' }))
    await notifying
    expect(await listWaiting()).toMatchObject([
      { change: 'removed', waitingFor: expect.arrayContaining(['indexnow']) },
    ])
    await notifyEngines()
    expect(engines.indexnow.taken).toEqual([at('/a'), at('/a')])
    expect(await listWaiting()).toEqual([])
  })

  test('a notice whose receipt could not be stored is sent again', async () => {
    await note(toPage('/a'))
    const acceptReceipts = await refuseReceipts()
    await expect(notifyEngines()).rejects.toThrow('full')
    await acceptReceipts()
    expect(engines.indexnow.taken).toEqual([at('/a')])
    expect(await listReceipts()).toEqual([])
    await notifyEngines() // the process that failed has the lock for another minute
    expect(engines.indexnow.requests).toHaveLength(1)
    await endPauses()
    await notifyEngines()
    expect(engines.indexnow.taken).toEqual([at('/a'), at('/a')])
    expect(await listWaiting()).toEqual([])
  })

  test('many jobs at the same time notify once', async () => {
    const rounds = 10
    for (let round = 1; round <= rounds; round++) {
      await note(toPage('/a'))
      await Promise.all(Array.from({ length: 8 }, notifyEngines))
      expect(await listWaiting()).toEqual([])
    }
    expect(engines.indexnow.batches).toEqual(Array(rounds).fill(1))
    expect(engines.google.sitemaps).toHaveLength(rounds)
  })
})

const onlyIndexNow = () =>
  Object.assign(env, { GOOGLE_SERVICE_ACCOUNT: undefined, WEBSUB_HUB_URL: undefined })
const noteOfAnother = async () => {
  const other = await makeOperator()
  await note(toPage('/other', { userId: other.id }))
  return other
}
const pauseOf = async (engine: string) => {
  const { rows } = await sql<{ s: number }>`
    select extract(epoch from paused_until - now())::int as s from notice_turns where engine = ${engine}
  `.execute(db)
  return rows[0]?.s ?? 0
}

describe('an engine that refuses', () => {
  test('is notified again after the pause that it asked for, and not before', async () => {
    onlyIndexNow()
    await note(toPage('/a'))
    engines.indexnow.failNext({ kind: 'answer', status: 429, headers: { 'retry-after': '7200' } })
    await notifyEngines()
    expect(await lastOf('indexnow')).toMatchObject({ status: 429, outcome: 'failed' })
    expect((await lastOf('indexnow'))?.detail).toContain('asked us to wait')
    expect(await pauseOf('indexnow')).toBeGreaterThan(7100)
    await notifyEngines()
    const pinged = await ping(operator)
    expect(pinged).toMatchObject({ ok: true, isDone: false, engines: [{ status: 'waiting' }, {}, {}] })
    expect(pinged.description).toContain('told again in 2 hours')
    expect(await listResults(pinged)).toMatchObject([{ detail: expect.stringMatching(/again in 2 hours/) }])
    const old = { engine: 'indexnow', status: 'waiting', addresses: 0, detail: 'An earlier version said so.' }
    await sql`update run_items set result = ${JSON.stringify(old)}::jsonb`.execute(db)
    expect(await listResults(pinged)).toEqual([old])
    expect(engines.indexnow.requests).toHaveLength(1)
    await endPauses()
    await notifyEngines()
    expect(engines.indexnow.taken).toEqual([at('/a')])
    expect(await pauseOf('indexnow')).toBe(0)
  })

  test('because of a missing key file is named with that reason, and accepts once the file is there', async () => {
    onlyIndexNow()
    await note(toPage('/a'))
    engines.site.failNext({ kind: 'answer', status: 404, body: '' })
    await notifyEngines()
    const receipt = await lastOf('indexnow')
    expect(receipt).toMatchObject({ status: 403, outcome: 'failed' })
    expect(receipt?.detail).toContain(`did not find the key file of ${env.SITE_URL}`)
    expect(await listWaiting()).toHaveLength(1)
    expect(await pauseOf('indexnow')).toBeGreaterThan(200)
    expect((await ping(operator)).message).toBe('Successfully pinged Google and Bing!')
  })

  test('URLs permanently is not notified of them again', async () => {
    onlyIndexNow()
    await note(toPage('/a'))
    engines.indexnow.failNext({ kind: 'answer', status: 422, body: 'Unprocessable Entity' })
    await notifyEngines()
    expect(await lastOf('indexnow')).toMatchObject({ status: 422, outcome: 'refused', addresses: 1 })
    expect(await listWaiting()).toEqual([])
  })

  test.each([400, 500, 503])(
    'with status %i is notified again after a longer pause each time',
    async (status) => {
      onlyIndexNow()
      await note(toPage('/a'))
      const pauses: number[] = []
      for (let round = 0; round < 3; round += 1) {
        engines.indexnow.failNext({ kind: 'answer', status, body: '' })
        await notifyEngines()
        pauses.push(await pauseOf('indexnow'))
        await endPauses()
      }
      expect(pauses.map((seconds) => Math.round(seconds / 60))).toEqual([5, 15, 60])
      expect(await lastOf('indexnow')).toMatchObject({ status, outcome: 'failed' })
      await notifyEngines()
      expect(engines.indexnow.taken).toEqual([at('/a')])
    },
  )

  test('by not answering is notified again', async () => {
    onlyIndexNow()
    await note(toPage('/a'))
    engines.indexnow.failNext({ kind: 'refuse' })
    await notifyEngines()
    expect(await lastOf('indexnow')).toMatchObject({ status: null, outcome: 'failed' })
    expect(await listWaiting()).toHaveLength(1)
  })

  test('does not hold up the other engines', async () => {
    await note(toPage('/a'))
    engines.indexnow.failNext({ kind: 'answer', status: 500, body: '' })
    await notifyEngines()
    expect(await listWaiting()).toMatchObject([{ waitingFor: ['indexnow'] }])
    expect(await lastOf('google')).toMatchObject({ outcome: 'accepted' })
    expect(await lastOf('websub')).toMatchObject({ outcome: 'accepted' })
  })
})

describe('on request', () => {
  test('engines are notified of the account’s own pages only, and the answer of each is returned', async () => {
    const other = await makeOperator()
    await note(toPage('/a'), toPage('/b', { userId: other.id }))
    const pinged = await ping(operator)
    expect(pinged).toMatchObject({
      ok: true,
      isDone: true,
      message: 'Successfully pinged Google and Bing!',
      engines: [
        { engine: 'indexnow', status: 'accepted', addresses: 1 },
        { engine: 'google', status: 'accepted' },
        { engine: 'websub', status: 'accepted' },
      ],
    })
    expect(engines.indexnow.taken).toEqual([at('/a')])
    expect(await listWaiting()).toMatchObject([{ url: at('/b'), userId: other.id }])
    expect(await listReceipts(other)).toEqual([])
  })

  test('a domain of the account without a property in Search Console makes no other notice fail', async () => {
    Object.assign(env, { INDEXNOW_URL: 'off', WEBSUB_HUB_URL: undefined })
    await note(toPage('/a'), toPage('/b', { origin: 'http://roofs.example' }))
    expect(await ping(operator)).toMatchObject({
      ok: true,
      message: 'Successfully pinged Google and Bing!',
      engines: expect.arrayContaining([
        expect.objectContaining({ engine: 'google', status: 'accepted', addresses: 1 }),
      ]),
    })
    const failed = (await listReceipts()).find(({ outcome }) => outcome !== 'accepted')
    expect(failed?.detail).toContain('no property in Search Console that covers http://roofs.example')
  })

  test('engines that are not configured are named', async () => {
    Object.assign(env, { GOOGLE_SERVICE_ACCOUNT: undefined, WEBSUB_HUB_URL: undefined })
    await note(toPage('/a'))
    const { message, description } = await ping(operator)
    expect(message).toBe('Successfully pinged Google and Bing!')
    expect(description).toContain('Not configured: Google Search Console, WebSub.')
  })

  test('a notice without news says so, and still submits the sitemap', async () => {
    const pinged = await ping(operator)
    expect(pinged).toMatchObject({
      isDone: true,
      engines: [{ status: 'unchanged' }, { status: 'accepted', addresses: 0 }, { status: 'unchanged' }],
    })
    expect(engines.indexnow.requests).toEqual([])
    expect(pinged.description).toContain('IndexNow: there is nothing new to tell.')
    Object.assign(env, { GOOGLE_SERVICE_ACCOUNT: undefined })
    const other = await makeOperator()
    expect((await ping(other)).message).toBe('There is nothing new to tell.')
  })

  test('one refusal makes the notice a failure, with the reason', async () => {
    await note(toPage('/a'))
    engines.google.settings.isApiEnabled = false
    const pinged = await ping(operator)
    engines.google.settings.isApiEnabled = true
    expect(pinged).toMatchObject({
      isDone: false,
      message: 'Failed to ping search engines. Please try again.',
    })
    expect(pinged.description).toContain('The Search Console API is not switched on')
    expect(await listWaiting()).toMatchObject([{ waitingFor: ['google'] }])
  })

  test('fifty requests at the same time are one notice', async () => {
    await note(toPage('/a'))
    const all = await Promise.all(Array.from({ length: 50 }, () => ping(operator)))
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    for (const pinged of all.filter(({ ok }) => !ok))
      expect(pinged).toMatchObject({ reason: 'too-many', waitS: expect.any(Number) })
    expect(engines.indexnow.requests).toHaveLength(1)
    expect(engines.google.sitemaps).toHaveLength(1)
    expect(await db.selectFrom('runs').select('id').execute()).toHaveLength(1)
  })

  test('fifty requests at the same time are one notice even without rate limits', async () => {
    Object.assign(env, { RATE_LIMITS: 'off' })
    await note(toPage('/a'))
    engines.google.failNext({ kind: 'delay', ms: 300 })
    const all = await Promise.all(Array.from({ length: 50 }, () => ping(operator)))
    expect(all.some((pinged) => !pinged.ok && pinged.reason === 'running')).toBe(true)
    expect(engines.indexnow.batches).toEqual([1])
  })

  test('all accounts together are limited to ten notices an hour', async () => {
    Object.assign(env, { GOOGLE_SERVICE_ACCOUNT: undefined })
    const asked = []
    for (let number = 0; number < 11; number += 1) asked.push(await ping(await makeOperator()))
    expect(asked.slice(0, 10).every(({ ok }) => ok)).toBe(true)
    expect(asked[10]).toMatchObject({ ok: false, reason: 'too-many' })
  })

  test('an installation without a public address is refused, and notifies no engine', async () => {
    Object.assign(env, { GOOGLE_SERVICE_ACCOUNT: undefined, WEBSUB_HUB_URL: undefined })
    Object.assign(env, { INDEXNOW_URL: 'https://api.indexnow.org/indexnow' })
    const pinged = await ping(operator)
    expect(pinged).toMatchObject({ ok: false, reason: 'not-possible' })
    expect(pinged.description).toContain('is no public address')
  })

  test('a notice waits for another account’s notice to the same engine', async () => {
    onlyIndexNow()
    const other = await makeOperator()
    await note(toPage('/a'), toPage('/b', { userId: other.id }))
    engines.indexnow.failNext({ kind: 'delay', ms: 500 })
    const all = await Promise.all([operator, other].map((each) => ping(each)))
    expect(all).toMatchObject([{ isDone: true }, { isDone: true }])
    expect(engines.indexnow.taken.toSorted()).toEqual([at('/a'), at('/b')])
    expect(await listReceipts(other)).toMatchObject([{ outcome: 'accepted', examples: [at('/b')] }])
  })

  test('a failure does not lengthen the pause for all accounts, and a notice without news does not end it', async () => {
    onlyIndexNow()
    await note(toPage('/a'))
    engines.indexnow.failNext({ kind: 'answer', status: 500, body: '' })
    await notifyEngines()
    const paused = await pauseOf('indexnow')
    engines.indexnow.failNext({ kind: 'answer', status: 500, body: '' })
    expect(await ping(operator)).toMatchObject({ isDone: false })
    await ping(await makeOperator())
    expect(await pauseOf('indexnow')).toBeGreaterThan(200)
    expect(await pauseOf('indexnow')).toBeLessThanOrEqual(paused)
    engines.indexnow.failNext({ kind: 'answer', status: 503, body: '', headers: { 'retry-after': '7200' } })
    await ping(await noteOfAnother())
    expect(await pauseOf('indexnow'), 'the engine asked for it').toBeGreaterThan(7000)
  })

  test('a failure of our store is not shown as an engine that is being notified', async () => {
    onlyIndexNow()
    await note(toPage('/a'))
    const acceptReceipts = await refuseReceipts()
    const pinged = await ping(operator)
    await acceptReceipts()
    expect(pinged).toMatchObject({ isOver: true, isDone: false, engines: [{ status: 'failed' }, {}, {}] })
    expect(pinged.description).not.toContain('being told')
  })

  test('a hub alone is no search engine', async () => {
    Object.assign(env, { GOOGLE_SERVICE_ACCOUNT: undefined, INDEXNOW_URL: 'off' })
    await note(toPage('/a'))
    const pinged = await ping(operator)
    expect(pinged).toMatchObject({ isDone: true, isNews: false })
    expect(pinged.message).toBe('Subscribers of the feeds were notified.')
  })

  test('a run that was interrupted continues, and notifies no engine twice', async () => {
    await note(toPage('/a'))
    const pinged = await ping(operator)
    const runId = pinged.ok ? pinged.runId : ''
    await sql`update runs set state = 'running', finished_at = null where id = ${runId}`.execute(db)
    await sql`delete from run_items where run_id = ${runId}`.execute(db)
    await note(toPage('/b'))
    await noticeRun.work(runId)
    expect(engines.google.sitemaps).toHaveLength(1)
    expect(await db.selectFrom('runItems').selectAll().where('runId', '=', runId).execute()).toHaveLength(3)
    expect(await listWaiting()).toMatchObject([{ url: at('/b') }])
  })
})

describe('the stored history', () => {
  test('is shown to its own account only', async () => {
    await note(toPage('/a'))
    await notifyEngines()
    await note(toPage('/b'))
    const stranger = await makeOperator()
    const screen = await findNotices(stranger, 1)
    expect(screen.history.total + screen.waiting.total).toBe(0)
    for (const table of ['pageChanges', 'noticeReceipts'] as const)
      expect(await readAs(stranger, (trx) => trx.selectFrom(table).select('id').execute())).toEqual([])
  })

  test('keeps receipts for 90 days, and changes for 30', async () => {
    await note(toPage('/a'))
    await notifyEngines()
    await note(toPage('/b'), toPage('/c'))
    await sql`update notice_receipts set created_at = now() - interval '91 days' where engine = 'google'`.execute(
      db,
    )
    await sql`update page_changes set changed_at = now() - interval '31 days' where url like '%/b'`.execute(
      db,
    )
    await pruneNotices()
    expect((await listReceipts()).map(({ engine }) => engine).toSorted()).toEqual(['indexnow', 'websub'])
    expect(await listWaiting()).toMatchObject([{ url: at('/c') }])
  })

  test('contains no key and no token', async () => {
    await note(toPage('/a'))
    await ping(operator)
    engines.google.settings.isKeyDeleted = true
    await note(toPage('/b'))
    await notifyEngines()
    engines.google.settings.isKeyDeleted = false
    const { rows } = await sql<{ row: string }>`
      select r::text as row from notice_receipts r union all select r::text from run_items r
      union all select r::text from runs r union all select t::text from notice_turns t
    `.execute(db)
    const kept = rows.map(({ row }) => row).join('\n')
    expect(kept).toContain('does not accept the key of the service account')
    expect(engines.google.tokens.size).toBeGreaterThan(0)
    for (const secret of [...engines.google.tokens, engines.google.privateKey.slice(40, 90), 'PRIVATE KEY'])
      expect(kept).not.toContain(secret)
  })

  test('is deleted with its account', async () => {
    await note(toPage('/a', { userId: null }), toPage('/b'))
    await ping(operator)
    await db.deleteFrom('users').where('id', '=', operator.id).execute()
    expect(await db.selectFrom('noticeReceipts').selectAll().execute()).toEqual([])
    expect(await listWaiting()).toMatchObject([{ url: at('/a'), userId: null }])
    await notifyEngines()
    expect(engines.indexnow.taken).toContain(at('/a'))
  })
})

// This test is the last one: the breaker keeps its state in memory for a second.
test('an engine that fails for all processes is not notified, and that counts as no failure', async () => {
  onlyIndexNow()
  await sleep(1100)
  await note(toPage('/a'))
  await sql`
    insert into host_breakers (host, failures, open_until)
    values ('search engine indexnow', 5, now() + interval '40 seconds')
  `.execute(db)
  const pinged = await ping(operator)
  expect(pinged).toMatchObject({ isDone: false, engines: [{ status: 'waiting' }, {}, {}] })
  expect(pinged.description).toContain('failed several times in a row')
  expect(engines.indexnow.requests).toEqual([])
  expect(await listReceipts()).toEqual([])
  expect(await pauseOf('indexnow')).toBe(0)
})
