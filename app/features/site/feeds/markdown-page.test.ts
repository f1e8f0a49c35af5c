import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { fuzzTexts } from '../../../../tests/support/articles.ts'
import type { ArticleSource } from '../../articles/articles.ts'
import { canonicalLink, toMarkdownPage } from './markdown-page.ts'

const ORIGIN = 'https://news.example'

const toSource = (overrides: Partial<ArticleSource> = {}): ArticleSource => ({
  id: '01a1fd26-8c97-77b6-8309-db0e57169c42',
  slug: 'tides',
  title: 'Tides',
  content: '# High\n\n---\n\nwater\n',
  metaDescription: null,
  author: 'Ines',
  tags: [],
  keywords: [],
  imageUrl: null,
  canonicalUrl: null,
  cover: null,
  publishedAt: new Date(0),
  updatedAt: new Date(1000),
  lang: null,
  translationOf: null,
  ...overrides,
})

describe('an article as Markdown', () => {
  test('has title, author, dates and canonical URL, and then its text', () => {
    expect(toMarkdownPage(ORIGIN, toSource())).toBe(`---
title: Tides
author: Ines
date: 1970-01-01T00:00:00.000Z
updated: 1970-01-01T00:00:01.000Z
canonical: https://news.example/article/tides
---
# High

---

water
`)
  })

  test('has its description, tags and language if they are set', () => {
    const article = toSource({ metaDescription: 'When.', tags: ['Sea', 'Travel'], lang: 'de' })
    expect(readBack(toMarkdownPage(ORIGIN, article)).fields).toMatchObject({
      description: 'When.',
      tags: ['Sea', 'Travel'],
      lang: 'de',
    })
  })

  test('can be read back with any title, and its text byte for byte', () => {
    for (const text of [...fuzzTexts(500), 'a\n---\nb', '---', 'x: y', '- z', 'null', '12', '\r\n--- #']) {
      const title = text.toWellFormed()
      const { fields, content } = readBack(toMarkdownPage(ORIGIN, toSource({ title, content: text })))
      expect(fields.title).toBe(title)
      expect(fields.author).toBe('Ines')
      expect(content).toBe(text)
    }
  })
})

test.each([
  [null, '<https://news.example/article/tides>; rel="canonical"'],
  ['https://other.example/a>b"é\r\nx: y', '<https://other.example/a%3Eb%22%C3%A9x:%20y>; rel="canonical"'],
])('the canonical URL %j is named in a header', (canonicalUrl, link) => {
  expect(canonicalLink(ORIGIN, toSource({ canonicalUrl }))).toEqual({ link })
  expect(() => new Headers({ link })).not.toThrow()
})

function readBack(file: string): { fields: Record<string, unknown>; content: string } {
  const [, frontMatter = '', content = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(file) ?? []
  return { fields: parse(frontMatter), content }
}
