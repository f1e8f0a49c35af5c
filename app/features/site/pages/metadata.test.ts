import { describe, expect, test } from 'vitest'
import { toArticle } from '../../../../tests/support/articles.ts'
import type { Article } from '../../articles/articles.ts'
import { markdownLink, toMeta } from './metadata.ts'
import { articleImage, homeImage } from './page-images.ts'
import { toArticleThing } from './structured-data.ts'

const SITE = { name: 'Broadsheet', origin: 'https://news.example' }
const PAGE = {
  site: SITE,
  title: 'A page',
  description: ' In short. ',
  canonicalUrl: 'https://news.example/page',
  image: homeImage(SITE),
  structuredData: {},
}
const ADDRESS = expect.stringMatching(/^https:\/\/news\.example\/social\.png\?v=[0-9a-z]+$/) as string

const metaOf = (overrides: Partial<Article>) => {
  const article = toArticle(overrides)
  return toMeta({ ...PAGE, image: articleImage(SITE, article), article })
}

describe('the head of a page', () => {
  test('has the tags that search engines and networks read', () => {
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
      { property: 'og:image', content: ADDRESS },
      { property: 'og:image:type', content: 'image/png' },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { property: 'og:image:alt', content: 'Broadsheet' },
      { name: 'twitter:card', content: 'summary_large_image' },
      { name: 'twitter:image', content: ADDRESS },
      { name: 'twitter:image:alt', content: 'Broadsheet' },
      { 'script:ld+json': {} },
    ])
  })

  test('has the author, the dates and the tags of an article', () => {
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

  test('has each tag only once', () => {
    const keys = metaOf({ tags: ['Sea', 'Sea'] }).map((descriptor) => JSON.stringify(descriptor))
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('has the social image of an article, with its title, even if the article has a picture', () => {
    for (const imageUrl of [null, 'https://elsewhere.example/photo.jpg']) {
      const meta = metaOf({ imageUrl })
      expect(meta.filter((tag) => 'property' in tag && tag.property === 'og:image')).toEqual([
        {
          property: 'og:image',
          content: expect.stringContaining(
            'https://news.example/article/a-quiet-harbour/social.png?v=',
          ) as string,
        },
      ])
      expect(meta).toContainEqual({
        property: 'og:image:alt',
        content: 'A quiet harbour, by Ines Halloran. Broadsheet',
      })
    }
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

  test('of an empty page has noindex in place of a canonical URL and an image', () => {
    const meta = toMeta({ ...PAGE, isEmpty: true })
    expect(meta).toContainEqual({ name: 'robots', content: 'noindex' })
    expect(JSON.stringify(meta)).not.toMatch(/canonical|social\.png/)
  })

  test('links to other formats of the page', () => {
    expect(toMeta({ ...PAGE, alternates: [markdownLink(SITE, toArticle())] })).toContainEqual({
      tagName: 'link',
      rel: 'alternate',
      type: 'text/markdown',
      title: 'A quiet harbour',
      href: 'https://news.example/article/a-quiet-harbour.md',
    })
  })
})

test.each([
  ['https://elsewhere.example/photo.jpg', /^https:\/\/elsewhere\.example\/photo\.jpg$/],
  ['/photo.jpg', /^https:\/\/news\.example\/photo\.jpg$/],
  ['data:image/png;base64,AA', /\/article\/a-quiet-harbour\/social\.png\?v=/],
  [null, /\/article\/a-quiet-harbour\/social\.png\?v=/],
])("an article's structured data has its own picture, or else the social image: %j", (imageUrl, url) => {
  const article = toArticle({ imageUrl })
  expect(toArticleThing(SITE, article, articleImage(SITE, article)).image).toMatch(url)
})
