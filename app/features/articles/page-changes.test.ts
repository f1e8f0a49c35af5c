import { describe, expect, test } from 'vitest'
import { isIndexable, type SeenArticle, toArticleChanges } from './page-changes.ts'

const ORIGIN = 'https://news.example'
const article = (changes: Partial<SeenArticle> = {}): SeenArticle => ({
  userId: 'ines',
  slug: 'tide',
  title: 'Tide',
  metaDescription: null,
  contentHtml: '<p>Six.</p>',
  canonicalUrl: null,
  isNoindex: false,
  publishedAt: new Date(),
  ...changes,
})
const changesOf = (before: SeenArticle | undefined, after: SeenArticle | undefined) =>
  toArticleChanges(ORIGIN, before, after).map(({ path, change }) => `${change} ${path}`)
const draft = article({ publishedAt: null })
const elsewhere = article({ canonicalUrl: 'https://elsewhere.example/tide' })
const hidden = article({ isNoindex: true })

test('search engines should index an article that is published, canonical here and not marked noindex', () => {
  expect(isIndexable(ORIGIN, article())).toBe(true)
  expect(isIndexable(ORIGIN, article({ canonicalUrl: 'https://news.example/article/tide' }))).toBe(true)
  for (const other of [draft, elsewhere, hidden]) expect(isIndexable(ORIGIN, other)).toBe(false)
})

describe('search engines are notified of an article', () => {
  test.each([
    ['published', undefined, article(), ['changed /article/tide']],
    ['published after it was a draft', draft, article(), ['changed /article/tide']],
    ['given another title', article(), article({ title: 'Ebb' }), ['changed /article/tide']],
    ['given another text', article(), article({ contentHtml: '<p>Seven.</p>' }), ['changed /article/tide']],
    ['given another description', article(), article({ metaDescription: 'Six.' }), ['changed /article/tide']],
    ['moved', article(), article({ slug: 'ebb' }), ['removed /article/tide', 'changed /article/ebb']],
    ['unpublished', article(), draft, ['removed /article/tide']],
    ['deleted', article(), undefined, ['removed /article/tide']],
    ['marked noindex', article(), hidden, ['changed /article/tide']],
    ['given a canonical address elsewhere', article(), elsewhere, ['changed /article/tide']],
    ['no longer marked noindex', hidden, article(), ['changed /article/tide']],
  ])('when it is %s', (...[, before, after, expected]) => {
    expect(changesOf(before, after)).toEqual(expected)
  })

  test.each([
    ['nothing that they see has changed', article(), article({ publishedAt: new Date(0) })],
    ['it stays noindex', hidden, { ...hidden, title: 'Ebb' }],
    ['its canonical address stays elsewhere', elsewhere, { ...elsewhere, title: 'Ebb' }],
    ['it stays a draft', draft, { ...draft, title: 'Ebb' }],
    ['it was noindex and is deleted', hidden, undefined],
    ['it is new and noindex', undefined, hidden],
  ])('never when %s', (_what, before, after) => {
    expect(changesOf(before, after)).toEqual([])
  })
})
