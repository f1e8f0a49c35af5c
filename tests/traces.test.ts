// What the built product sends to a collector of traces, and the ids of its log lines and error pages.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFaultyServer } from './support/faulty-server.ts'
import { findFreePort } from './support/postgres.ts'
import { signUpPublisher } from './support/publisher.ts'
import { queryStore, startLastingServer, type TestServer } from './support/server.ts'
import { startWebhookFake } from './support/webhook-fake.ts'

/** A span as JSON (OTLP 1). */
interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  links?: { traceId: string }[]
  status: { code?: number }
}
interface Export {
  resourceSpans: {
    resource: Pick<Span, 'attributes'>
    scopeSpans: { spans: Span[] }[]
  }[]
}

const HOOK = encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) {
    if (url.includes('/@opentelemetry/')) process.stderr.write('loaded ' + url + '\\n')
    return next(url, context)
  } })`)
const WATCHED = ['--import', `data:text/javascript,${HOOK}`, '--liftoff-only', 'tools/start.ts', '--no-build']
const start = (settings: Record<string, string>) =>
  startLastingServer({ LOG_LEVEL: 'info', DEMO: 'off', ...settings }, WATCHED)
const listLoaded = ({ output }: TestServer) => [
  ...new Set([...output().matchAll(/loaded \S*\/@opentelemetry\/([\w-]+)/g)].map(([, name]) => name)),
]

const makeTraceparent = () => `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`
const readLines = ({ output }: TestServer) =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const attributeOf = ({ attributes }: Pick<Span, 'attributes'>, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}

let traced: TestServer
let deaf: TestServer
let plain: TestServer
let collector: Awaited<ReturnType<typeof startFaultyServer>>
let hook: Awaited<ReturnType<typeof startWebhookFake>>

beforeAll(async () => {
  collector = await startFaultyServer(() => ({ status: 200, body: {} }))
  hook = await startWebhookFake()
  ;[traced, deaf, plain] = await Promise.all([
    start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'newsroom',
      OUTBOUND_ALLOW: new URL(hook.url).host,
      TRUST_PROXY: '1',
    }),
    start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await findFreePort()}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    }),
    start({}),
  ])
})
afterAll(async () => {
  await Promise.all([traced, deaf, plain].map((server) => server.end()))
  await collector.close()
  await hook.close()
})

describe('an error page', () => {
  test.each([
    ['/article/tides', 503, 'Error loading article'],
    ['/articles', 500, 'route.broken'],
    ['/articles.data', 500, 'route.broken'],
  ])('names its request, as the header and the log do: %s', async (path, status, event) => {
    const { cookie } = await signUpPublisher(traced, {})
    await queryStore(traced, 'alter table blog_posts rename to blog_posts_away')
    const answer = await traced.ask(path, { headers: { cookie } })
    await queryStore(traced, 'alter table blog_posts_away rename to blog_posts')
    const id = String(answer.headers['x-request-id'])
    expect(answer.status).toBe(status)
    expect(answer.body).toContain(path.endsWith('.data') ? `"${id}"` : `Request <code>${id}</code>`)
    await expect
      .poll(() => new Set(readLines(traced).flatMap((line) => (line.id === id ? line.event : []))))
      .toEqual(new Set([event, 'request']))
    const last = readLines(traced).findLast((line) => line.id === id)
    expect(last, 'a line has no fields of another').not.toHaveProperty('err')
  })

  test('is never kept in memory, and a page in memory has no id', async () => {
    const { publish } = await signUpPublisher(traced, { author: 'Ines', content: 'Low.' })
    await publish({ title: 'Tides' })
    await traced.ask('/article/tides')
    const hit = await traced.ask('/article/tides')
    expect(hit.status).toBe(200)
    expect(hit.headers['x-request-id']).toBeUndefined()
    expect(hit.body).not.toContain('data-request-id')
  })
})

/** Publishes an article to a webhook whose first answer is an error, and waits until a job has delivered it. */
async function publishToHook(article: Record<string, string>, traceparent: string) {
  const { cookie } = await signUpPublisher(traced, {})
  const headers = { cookie, traceparent }
  const { body } = await traced.ask('/manage-sites/new?kind=webhook', {
    headers,
    form: { intent: 'add', copyPolicy: 'canonical', name: 'Hook', url: hook.url },
  })
  const [secret = ''] = /whsec_[\w+/=]+/.exec(body) ?? []
  hook.settings.secret = secret
  const sites = await queryStore<{ id: string }>(traced, `select id from target_sites where name = 'Hook'`)
  hook.failNext({ kind: 'answer', status: 500 })
  const form = { ...article, draftId: crypto.randomUUID(), siteIds: sites.map(({ id }) => id) }
  const answer = await traced.ask('/publisher', { headers, form })
  await queryStore(traced, 'update deliveries set next_attempt_at = now()')
  await queryStore(traced, `update pgboss.job set start_after = now() where name = 'deliver'`)
  await expect.poll(() => readLines(traced).some((line) => line.job === 'deliver')).toBe(true)
  expect(hook.copies.size).toBe(1)
  return { requestId: answer.headers['x-request-id'], secrets: [secret, cookie.split('=')[1] ?? ''] }
}

function readSpans(): Span[] {
  const sent = collector.requests.flatMap(({ body }) => (JSON.parse(body) as Export).resourceSpans)
  return sent.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}

test('a request, its queries, its job and their outgoing requests are one trace without values', async () => {
  const article = { title: 'Tides of March', content: 'Low water.', author: 'Ines' }
  const traceparent = makeTraceparent()
  const { requestId, secrets } = await publishToHook(article, traceparent)
  expect(await traced.stop()).toBe(0)
  const all = readSpans()
  const [, traceId, parentSpanId] = traceparent.split('-')
  const request = all.find((span) => attributeOf(span, 'request.id') === requestId)
  expect(request).toMatchObject({ name: 'POST /publisher', traceId, parentSpanId })
  const childrenOf = (parent?: Span) => all.filter((span) => span.parentSpanId === parent?.spanId)
  const job = childrenOf(request).find(({ name }) => name === 'job deliver')
  for (const [parent, status] of [[request, 500] as const, [job, 200] as const]) {
    const sent = childrenOf(parent).find(({ name }) => name === 'POST')
    expect(sent).toMatchObject({ traceId })
    expect(sent && attributeOf(sent, 'server.address')).toBe(new URL(hook.url).host)
    expect(sent && attributeOf(sent, 'http.response.status_code')).toBe(status)
    expect(childrenOf(parent).filter((span) => attributeOf(span, 'db.query.text')).length).toBeGreaterThan(2)
  }
  expect(hook.requests.filter(({ headers }) => 'traceparent' in headers)).toEqual([])

  const text = JSON.stringify(all)
  expect(text).toContain('insert into')
  const values = [article.title, article.content, '/hooks/', ...secrets]
  expect(values.filter((value) => text.includes(value))).toEqual([])
  const jobId = job && attributeOf(job, 'job.id')
  const ofJob = readLines(traced).filter((line) => line.id === jobId)
  expect(new Set(ofJob.map((line) => line.trace_id))).toEqual(new Set([traceId]))
})

test('the spans are of the service that the setting names, as OTLP over HTTP', () => {
  const [first] = collector.requests
  expect(first?.url.pathname).toBe('/v1/traces')
  const { resourceSpans } = JSON.parse(first?.body ?? '') as Export
  expect(resourceSpans.map(({ resource }) => attributeOf(resource, 'service.name'))).toEqual(['newsroom'])
})

test('a collector that is down delays nothing, and is one line in the log', async () => {
  const traceparent = makeTraceparent()
  const startedAt = performance.now()
  for (let visit = 0; visit < 20; visit += 1)
    await deaf.ask(`/article/none-${visit}`, { headers: { traceparent } })
  expect(performance.now() - startedAt).toBeLessThan(4000)
  const lines = readLines(deaf).filter((line) => line.event === 'request' && line.status === 404)
  expect(lines.length).toBeGreaterThanOrEqual(19)
  expect(lines.every((line) => /^[\da-f]{32}$/.test(String(line.trace_id)))).toBe(true)
  expect(deaf.output(), 'a visitor chose the trace').not.toContain(traceparent.split('-')[1])
  expect(await deaf.stop()).toBe(0)
  expect(readLines(deaf).filter((line) => line.event === 'traces.not_sent')).toHaveLength(1)
  expect(deaf.output()).not.toMatch(/ECONNREFUSED[\s\S]*ECONNREFUSED/)
})

test('the log has no secret of a link', async () => {
  for (const path of ['/invite/the-secret', '/draft/the-secret', '/invite/the-secret.data'])
    await plain.ask(path)
  await expect.poll(() => readLines(plain).filter(({ path }) => path === '/invite/:token').length).toBe(2)
  expect(plain.output()).not.toContain('the-secret')
})

test('without an endpoint, nothing of OpenTelemetry is loaded but the API, which is in the bundle', async () => {
  await plain.ask('/article/none')
  expect(listLoaded(plain)).toEqual([])
  expect(listLoaded(traced)).toContain('sdk-trace')
  const lines = readLines(plain).filter((line) => line.event === 'request')
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter((line) => line.id === undefined || 'trace_id' in line)).toEqual([])
})
