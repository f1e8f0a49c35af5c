import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addSite, queryStore, signUp, startServer, type TestServer } from '../../../tests/support/server.ts'
import { startWordPressFake, type WordPressFake } from '../../../tests/support/wordpress-fake.ts'

let blog: WordPressFake
let server: TestServer
let cookie: string

beforeAll(async () => {
  blog = await startWordPressFake()
  server = await startServer({
    DEMO: 'off',
    LOG_LEVEL: 'debug',
    OUTBOUND_ALLOW: new URL(blog.url).host,
  })
  await addSite(server, 'Shared')
  cookie = (await signUp(server)).cookie
})
afterAll(async () => {
  await server.end()
  await blog.close()
})

const read = (path: string, headers: Record<string, string> = { cookie }, host?: string) =>
  server.ask(path, { headers, ...(host && { host }) })
const send = (path: string, form: Record<string, string>, headers: Record<string, string> = { cookie }) =>
  server.ask(path, { form, headers })

const add = (kind: string, form: Record<string, string>, headers?: Record<string, string>) =>
  send(`/manage-sites/new?kind=${kind}`, { intent: 'add', copyPolicy: 'canonical', ...form }, headers)
const idIn = (body: string) => /\/manage-sites\/((?!00000000)[0-9a-f-]{36})/.exec(body)?.[1] ?? ''

const hosted = (name: string) => ({ name, url: `${name.toLowerCase()}.localhost` })
const onBlog = () => ({ name: 'Blog', url: blog.url, username: blog.username, password: blog.password })

describe('the list', () => {
  test('marks shared sites, and has no link to change them', async () => {
    const { body, headers } = await read('/manage-sites')
    expect(body).toContain(`http://shared.localhost:${server.port}`)
    expect(body).toContain('target-sites-shared')
    expect(idIn(body)).toBe('')
    expect(headers['cache-control']).toBe('private, no-store')
  })

  test('explains the next step if there is no site', async () => {
    await queryStore(
      server,
      `update target_sites set owner_id = (select id from users limit 1) where name = 'Shared'`,
    )
    const { body } = await read('/manage-sites', { cookie: (await signUp(server)).cookie })
    expect(body).toContain('No sites yet')
    expect(body).toContain(`http://daily.localhost:${server.port}`)
    await queryStore(server, `update target_sites set owner_id = null where name = 'Shared'`)
  })
})

describe('adding a site', () => {
  test('begins with its kind', async () => {
    const { body } = await read('/manage-sites/new')
    for (const kind of ['Hosted here', 'WordPress', 'Ghost', 'Webhook']) expect(body).toContain(kind)
    expect((await read('/manage-sites/new?kind=main')).body).toContain('What kind of site is it?')
  })

  test('shows errors beside their fields, and keeps typed values except the secret', async () => {
    const form = { ...onBlog(), name: '', description: 'Kept, as typed', password: 'canary-of-a-form' }
    const answer = await add('wordpress', form)
    expect(answer.status).toBe(400)
    expect(answer.body).toContain('Please give it a name')
    expect(answer.body).toContain('Kept, as typed')
    expect(answer.body).toContain('Secrets are not kept')
    expect(answer.body).not.toContain('canary-of-a-form')
  })

  test('serves a hosted one immediately, by its own name and description', async () => {
    await add('hosted', { ...hosted('Daily'), description: 'Boats and <tides>,\nplainly.' })
    const host = 'daily.localhost'
    await vi.waitFor(async () => expect((await read('/', {}, host)).status).toBe(200))
    expect((await read('/', {}, host)).body).toContain('content="Boats and &lt;tides&gt;, plainly."')
    expect((await read('/llms.txt', {}, host)).body).toContain(String.raw`> Boats and \<tides\>, plainly.`)
    for (const feed of ['/feed.xml', '/feed.atom', '/feed.json'])
      expect((await read(feed, {}, host)).body).toContain('plainly.')
    expect((await read('/', {})).body).not.toContain('plainly.')
  })

  test('refuses a host name of another account without naming that account', async () => {
    const other = (await signUp(server)).cookie
    await add('hosted', { ...hosted('Taken'), name: 'canary-of-another' }, { cookie: other })
    const answer = await add('hosted', { name: 'Mine', url: 'taken.localhost' })
    expect(answer.status).toBe(409)
    expect(answer.body).toContain('This host name is taken.')
    expect(answer.body).not.toContain('canary-of-another')
  })

  test('saves a site whose test fails, with a warning and the reason', async () => {
    const answer = await add('wordpress', { ...onBlog(), url: `${blog.url}/nowhere`, name: 'Wrong' })
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('Wrong is added')
    expect(answer.body).toContain('The connection does not work')
    expect(answer.body).toContain('nothing can be delivered until this is put right')
  })

  test('asks for the password again after a while, and keeps typed values', async () => {
    const stale = (await signUp(server, 'stale@example.com')).cookie
    await queryStore(
      server,
      `update sessions set authenticated_at = now() - interval '1 hour'
       where user_id = (select id from users where email = 'stale@example.com')`,
    )
    const answer = await add('wordpress', { ...onBlog(), name: 'Kept name' }, { cookie: stale })
    expect(answer.status).toBe(403)
    expect(answer.body).toContain('It is a while since you signed in.')
    expect(answer.body).toContain('Kept name')
    const wrong = { ...onBlog(), name: 'Kept name', passwordAgain: 'not this one' }
    expect((await add('wordpress', wrong, { cookie: stale })).body).toContain('not your current password')
    expect((await add('hosted', hosted('Stale'), { cookie: stale })).body).toContain('Stale is added')
  })

  test('shows the secret of a webhook once', async () => {
    const made = await add('webhook', { name: 'Hook', url: 'https://hook.example/in' })
    const secret = /whsec_[\w+/]{43}=/.exec(made.body)?.[0] ?? ''
    expect(secret).not.toBe('')
    const page = await read(`/manage-sites/${idIn(made.body)}`)
    expect(page.status).toBe(200)
    expect(page.body).not.toContain('whsec_')
  })
})

describe('a site of one’s own', () => {
  test('has its new name on its pages and feeds immediately', async () => {
    const id = idIn((await add('hosted', hosted('Before'))).body)
    const host = 'before.localhost'
    await vi.waitFor(async () => expect((await read('/', {}, host)).body).toContain('<title>Before</title>'))
    for (let round = 1; round <= 5; round += 1) {
      const about = { intent: 'save', name: `After ${round}`, description: '', copyPolicy: 'canonical' }
      expect((await send(`/manage-sites/${id}`, about)).body).toContain('Site saved')
      await vi.waitFor(async () =>
        expect((await read('/', {}, host)).body).toContain(`<title>After ${round}</title>`),
      )
      expect((await read('/feed.xml', {}, host)).body).toContain(`After ${round}`)
    }
  })

  test('is switched off and on, tested, and removed after a question', async () => {
    const added = await add('wordpress', { ...onBlog(), url: `${blog.url}/`, name: 'Whole life' })
    expect(added.body).toContain('The connection works: “Harbour Post”')
    const path = `/manage-sites/${idIn(added.body)}`
    expect((await send(path, { intent: 'switch-off' })).body).toContain('Switched off')
    expect((await send(path, { intent: 'switch-on' })).body).toContain('Active')
    expect((await send(path, { intent: 'test-saved' })).body).toContain('The connection works')
    const elsewhere = { intent: 'connect', url: 'https://evil.example', username: '', password: '' }
    expect((await send(path, elsewhere)).body).toContain('they would go to whoever is there')
    expect((await read(`${path}?remove=1`)).body).toContain('Remove Whole life?')
    expect((await send(path, { intent: 'remove' })).headers.location).toBe('/manage-sites?removed=1')
    expect((await read(path)).status).toBe(404)
    expect((await read('/manage-sites?removed=1')).body).toContain('Site removed')
  })

  test.each(['x', '00000000-0000-7000-8000-000000000001'])('is not found with the id %s', async (id) => {
    const answer = await read(`/manage-sites/${id}`)
    expect(answer.status).toBe(404)
    expect(answer.body).toContain('There is no such site of yours')
    expect((await send(`/manage-sites/${id}`, { intent: 'remove' })).status).toBe(404)
  })
})

test('credentials are stored only sealed: no table, page, data request, log or export has them as typed', async () => {
  const canary = 'CanaryOfAnApplication'
  const added = await add('wordpress', { ...onBlog(), url: `${blog.url}/canary`, password: canary })
  const path = `/manage-sites/${idIn(added.body)}`
  const form = { intent: 'connect', url: `${blog.url}/canary`, username: 'ines', password: canary }
  const answers = [
    added,
    await send(path, form),
    await send(path, { ...form, intent: 'test' }),
    await send(path, { ...form, url: 'wrong url' }),
    await send(`${path}.data`, form),
    await send('/manage-sites/new?kind=ghost', { intent: 'add', key: canary, url: '' }),
    await read(path),
    await read(`${path}.data`),
    await read('/manage-sites'),
    await read('/manage-sites.data'),
    await read('/account/export'),
  ]
  for (const answer of answers) expect(answer.bytes.includes(canary)).toBe(false)
  const tables = await queryStore<{ name: string }>(
    server,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  for (const { name } of tables) {
    const found = await queryStore(server, `select 1 from ${name} t where t::text like '%${canary}%' limit 1`)
    expect(found, name).toEqual([])
  }
  expect(server.output()).not.toContain(canary)
  const sealed = await queryStore<{ credentials: string }>(
    server,
    `select credentials from target_sites where url like '%/canary'`,
  )
  expect(sealed).toEqual([{ credentials: expect.stringMatching(/^v1\./) }])
})
