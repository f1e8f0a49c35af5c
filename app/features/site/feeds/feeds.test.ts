import { describe, expect, test } from 'vitest'
import { fuzzTexts, NASTY, toArticle } from '../../../../tests/support/articles.ts'
import { childrenOf, readXml, textsOf, type XmlElement } from '../../../../tests/support/xml.ts'
import type { Article } from '../../articles/articles.ts'
import { toAtom } from './atom.ts'
import { type FeedSite, feedLinks, toFeed } from './feeds.ts'
import { toJsonFeed } from './json-feed.ts'
import { toRss } from './rss.ts'

const SITE = { name: 'Broadsheet', description: '', origin: 'https://news.example' }
const RFC_822 = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

const READERS = { rss: readRss, atom: readAtom, json: readJsonFeed }

describe.each(['rss', 'atom', 'json'] as const)('a feed as %s', (format) => {
  const read = (articles: Article[], site: FeedSite = SITE, scope = {}) =>
    READERS[format](toFeed(site, scope, articles))

  test('describes the site and has its own URL', () => {
    const feed = read([])
    expect(feed).toMatchObject({ title: 'Broadsheet', pageUrl: 'https://news.example/', items: [] })
    expect(feed.description).toContain('Broadsheet')
    expect(feed.selfUrl).toBe(`https://news.example/feed.${format === 'rss' ? 'xml' : format}`)
  })

  test('of a category or an author is named after it, and links to its page', () => {
    const ofCategory = read([], SITE, { category: 'TRAVEL' })
    expect(ofCategory).toMatchObject({
      title: 'Travel | Broadsheet',
      pageUrl: 'https://news.example/category/travel',
    })
    expect(ofCategory.selfUrl).toMatch(/^https:\/\/news\.example\/category\/travel\/feed\.\w+$/)
    const named = [toArticle({ tags: ['NASA'] })]
    expect(read(named, SITE, { category: 'nasa' }).title).toBe('NASA | Broadsheet')
    const ofAuthor = read([], SITE, { author: 'Ines/Hall&ran' })
    expect(ofAuthor.title).toBe('Ines/Hall&ran | Broadsheet')
    expect(ofAuthor.selfUrl).toMatch(/^https:\/\/news\.example\/author\/Ines%2FHall%26ran\/feed\.\w+$/)
  })

  test('has an item for each article, in the given order', () => {
    const articles = ['One', 'Two', 'Three'].map((title) => toArticle({ title }))
    expect(read(articles).items.map((item) => item.title)).toEqual(['One', 'Two', 'Three'])
  })

  test('has all fields of an article in its item', () => {
    expect(read([toArticle()]).items).toEqual([
      {
        id: 'urn:uuid:01a1fd26-8c97-77b6-8309-db0e57169c42',
        url: 'https://news.example/article/a-quiet-harbour',
        title: 'A quiet harbour',
        summary: 'The tide turned at six.',
        contentHtml: '<p>The <em>tide</em> turned at six.</p>\n',
        author: 'Ines Halloran',
        tags: ['Travel', 'Health'],
        publishedAt: new Date('2026-01-05T06:07:08.999Z').setMilliseconds(format === 'rss' ? 0 : 999),
      },
    ])
  })

  test('uses the description of an article as summary if it has one', () => {
    expect(read([toArticle({ metaDescription: 'In short.' })]).items[0]?.summary).toBe('In short.')
  })

  test('has absolute URLs in its texts', () => {
    const [item] = read([toArticle({ contentHtml: '<p><a href="/a">a</a><img src="b.png" /></p>' })]).items
    expect(item?.contentHtml).toBe(
      '<p><a href="https://news.example/a">a</a><img src="https://news.example/article/b.png" /></p>',
    )
  })

  test('keeps texts that look like markup unchanged', () => {
    const article = toArticle({ title: NASTY, author: NASTY, excerpt: NASTY, tags: [NASTY] })
    const feed = read([article], { ...SITE, name: NASTY })
    expect(feed.title).toBe(NASTY)
    expect(feed.items[0]).toMatchObject({ title: NASTY, author: NASTY, summary: NASTY, tags: [NASTY] })
  })

  test('can be read with random titles, and has all items', () => {
    const articles = fuzzTexts(10_000).map((text) => toArticle({ title: text, contentHtml: text }))
    expect(read(articles).items).toHaveLength(articles.length)
  })

  test('links to an article whose slug needs escaping', () => {
    expect(read([toArticle({ slug: 'a&b c' })]).items[0]?.url).toBe('https://news.example/article/a%26b%20c')
  })
})

const feedOf = (...articles: Partial<Article>[]) => toFeed(SITE, {}, articles.map(toArticle))

describe('the date of a feed', () => {
  const older = { publishedAt: new Date(5000), updatedAt: new Date(9000) }
  const newer = { publishedAt: new Date(8000), updatedAt: new Date(1000) }

  test('is the last publication or change of its articles', () => {
    expect(feedOf(newer, older).modifiedAt).toEqual(new Date(9000))
    expect(feedOf(newer).modifiedAt).toEqual(new Date(8000))
    expect(feedOf().modifiedAt).toBeUndefined()
  })

  test('is written as each format requires', () => {
    const [channel] = readXml(toRss(feedOf(older))).children
    expect(channel && textsOf(channel, 'lastBuildDate')).toEqual(['Thu, 01 Jan 1970 00:00:09 GMT'])
    expect(textsOf(readXml(toAtom(feedOf(older))), 'updated')).toEqual(['1970-01-01T00:00:09.000Z'])
  })
})

test('no two entries of an Atom feed have the same date', () => {
  const dates = childrenOf(readXml(toAtom(feedOf({}, {}, {}))), 'entry').map(
    (entry) => textsOf(entry, 'updated')[0],
  )
  expect(new Set(dates).size).toBe(3)
})

test('an Atom feed without articles has the date that RFC 4287 requires', () => {
  expect(textsOf(readXml(toAtom(toFeed(SITE, {}, []))), 'updated')).toHaveLength(1)
})

test.each(['rss', 'atom', 'json'] as const)('a feed as %s names each author of an article', (format) => {
  const feed = toFeed(SITE, {}, [toArticle({ author: 'Ines Halloran, Theo Quay' })])
  const text = { rss: toRss, atom: toAtom, json: toJsonFeed }[format](feed)
  for (const name of ['Ines Halloran', 'Theo Quay']) expect(text).toMatch(new RegExp(`["<>]${name}["<]`))
})

test('a feed has the language of an article, its picture and the URL of its author', () => {
  const feed = toFeed(SITE, {}, [toArticle({ lang: 'pt-BR', imageUrl: '/a.png' })])
  const [entry] = childrenOf(readXml(toAtom(feed)), 'entry')
  expect(entry?.attributes).toEqual({ 'xml:lang': 'pt-BR' })
  expect(JSON.parse(toJsonFeed(feed))).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    items: [
      {
        language: 'pt-BR',
        image: 'https://news.example/a.png',
        authors: [{ name: 'Ines Halloran', url: 'https://news.example/author/Ines%20Halloran' }],
      },
    ],
  })
})

test('a page links to its feeds in every format', () => {
  expect(feedLinks(SITE, { category: 'Travel' })).toEqual([
    {
      type: 'application/rss+xml',
      title: 'Travel | Broadsheet (RSS)',
      href: 'https://news.example/category/travel/feed.xml',
    },
    {
      type: 'application/atom+xml',
      title: 'Travel | Broadsheet (Atom)',
      href: 'https://news.example/category/travel/feed.atom',
    },
    {
      type: 'application/feed+json',
      title: 'Travel | Broadsheet (JSON Feed)',
      href: 'https://news.example/category/travel/feed.json',
    },
  ])
})

/** A feed as a feed reader parses it. */
interface ReadFeed {
  title: string | undefined
  description: string | undefined
  pageUrl: string | undefined
  selfUrl: string | undefined
  items: Record<string, unknown>[]
}

type Written = ReturnType<typeof toFeed>

const one = (element: XmlElement | undefined, name: string) => element && textsOf(element, name)[0]
const link = (element: XmlElement, rel: string) =>
  childrenOf(element, 'link').find(({ attributes }) => attributes.rel === rel)?.attributes.href

function readRss(feed: Written): ReadFeed {
  const [channel] = childrenOf(readXml(toRss(feed)), 'channel')
  if (!channel) throw new Error('There is no channel.')
  return {
    title: one(channel, 'title'),
    description: one(channel, 'description'),
    pageUrl: one(channel, 'link'),
    selfUrl: childrenOf(channel, 'atom:link')[0]?.attributes.href,
    items: childrenOf(channel, 'item').map((item) => {
      const date = one(item, 'pubDate') ?? ''
      expect(date).toMatch(RFC_822)
      expect(childrenOf(item, 'guid')[0]?.attributes).toEqual({ isPermaLink: 'false' })
      return {
        id: one(item, 'guid'),
        url: one(item, 'link'),
        title: one(item, 'title'),
        summary: one(item, 'description'),
        contentHtml: one(item, 'content:encoded'),
        author: one(item, 'dc:creator'),
        tags: textsOf(item, 'category'),
        publishedAt: Date.parse(date),
      }
    }),
  }
}

function readAtom(feed: Written): ReadFeed {
  const root = readXml(toAtom(feed))
  expect(root.attributes.xmlns).toBe('http://www.w3.org/2005/Atom')
  expect(one(root, 'id')).toBe(link(root, 'self'))
  return {
    title: one(root, 'title'),
    description: one(root, 'subtitle'),
    pageUrl: link(root, 'alternate'),
    selfUrl: link(root, 'self'),
    items: childrenOf(root, 'entry').map((entry) => {
      expect(childrenOf(entry, 'content')[0]?.attributes).toEqual({ type: 'html' })
      return {
        id: one(entry, 'id'),
        url: link(entry, 'alternate'),
        title: one(entry, 'title'),
        summary: one(entry, 'summary'),
        contentHtml: one(entry, 'content'),
        author: one(childrenOf(entry, 'author')[0], 'name'),
        tags: childrenOf(entry, 'category').map(({ attributes }) => attributes.term),
        publishedAt: Date.parse(one(entry, 'published') ?? ''),
      }
    }),
  }
}

interface JsonItem {
  id: string
  url: string
  title: string
  summary: string
  content_html: string
  authors: { name: string }[]
  tags?: string[]
  date_published: string
}

function readJsonFeed(feed: Written): ReadFeed {
  const root = JSON.parse(toJsonFeed(feed)) as Record<string, string> & { items: JsonItem[] }
  return {
    title: root.title,
    description: root.description,
    pageUrl: root.home_page_url,
    selfUrl: root.feed_url,
    items: root.items.map((item) => ({
      id: item.id,
      url: item.url,
      title: item.title,
      summary: item.summary,
      contentHtml: item.content_html,
      author: item.authors[0]?.name,
      tags: item.tags,
      publishedAt: Date.parse(item.date_published),
    })),
  }
}
