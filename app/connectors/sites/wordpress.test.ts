import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { failureOf, makeOutgoing, openPage } from '../../../tests/support/connector-target.ts'
import type { FakeAnswer, FakeRequest, Fault } from '../../../tests/support/faulty-server.ts'
import { startWordPressFake } from '../../../tests/support/wordpress-fake.ts'
import type { WordPressSettings } from '../../../tests/support/wordpress-fake-pages.ts'
import { env } from '../../platform/env.server.ts'
import { findConnector } from './connectors.server.ts'

afterAll(() => env.OUTBOUND_ALLOW.clear())

const HTML = '<!doctype html><html><body>We will be back soon</body></html>'

async function start(settings: Partial<WordPressSettings> = {}) {
  const fake = await startWordPressFake(settings)
  onTestFinished(() => fake.close())
  env.OUTBOUND_ALLOW.add(new URL(fake.url).host)
  const { url, username, password } = fake
  return { fake, site: { url, credentials: { username, password } } }
}

const { check, publish } = findConnector('wordpress')

describe('a failure of WordPress is explained in a sentence', () => {
  test.each<[string, Partial<WordPressSettings>, [reason: string, sentence: RegExp]]>([
    [
      'application passwords switched off',
      { hasApplicationPasswords: false },
      ['unauthorised', /Application passwords are switched off/],
    ],
    [
      'the Authorization header removed by the web server',
      { stripsAuthorization: true },
      ['unauthorised', /strips the Authorization header/],
    ],
    [
      'a role that is too low',
      { role: 'contributor' },
      ['rejected', /“ines”, whose role is too low: it has to be an author/],
    ],
    ['a role that may not write', { role: 'subscriber' }, ['rejected', /role is too low/]],
    ['no REST API', { hasRestApi: false }, ['rejected', /names no REST API/]],
  ])('%s', async (_, settings, [reason, sentence]) => {
    const { fake, site } = await start(settings)
    const error = await failureOf(check(site), site)
    expect(error.reason).toBe(reason)
    expect(error.detail).toMatch(sentence)
    const again = await failureOf(publish(site, makeOutgoing()), site)
    expect(again.reason).toBe(reason)
    expect(again.isRetryable).toBe(false)
    expect(fake.posts.size).toBeLessThanOrEqual(1)
    expect([...fake.posts.values()].filter(({ status }) => status === 'publish')).toEqual([])
  })

  test.each<[string, FakeAnswer, [reason: string, sentence: RegExp]]>([
    [
      'a wrong password',
      { status: 401, body: { code: 'incorrect_password', message: 'x' } },
      ['unauthorised', /not this application password/],
    ],
    [
      'a wrong name',
      { status: 401, body: { code: 'invalid_username', message: 'x' } },
      ['unauthorised', /no user of this name/],
    ],
    ['a firewall', { status: 403, body: HTML }, ['refused', /firewall/]],
    ['a web page instead of data', { status: 200, body: HTML }, ['broken', /web page instead of data/]],
    [
      'an unknown refusal',
      { status: 400, body: { code: 'x', message: `<b>No</b>\u0007 ${'very '.repeat(200)}long` } },
      ['rejected', /^WordPress refused it: No very .{150,}…$/],
    ],
    [
      'a role that may not make posts',
      { status: 403, body: { code: 'rest_cannot_create', message: 'x' } },
      ['rejected', /role of this WordPress user/],
    ],
  ])('%s', async (_, answer, [reason, sentence]) => {
    const { fake, site } = await start()
    const fault: Fault = { kind: 'answer', ...answer }
    fake.failNext(fault, { matches: ({ url }) => url.pathname.startsWith('/wp-json/wp') })
    const error = await failureOf(check(site), site)
    expect(error.reason).toBe(reason)
    expect(error.detail).toMatch(sentence)
  })

  test('an API on another host, which gets no password', async () => {
    const { fake, site } = await start()
    const headers = { link: '<https://evil.example/wp-json/>; rel="https://api.w.org/"' }
    fake.failNext({ kind: 'answer', status: 200, headers })
    const error = await failureOf(publish(site, makeOutgoing()), site)
    expect(error.detail).toContain('its address is https://evil.example')
    expect(fake.requests.map((request) => request.headers.authorization)).toEqual([undefined])
  })

  test('posts that wait for approval', async () => {
    const { site } = await start({ holdsBack: true })
    const error = await failureOf(publish(site, makeOutgoing()), site)
    expect(error.detail).toContain('keeps the post as “pending”')
  })
})

const WARNING = '<br />\n<b>Warning</b>: Undefined array key [a] in <b>/plugins/x.php</b> on line 7<br />\n'
const SENTENCE =
  'The site answered with something before its data: “Warning : Undefined array key [a] in /plugins/x.php on line 7”.'

const isApi = ({ url }: FakeRequest) => url.pathname.startsWith('/wp-json')
const isWrite = ({ method, url }: FakeRequest) => method === 'POST' && url.pathname.includes('/posts')
const isTag = ({ method, url }: FakeRequest) => method === 'POST' && url.pathname.endsWith('/tags')
const isChange = ({ method, url }: FakeRequest) => method === 'POST' && /posts\/\d/.test(url.pathname)

describe('a warning of a plugin before the data of WordPress', () => {
  test('is named with its first line', async () => {
    const { fake, site } = await start()
    fake.failNext(
      { kind: 'warn', text: WARNING },
      { matches: ({ url }) => url.pathname.startsWith('/wp-json/wp') },
    )
    const error = await failureOf(check(site), site)
    expect([error.reason, error.detail]).toEqual(['broken', SENTENCE])
  })

  test('at every write does not fail a publication that the site has', async () => {
    const { fake, site } = await start({ hasYoast: true })
    fake.failNext({ kind: 'warn', text: WARNING }, { times: 99, matches: isWrite })
    const copy = await publish(site, makeOutgoing({ isNoindex: true }))
    expect([...fake.posts.values()]).toMatchObject([{ id: Number(copy.remoteId), status: 'publish' }])
    expect(await openPage(copy.url)).toContain("content='noindex'")
  })

  test('at the first answer about a tag does not fail a publication', async () => {
    const { fake, site } = await start()
    fake.failNext({ kind: 'warn', text: WARNING }, { matches: isTag })
    const copy = await publish(site, makeOutgoing({ tags: ['Harbour'] }))
    expect(fake.posts.get(Number(copy.remoteId))).toMatchObject({ status: 'publish' })
    expect(fake.requests.filter(isTag)).toHaveLength(2)
  })

  test('fails a publication that the site keeps as a draft', async () => {
    const { fake, site } = await start({ holdsBack: true })
    fake.failNext({ kind: 'warn', text: WARNING }, { matches: isChange })
    const error = await failureOf(publish(site, makeOutgoing()), site)
    expect(error.detail).toBe(SENTENCE)
  })

  test('at every request fails it before anything is made', async () => {
    const { fake, site } = await start()
    fake.failNext({ kind: 'warn', text: WARNING }, { times: 99, matches: isApi })
    expect((await failureOf(publish(site, makeOutgoing()), site)).detail).toBe(SENTENCE)
    expect(fake.posts.size).toBe(0)
  })

  test('is ignored if it is only a byte order mark', async () => {
    const { fake, site } = await start()
    fake.failNext(
      { kind: 'warn', text: '\uFEFF\uFEFF\n' },
      { times: 99, matches: ({ method }) => method !== 'HEAD' },
    )
    expect((await publish(site, makeOutgoing())).url).toContain(fake.url)
  })
})

test.each<Partial<WordPressSettings>>([
  { hasPlainPermalinks: true },
  { losesLinkHeader: true },
  { hasPlainPermalinks: true, losesLinkHeader: true },
])('the API of a WordPress is found in each form of its URL: %j', async (settings) => {
  const { site } = await start(settings)
  expect(await check(site)).toMatchObject({ name: 'Harbour Post' })
  const article = makeOutgoing()
  const copy = await publish(site, article)
  expect(await publish(site, article)).toEqual(copy)
})

test('with an SEO plugin whose fields can be written, a post has a canonical URL and noindex', async () => {
  const { site } = await start({ hasYoast: true })
  const canonicalUrl = 'https://desk.example/article/x'
  const article = makeOutgoing({ canonicalUrl, isNoindex: true })
  const { url } = await publish(site, article)
  const page = await openPage(url)
  expect(page).toContain(`<link rel="canonical" href="${canonicalUrl}" />`)
  expect(page).toContain("content='noindex'")
  expect((await check(site)).detail).toContain('set through Yoast SEO')
  await publish(site, { ...article, canonicalUrl: null, isNoindex: false })
  const independent = await openPage(url)
  expect(independent).not.toContain(canonicalUrl)
  expect(independent).not.toContain('noindex')
})
