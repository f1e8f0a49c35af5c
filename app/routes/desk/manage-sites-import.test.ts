import { beforeAll, expect, test, vi } from 'vitest'
import { queryStore, signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'

const FIFTY = Array.from(
  { length: 50 },
  (_, index) => `Paper ${index},p${index}.localhost,Client ${index % 5},Line ${index}`,
)
const HEADER = 'name,address,group,tagline'
const LIMIT_MS = 60_000

let server: TestServer
let owner: string
let stranger: string

beforeAll(async () => {
  server = await shareServer()
  owner = (await signUp(server)).cookie
  stranger = (await signUp(server)).cookie
})

const send = (form: Record<string, string>, cookie = owner) =>
  server.ask('/manage-sites/import', { form, headers: { cookie } })
const read = (pasted: string, cookie?: string) => send({ intent: 'read', pasted }, cookie)
const add = (pasted: string, shown: number, likeId = '') =>
  send({ intent: 'import', pasted, likeId, shown: String(shown) })
const countSites = async () =>
  (
    await queryStore<{ count: number }>(
      server,
      `select count(*)::int from target_sites where kind = 'hosted'`,
    )
  )[0]?.count
const home = (host: string) => server.ask('/', { host })

test('fifty sites come from a file within a minute, seen before they are added, each with its own face', async () => {
  const began = performance.now()
  const file = [HEADER, ...FIFTY, 'Nameless'].join('\n')
  const shown = await read(file)
  expect(shown.body).toContain('Add <!-- -->50 sites')
  expect(shown.body).toContain('Line <!-- -->52')
  expect(await countSites()).toBe(0)
  const added = await add(file, 50)
  expect(added.headers.location).toBe('/manage-sites?imported=50')
  await vi.waitFor(async () => expect((await home('p49.localhost')).status).toBe(200))
  expect(performance.now() - began).toBeLessThan(LIMIT_MS)
  for (const number of [0, 7, 49]) {
    const { body } = await home(`p${number}.localhost`)
    expect(body).toContain(`<title>Paper ${number}</title>`)
    expect(body).toContain(`<p class="tagline">Line ${number}</p>`)
    expect(body.match(/Paper \d+/g)?.every((name) => name === `Paper ${number}`)).toBe(true)
  }
  const list = await server.ask('/manage-sites?imported=50', { headers: { cookie: owner } })
  expect(list.body).toContain('Added 50 sites')
  expect(list.body).toContain('>Client 4</h3>')
})

test('sites that are there are not added again, and hosts of others are refused', async () => {
  const again = await read([HEADER, ...FIFTY].join('\n'))
  expect(again.body).toContain('Nothing to add')
  const other = await read([HEADER, FIFTY[0], 'New,new.localhost,,'].join('\n'), stranger)
  expect(other.body).toContain('This host name is taken.')
  expect(other.body).toContain('Add <!-- -->1 site')
})

test('nothing is added if it is not what was shown', async () => {
  const refused = await add([HEADER, FIFTY[0], 'New,new.localhost,,'].join('\n'), 2)
  expect(refused.status).toBe(409)
  expect(refused.body).toContain('Nothing was added. Please look again.')
  expect(refused.body).toContain('New,new.localhost')
  expect((await read('name,rank\nQuay,1')).body).toContain('The file has no column ‘address’.')
  expect((await read('name,address\n"Quay')).body).toContain('Line 2 is no CSV')
  expect((await read('')).status).toBe(400)
  expect(await countSites()).toBe(50)
})

test('a site is copied with its face, and so are the sites of a file that are to look like it', async () => {
  const [model] = await queryStore<{ id: string }>(
    server,
    `select id from target_sites where name = 'Paper 7'`,
  )
  const path = `/manage-sites/${model?.id}`
  const copy = (form: Record<string, string>, cookie = owner) =>
    server.ask(path, { form: { intent: 'copy', ...form }, headers: { cookie } })
  expect((await copy({ copyName: '', copyUrl: 'p7.localhost' })).body).toContain('Please give it a name')
  expect((await copy({ copyName: 'Twin', copyUrl: 'p7.localhost' })).body).toContain(
    'This host name is taken.',
  )
  expect((await copy({ copyName: 'Twin', copyUrl: 'twin.localhost' }, stranger)).status).toBe(404)
  const copied = await copy({ copyName: 'Twin', copyUrl: 'twin.localhost' })
  expect(copied.headers.location).toMatch(/^\/manage-sites\/[0-9a-f-]{36}\?copied=1$/)
  await add('name,address\nLike,like.localhost', 1, model?.id)
  await vi.waitFor(async () => expect((await home('like.localhost')).status).toBe(200))
  for (const host of ['twin.localhost', 'like.localhost'])
    expect((await home(host)).body).toContain('<p class="tagline">Line 7</p>')
  const groups = await queryStore(
    server,
    `select name, group_name from target_sites where name in ('Twin', 'Like') order by name`,
  )
  expect(groups).toEqual([
    { name: 'Like', group_name: '' },
    { name: 'Twin', group_name: 'Client 2' },
  ])
})

test('a file with ten times the sites that an account can have is not read', async () => {
  const tooLong = [HEADER, ...Array.from({ length: 1001 }, (_, index) => `P,p${index}.localhost`)].join('\n')
  expect((await read(tooLong)).body).toContain('The file has more than 1,000 lines')
})
