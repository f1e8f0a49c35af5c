// The metrics of a process for Prometheus, and who may read them (`/metrics`).
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUpPublisher } from './support/publisher.ts'
import { findFreePort } from './support/postgres.ts'
import { addSite, askAt, ended, runTool, startServer, type TestServer } from './support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer({ QUEUE_POLL_MS: '500' })
  await addSite(server, 'Quay')
  const { publish } = await signUpPublisher(server, { author: 'Ines', content: 'Low.', tags: '' })
  await publish({ title: 'Tides' })
})
afterAll(() => server.end())

const read = async () => (await server.ask('/metrics')).body
const valueOf = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1) ?? 0,
  )

describe('the metrics', () => {
  test('count answers from memory and others, by kind and status', async () => {
    const hits = 'broadsheet_requests_total{kind="public",status="2xx",cache="hit"}'
    const before = await read()
    expect(before).toContain('broadsheet_info{version="')
    for (let visit = 0; visit < 3; visit += 1) await server.ask('/article/tides')
    await server.ask('/article/no-such-article')
    await server.ask('/publisher')
    const after = await read()
    expect(valueOf(after, hits) - valueOf(before, hits)).toBeGreaterThanOrEqual(2)
    expect(valueOf(after, 'broadsheet_requests_total{kind="public",status="4xx",cache="miss"}')).toBe(1)
    expect(valueOf(after, 'broadsheet_requests_total{kind="screen",status="3xx",cache="none"}')).toBe(1)
    expect(valueOf(after, 'broadsheet_request_seconds_count{kind="public"}')).toBeGreaterThanOrEqual(2)
    expect(valueOf(after, 'broadsheet_cached_pages')).toBeGreaterThan(0)
    const cross = { headers: { 'sec-fetch-site': 'cross-site' }, form: {} }
    expect((await server.ask('/publisher', cross)).status).toBe(403)
    expect(valueOf(await read(), 'broadsheet_refusals_total{code="cross_site"}')).toBe(1)
  })

  test('count deliveries and jobs', async () => {
    expect(valueOf(await read(), 'broadsheet_deliveries_total{site="hosted",outcome="delivered"}')).toBe(1)
    await expect
      .poll(read, { timeout: 20_000 })
      .toMatch(/^broadsheet_jobs_total\{job="[\w-]+",outcome="done"\} \d+$/m)
  })

  test('have every name that the alerts and the dashboard ask for', async () => {
    const text = await read()
    const told = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name))
    const asked = ['ops/alerts.yml', 'ops/grafana-dashboard.json'].flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\b(?:broadsheet|nodejs|process)_\w+/g)].map(([name]) =>
        name.replace(/_bucket$/, ''),
      ),
    )
    expect(asked.length).toBeGreaterThan(20)
    expect(asked.filter((name) => !told.has(name))).toEqual([])
  })

  test.each([
    ['through a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
    ['through a proxy with the standard header', { headers: { forwarded: 'for=203.0.113.9' } }],
    ['under a public name', { host: 'news.example' }],
  ])('are not shown to a caller %s', async (_name, ask) => {
    const answer = await server.ask('/metrics', ask)
    expect([answer.status, answer.body]).toEqual([404, 'Not found.\n'])
  })
})

test('with a token, the metrics are told to its bearer alone', async () => {
  const token = 'a-token-of-more-than-sixteen-characters'
  const guarded = await startServer({ METRICS_TOKEN: token })
  const ask = (authorization?: string) =>
    guarded.ask('/metrics', { host: 'news.example', headers: { ...(authorization && { authorization }) } })
  expect((await guarded.ask('/metrics')).status).toBe(404)
  expect((await ask('Bearer another-token')).status).toBe(404)
  expect((await ask(`Bearer ${token}`)).status).toBe(200)
  await guarded.end()
})

test('a worker tells its own, on a port of its own', async ({ skip }) => {
  if (!server.env.DATABASE_URL) skip('an embedded store has one process')
  const [port, metricsPort] = [await findFreePort(), await findFreePort()]
  const env = {
    ...server.env,
    ROLE: 'worker',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATA_DIR: mkdtempSync(join(tmpdir(), 'broadsheet-worker-')),
  }
  const worker = runTool({ env }, 'tools/start.ts', '--no-build')
  await expect
    .poll(async () => (await askAt(metricsPort, '/readyz').catch(() => undefined))?.status, {
      timeout: 20_000,
    })
    .toBe(200)
  expect((await askAt(metricsPort, '/readyz?strict')).status).toBe(200)
  expect((await askAt(metricsPort, '/metrics')).body).toContain('role="worker"')
  expect((await askAt(metricsPort, '/')).status).toBe(404)
  worker.kill('SIGTERM')
  expect((await ended(worker)).code).toBe(0)
})
