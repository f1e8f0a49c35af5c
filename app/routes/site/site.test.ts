import { gunzipSync, brotliDecompressSync } from 'node:zlib'
import { request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { listGraphFaults } from '../../../tests/support/json-ld.ts'
import { type Publisher, signUpPublisher } from '../../../tests/support/publisher.ts'
import { addSite, type Answer, queryStore, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { pageUnavailable } from '../../features/site/pages/messages.ts'

let server: TestServer
let cookie: string
let siteIds: string[]
let publish: Publisher['publish']

beforeAll(async () => {
  server = await shareServer()
  for (const name of ['Harbour', 'Ledger']) await addSite(server, name)
  const fields = {
    title: 'A tide table',
    content: 'High *water* at six.',
    author: 'Ines',
    tags: 'Travel, Sea',
  }
  ;({ cookie, siteIds, publish } = await signUpPublisher(server, fields))
})

describe('a published article', () => {
  beforeAll(() => publish())

  test.each(['localhost', 'harbour.localhost', 'ledger.localhost'])('is whole HTML on %s', async (host) => {
    const answer = await server.ask('/article/a-tide-table', { host })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain('<h1')
    expect(answer.body).toContain('High <em>water</em> at six.')
  })

  test.each(['/', '/article/a-tide-table', '/category/travel', '/author/Ines'])(
    'has valid structured data, and so do the other pages of the site: %s',
    async (path) => {
      for (const host of ['localhost', 'harbour.localhost'])
        expect(listGraphFaults((await server.ask(path, { host })).body)).toEqual([])
    },
  )

  test('names the original as canonical on a hosted site', async () => {
    const answer = await server.ask('/article/a-tide-table', { host: 'harbour.localhost' })
    expect(answer.body).toContain(`<link rel="canonical" href="${server.url}/article/a-tide-table"/>`)
  })

  test('is on the home page, in its category in any letter case, with its author and in the feed', async () => {
    for (const path of [
      '/',
      '/category/travel',
      '/category/TRAVEL',
      '/author/Ines',
      '/feed.xml',
      '/functions/v1/generate-rss',
    ]) {
      expect((await server.ask(path)).body, path).toContain('A tide table')
    }
  })

  test('is found by its id, which redirects permanently to its slug', async () => {
    const feed = await server.ask('/feed.xml')
    const answer = await server.ask(`/article/${/urn:uuid:([0-9a-f-]+)/.exec(feed.body)?.[1]}`)
    expect(answer.status).toBe(301)
    expect(answer.headers.location).toBe('/article/a-tide-table')
  })

  test('does not get a path that redirects to another article', async () => {
    await queryStore(
      server,
      `insert into redirects (site_id, path, article_id)
        select site_id, '/article/high-water', id from blog_posts where slug = 'a-tide-table' and origin_id is null`,
    )
    await publish({ title: 'High water' })
    expect((await server.ask('/article/high-water')).headers.location).toBe('/article/a-tide-table')
    expect((await server.ask('/article/high-water-1')).status).toBe(200)
  })

  test('is not on a site that was not selected', async () => {
    await publish({ title: 'Only at the harbour', siteIds: siteIds.slice(0, 2) })
    expect((await server.ask('/article/only-at-the-harbour', { host: 'harbour.localhost' })).status).toBe(200)
    expect((await server.ask('/article/only-at-the-harbour', { host: 'ledger.localhost' })).status).toBe(404)
  })
})

describe('a URL without a page', () => {
  test.each([
    ['/no/such/page', 'Page Not Found', 'The page you&#x27;re looking for doesn&#x27;t exist.'],
    [
      '/article/nothing',
      'Article Not Found',
      'The article you&#x27;re looking for doesn&#x27;t exist or has been removed.',
    ],
  ])('such as %s is 404 with the sentence of the spec', async (path, title, text) => {
    const answer = await server.ask(path)
    expect(answer.status).toBe(404)
    expect(answer.body.replaceAll('’', '&#x27;')).toContain(title)
    expect(answer.body.replaceAll('’', '&#x27;')).toContain(text)
  })

  test('has a search field and the newest articles', async () => {
    await publish({ title: 'The newest of all' })
    for (const path of ['/no/such/page', '/article/nothing']) {
      const { body } = await server.ask(path)
      expect(body).toMatch(/<form [^>]*action="\/search"/)
      expect(body.match(/<article class="card"/g)).toHaveLength(3)
      expect(body).toContain('href="/article/the-newest-of-all"')
    }
  })

  test('on an unknown host name is 421 Misdirected Request', async () => {
    expect((await server.ask('/', { host: 'evil.example' })).status).toBe(421)
  })

  test('with invalid UTF-8 is 404, not an error', async () => {
    expect((await server.ask('/%E0%A4%A')).status).toBe(404)
  })

  test.each([
    ['/category/Sports', 200, 'No articles found in this category yet.'],
    ['/category/nothing-here', 404, 'No articles found in this category yet.'],
    ['/author/Nobody', 404, 'No articles found for this author yet.'],
  ])('such as the list %s shows that it is empty, with status %i', async (path, status, sentence) => {
    const answer = await server.ask(path)
    expect(answer.status).toBe(status)
    expect(answer.body).toContain(sentence)
  })
})

describe('the page cache', () => {
  test('answers the second request from the cache, and shows a new article immediately', async () => {
    await publish({ title: 'Lines', tags: 'Fishing' })
    await server.ask('/category/fishing')
    expect((await server.ask('/category/fishing')).headers['x-cache']).toBe('hit')
    await publish({ title: 'Nets', tags: 'Fishing' })
    const after = await server.ask('/category/fishing')
    expect(after.headers['x-cache']).toBe('miss')
    expect(after.body).toContain('Nets')
  })

  test('keeps pages that a write does not change', async () => {
    await publish({ title: 'Pawns', tags: 'Chess' })
    await server.ask('/category/chess')
    await publish({ title: 'Ropes', tags: 'Knots' })
    expect((await server.ask('/category/chess')).headers['x-cache']).toBe('hit')
  })

  test('keeps no empty pages of names and numbers that anybody can make up', async () => {
    for (const path of ['/category/emptiness', '/author/nobody', '/?page=99', '/category/sports?page=2']) {
      await server.ask(path)
      expect((await server.ask(path)).headers['x-cache'], path).toBe('miss')
    }
  })

  test('keeps a page at its own address alone, so that other spellings of it take no place', async () => {
    await publish({ title: 'One address', tags: 'Alone' })
    await server.ask('/category/alone')
    expect((await server.ask('/category/alone')).headers['x-cache']).toBe('hit')
    for (const path of [
      '/article/one-address/',
      '/article/one-address//',
      '/ARTICLE/one-address',
      '/article/%6Fne-address',
      '/article/one-address?page=2',
      '/category/ALONE',
      '/category/alone/',
      '/category/alone/feed.xml?page=2',
    ]) {
      expect((await server.ask(path)).status, path).toBe(200)
      expect((await server.ask(path)).headers['x-cache'], path).toBe('miss')
    }
  })

  test('keeps the pages of a site that is empty, so they need no database, until its first article', async () => {
    const host = 'vacant.localhost'
    await addSite(server, 'Vacant')
    const lists = ['', '/category/sports']
    const files = ['/feed.xml', '/feed.atom', '/feed.json', '/articles.json']
    const paths = lists.flatMap((list) => [list || '/', ...files.map((file) => list + file)])
    for (const path of paths) {
      expect((await server.ask(path, { host })).status).toBe(200)
      expect((await server.ask(path, { host })).headers['x-cache'], path).toBe('hit')
    }
    const [site] = await queryStore<{ id: string }>(
      server,
      `select id from target_sites where name = 'Vacant'`,
    )
    await publish({ title: 'Moving in', tags: 'Sports', siteIds: [site?.id ?? ''] })
    for (const path of paths) expect((await server.ask(path, { host })).body, path).toContain('Moving in')
  })

  test('answers 304 to a browser that has the page, with the headers that a cache needs', async () => {
    const first = await server.ask('/')
    const again = await server.ask('/', { headers: { 'if-none-match': `"other", ${first.headers.etag}` } })
    expect(again.status).toBe(304)
    expect(again.body).toBe('')
    for (const name of ['etag', 'cache-control', 'vary', 'content-security-policy']) {
      expect(again.headers[name], name).toBe(first.headers[name])
    }
  })

  test('sends the same page compressed', async () => {
    const plain = (await server.ask('/')).body
    expect(brotliDecompressSync(await bytes('/', 'gzip, br')).toString()).toBe(plain)
    expect(gunzipSync(await bytes('/', 'gzip, br;q=0')).toString()).toBe(plain)
  })

  test('answers HEAD like GET, without a body', async () => {
    const get = await server.ask('/')
    const head = await server.ask('/', { method: 'HEAD' })
    expect(head.body).toBe('')
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect(head.headers.etag).toBe(get.headers.etag)
  })

  test('is the same for all visitors: no header, cookie or unknown query changes a page', async () => {
    const clean = await server.ask('/category/poison')
    const headers = {
      cookie,
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      'accept-language': 'xx',
      forwarded: 'host=evil',
    }
    for (const path of [
      '/category/poison?utm=1',
      '/category/poison?page=1',
      '/category/poison?page=-3&x=<script>',
      '/category/poison',
    ]) {
      expect((await server.ask(path, { headers })).body, path).toBe(clean.body)
    }
    expect((await server.ask('/category/poison', { headers })).headers['set-cookie']).toBeUndefined()
  })

  test('lets a thousand readers share one rendering', async () => {
    await publish({ title: 'Crowd', tags: 'Crowds' })
    const answers = await Promise.all(Array.from({ length: 1000 }, () => server.ask('/category/crowds')))
    expect(new Set(answers.map(({ status, body }) => `${status}${body}`)).size).toBe(1)
    const renderings = new Set(
      answers.filter(({ headers }) => headers['x-cache'] === 'miss').map(({ headers }) => headers.etag),
    )
    expect(renderings.size).toBeLessThanOrEqual(1)
  })
})

test('an article that was changed before it was published has no date of an update', async () => {
  await publish({ title: 'Written long ago' })
  await queryStore(
    server,
    `update blog_posts set updated_at = published_at - interval '3 years' where title = 'Written long ago'`,
  )
  const page = await server.ask('/article/written-long-ago')
  expect(page.body).not.toContain('Updated')
  const file = await server.ask('/article/written-long-ago.md')
  const dates = [/^date: (.*)$/m, /^updated: (.*)$/m].map((line) => line.exec(file.body)?.[1])
  expect(dates[1]).toBe(dates[0])
  expect(page.body).toContain(`"dateModified":"${dates[0]}"`)
})

describe('search', () => {
  test('is a page that is never cached and is noindex', async () => {
    await publish({ title: 'A kraken in the bay' })
    const answer = await server.ask('/search?q=KRAKEN&utm=x')
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('A <mark>kraken</mark> in the bay')
    expect(answer.body).toContain('<meta name="robots" content="noindex"/>')
    expect((await server.ask('/search?q=KRAKEN')).headers['x-cache']).toBe('miss')
  })

  test.each([
    ['/search?q=zzqqxx', 'No results found.'],
    ['/search?q=ab', 'Type at least 3 characters.'],
    ['/search?q=zzqq%00xx', 'No results found.'],
  ])('%s shows: %s', async (path, text) => {
    expect((await server.ask(path)).body.replaceAll('<!-- -->', '')).toContain(text)
  })

  test('has its further results on pages of their own', { timeout: 120_000 }, async () => {
    for (let number = 0; number < 11; number += 1)
      await publish({ title: `Barnacle ${number}`, siteIds: siteIds.slice(0, 1) })
    const shown: string[] = []
    for (const page of ['', '&page=1', '&page=2', '&page=two', '&page=9']) {
      const { body } = await server.ask(`/search?q=barnacle${page}`)
      shown.push([...body.matchAll(/<mark>Barnacle<\/mark> (\d+)/g)].map((match) => match[1]).join())
    }
    const [first, last] = ['10,9,8,7,6,5,4,3,2,1', '0']
    expect(shown).toEqual([first, first, last, first, last])
  })

  test('escapes the query', async () => {
    const { body } = await server.ask(`/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(body).not.toContain('<script>alert')
  })

  test('answers the palette with ids that redirect to articles', async () => {
    const { hits } = JSON.parse((await server.ask('/search.json?q=kraken')).body) as {
      hits: { id: string }[]
    }
    expect(hits).toHaveLength(1)
    expect((await server.ask(`/article/${hits[0]?.id}`)).headers.location).toBe(
      '/article/a-kraken-in-the-bay',
    )
    expect(JSON.parse((await server.ask('/search.json?q=kr')).body)).toEqual({ hits: [] })
  })
})

describe('pagination', () => {
  test('shows all articles on pages of 12', { timeout: 120_000 }, async () => {
    for (let number = 0; number < 25; number += 1)
      await publish({ title: `Page turner ${number}`, tags: 'Pages', siteIds: siteIds.slice(0, 1) })
    const slugs = new Set<string>()
    for (const page of [1, 2, 3]) {
      const { body } = await server.ask(`/category/pages?page=${page}`)
      for (const [, slug] of body.matchAll(/href="\/article\/(page-turner-\d+)"/g)) if (slug) slugs.add(slug)
      expect(body).toContain(`Browse 25 articles in the Pages category. Page ${page} of 3.`)
    }
    expect(slugs.size).toBe(25)
    const beyond = await server.ask('/category/pages?page=4')
    expect(beyond.status).toBe(404)
    expect(beyond.body).not.toContain('page-turner')
    expect(beyond.body).toContain('This page does not exist.')
    expect(beyond.body).toContain('href="/category/pages?page=3"')
    expect(beyond.body).not.toContain('No articles found')
    const home = await server.ask('/?page=999')
    expect(home.status).toBe(404)
    expect(home.body).toContain('This page does not exist.')
    expect(home.body).not.toContain('No articles yet.')
  })
})

test('a public page loads one script, and its content security policy allows no other', async () => {
  const { body, headers } = await server.ask('/')
  const scripts = [...body.matchAll(/<script([^>]*)>/g)]
    .map((match) => match[1] ?? '')
    .filter((tag) => !tag.includes('ld+json'))
  expect(scripts).toHaveLength(1)
  expect(scripts[0]).toMatch(/src="\/assets\/site-script-[\w-]+\.js"/)
  expect(scripts[0]).toMatch(/data-after-load="\/assets\/[\w-]+\.js" data-vitals="\/assets\/[\w-]+\.js"/)
  expect(body).not.toMatch(/\son\w+=|\sstyle=/)
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  expect(headers['content-security-policy']).toMatch(
    /; frame-src https:\/\/www\.youtube-nocookie\.com https:\/\/player\.vimeo\.com$/,
  )
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('an unexpected error shows the last error page and is logged', async () => {
  const [broken] = await withoutTable('deliveries', ['/articles'])
  expect(broken?.status).toBe(500)
  expect(broken?.body).toContain('<title>Unexpected Application Error!</title>')
  expect(broken?.body).toContain('<h1>Unexpected Application Error!</h1>')
  expect(broken?.body).toContain('It has been written down')
  expect(broken?.body).not.toContain('deliveries')
  await expect.poll(() => eventsIn(server.output())).toContain('route.broken')
})

test('a page that cannot be read from the database is 503, is logged, and is not cached', async () => {
  const paths = ['/?page=7', '/category/accidents', '/author/Nobody', '/article/accident', '/no-page-of-ours']
  const answers = await withoutTable('blog_posts', paths)
  for (const [index, path] of paths.entries()) {
    const { status, headers, body } = answers[index] as Answer
    expect(status, path).toBe(503)
    expect(headers['retry-after'], path).toBe('60')
    expect(body, path).toContain(pageUnavailable)
    expect(body, path).not.toMatch(/blog_posts|Not Found|No articles|Explore 0|0 article\(s\) published/)
    expect((await server.ask(path)).status, path).not.toBe(503)
  }
  const [search] = await withoutTable('article_search', ['/search?q=accident'])
  expect(search?.status).toBe(503)
  expect(search?.body).toContain(pageUnavailable)
  expect(search?.body).not.toContain('No results found.')
  await expect.poll(() => countOf('Search error')).toBe(1) // the log arrives after the answer
  expect(countOf('Error loading posts')).toBe(3)
  expect(countOf('Error loading article')).toBe(1)
})

/** Requests pages while a table is missing in the database. */
async function withoutTable(table: string, paths: string[]): Promise<Answer[]> {
  await queryStore(server, `alter table ${table} rename to ${table}_away`)
  try {
    return await Promise.all(paths.map((path) => server.ask(path, { headers: { cookie } })))
  } finally {
    await queryStore(server, `alter table ${table}_away rename to ${table}`)
  }
}

const eventsIn = (output: string) => [...output.matchAll(/"event":"([^"]+)"/g)].map(([, event]) => event)
const countOf = (wanted: string) => eventsIn(server.output()).filter((event) => event === wanted).length

test('a public page refuses POST', async () => {
  const answer = await server.ask('/', { form: { a: 'b' } })
  expect(answer.status).toBe(405)
})

function bytes(path: string, encoding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { host: 'localhost', 'accept-encoding': encoding }
    request({ port: server.port, host: '127.0.0.1', path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks)))
    })
      .on('error', reject)
      .end()
  })
}

test('a long article lists its sections beside the text and folded above it, a short one does not', async () => {
  const sections = ['High water', 'Slack', 'Low water', 'Turn'].map(
    (name) => `## ${name}\n\n${'word '.repeat(250)}`,
  )
  await publish({ title: 'A long tide', content: sections.join('\n\n') })
  await publish({ title: 'A short tide', content: '## High water' })
  const { body } = await server.ask('/article/a-long-tide')
  expect(body.match(/<a href="#text-high-water">High water<\/a>/g)).toHaveLength(2)
  expect(body).toMatch(/<details class="article-view-contents fold">/)
  expect(body).toContain('id="text-high-water"')
  expect((await server.ask('/article/a-short-tide')).body).not.toContain('class="toc')
})

test('an article of several authors is on the page of each, and names all of them', async () => {
  await publish({ title: 'Two hands', author: 'Theo Quay, Mara Pier' })
  for (const name of ['Theo%20Quay', 'Mara%20Pier']) {
    expect((await server.ask(`/author/${name}`)).body).toContain('Two hands')
    expect((await server.ask(`/author/${name}/feed.xml`)).body).toContain('Two hands')
  }
  const { body } = await server.ask('/article/two-hands')
  expect(body).toContain('"author":[{"@type":"Person","@id":')
  expect(body.match(/property="article:author"/g)).toHaveLength(2)
  const together = await server.ask('/author/Theo%20Quay%2C%20Mara%20Pier')
  expect([together.status, together.headers.location]).toEqual([301, '/author/Theo%20Quay'])
  expect((await server.ask('/author/Nobody%2C%20Else')).status).toBe(404)
})
