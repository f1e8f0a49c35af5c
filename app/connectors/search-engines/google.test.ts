import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type GoogleFake, startGoogleFake } from '../../../tests/support/google-fake.ts'
import { env } from '../../platform/env.server.ts'
import { parseServiceAccount } from '../../platform/service-account.server.ts'
import type { ConnectorError } from '../connector-error.ts'
import { submitSitemap } from './google.server.ts'

const ORIGIN = 'https://www.news.example'

let google: GoogleFake

beforeAll(async () => {
  google = await startGoogleFake()
  Object.assign(env, {
    GOOGLE_API_URL: google.url,
    GOOGLE_TOKEN_URL: `${google.url}/token`,
    GOOGLE_SERVICE_ACCOUNT: parseServiceAccount(google.keyFile),
  })
})
afterAll(async () => {
  Object.assign(env, { GOOGLE_SERVICE_ACCOUNT: undefined })
  await google.close()
})
beforeEach(() => {
  google.properties.clear()
  google.sitemaps.length = 0
  google.clearFaults()
  Object.assign(google.settings, {
    clockAheadS: 0,
    isApiEnabled: true,
    isKeyDeleted: false,
    isQuotaUsed: false,
  })
})

const refusal = async () =>
  submitSitemap(ORIGIN).then(
    () => undefined,
    (error: unknown) => error as ConnectorError,
  )
const sentence = async () => (await refusal())?.detail
const own = (...properties: string[]) => {
  for (const property of properties) google.properties.set(property, 'siteFullUser')
}

describe('a sitemap is submitted', () => {
  test.each([
    ['the property of this address', [`${ORIGIN}/`, 'sc-domain:news.example'], `${ORIGIN}/`],
    [
      'a property of the domain',
      ['sc-domain:news.example', 'https://other.example/'],
      'sc-domain:news.example',
    ],
    [
      'the nearest of several domains',
      ['sc-domain:news.example', 'sc-domain:www.news.example'],
      'sc-domain:www.news.example',
    ],
  ])('for %s', async (_what, properties, expected) => {
    own(...properties)
    await expect(submitSitemap(ORIGIN)).resolves.toMatchObject({ status: 204 })
    expect(google.sitemaps).toEqual([{ property: expected, sitemap: `${ORIGIN}/sitemap.xml` }])
  })
})

describe('Google refuses, and the operator reads why:', () => {
  test.each([
    'http://www.news.example/',
    'https://news.example/',
    'sc-domain:ews.example',
    `${ORIGIN}/blog/`,
  ])('no property covers the site, but %s', async (property) => {
    own(property)
    expect(await sentence()).toContain('no property in Search Console that covers https://www.news.example')
  })

  test('the service account has no property at all', async () => {
    expect(await refusal()).toMatchObject({ reason: 'unauthorised', isRetryable: false })
  })

  test('the service account may only read', async () => {
    google.properties.set(`${ORIGIN}/`, 'siteRestrictedUser')
    expect(await sentence()).toContain('Give it full permission there.')
  })

  test('the permission was removed in that moment', async () => {
    own(`${ORIGIN}/`)
    google.failNext({ kind: 'answer', status: 403, body: {} }, { matches: ({ method }) => method === 'PUT' })
    expect(await sentence()).toContain(`with ${ORIGIN}/. Give it full permission in Search Console.`)
    google.failNext({ kind: 'answer', status: 404, body: {} }, { matches: ({ method }) => method === 'PUT' })
    expect(await sentence()).toContain('Add it in Search Console.')
  })

  test('its key was deleted, or a clock is wrong', async () => {
    own(`${ORIGIN}/`)
    google.settings.isKeyDeleted = true
    expect(await refusal()).toMatchObject({ reason: 'unauthorised', status: 400 })
    Object.assign(google.settings, { isKeyDeleted: false, clockAheadS: 7200 })
    expect(await sentence()).toContain('the clock of this installation may be wrong')
  })

  test('a token is not accepted', async () => {
    own(`${ORIGIN}/`)
    google.failNext({ kind: 'answer', status: 401, body: {} }, { matches: ({ method }) => method === 'GET' })
    expect(await refusal()).toMatchObject({ reason: 'unauthorised', status: 401 })
  })

  test('the API is not switched on', async () => {
    google.settings.isApiEnabled = false
    expect(await sentence()).toContain('The Search Console API is not switched on')
  })

  test('the quota is used up: in both forms of that response, with the time to wait', async () => {
    google.settings.isQuotaUsed = true
    expect(await refusal()).toMatchObject({ reason: 'throttled', isRetryable: true, status: 403 })
    google.failNext({ kind: 'answer', status: 429, headers: { 'retry-after': '90' } })
    expect(await refusal()).toMatchObject({ reason: 'throttled', retryAfterS: 90 })
  })

  test('its response cannot be read, or there is none', async () => {
    google.failNext({ kind: 'answer', status: 200, body: '<html>' })
    expect(await refusal()).toMatchObject({ reason: 'broken' })
    google.failNext({ kind: 'answer', status: 503, body: '' })
    expect(await refusal()).toMatchObject({ reason: 'broken', status: 503 })
    google.failNext({ kind: 'refuse' })
    expect(await refusal()).toMatchObject({ reason: 'unreachable' })
  })
})
