import { describe, expect, test } from 'vitest'
import { fuzzTexts, NASTY } from '../../../../tests/support/articles.ts'
import { childrenOf, readXml, textsOf } from '../../../../tests/support/xml.ts'
import {
  type ListedArticle,
  parsePartName,
  PART_SIZE,
  toArticleSitemap,
  toListSitemap,
  toNewsSitemap,
  toSitemapIndex,
} from './sitemap.ts'

const ORIGIN = 'https://news.example'
const DAY = new Date('2026-01-05T06:07:08.999Z')

const toListed = (overrides: Partial<ListedArticle> = {}): ListedArticle => ({
  slug: 'a-quiet-harbour',
  title: 'A quiet harbour',
  imageUrl: null,
  publishedAt: new Date(0),
  modifiedAt: DAY,
  ...overrides,
})

describe('a sitemap', () => {
  test('is an index of its parts, each with its last change', () => {
    const index = readXml(toSitemapIndex(ORIGIN, { articles: [DAY, new Date(0)], pages: [new Date(0)] }, DAY))
    expect(index).toMatchObject({
      name: 'sitemapindex',
      attributes: { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' },
    })
    expect(index.children.map((part) => [...textsOf(part, 'loc'), ...textsOf(part, 'lastmod')])).toEqual([
      ['https://news.example/sitemaps/lists.xml', '2026-01-05T06:07:08.999Z'],
      ['https://news.example/sitemaps/articles-1.xml', '2026-01-05T06:07:08.999Z'],
      ['https://news.example/sitemaps/articles-2.xml', '1970-01-01T00:00:00.000Z'],
      ['https://news.example/sitemaps/pages-1.xml', '1970-01-01T00:00:00.000Z'],
      ['https://news.example/sitemaps/news.xml'],
    ])
  })

  test('has articles with their pictures', () => {
    const articles = [toListed({ imageUrl: '/a b.png' }), toListed({ slug: 'a&b' })]
    const [one, two] = readXml(toArticleSitemap(ORIGIN, articles)).children
    expect(one && textsOf(one, 'loc')).toEqual(['https://news.example/article/a-quiet-harbour'])
    expect(one && textsOf(one, 'lastmod')).toEqual(['2026-01-05T06:07:08.999Z'])
    const [image] = one ? childrenOf(one, 'image:image') : []
    expect(image && textsOf(image, 'image:loc')).toEqual(['https://news.example/a%20b.png'])
    expect(two && textsOf(two, 'loc')).toEqual(['https://news.example/article/a%26b'])
    expect(two && childrenOf(two, 'image:image')).toEqual([])
  })

  test('has home, categories and authors', () => {
    const lists = {
      latest: DAY,
      categories: [{ name: 'Travel', modifiedAt: DAY }],
      authors: [{ name: 'Inès & Co', modifiedAt: DAY }],
    }
    expect(readXml(toListSitemap(ORIGIN, lists)).children.flatMap((url) => textsOf(url, 'loc'))).toEqual([
      'https://news.example/',
      'https://news.example/category/travel',
      'https://news.example/author/In%C3%A8s%20%26%20Co',
    ])
  })

  test('of news has the site, the title and the date of publication', () => {
    const [url] = readXml(
      toNewsSitemap({ name: NASTY, origin: ORIGIN }, [toListed({ title: NASTY })]),
    ).children
    const [news] = url ? childrenOf(url, 'news:news') : []
    const [publication] = news ? childrenOf(news, 'news:publication') : []
    expect(publication && textsOf(publication, 'news:name')).toEqual([NASTY])
    expect(publication && textsOf(publication, 'news:language')).toEqual(['en'])
    expect(news && textsOf(news, 'news:publication_date')).toEqual(['1970-01-01T00:00:00.000Z'])
    expect(news && textsOf(news, 'news:title')).toEqual([NASTY])
  })

  test('can be read with random titles, and has all articles', () => {
    const texts = fuzzTexts(10_000)
    const articles = texts.map((title) => toListed({ title, slug: title.toWellFormed(), imageUrl: title }))
    expect(readXml(toArticleSitemap(ORIGIN, articles)).children).toHaveLength(texts.length)
    expect(readXml(toNewsSitemap({ name: 'x', origin: ORIGIN }, articles)).children).toHaveLength(
      texts.length,
    )
  })

  test('of a full part stays far below the 50 MB that a sitemap may have', () => {
    const article = toListed({ slug: 'a'.repeat(100), imageUrl: `https://cdn.example/${'b'.repeat(200)}` })
    const xml = toArticleSitemap(
      ORIGIN,
      Array.from({ length: PART_SIZE }, () => article),
    )
    expect(Buffer.byteLength(xml)).toBeLessThan(50_000_000)
  })

  test.each([
    ['articles-1.xml', 1],
    ['articles-12.xml', 12],
    ['articles-0.xml', undefined],
    ['articles-01.xml', undefined],
    ['articles-1.xml.gz', undefined],
    ['articles-9999999.xml', undefined],
    ['other.xml', undefined],
  ])('has a part %s only if that is a valid name', (name, part) => expect(parsePartName(name)).toBe(part))
})
