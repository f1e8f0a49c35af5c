// @seconds 17
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failureOf, makeOutgoing } from '../../../tests/support/connector-target.ts'
import {
  type FakeAnswer,
  type Fault,
  type FaultyServer,
  startFaultyServer,
} from '../../../tests/support/faulty-server.ts'
import { startGhostFake } from '../../../tests/support/ghost-fake.ts'
import { makeWebhookSecret } from '../../../tests/support/webhook-fake.ts'
import { startWordPressFake } from '../../../tests/support/wordpress-fake.ts'
import { env } from '../../platform/env.server.ts'
import { parseRetryAfter, toCopyUrl, toQuote } from './ask-site.server.ts'
import { findConnector } from './connectors.server.ts'
import { type Credentials, REMOTE_KINDS, type RemoteKind, type RemoteSite } from './site-connector.ts'

const CREDENTIALS: { [K in RemoteKind]: Credentials<K> } = {
  wordpress: { username: 'ines', password: 'abcdEFGH1234ijklMNOP5678' },
  ghost: { key: `${'0a1b2c'.repeat(4)}:${'3d4e5f6a'.repeat(8)}` },
  webhook: { secrets: [makeWebhookSecret(), makeWebhookSecret()] },
}

let server: FaultyServer
let answers: FakeAnswer = { status: 200 }
beforeAll(async () => {
  server = await startFaultyServer(() => answers)
  env.OUTBOUND_ALLOW.add(new URL(server.url).host)
})
afterAll(async () => {
  await server.close()
  env.OUTBOUND_ALLOW.clear()
})

const siteOf = <K extends RemoteKind>(kind: K, url = server.url): RemoteSite<K> => ({
  url,
  credentials: CREDENTIALS[kind],
})

const publishTo = (kind: RemoteKind, url?: string) =>
  failureOf(findConnector(kind).publish(siteOf(kind, url), makeOutgoing()), siteOf(kind, url))

const HTML = '<!doctype html><html><body>We will be back soon</body></html>'

describe.each(REMOTE_KINDS)('a site of the kind %s that fails', (kind) => {
  test.each<[string, FakeAnswer, [reason: string, sentence: RegExp]]>([
    ['asks for patience', { status: 429, headers: { 'retry-after': '120' }, body: {} }, ['throttled', /429/]],
    ['is overloaded', { status: 503, headers: { 'retry-after': '60' }, body: HTML }, ['broken', /503/]],
    ['fails', { status: 500, body: HTML }, ['broken', /500/]],
    ['is behind a gateway that gave up', { status: 504, body: HTML }, ['broken', /504/]],
    ['is gone for good', { status: 410, body: HTML }, ['gone', /410/]],
    [
      'has moved',
      { status: 301, headers: { location: 'https://new.example/x?token=1' } },
      ['rejected', /localhost:\d+ sends us on to https:\/\/new\.example\/x\. Enter/],
    ],
    [
      'leads to a private address',
      { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } },
      ['rejected', /sends us on to http:\/\/169\.254\.169\.254\//],
    ],
    ['leads nowhere', { status: 307 }, ['rejected', /sends us on to another address/]],
  ])('%s: the error says so, and no other host gets a request', async (_, answer, [reason, sentence]) => {
    answers = answer
    server.requests.length = 0
    const error = await publishTo(kind)
    expect(error.reason).toBe(reason)
    expect(error.detail).toMatch(sentence)
    expect(error.retryAfterS).toBe(answer.headers?.['retry-after'] && Number(answer.headers['retry-after']))
    expect(server.requests.length).toBeLessThanOrEqual(2)
  })

  test('is unreachable: unknown name, closed port, private network, wrong address', async () => {
    expect(await publishTo(kind, 'https://nobody.invalid')).toMatchObject({
      reason: 'unreachable',
      detail: expect.stringMatching(/^DNS finds no such host on the internet: nobody\.invalid\./),
    })
    env.OUTBOUND_ALLOW.add('localhost:9')
    expect(await publishTo(kind, 'http://localhost:9')).toMatchObject({ reason: 'unreachable' })
    expect((await publishTo(kind, 'https://localhost')).detail).toMatch(
      /^DNS finds no such host on the internet: localhost\./,
    )
    const inside = await publishTo(kind, 'https://192.168.0.1')
    expect(inside.reason).toBe('address-forbidden')
    expect(inside.detail).toContain('192.168.0.1 leads into a private network')
    expect(inside.isRetryable).toBe(false)
    expect((await publishTo(kind, 'http://harbour.example')).detail).toContain('https://')
  })
})

const HOSTILE: Fault[] = [
  { kind: 'huge' },
  { kind: 'gzip' },
  { kind: 'answer', status: 200, body: HTML },
  { kind: 'answer', status: 200, body: [] },
  { kind: 'answer', status: 200, body: { posts: [{ id: '../../x', status: 'published' }] } },
  { kind: 'answer', status: 200, body: 'null' },
  { kind: 'answer', status: 200, body: '{"id":'.repeat(5000) },
]

const isApi = ({ url }: { url: URL }) => /wp-json|ghost\/api/.test(url.pathname)

describe.each(['wordpress', 'ghost'] as const)('a response of %s without the expected data', (kind) => {
  test.each(HOSTILE)('is an error ($kind $body)', async (fault) => {
    const fake = await (kind === 'wordpress' ? startWordPressFake() : startGhostFake())
    env.OUTBOUND_ALLOW.add(new URL(fake.url).host)
    for (let step = 0; step < 4; step += 1) {
      fake.failNext(fault, { skip: step, matches: isApi })
      const credentials =
        'key' in fake ? { key: fake.key } : { username: fake.username, password: fake.password }
      const site = { url: fake.url, credentials } as RemoteSite<typeof kind>
      const asked = findConnector(kind).publish(site, makeOutgoing())
      const isList = step !== 2 && fault.kind === 'answer' && JSON.stringify(fault.body) === '[]'
      if (isList && kind === 'wordpress') await asked // an empty list is a valid result of a search
      else expect((await failureOf(asked, site)).reason).toBe('broken')
      fake.clearFaults()
    }
    await fake.close()
  })
})

test('a request to a silent or too slow site ends after 15 s, for every kind of site', async () => {
  const silent = await startFaultyServer(() => ({ status: 200 }))
  const slow = await startGhostFake()
  for (const { url } of [silent, slow]) env.OUTBOUND_ALLOW.add(new URL(url).host)
  silent.failNext({ kind: 'hang' }, { times: 3 })
  slow.failNext({ kind: 'drip', everyMs: 1000 })
  const slowSite = { url: slow.url, credentials: { key: slow.key } }
  const errors = await Promise.all([
    ...REMOTE_KINDS.map((kind) => publishTo(kind, silent.url)),
    failureOf(findConnector('ghost').publish(slowSite, makeOutgoing()), slowSite),
  ])
  for (const { reason, isRetryable } of errors) {
    expect(reason).toBe('timeout')
    expect(isRetryable).toBe(true)
  }
  await silent.close()
  await slow.close()
})

test.each([
  ['https://harbour.example/a', 'https://harbour.example', 'https://harbour.example/a'],
  ['http://harbour.example/a', 'https://harbour.example', null],
  ['https://user:word@harbour.example/a', 'https://harbour.example', null],
  ['https://harbour.example.evil.example/a', 'https://harbour.example', null],
  ['javascript:alert(1)', 'https://harbour.example', null],
  ['/a', 'https://harbour.example', null],
  [`https://harbour.example/${'a'.repeat(3000)}`, 'https://harbour.example', null],
])('the address of a copy %s, from the site %s, is accepted as %s', (address, site, accepted) => {
  expect(toCopyUrl(address, site)).toBe(accepted)
})

test.each([
  ['120', 120],
  ['Sat, 21 Nov 2026 12:02:00 GMT', 120],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  ['-5', undefined],
  ['2026', 2026],
  ['99999999999', 604_800],
  [undefined, undefined],
])('the header “Retry-After: %s” means %s seconds', (header, seconds) => {
  expect(parseRetryAfter(header, Date.parse('2026-11-21T12:00:00Z'))).toBe(seconds)
})

test('a quotation of a site is plain text on one line, with 200 characters at most', () => {
  expect(toQuote('<script>x</script>\u001B[31m\r\nNo\u202E way')).toBe('x [31m No way')
  expect(Array.from(toQuote('long '.repeat(100))).length).toBeLessThanOrEqual(201)
  expect(Array.from(toQuote('<'.repeat(4_000_000))).length, 'hostile').toBeLessThanOrEqual(201)
})
