import { describe, expect, test } from 'vitest'
import { readName, toListTags, toSlug, toSlugRoot, toTagHeading } from './articles.ts'

const tagged = (...tags: string[]) => ({ tags })
const ID = '01a1fd26-8c97-77b6-8309-db0e57169c42'

describe('the slug of a title', () => {
  test.each([
    ['Hello, World!', 'hello-world'],
    ['  Spaces   and\ttabs ', 'spaces-and-tabs'],
    ['Already-hyphenated -- twice', 'already-hyphenated-twice'],
    ['-Edges-', 'edges'],
    ['C++ & Rust: 2026', 'c-rust-2026'],
    ['Über uns', 'ber-uns'],
  ])('follows the rule of the spec: %s', (title, slug) => expect(toSlug(title, ID)).toBe(slug))

  test.each([
    ['Привет мир', 'privet-mir'],
    ['Καλημέρα', 'kalimera'],
    ['äöü', 'aeoeue'],
    ['数据库', 'shu-ju-ku'],
    ['東京 2026', '2026'],
    ['तट', 'tt'],
  ])('is transliterated where nothing of a-z0-9 is left: %s', (title, slug) =>
    expect(toSlug(title, ID)).toBe(slug),
  )

  test.each(['🎉', '...'])('is made from the id where even that leaves nothing: %s', (title) =>
    expect(toSlug(title, ID)).toBe('post-57169c42'),
  )
})

describe('the heading of a tag', () => {
  test.each(['NASA', 'iPhone', 'eBay', 'AC/DC', 'İstanbul', 'Local News'])(
    'is as its authors spell it: %s',
    (tag) => {
      const articles = [
        tagged('Sea', tag.toLowerCase()),
        tagged(tag),
        tagged(tag, 'NASA jobs'),
        tagged(tag.toUpperCase()),
      ]
      expect(toTagHeading(tag, articles)).toBe(tag)
    },
  )

  test.each([
    ['sea', 'Sea'],
    ['local news', 'Local news'],
    ['élan', 'Élan'],
  ])('has a capital first letter if nobody writes capitals: %s', (tag, heading) => {
    expect(toTagHeading(tag.normalize('NFD'), [tagged(tag)])).toBe(heading)
    expect(toTagHeading(tag.toUpperCase(), [])).toBe(heading)
  })

  test('is that of a category, also with another spelling of an author', () =>
    expect(toTagHeading('HEALTH', [tagged('HEALTH')])).toBe('Health'))
})

test.each([
  [{ category: 'Culture', tags: ['art', 'film'] }, ['tag:site:culture', 'tag:site:art', 'tag:site:film']],
  [{ category: 'ART', tags: ['art', 'film'] }, ['tag:site:art', 'tag:site:film']],
  [{ category: 'Art' }, ['tag:site:art']],
])('a page of a category depends on its tags, and on that of its name once: %j', (scope, tags) =>
  expect(toListTags('site', scope, false)).toEqual(tags),
)

test('a name in an address is composed', () =>
  expect(readName(`/author/${encodeURIComponent('José'.normalize('NFD'))}`)).toBe('José'))

test('slugs have the same root if they differ only by numbers at the end', () => {
  expect(['a-story', 'a-story-1', 'a-story-1-2'].map(toSlugRoot)).toEqual(['a-story', 'a-story', 'a-story'])
  expect(toSlugRoot('2026')).toBe('2026')
})
