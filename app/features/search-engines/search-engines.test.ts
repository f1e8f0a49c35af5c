import { describe, expect, test } from 'vitest'
import { isForEngines, type SeenArticle, toArticleChanges } from './search-engines.ts'

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

test('engines are to know what is published, at home here, and does not ask to be passed by', () => {
  expect(isForEngines(ORIGIN, article())).toBe(true)
  expect(isForEngines(ORIGIN, article({ canonicalUrl: 'https://news.example/article/tide' }))).toBe(true)
  for (const other of [draft, elsewhere, hidden]) expect(isForEngines(ORIGIN, other)).toBe(false)
})

describe('an article is told of', () => {
  test.each([
    ['published', undefined, article(), ['changed /article/tide']],
    ['published after it was a draft', draft, article(), ['changed /article/tide']],
    ['given another title', article(), article({ title: 'Ebb' }), ['changed /article/tide']],
    ['given another text', article(), article({ contentHtml: '<p>Seven.</p>' }), ['changed /article/tide']],
    ['described otherwise', article(), article({ metaDescription: 'Six.' }), ['changed /article/tide']],
    ['moved', article(), article({ slug: 'ebb' }), ['removed /article/tide', 'changed /article/ebb']],
    ['unpublished', article(), draft, ['removed /article/tide']],
    ['deleted', article(), undefined, ['removed /article/tide']],
    ['hidden from engines, so that they see it', article(), hidden, ['changed /article/tide']],
    ['said to be at home elsewhere', article(), elsewhere, ['changed /article/tide']],
    ['shown to engines', hidden, article(), ['changed /article/tide']],
  ])('when it is %s', (...[, before, after, expected]) => {
    expect(changesOf(before, after)).toEqual(expected)
  })

  test.each([
    ['nothing that they see has changed', article(), article({ publishedAt: new Date(0) })],
    ['it stays hidden', hidden, { ...hidden, title: 'Ebb' }],
    ['it stays at home elsewhere', elsewhere, { ...elsewhere, title: 'Ebb' }],
    ['it stays a draft', draft, { ...draft, title: 'Ebb' }],
    ['it was hidden and goes', hidden, undefined],
    ['it is hidden from the first', undefined, hidden],
  ])('never when %s', (_what, before, after) => {
    expect(changesOf(before, after)).toEqual([])
  })
})
