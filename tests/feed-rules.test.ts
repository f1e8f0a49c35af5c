// All feeds and sitemaps of the demo and of real articles, checked by the rules of their formats.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { collect } from '../app/features/moving-in/formats/formats.ts'
import { readCorpusLines } from '../bench/corpus.ts'
import { checkAtom, checkJsonFeed, checkRss, checkSitemap } from './support/feed-rules.ts'
import { importRecords } from './support/import.ts'
import { ended, queryStore, runTool, type TestServer } from './support/server.ts'
import { shareServer } from './support/shared-server.ts'
import { readXml, textsOf } from './support/xml.ts'

const CORPUS = '../shared/corpus/articles.ndjson.gz'
const REAL = 50

let server: TestServer

beforeAll(async () => {
  server = await shareServer()
  await ended(runTool(server, 'tools/import.ts', 'demo/articles'))
  if (existsSync(CORPUS)) await importSome()
  await importRecords(server, [
    { title: 'Just in & <odd>', image_url: 'https://pictures.example/a.png?b&c', author: 'A & B' },
    {
      title: 'Just in, without a date',
      tags: ['a/b', '?'],
      lang: 'fa',
      published_at: new Date().toISOString(),
    },
  ])
})

/** Imports real articles from all parts of the collection. */
async function importSome(): Promise<void> {
  const lines = await collect(readCorpusLines(CORPUS))
  const step = Math.floor(lines.length / REAL)
  const some = lines.filter((_, index) => index % step === 0).slice(0, REAL)
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-feeds-'))
  const file = join(folder, 'some.ndjson')
  writeFileSync(file, some.join('\n'))
  const { output } = await ended(runTool(server, 'tools/import.ts', file))
  rmSync(folder, { recursive: true })
  expect(output).toContain(`${REAL} imported`)
}

const read = async (path: string) => {
  const { status, body } = await server.ask(path)
  expect(status, path).toBe(200)
  return body
}

const locations = async (path: string) =>
  readXml(await read(path)).children.flatMap((child) => textsOf(child, 'loc'))

test('every sitemap follows the rules of its format', async () => {
  const parts = await locations('/sitemap.xml')
  expect(parts).toHaveLength(3)
  for (const url of [`${server.url}/sitemap.xml`, ...parts]) {
    const path = new URL(url).pathname
    expect(checkSitemap(await read(path), server.url), path).toEqual([])
  }
  expect(await locations('/sitemaps/news.xml')).not.toEqual([])
})

describe.each([
  ['feed.xml', checkRss],
  ['feed.atom', checkAtom],
  ['feed.json', checkJsonFeed],
])('every %s', (file, check) => {
  test('of the site, of a category and of an author follows the rules of its format', async () => {
    const articles = await queryStore<{ id: string }>(
      server,
      'select id from blog_posts where published_at is not null',
    )
    const pages = await locations('/sitemaps/lists.xml')
    expect(pages.length).toBeGreaterThan(20)
    const feeds = await Promise.all(
      pages.map(async (page) => {
        const path = `${new URL(page).pathname.replace(/\/$/, '')}/${file}`
        const feed = await read(path)
        expect(check(feed), path).toEqual([])
        return feed
      }),
    )
    const all = feeds.join('')
    expect(articles.filter(({ id }) => !all.includes(id))).toEqual([])
  })

  test('without articles follows them too', async () => {
    expect(check(await read(`/category/nothing/${file}`))).toEqual([])
  })
})

describe('the rules', () => {
  test.each<[string, (document: string, origin: string) => string[], RegExp, string]>([
    ['feed.xml', checkRss, /<pubDate>\w+,/, '<pubDate>'],
    ['feed.xml', checkRss, /<channel>\s*<title>.*?<\/title>/, '<channel>'],
    ['feed.xml', checkRss, /<guid isPermaLink="false">.*?<\/guid>/g, '<guid isPermaLink="false">same</guid>'],
    ['feed.xml', checkRss, /<item>/, '<item><updated>x</updated>'],
    ['feed.xml', checkRss, /<link>http:\/\/[^/]+/, '<link>'],
    ['feed.atom', checkAtom, /<updated>.*?<\/updated>/, '<updated>2026-01-01</updated>'],
    ['feed.atom', checkAtom, /<author>.*?<\/author>/s, ''],
    ['feed.atom', checkAtom, /<category term=/, '<category label='],
    ['feed.atom', checkAtom, /<entry([^>]*)>/, '<entry$1><pubDate>x</pubDate>'],
    ['feed.atom', checkAtom, /<id>[^<]*<\/id>/g, '<id>urn:uuid:same</id>'],
    ['feed.json', checkJsonFeed, /"content_html":/, '"content":'],
    ['feed.json', checkJsonFeed, /"url":"[^"]*"/, '"url":"/relative"'],
    ['feed.json', checkJsonFeed, /"date_published":"[^"]*"/, '"date_published":"today"'],
    ['sitemaps/articles-1.xml', checkSitemap, /<loc>http:\/\/[^/]+/, '<loc>http://elsewhere.example'],
    ['sitemaps/articles-1.xml', checkSitemap, /(<loc>[^<]*<\/loc>)\s*(<lastmod>[^<]*<\/lastmod>)/, '$2$1'],
    ['sitemaps/articles-1.xml', checkSitemap, /<lastmod>[^<]*/, '<lastmod>yesterday'],
    ['sitemaps/news.xml', checkSitemap, /<news:language>en/, '<news:language>english'],
    ['sitemaps/news.xml', checkSitemap, /<news:publication_date>\d{4}/, '<news:publication_date>2001'],
  ])('find a wrong %s: %#', async (file, check, ...[found, wrong]) => {
    const document = await read(`/${file}`)
    const spoilt = document.replace(found, wrong)
    expect(spoilt).not.toBe(document)
    expect(check(document, server.url)).toEqual([])
    expect(check(spoilt, server.url)).not.toEqual([])
  })
})
