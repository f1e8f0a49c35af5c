// Fifty sites of one account, from a file: each is crawled whole. Nothing on it names another site, or has its colour, its
// article or its address, except where a copy names its original.
// @store server
// @seconds 300
import { expect, test, vi } from 'vitest'
import { RENDERER_VERSION } from '../../app/features/articles/markdown/markdown.ts'
import { type Answer, queryStore, signUp, startServer, type TestServer } from '../support/server.ts'

const COUNT = 50
const PAGES_LIMIT = 200 // of each site: a crawl that never ends is a fault
const AT_ONCE = 4
const numbers = Array.from({ length: COUNT }, (_, index) => String(index).padStart(2, '0'))

/** A word that stands on one site alone. */
const toWord = (number: string) => `zq${number}x`
const toHost = (number: string) => `${toWord(number)}.localhost`
// All can be read on the usual paper.
const toAccent = (number: string) => `#0b${(0x20 + Number(number)).toString(16)}94`
const toLine = (number: string) =>
  `Paper ${toWord(number)},${toHost(number)},Group,Line ${toWord(number)},${toAccent(number)}`

/** Two articles on each site. The copy on all sites is made by publishing. */
const toOwnArticles = (email: string) => `
  insert into blog_posts (id, site_id, user_id, slug, title, content, content_html, author, excerpt, toc,
    reading_minutes, renderer_version, tags, published_at, updated_at)
  select gen_random_uuid(), sites.id, users.id, word || '-' || n, 'Tide ' || n || ' of ' || word,
    'Words of ' || word, '<p>Words of ' || word || '</p>', 'Writer ' || word, 'Words of ' || word, '[]', 1,
    ${RENDERER_VERSION}, array['Science', 'Tag ' || word], now() - n * interval '1 day', now()
  from users, generate_series(1, 2) n,
    (select id, split_part(host, '.', 1) as word from target_sites where kind = 'hosted') as sites
  where email = '${email}'`

// Addresses in HTML, XML, JSON and plain text. Browsers ask for no other ones.
const ADDRESS = /(?:(?:href|src|action)="|content="(?=https?:|\/)|<loc>|srcset="|"url": ?"|\]\()([^"<>\s)]+)/g
const START = [
  '/',
  '/robots.txt',
  '/sitemap.xml',
  '/feed.xml',
  '/feed.atom',
  '/feed.json',
  '/llms.txt',
  '/about',
]

function listPaths({ body }: Answer, base: URL): string[] {
  return [...body.matchAll(ADDRESS)].flatMap(([, found = '']) => {
    const url = URL.parse(found.replaceAll('&amp;', '&'), base)
    return url?.host === base.host && /^https?:$/.test(url.protocol) ? [url.pathname + url.search] : []
  })
}

/** Returns all answers of a site by their paths. */
async function crawl(server: TestServer, host: string): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>()
  const waiting = [...START]
  const seen = new Set(waiting)
  for (;;) {
    const some = waiting.splice(0, AT_ONCE)
    if (some.length === 0) return answers
    const read = await Promise.all(
      some.map(async (path) => [path, await server.ask(path, { host })] as const),
    )
    for (const [path, answer] of read) {
      answers.set(path, answer)
      expect(answers.size, host).toBeLessThan(PAGES_LIMIT)
      const base = new URL(path, `http://${host}:${server.port}`)
      const found = [...listPaths(answer, base), answer.headers.location ?? '']
      const fresh = new Set(found.filter((next) => /^\/(?!assets\/)/.test(next) && !seen.has(next)))
      for (const next of fresh) seen.add(next)
      waiting.push(...fresh)
    }
  }
}

/** Returns what an answer has of other sites. The address of its original is allowed on the page of a copy. */
function findForeign(answer: Answer, own: string, original: string): string[] {
  const text = `${JSON.stringify(answer.headers)}\n${answer.body}`.replaceAll(original, '')
  const words = (text.match(/zq\d\dx/gi) ?? []).filter((word) => word.toLowerCase() !== toWord(own))
  const accents = numbers.filter((number) => number !== own && text.includes(toAccent(number)))
  return [...new Set([...words, ...accents])]
}

test('each of fifty sites from a file stands alone', async () => {
  const server = await startServer({ RATE_LIMITS: 'off' })
  const { cookie, email } = await signUp(server)
  const pasted = ['name,address,group,tagline,accent', ...numbers.map(toLine)].join('\n')
  const form = { intent: 'import', pasted, likeId: '', shown: String(COUNT) }
  const added = await server.ask('/manage-sites/import', { form, headers: { cookie } })
  expect(added.headers.location).toBe(`/manage-sites?imported=${COUNT}`)
  await vi.waitFor(async () => expect((await server.ask('/', { host: toHost('49') })).status).toBe(200))
  await queryStore(server, toOwnArticles(email))
  const sites = await queryStore<{ id: string; host: string }>(
    server,
    `select id, host from target_sites where kind = 'hosted' order by host`,
  )
  const [first] = sites
  const about = { pagePath: '/about', pageContent: 'Who we are.' }
  for (const { id, host } of sites)
    await server.ask(`/manage-sites/${id}`, {
      form: { intent: 'add-page', pageTitle: `About ${host.split('.')[0]}`, ...about },
      headers: { cookie },
    })
  // Its home is the first site: all others have copies.
  const published = await server.ask('/publisher', {
    form: {
      draftId: '0199f7f4-0000-7000-8000-000000000001',
      title: 'On all sites',
      content: 'The same words everywhere.',
      author: 'Everybody',
      siteIds: sites.map(({ id }) => id),
    },
    headers: { cookie },
  })
  expect(published.status).toBe(200)
  const delivered = `select count(*)::int as count from deliveries where state = 'delivered'`
  await vi.waitFor(async () => expect(await queryStore(server, delivered)).toEqual([{ count: COUNT }]), {
    timeout: 60_000,
  })
  await queryStore(server, `insert into page_drops (id, tags) values (gen_random_uuid(), '{*}')`)
  await vi.waitFor(async () =>
    expect((await server.ask('/', { host: toHost('49') })).body).toContain('On all sites'),
  )
  const original = `http://${first?.host}:${server.port}/article/on-all-sites`
  const foreign: string[] = []
  let pages = 0
  for (const number of numbers) {
    const answers = await crawl(server, toHost(number))
    pages += answers.size
    for (const path of START) expect(answers.get(path)?.status, `${toHost(number)}${path}`).toBe(200)
    expect([...answers.keys()]).toEqual(
      expect.arrayContaining([
        `/article/${toWord(number)}-1`,
        '/article/on-all-sites',
        '/sitemaps/articles-1.xml',
      ]),
    )
    expect([...answers.keys()].some((path) => /\.png(?:\?|$)/.test(path))).toBe(true)
    for (const [path, answer] of answers) {
      const allowed = /on-all-sites|\.(?:json|xml|atom)$/.test(path) ? original : '\0'
      const found = findForeign(answer, number, allowed)
      if (found.length > 0) foreign.push(`${toHost(number)}${path}: ${found.join(', ')}`)
    }
  }
  expect(foreign).toEqual([])
  expect(pages).toBeGreaterThan(COUNT * 20)
  await server.stop()
})
