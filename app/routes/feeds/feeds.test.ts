import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Publisher, signUpPublisher } from '../../../tests/support/publisher.ts'
import { addSite, queryStore, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { childrenOf, readXml, textsOf } from '../../../tests/support/xml.ts'
import { toSlug } from '../../features/articles/articles.ts'

let server: TestServer
let publish: Publisher['publish']

const CONTENT = 'High *water* at [six](/tables).\n\n![](tide.png)\n'

beforeAll(async () => {
  server = await shareServer()
  await addSite(server, 'Harbour')
  const fields = { title: 'A tide table', content: CONTENT, author: 'Ines/Ada', tags: 'Travel, Sea' }
  publish = (await signUpPublisher(server, fields)).publish
  await publish()
})

const SCOPES = ['', '/category/travel', '/author/Ines%2FAda']
const FEEDS = [
  ['feed.xml', 'application/rss+xml'],
  ['feed.atom', 'application/atom+xml'],
  ['feed.json', 'application/feed+json'],
] as const

describe.each(FEEDS)('%s', (file, type) => {
  test.each(SCOPES)('of "%s" has the whole article, with absolute URLs', async (scope) => {
    const answer = await server.ask(`${scope}/${file}`)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`)
    expect(answer.body).toContain('A tide table')
    expect(answer.body).toContain(`${server.url}/tables`)
    expect(answer.body).toContain(`${server.url}/article/tide.png`)
    expect(answer.body).toContain(`${server.url}${scope}/${file}`)
    if (file === 'feed.json')
      expect(JSON.parse(answer.body)).toMatchObject({ feed_url: `${server.url}${scope}/${file}` })
    else readXml(answer.body)
  })

  test('has a Last-Modified header, and answers 304 to a client that has it', async () => {
    const first = await server.ask(`/${file}`)
    expect(Date.now() - Date.parse(first.headers['last-modified'] ?? '')).toBeLessThan(60_000)
    const again = await server.ask(`/${file}`, { headers: { 'if-none-match': first.headers.etag ?? '' } })
    expect(again.status).toBe(304)
    expect(again.headers['last-modified']).toBe(first.headers['last-modified'])
    const since = { 'if-modified-since': first.headers['last-modified'] ?? '' }
    for (const method of ['GET', 'HEAD'])
      expect((await server.ask(`/${file}`, { method, headers: since })).status).toBe(304)
    // An ETag that differs counts more than a date.
    const other = { ...since, 'if-none-match': '"other"' }
    expect((await server.ask(`/${file}`, { headers: other })).status).toBe(200)
  })

  test.each(SCOPES)('of "%s" is cached until one of its articles is published', async (scope) => {
    const path = `${scope}/${file}`
    await server.ask(path)
    expect((await server.ask(path)).headers['x-cache']).toBe('hit')
    const title = `News ${uuidv7()}`
    await publish({ title })
    expect((await server.ask(path)).body).toContain(title)
  })

  test('of a category or an author stays in the cache when other articles are published', async () => {
    for (const scope of SCOPES.slice(1)) await server.ask(`${scope}/${file}`)
    await publish({ title: `Elsewhere in ${file}`, tags: 'Chess', author: 'Theo' })
    for (const scope of SCOPES.slice(1))
      expect((await server.ask(`${scope}/${file}`)).headers['x-cache'], scope).toBe('hit')
  })

  test('of an unknown category or author is empty and not cached', async () => {
    for (const path of [`/category/nothing/${file}`, `/author/nobody/${file}`]) {
      expect((await server.ask(path)).status).toBe(200)
      expect((await server.ask(path)).headers['x-cache']).toBe('miss')
    }
  })
})

test('generate-rss and generate-sitemap are the feed and the sitemap', async () => {
  for (const [name, path] of [
    ['generate-rss', '/feed.xml'],
    ['generate-sitemap', '/sitemap.xml'],
  ] as const) {
    const [one, two] = [await server.ask(`/functions/v1/${name}`), await server.ask(path)]
    expect(one.status).toBe(200)
    expect(one.body).toBe(two.body)
    expect(one.headers['content-type']).toBe(two.headers['content-type'])
  }
})

const locations = async (path: string, host?: string) => {
  const answer = await server.ask(path, { host })
  expect(answer.status, path).toBe(200)
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
  return readXml(answer.body).children.flatMap((child) => textsOf(child, 'loc'))
}

describe('the sitemap', () => {
  test('lists parts, whose pages all exist', async () => {
    const parts = await locations('/sitemap.xml')
    expect(parts).toEqual(['lists', 'articles-1', 'news'].map((name) => `${server.url}/sitemaps/${name}.xml`))
    const pages = (await Promise.all(parts.map((part) => locations(new URL(part).pathname)))).flat()
    expect(pages).toContain(`${server.url}/article/a-tide-table`)
    expect(pages).toContain(`${server.url}/category/travel`)
    expect(pages).not.toContain(`${server.url}/category/health`)
    expect(pages).toContain(`${server.url}/author/Ines%2FAda`)
    for (const page of new Set(pages)) {
      const { status, body } = await server.ask(new URL(page).pathname)
      expect(status, page).toBe(200)
      expect(body).toContain(`<link rel="canonical" href="${page}"/>`)
    }
  })

  test('of a hosted site has its lists, but no copies of articles', async () => {
    const host = 'harbour.localhost'
    const origin = `http://${host}:${server.port}`
    expect(await locations('/sitemap.xml', host)).toEqual([
      `${origin}/sitemaps/lists.xml`,
      `${origin}/sitemaps/news.xml`,
    ])
    expect(await locations('/sitemaps/lists.xml', host)).toContain(`${origin}/category/travel`)
    expect(await locations('/sitemaps/news.xml', host)).toEqual([])
    expect((await server.ask('/sitemaps/articles-1.xml', { host })).status).toBe(404)
  })

  test('has a new article immediately, and the news part has no article that is too old', async () => {
    for (const path of ['/sitemap.xml', '/sitemaps/lists.xml', '/sitemaps/articles-1.xml']) {
      await server.ask(path)
      expect((await server.ask(path)).headers['x-cache'], path).toBe('hit')
    }
    await publish({ title: 'Just in', author: 'Mara' })
    const url = `${server.url}/article/just-in`
    expect(await locations('/sitemaps/articles-1.xml')).toContain(url)
    expect(await locations('/sitemaps/news.xml')).toContain(url)
    expect(await locations('/sitemaps/lists.xml')).toContain(`${server.url}/author/Mara`)
    await queryStore(
      server,
      `update blog_posts set published_at = published_at - interval '49 hours' where slug = 'just-in'`,
    )
    expect(await locations('/sitemaps/news.xml')).not.toContain(url)
  })

  test('has no article with a canonical URL elsewhere', async () => {
    await publish({ title: 'From elsewhere', canonicalUrl: 'https://elsewhere.example/x' })
    for (const path of ['/sitemaps/articles-1.xml', '/sitemaps/news.xml'])
      expect((await locations(path)).filter((url) => url.includes('from-elsewhere'))).toEqual([])
  })

  test.each(['/sitemaps/articles-0.xml', '/sitemaps/articles-2.xml', '/sitemaps/x', '/sitemaps/articles-1'])(
    'has no %s',
    async (path) => expect((await server.ask(path)).status).toBe(404),
  )
})

describe('robots.txt and llms.txt', () => {
  test('describe the requested site, and are cached', async () => {
    for (const host of ['localhost', 'harbour.localhost']) {
      const origin = `http://${host}:${server.port}`
      const robots = await server.ask('/robots.txt', { host })
      expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(robots.body).toContain(`\nSitemap: ${origin}/sitemap.xml\n`)
      const llms = await server.ask('/llms.txt', { host })
      expect(llms.body).toContain(`- [A tide table](${origin}/article/a-tide-table.md)`)
      expect(llms.body).toContain(`- [Travel](${origin}/category/travel)`)
      for (const path of ['/robots.txt', '/llms.txt'])
        expect((await server.ask(path, { host })).headers['x-cache']).toBe('hit')
    }
  })
})

describe('the Markdown of an article', () => {
  test('has front matter and then the text as it was written', async () => {
    const answer = await server.ask('/article/a-tide-table.md')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(answer.headers.link).toBe(`<${server.url}/article/a-tide-table>; rel="canonical"`)
    expect(answer.body).toMatch(/^---\ntitle: A tide table\nauthor: Ines\/Ada\ndate: \d{4}-.*Z\n/)
    expect(answer.body).toContain(`\ncanonical: ${server.url}/article/a-tide-table\n`)
    expect(
      answer.body.endsWith(`\n---\n${CONTENT.trim()}`) || answer.body.endsWith(`\n---\n${CONTENT}`),
    ).toBe(true)
  })

  test('of a copy names the original', async () => {
    const answer = await server.ask('/article/a-tide-table.md', { host: 'harbour.localhost' })
    expect(answer.body).toContain(`\ncanonical: ${server.url}/article/a-tide-table\n`)
  })

  test('is 404 without an article, and its URL is never that of another article', async () => {
    expect((await server.ask('/article/nothing.md')).status).toBe(404)
    await publish({ title: 'notes.md' })
    expect((await server.ask('/article/notesmd')).headers['content-type']).toContain('text/html')
    expect((await server.ask('/article/notesmd.md')).body).toContain('title: notes.md')
  })
})

const linksOf = (html: string) =>
  [...html.matchAll(/<link rel="alternate" type="([^"]+)" title="[^"]*" href="([^"]+)"/g)].map(
    ([, type = '', href = '']) => ({ type, path: href.replace(server.url, '') }),
  )

describe('the head of a page', () => {
  test.each([
    ['/', ''],
    ['/category/travel', '/category/travel'],
    ['/category/TRAVEL?page=1', '/category/travel'],
    ['/author/Ines%2FAda', '/author/Ines%2FAda'],
  ])('links from %s to the feeds of the same articles', async (page, scope) => {
    const links = linksOf((await server.ask(page)).body)
    expect(links).toEqual(FEEDS.map(([file, type]) => ({ type, path: `${scope}/${file}` })))
  })

  test('links from an article to its Markdown and to the feeds of the site, which all exist', async () => {
    const links = linksOf((await server.ask('/article/a-tide-table')).body)
    expect(links.map(({ path }) => path)).toEqual([
      '/article/a-tide-table.md',
      '/feed.xml',
      '/feed.atom',
      '/feed.json',
    ])
    for (const { path, type } of links)
      expect((await server.ask(path)).headers['content-type']).toBe(`${type}; charset=utf-8`)
  })

  test.each([
    '/nothing',
    '/article/nothing',
    '/category/nothing',
    '/author/nobody',
    '/category/travel?page=99',
    '/?page=99',
  ])('of an empty page is noindex: %s', async (path) => {
    const { body } = await server.ask(path)
    expect(body).toContain('<meta name="robots" content="noindex"/>')
    expect(body).not.toContain('rel="canonical"')
  })

  test('of a page with articles is indexable, and each page of a list has its own canonical URL', async () => {
    for (let number = 0; number < 13; number += 1) await publish({ title: `Page ${number}`, author: 'Paula' })
    for (const path of ['/?page=2', '/category/travel?page=2', '/author/Paula?page=2']) {
      const { body } = await server.ask(path)
      expect(body).not.toContain('noindex')
      expect(body).toContain(`<link rel="canonical" href="${server.url}${path}"/>`)
    }
  })
})

test('every feed has a language', async () => {
  expect((await server.ask('/feed.xml')).body).toContain('<language>en</language>')
  expect((await server.ask('/feed.atom')).body).toMatch(/<feed [^>]*xml:lang="en"/)
  expect((await server.ask('/feed.json')).body).toContain('"language":"en"')
})

test.each([
  ['A/B?c#d%2F', 'one'],
  ['..', 'two'],
  ['.', 'three'],
  ['%2e%2E', 'four'],
])('an author and a category called %s have a page, feeds, a list and a picture', async (name, number) => {
  await publish({ title: `Odd ${number}`, author: name, tags: name })
  const { body } = await server.ask(`/article/odd-${number}`)
  for (const attribute of ['rel="author"', 'class="badge"']) {
    const href = new RegExp(` ${attribute} href="([^"]+)"`).exec(body)?.[1] ?? ''
    const { pathname } = new URL(href, server.url) // normalised as by a browser
    for (const file of ['', '/feed.xml', '/feed.atom', '/feed.json', '/articles.json'])
      expect((await server.ask(pathname + file)).body, pathname + file).toContain(`Odd ${number}`)
    expect((await server.ask(`${pathname}/social.png`)).status).toBe(200)
  }
})

const graphOf = async (path: string) => {
  const { body } = await server.ask(path)
  const scripts = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  expect(scripts).toHaveLength(1)
  return JSON.parse(scripts[0]?.[1] ?? '') as { '@context': string; '@graph': Record<string, unknown>[] }
}

describe('the structured data of a page', () => {
  test.each([
    ['/', ['WebSite', 'Organization', 'CollectionPage']],
    ['/article/a-tide-table', ['WebSite', 'Organization', 'BreadcrumbList', 'Article']],
    ['/category/travel', ['WebSite', 'Organization', 'BreadcrumbList', 'CollectionPage']],
    ['/author/Ines%2FAda', ['WebSite', 'Organization', 'BreadcrumbList', 'Person']],
  ])('%s is one graph of %j, and all references in it exist', async (path, types) => {
    const graph = await graphOf(path)
    expect(graph['@graph'].map((thing) => thing['@type'])).toEqual(types)
    const text = JSON.stringify(graph)
    const ids = new Set([...text.matchAll(/"@type":"\w+","@id":"([^"]+)"/g)].map(([, id]) => id))
    for (const [, id] of text.matchAll(/\{"@id":"([^"]+)"\}/g)) expect(ids).toContain(id)
  })

  test('has the fields of an article that the specification requires', async () => {
    const article = (await graphOf('/article/a-tide-table'))['@graph'].find(
      (thing) => thing['@type'] === 'Article',
    )
    expect(article).toMatchObject({
      '@id': `${server.url}/article/a-tide-table#article`,
      headline: 'A tide table',
      description: 'High water at six.',
      author: { '@type': 'Person', name: 'Ines/Ada', url: `${server.url}/author/Ines%2FAda` },
      publisher: { '@type': 'Organization', name: 'Broadsheet' },
      datePublished: expect.any(String),
    })
  })

  test('escapes titles, tags and authors on every page', async () => {
    const title = `</script><script>alert(1)</script><!--<script> "quoted" \u2028 breakout`
    const author = `</script><!-- Eve`
    await publish({ title, author, tags: 'Travel, </script><!--<script>' })
    const slug = toSlug(title, '')
    for (const path of [
      `/article/${slug}`,
      `/author/${encodeURIComponent(author)}`,
      '/',
      '/category/travel',
    ]) {
      const { body, status } = await server.ask(path)
      expect(status, path).toBe(200)
      const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? ''
      expect(data, path).not.toMatch(/[<>]|\u2028/)
      JSON.parse(data)
      expect(body.match(/<script/g), path).toHaveLength(2)
      expect(body, path).not.toContain('<!--<')
    }
    const article = (await graphOf(`/article/${slug}`))['@graph'].at(-1)
    expect(article?.headline).toBe(title)
  })
})

test('a feed can be read with markup in a title', async () => {
  const title = `]]> <![CDATA[ &amp; </item> <!-- "x" 'y'`
  await publish({ title, tags: title })
  const [channel] = childrenOf(readXml((await server.ask('/feed.xml')).body), 'channel')
  const [item] = channel ? childrenOf(channel, 'item') : []
  expect(item && textsOf(item, 'title')).toEqual([title])
  expect(item && textsOf(item, 'category')).toEqual([title])
  readXml((await server.ask('/sitemaps/news.xml')).body)
})

test('no header or query of a visitor changes the answer for others', async () => {
  const paths = [
    '/feed.xml',
    '/feed.atom',
    '/feed.json',
    '/sitemap.xml',
    '/sitemaps/lists.xml',
    '/robots.txt',
    '/llms.txt',
    '/article/a-tide-table.md',
  ]
  const poison = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    'x-original-url': '/evil',
    forwarded: 'host=evil.example',
    cookie: 'evil=1',
    accept: 'text/evil',
    'accept-language': 'evil',
    origin: 'https://evil.example',
  }
  for (const path of paths) {
    await publish({ title: 'Drops the kept pages' })
    const poisoned = await server.ask(`${path}?utm=evil&page=x`, { headers: poison })
    const clean = await server.ask(path)
    expect(poisoned.body, path).toBe(clean.body)
    expect(clean.body).not.toContain('evil.example')
  }
})

test.each([
  '/category/%00/feed.xml',
  '/author/%00/feed.atom',
  '/article/%00.md',
  '/category/%E0%A4%A/feed.json',
])('a URL with invalid characters is no server error: %s', async (path) =>
  expect((await server.ask(path)).status).toBeLessThan(500),
)

test('the feeds of another platform for a category and an author lead to ours, by their names', async () => {
  await publish({ title: 'Hyphens', tags: 'Mountain boats', author: 'Mara Lindqvist' })
  const moved: [old: string, path: string, next: string][] = [
    [
      '/category/mountain-boats/feed/',
      '/category/mountain-boats/feed.xml',
      '/category/mountain%20boats/feed.xml',
    ],
    ['/author/mara-lindqvist/rss/', '/author/mara-lindqvist/feed.xml', '/author/Mara%20Lindqvist/feed.xml'],
  ]
  for (const [old, path, next] of moved) {
    expect(await server.ask(old)).toMatchObject({ status: 301, headers: { location: path } })
    expect(await server.ask(path)).toMatchObject({ status: 301, headers: { location: next } })
    expect((await server.ask(next)).body).toContain('Hyphens')
  }
})
