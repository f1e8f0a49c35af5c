import { expect, test } from 'vitest'
import { toLlms } from './llms.ts'

const SITE = { name: 'Broadsheet', description: '', origin: 'https://news.example' }

test('llms.txt has a name, a summary, a paragraph, and then only lists of links', () => {
  const articles = [
    { slug: 'tides', title: 'Tides', metaDescription: 'When they turn.' },
    { slug: 'boats', title: 'Boats', metaDescription: null },
  ]
  expect(toLlms(SITE, { categories: [{ name: 'Travel' }], articles })).toBe(`# Broadsheet

> News and stories from Broadsheet.

Every article is also there as Markdown: its address with \`.md\` at the end.

## Latest articles

- [Tides](https://news.example/article/tides.md): When they turn.
- [Boats](https://news.example/article/boats.md)

## Categories

- [Travel](https://news.example/category/travel)

## Feeds

- [RSS](https://news.example/feed.xml): the newest articles with their whole text
- [Atom](https://news.example/feed.atom): the newest articles with their whole text
- [JSON Feed](https://news.example/feed.json): the newest articles with their whole text

## Optional

- [Sitemap](https://news.example/sitemap.xml): every article, category and author
`)
})

test('a title with markup is one line of plain text in llms.txt', () => {
  const title = '](https://evil.example)\n\n# [`x`] <b>'
  const text = toLlms(SITE, { categories: [], articles: [{ slug: 'x', title, metaDescription: null }] })
  expect(text).toContain(
    '- [\\](https://evil.example) # \\[\\`x\\`\\] \\<b\\>](https://news.example/article/x.md)\n',
  )
  expect(text).not.toContain('## Categories')
})
