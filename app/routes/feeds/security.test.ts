import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSite, queryStore, signUp, startServer, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'

const PATH = '/.well-known/security.txt'

let server: TestServer

beforeAll(async () => {
  server = await startServer({
    SITE_URL: 'https://news.example',
    SIGN_UP: 'open',
    SECURITY_CONTACT: 'mailto:security@news.example, https://news.example/report',
    SECURITY_POLICY: 'https://news.example/policy',
  })
  await signUp(server)
  await queryStore(
    server,
    `insert into seo_settings (user_id, site_domain) select id, 'roofs.localhost' from users`,
  )
  await addSite(server, 'Harbour')
})
afterAll(() => server.end())

test('security.txt has the contacts and the policy of the settings, and the address on the main site', async () => {
  const { status, headers, body } = await server.ask(PATH)
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body).toMatch(
    /^Contact: mailto:security@news\.example\nContact: https:\/\/news\.example\/report\nExpires: \d{4}-\d\d-01T00:00:00\.000Z\nCanonical: https:\/\/news\.example\/\.well-known\/security\.txt\nPolicy: https:\/\/news\.example\/policy\n$/,
  )
})

test.each([
  ['a hosted site', 'harbour.localhost'],
  ['an account’s own domain', 'roofs.localhost'],
])('security.txt has the same contacts on %s, and not the address on the main site', async (_name, host) => {
  const { status, body } = await server.ask(PATH, { host })
  expect(status).toBe(200)
  expect(body).toContain('Contact: mailto:security@news.example\n')
  expect(body).not.toContain('news.example/.well-known')
})

test('security.txt answers HEAD, and 304 to a client that has it', async () => {
  const { headers } = await server.ask(PATH)
  const head = await server.ask(PATH, { method: 'HEAD' })
  expect([head.status, head.body, head.headers.etag]).toEqual([200, '', headers.etag])
  const known = { 'if-none-match': headers.etag ?? '' }
  for (const method of ['GET', 'HEAD'])
    expect((await server.ask(PATH, { method, headers: known })).status).toBe(304)
})

test('browsers keep to https on this host, and nothing is said about other hosts of its domain', async () => {
  for (const path of ['/', '/auth', PATH])
    expect((await server.ask(path)).headers['strict-transport-security'], path).toBe('max-age=31536000')
})

test('without a contact there is no security.txt', async () => {
  expect((await (await shareServer()).ask(PATH)).status).toBe(404)
})
