// A database that restarts, and one whose connections freeze: the process survives, reports it, and can be stopped.
// @store server
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { type Publisher, signUpPublisher } from '../support/publisher.ts'
import { addSite, queryStore, startServer, type TestServer } from '../support/server.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'

// After a fault, an answer may fail for so long.
const RECOVERY_MS = 2000
const PEACE_MS = 1500

describe.runIf(process.env.TEST_STORE === 'server')('a Postgres server', { timeout: 600_000 }, () => {
  let postgres: TestPostgres

  beforeEach(async () => {
    postgres = await startPostgres()
  })
  afterEach(() => postgres.stop())

  const FAULTS: { fault: string; times: number; happen: () => Promise<unknown> }[] = [
    { fault: 'restarts', times: 20, happen: () => postgres.restart() },
    { fault: 'is killed', times: 20, happen: () => postgres.kill() },
    { fault: 'is frozen for 20 seconds', times: 2, happen: () => postgres.freeze(20_000) },
  ]
  test.each(FAULTS)(
    'that $fault, $times times, ends no process and loses no acknowledged write',
    async (each) => {
      const server = await startServer({ DATABASE_URL: postgres.url, RATE_LIMITS: 'off' })
      await addSite(server, 'Harbour')
      await addSite(server, 'Lagoon') // no article of the load goes there, so its page stays in memory
      const { publish, siteIds } = await signUpPublisher(server, { content: 'High water.', author: 'Ines' })
      const lagoon = await findSiteId(server, 'Lagoon')
      await publish({ title: 'Known', siteIds: [lagoon] })
      await server.ask('/article/known', { host: LAGOON })
      const others = siteIds.filter((id) => id !== lagoon)
      const load = startLoad(server, (fields) => publish({ siteIds: others, ...fields }))
      for (let count = 0; count < each.times; count += 1) {
        load.period = { isPeace: false }
        await each.happen()
        await sleep(RECOVERY_MS)
        load.period = { isPeace: true }
        await sleep(PEACE_MS)
      }
      const { failed, known, acknowledged } = await load.end()
      expect(failed).toEqual([])
      expect(new Set(known)).toEqual(new Set([200]))
      expect(server.process.exitCode).toBeNull()
      expect(acknowledged.length).toBeGreaterThan(0)
      const stored = await queryStore<{ title: string }>(
        server,
        'select title from blog_posts where origin_id is null',
      )
      expect(stored.map(({ title }) => title)).toEqual(expect.arrayContaining(acknowledged))
      await expect.poll(() => queryStore(server, LISTENERS), { timeout: 10_000 }).toEqual([{ count: 1 }])
      expect(await server.stop()).toBe(0)
    },
  )

  test('whose packets vanish leaves pages in memory, and is back soon after them', async () => {
    const proxy = await startTcpProxy(Number(new URL(postgres.url).port))
    const url = new URL(postgres.url)
    url.port = String(proxy.port)
    const server = await startServer({ DATABASE_URL: url.href, RATE_LIMITS: 'off' })
    const { publish, cookie } = await signUpPublisher(server, { content: 'High water.', author: 'Ines' })
    await publish({ title: 'Known' })
    expect((await server.ask('/article/known')).headers['x-cache']).toBe('miss')
    proxy.freeze()
    await expect.poll(async () => (await server.ask('/readyz')).status, { timeout: 20_000 }).toBe(503)
    const known = await server.ask('/article/known')
    expect([known.status, known.headers['x-cache']]).toEqual([200, 'stale'])
    expect(Number(known.headers.age)).toBeGreaterThan(3)
    for (const path of ['/category/unread', '/search?q=unread', '/articles', '/feed.xml']) {
      const answer = await server.ask(path, { headers: { cookie } })
      expect(answer.status, path).toBe(503)
      expect(Number(answer.headers['retry-after']), path).toBeGreaterThan(0)
    }
    proxy.thaw()
    await untilReady(server)
    expect((await server.ask('/category/unread')).status).toBe(404)
    expect((await server.ask('/article/known')).headers['x-cache']).toBe('miss') // nobody knows what was missed
    await publish({ title: 'Known again' })
    expect(await server.stop()).toBe(0)
    proxy.close()
  })

  test('whose connections freeze makes the process not ready, but it can be stopped', async () => {
    const proxy = await startTcpProxy(Number(new URL(postgres.url).port))
    const url = new URL(postgres.url)
    url.port = String(proxy.port)
    const server = await startServer({ DATABASE_URL: url.href })
    expect((await server.ask('/readyz?strict')).status).toBe(200)
    proxy.freeze()
    const strict = await server.ask('/readyz?strict') // at once, while the process still counts as ready
    expect([strict.status, strict.body]).toEqual([503, 'the store does not answer\n'])
    await expect.poll(async () => (await server.ask('/readyz')).status, { timeout: 20_000 }).toBe(503)
    expect((await server.ask('/healthz')).status).toBe(200)
    void server.ask('/category/waits').catch(() => {})
    expect(await server.stop()).toEqual(expect.any(Number)) // any exit code: it ended automatically
    proxy.close()
  })
})

const LAGOON = 'lagoon.localhost'

async function findSiteId(server: TestServer, name: string): Promise<string> {
  const [site] = await queryStore<{ id: string }>(
    server,
    `select id from target_sites where name = '${name}'`,
  )
  if (!site) throw new Error(`There is no site ${name}.`)
  return site.id
}

const LISTENERS = `select count(*)::int from pg_stat_activity where application_name = 'broadsheet page_drops'`

/** Reads and publishes without a pause, until its end. Requests that begin and end in one period of peace must not fail. */
function startLoad(server: TestServer, publish: Publisher['publish']) {
  const failed: string[] = []
  const known: number[] = []
  const acknowledged: string[] = []
  const load = { period: { isPeace: true }, end }
  const over = new AbortController()
  const keepOn = async (name: string, act: () => Promise<number>) => {
    while (!over.signal.aborted) {
      const { period } = load
      const status = await act().catch(() => 500)
      if (status < 500) continue
      if (period.isPeace && period === load.period) failed.push(`${name}: ${status}`)
      await sleep(50)
    }
  }
  const ask = async (path: string, host = 'localhost') => (await server.ask(path, { host })).status
  const busy = [
    keepOn('search', () => ask(`/search?q=${uuidv7()}`)),
    keepOn('category', () => ask(`/category/${uuidv7()}`)),
    keepOn('from memory', async () => {
      const status = await ask('/article/known', LAGOON)
      known.push(status)
      await sleep(5)
      return status
    }),
    keepOn('publish', async () => {
      const title = `Tide ${uuidv7()}`
      const { status } = await publish({ title })
      acknowledged.push(title)
      return status
    }),
  ]
  async function end() {
    over.abort()
    await Promise.all(busy)
    return { failed, known, acknowledged }
  }
  return load
}

async function untilReady(server: TestServer): Promise<void> {
  await expect.poll(async () => (await server.ask('/readyz')).status, { timeout: 30_000 }).toBe(200)
}
