// A database that restarts, and one whose connections freeze: the process survives, reports it, and can be stopped.
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres } from '../support/postgres.ts'
import { signUpPublisher } from '../support/publisher.ts'
import { addSite, queryStore, startServer, type TestServer } from '../support/server.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'

const RESTARTS = 20

describe.runIf(process.env.TEST_STORE === 'server')('a Postgres server', { timeout: 600_000 }, () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>

  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  test(`that restarts ${RESTARTS} times ends no process and loses no acknowledged write`, async () => {
    const server = await startServer({ DATABASE_URL: postgres.url })
    await addSite(server, 'Harbour')
    const { publish } = await signUpPublisher(server, {
      title: 'Tide',
      content: 'High water.',
      author: 'Ines',
    })
    const acknowledged: string[] = []
    const over = new AbortController()
    const keepOn = async (act: () => Promise<unknown>) => {
      while (!over.signal.aborted) await act().catch(() => sleep(50))
    }
    const busy = [
      keepOn(() => server.ask(`/search?q=${uuidv7()}`)),
      keepOn(() => server.ask(`/category/${uuidv7()}`)),
      keepOn(async () => {
        const title = `Tide ${uuidv7()}`
        await publish({ title })
        acknowledged.push(title)
      }),
    ]
    for (let count = 0; count < RESTARTS; count += 1) {
      await queryStore(server, 'delete from rate_limits') // an account publishes 20 articles an hour
      await sleep(500)
      await postgres.restart()
    }
    await untilReady(server)
    over.abort()
    await Promise.all(busy)
    expect(server.process.exitCode).toBeNull()
    expect(acknowledged.length).toBeGreaterThan(0)
    const stored = await queryStore<{ title: string }>(
      server,
      'select title from blog_posts where origin_id is null',
    )
    expect(stored.map(({ title }) => title)).toEqual(expect.arrayContaining(acknowledged))
    await expect.poll(() => queryStore(server, LISTENERS), { timeout: 10_000 }).toEqual([{ count: 1 }])
    expect(await server.stop()).toBe(0)
  })

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

const LISTENERS = `select count(*)::int from pg_stat_activity where application_name = 'broadsheet page_drops'`

async function untilReady(server: TestServer): Promise<void> {
  await expect.poll(async () => (await server.ask('/readyz')).status, { timeout: 30_000 }).toBe(200)
}
