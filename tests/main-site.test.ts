// An article stands on the sites that are ticked, and the main site is one of them (decision 44).
import { beforeAll, expect, test } from 'vitest'
import { MAIN_SITE_ID } from './support/fixtures.ts'
import { type Publisher, signUpPublisher } from './support/publisher.ts'
import { addSite, queryStore, type TestServer } from './support/server.ts'
import { shareServer } from './support/shared-server.ts'

const TITLE = 'A tide elsewhere'
const SLUG = 'a-tide-elsewhere'
const LISTS = [
  '/',
  '/category/far-tides',
  '/author/Odd%20Ebb',
  '/search?q=low+water+says',
  '/search.json?q=low+water+says',
  '/feed.xml',
  '/feed.atom',
  '/feed.json',
  '/category/far-tides/feed.xml',
  '/author/Odd%20Ebb/feed.xml',
  '/articles.json',
  '/sitemaps/articles-1.xml',
  '/sitemaps/news.xml',
  '/llms.txt',
  '/functions/v1/generate-rss',
]
const PAGES = ['', '.md', '.json', '/social.png'].map((suffix) => `/article/${SLUG}${suffix}`)

let server: TestServer
let publisher: Publisher
let elsewhere: string[]
const hosts = { harbour: 'elsewhereharbour.localhost', ledger: 'elsewhereledger.localhost' }

beforeAll(async () => {
  server = await shareServer()
  for (const name of ['ElsewhereHarbour', 'ElsewhereLedger']) await addSite(server, name)
  publisher = await signUpPublisher(server, {
    author: 'Odd Ebb',
    content: 'The tide is *out*, low water says.',
    tags: 'Far-tides',
  })
  elsewhere = (
    await queryStore<{ id: string }>(
      server,
      `select id from target_sites where name like 'Elsewhere%' order by name`,
    )
  ).map(({ id }) => id)
})

const listShown = async () => {
  const shown = []
  for (const path of LISTS) {
    const { body } = await server.ask(path)
    if (body.includes(TITLE) || body.includes(SLUG)) shown.push(path)
  }
  return shown
}

const ask = async (path: string, host?: string) => server.ask(path, { ...(host && { host }) })
const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]

test('while the main site is not ticked, it has no article, and the first hosted site is its home', async () => {
  expect(publisher.siteIds).toContain(MAIN_SITE_ID)
  const answer = await publisher.publish({ title: TITLE, siteIds: elsewhere })
  expect(answer.body).toContain('Post created and published to 2 site(s)')
  expect(await listShown()).toEqual([])
  expect((await ask('/sitemaps/lists.xml')).body).not.toContain('far-tides')
  for (const path of PAGES) expect([path, (await ask(path)).status]).toEqual([path, 404])
  const home = await ask(PAGES[0] ?? '', hosts.harbour)
  expect(home.status).toBe(200)
  expect(canonicalOf(home.body)).toContain(`//${hosts.harbour}`)
  const copy = await ask(PAGES[0] ?? '', hosts.ledger)
  expect(canonicalOf(copy.body)).toBe(canonicalOf(home.body))

  await publisher.editNewest({ title: TITLE, siteIds: [MAIN_SITE_ID, ...elsewhere] })
  expect(await listShown()).toEqual(LISTS)
  const main = await ask(PAGES[0] ?? '')
  expect(main.status).toBe(200)
  await expect
    .poll(async () => canonicalOf((await ask(PAGES[0] ?? '', hosts.harbour)).body))
    .toBe(canonicalOf(main.body))

  await publisher.editNewest({ title: TITLE, siteIds: elsewhere })
  expect(await listShown()).toEqual([])
  for (const path of PAGES) expect([path, (await ask(path)).status]).toEqual([path, 404])
})

test('a published article keeps a site, and a new one asks for one', async () => {
  const { cookie } = publisher
  const form = { draftId: crypto.randomUUID(), title: 'Nowhere', content: 'Low.', author: 'Odd Ebb' }
  const refused = await server.ask('/publisher', { headers: { cookie }, form })
  expect(refused.status).toBe(400)
  expect(refused.body).toContain('Please select at least one target site')
  await expect(publisher.editNewest({ title: TITLE, siteIds: [] })).rejects.toThrow('422')
})
