import { describe, expect, test } from 'vitest'
import type { Article } from './articles.ts'
import { toRss } from './rss.ts'

const SITE = { name: 'Broadsheet', origin: 'https://news.example' }

function makeArticle(overrides: Partial<Article> = {}): Article {
  return {
    id: '01a1fd26-8c97-77b6-8309-db0e57169c42',
    slug: 'a-quiet-harbour',
    title: 'A quiet harbour',
    metaDescription: null,
    excerpt: 'The tide turned at six.',
    author: 'Ines Halloran',
    tags: ['Travel', 'Health'],
    imageUrl: null,
    publishedAt: new Date('2026-01-05T06:07:08.999Z'),
    readingMinutes: 1,
    lang: null,
    contentHtml: '<p>The <em>tide</em> turned at six.</p>\n',
    keywords: [],
    canonicalUrl: null,
    updatedAt: new Date('2026-02-01T00:00:00Z'),
    ...overrides,
  }
}
const NASTY = `<b>"Tom" & 'Jerry'</b> ]]> &amp; <![CDATA[ x ]]> <!-- y -->`

describe('a feed', () => {
  test('describes the site and where it is itself', () => {
    const feed = readFeed(toRss(SITE, []))
    expect(feed.items).toEqual([])
    expect(feed.channel).toMatchObject({ title: 'Broadsheet', link: 'https://news.example/' })
    expect(feed.channel.description).toContain('Broadsheet')
    expect(feed.channel.lastBuildDate).toBeUndefined()
    expect(feed.xml).toContain('<atom:link href="https://news.example/feed.xml" rel="self"')
  })

  test('has an item for each article, in the order they are given', () => {
    const articles = ['One', 'Two', 'Three'].map((title) => makeArticle({ title }))
    expect(readFeed(toRss(SITE, articles)).items.map((item) => item.title)).toEqual(['One', 'Two', 'Three'])
  })

  test('says in an item everything about the article', () => {
    const [item] = readFeed(toRss(SITE, [makeArticle()])).items
    expect(item).toEqual({
      title: 'A quiet harbour',
      link: 'https://news.example/article/a-quiet-harbour',
      guid: 'urn:uuid:01a1fd26-8c97-77b6-8309-db0e57169c42',
      pubDate: 'Mon, 05 Jan 2026 06:07:08 GMT',
      'dc:creator': 'Ines Halloran',
      description: 'The tide turned at six.',
      category: 'Travel|Health',
      'content:encoded': '<p>The <em>tide</em> turned at six.</p>\n',
    })
  })

  test('describes an article by its own description where it has one', () => {
    const [item] = readFeed(toRss(SITE, [makeArticle({ metaDescription: 'In short.' })])).items
    expect(item?.description).toBe('In short.')
  })

  test('was last built when its newest article was published, in the form of RFC 822', () => {
    const feed = readFeed(toRss(SITE, [makeArticle(), makeArticle({ publishedAt: new Date(0) })]))
    expect(feed.channel.lastBuildDate).toBe('Mon, 05 Jan 2026 06:07:08 GMT')
    for (const date of [feed.channel.lastBuildDate, ...feed.items.map((item) => item.pubDate)])
      expect(date).toMatch(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/)
  })

  test('says word for word what looks like markup, without a CDATA section', () => {
    const nasty = makeArticle({
      title: NASTY,
      author: NASTY,
      excerpt: NASTY,
      tags: [NASTY],
      contentHtml: NASTY,
    })
    const feed = readFeed(toRss({ ...SITE, name: NASTY }, [nasty]))
    expect(feed.channel.title).toBe(NASTY)
    expect(feed.items[0]).toMatchObject({
      title: NASTY,
      'dc:creator': NASTY,
      description: NASTY,
      category: NASTY,
      'content:encoded': NASTY,
    })
    expect(feed.xml).not.toContain('<![CDATA[')
  })

  test('drops the characters that XML does not allow, and keeps all others', () => {
    const forbidden = '\0\u0001\b\u000B\f\u001F\uFFFE\uFFFF\uD800 \uDC00'
    const kept = '\t\n é 潮 🎉 \u0085\u2028\uE000\uFFFD'
    const [item] = readFeed(toRss(SITE, [makeArticle({ title: `${forbidden}${kept}` })])).items
    expect(item?.title).toBe(` ${kept}`)
  })

  test('links to an article whose slug needs escaping', () => {
    const [item] = readFeed(toRss(SITE, [makeArticle({ slug: 'a&b c' })])).items
    expect(item?.link).toBe('https://news.example/article/a%26b%20c')
  })
})

interface Feed {
  xml: string
  channel: Record<string, string>
  items: Record<string, string>[]
}

/** Reads a feed as strictly as XML asks for; throws where it is not well formed. */
function readFeed(xml: string): Feed {
  const feed: Feed = { xml, channel: {}, items: [] }
  const open: string[] = []
  let text = ''
  const [declaration = '', ...pieces] = xml.split(/(?<=>)|(?=<)/)
  expect(declaration).toBe('<?xml version="1.0" encoding="UTF-8"?>')
  for (const piece of pieces) {
    const tag = /^<(\/?)([a-z]+(?::[a-z]+)?)((?: [a-zA-Z]+(?::[a-z]+)?="[^"<&]*(?:&(?:amp|lt|gt|quot);[^"<&]*)*")*)(\/?)>$/i.exec(piece) // prettier-ignore
    if (!tag) {
      text += unescape(piece)
      continue
    }
    const [, isEnd, name = '', , isEmpty] = tag
    if (isEnd) {
      if (open.pop() !== name) throw new Error(`${name} ends and is not open.`)
      note(feed, { name, text, isItem: open.includes('item') })
    } else if (!isEmpty) {
      open.push(name)
      if (name === 'item') feed.items.push({})
    }
    text = ''
  }
  expect(open).toEqual([])
  return feed
}

function note(feed: Feed, { name, text, isItem }: { name: string; text: string; isItem: boolean }): void {
  if (['item', 'channel', 'rss'].includes(name)) return
  const fields = isItem ? feed.items.at(-1) : feed.channel
  if (!fields) return
  const before = fields[name]
  fields[name] = before === undefined ? text : `${before}|${text}`
}

function unescape(text: string): string {
  if (/[<>]|&(?!(?:amp|lt|gt|quot);)/.test(text)) throw new Error(`Not escaped: ${text}`)
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/.test(text) || !text.isWellFormed())
    throw new Error(`Not allowed in XML: ${JSON.stringify(text)}`)
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
  return text.replace(/&(\w+);/g, (_, name: string) => characters[name] ?? '')
}
