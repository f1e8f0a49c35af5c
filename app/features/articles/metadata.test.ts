import { describe, expect, test } from 'vitest'
import { toArticle } from '../../../tests/support/articles.ts'
import type { Article } from './articles.ts'
import { markdownLink, toMeta } from './metadata.ts'

const SITE = { name: 'Broadsheet', origin: 'https://news.example' }
const PAGE = {
  site: SITE,
  title: 'A page',
  description: ' In short. ',
  canonicalUrl: 'https://news.example/page',
  structuredData: {},
}

const metaOf = (overrides: Partial<Article>) => {
  const article = toArticle(overrides)
  return toMeta({ ...PAGE, imageUrl: article.imageUrl, article })
}

describe('the head of a page', () => {
  test('says what search engines and networks ask for', () => {
    expect(toMeta(PAGE)).toEqual([
      { title: 'A page' },
      { tagName: 'link', rel: 'canonical', href: 'https://news.example/page' },
      { name: 'description', content: 'In short.' },
      { property: 'og:site_name', content: 'Broadsheet' },
      { property: 'og:locale', content: 'en_US' },
      { property: 'og:title', content: 'A page' },
      { property: 'og:type', content: 'website' },
      { property: 'og:url', content: 'https://news.example/page' },
      { property: 'og:description', content: 'In short.' },
      { name: 'twitter:card', content: 'summary' },
      { 'script:ld+json': {} },
    ])
  })

  test('says of an article who wrote it, when and about what', () => {
    expect(metaOf({ tags: ['Sea', 'Travel', 'Sea'], lang: 'de' })).toEqual(
      expect.arrayContaining([
        { name: 'author', content: 'Ines Halloran' },
        { property: 'og:type', content: 'article' },
        { property: 'og:locale', content: 'de_DE' },
        { property: 'article:published_time', content: '2026-01-05T06:07:08.999Z' },
        { property: 'article:modified_time', content: '2026-02-01T00:00:00.000Z' },
        { property: 'article:author', content: 'https://news.example/author/Ines%20Halloran' },
        { property: 'article:section', content: 'Travel' },
        { property: 'article:tag', content: 'Sea' },
        { property: 'article:tag', content: 'Travel' },
      ]),
    )
  })

  test('says each thing once', () => {
    const keys = metaOf({ tags: ['Sea', 'Sea'] }).map((descriptor) => JSON.stringify(descriptor))
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('has the absolute address of a picture, where there is one', () => {
    expect(metaOf({ imageUrl: '/a.png' })).toEqual(
      expect.arrayContaining([
        { property: 'og:image', content: 'https://news.example/a.png' },
        { name: 'twitter:card', content: 'summary_large_image' },
      ]),
    )
    expect(JSON.stringify(metaOf({ imageUrl: null }))).not.toContain('og:image')
    expect(JSON.stringify(metaOf({ imageUrl: 'data:image/png;base64,AA' }))).not.toContain('og:image')
  })

  test.each([
    ['zh-hans', 'zh_CN'],
    ['pt', 'pt_BR'],
    ['pt-PT', 'pt_PT'],
    ['not a language', 'en_US'],
    ['', 'en_US'],
  ])('names the locale of %j as %s', (lang, locale) =>
    expect(metaOf({ lang })).toContainEqual({ property: 'og:locale', content: locale }),
  )

  test('tells search engines to leave out what is empty, instead of naming an address', () => {
    const meta = toMeta({ ...PAGE, isEmpty: true })
    expect(meta).toContainEqual({ name: 'robots', content: 'noindex' })
    expect(JSON.stringify(meta)).not.toContain('canonical')
  })

  test('links to other forms of the same thing', () => {
    expect(toMeta({ ...PAGE, alternates: [markdownLink(SITE, toArticle())] })).toContainEqual({
      tagName: 'link',
      rel: 'alternate',
      type: 'text/markdown',
      title: 'A quiet harbour',
      href: 'https://news.example/article/a-quiet-harbour.md',
    })
  })
})
