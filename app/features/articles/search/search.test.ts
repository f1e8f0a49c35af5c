// @store both
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { emptyStore, makeArticle, MAIN_SITE_ID, makeSite } from '../../../../tests/support/fixtures.ts'
import { db } from '../../../platform/store/database.server.ts'
import { searchArticles } from './queries.server.ts'
import { parseQuery, splitAtMatches, toCountText } from './search.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number))
const titlesOf = async (query: string, siteId = MAIN_SITE_ID) =>
  (await searchArticles(siteId, query)).hits.map(({ title }) => title)

beforeAll(async () => {
  await emptyStore()
  await makeArticle({ title: 'In the text', content: 'A quiet Lighthouse stood there.', publishedAt: day(9) })
  await makeArticle({
    title: 'In the description',
    metaDescription: 'About a LIGHTHOUSE.',
    publishedAt: day(2),
  })
  await makeArticle({ title: 'The lighthouse keeper', content: 'lighthouse', publishedAt: day(1) })
  await makeArticle({ title: 'A newer lighthouse', publishedAt: day(3) })
  await makeArticle({ title: 'A draft lighthouse', publishedAt: null })
  await makeArticle({
    title: 'Signs',
    content: String.raw`It was 100% true, snake_case and C:\dir.`,
    publishedAt: day(4),
  })
  await makeArticle({ title: '数据库的历史', content: '这是一个数据库。', publishedAt: day(5) })
  const siteId = await makeSite('harbour.example')
  await makeArticle({ title: 'Elsewhere a lighthouse', siteId, publishedAt: day(6) })
})

describe('a search', () => {
  test('finds titles first, then descriptions, then texts, each newest first, and no drafts or other sites', async () => {
    const expected = ['A newer lighthouse', 'The lighthouse keeper', 'In the description', 'In the text']
    expect(await titlesOf('lightHOUSE')).toEqual(expected)
  })

  test('shows the date, the category and the words around the match', async () => {
    const content = `${'Rope and sail. '.repeat(40)}The **albatross** came by [noon](/a).${' Net and knot.'.repeat(40)}`
    const { id } = await makeArticle({ title: 'Log', content, tags: ['Sea', 'travel'], publishedAt: day(8) })
    const [hit] = (await searchArticles(MAIN_SITE_ID, 'ALBATROSS')).hits
    expect(hit).toMatchObject({ id, date: 'Jan 08, 2026', category: 'Travel' })
    expect(hit?.passage).toMatch(/^… [A-Za-z].*sail\. The albatross came by noon\. Net .* …$/)
    expect(hit?.marked.text[1]).toBe('albatross')
    const [whole] = (await searchArticles(MAIN_SITE_ID, 'lighthouse STOOD')).hits
    expect(whole?.passage).toBe('A quiet Lighthouse stood there.')
    await db.deleteFrom('blogPosts').where('id', '=', id).execute()
  })

  test('finds parts of words', async () => expect(await titlesOf('ighthou')).toHaveLength(4))

  test('shows no marks of Markdown', async () => {
    const content =
      '# Log\n\n- [ ] coil a **rope**[^1]\n- [x] mend\n\n| Net | Knot |\n| --- | :-: |\n\n1. heave ho\n\n```js\nlet go\n```\n\n[^1]: of hemp'
    const { id } = await makeArticle({ title: 'Log', content, publishedAt: day(8) })
    const [hit] = (await searchArticles(MAIN_SITE_ID, 'heave ho')).hits
    expect(hit?.passage).toBe('Log coil a rope mend Net Knot heave ho let go of hemp')
    await db.deleteFrom('blogPosts').where('id', '=', id).execute()
  })

  test('finds quotes, accents and the sign & however they are written', async () => {
    const made = await makeArticle({
      title: 'The keeper’s cafe\u0301',
      metaDescription: 'She said “no” to R&D.',
      content: 'It’s “dark” in the naïve lamp’s light: salt &amp; wind.',
      publishedAt: day(8),
    })
    const queries = [
      "keeper's caf\u00e9",
      'keeper’s cafe\u0301',
      'said "no"',
      'said “no”',
      'R&D',
      'it\'s "dark"',
      'nai\u0308ve lamp',
      'salt & wind',
      'salt &amp; wind',
    ]
    for (const query of queries) expect(await titlesOf(query), query).toEqual(['The keeper’s cafe\u0301'])
    const [hit] = (await searchArticles(MAIN_SITE_ID, "keeper's caf\u00e9")).hits
    expect(hit?.marked.title).toEqual(['The ', 'keeper’s caf\u00e9', ''])
    const [other] = (await searchArticles(MAIN_SITE_ID, "lamp's light: salt & w")).hits
    expect(other?.passage).toContain("lamp's light: salt & wind.")
    await db.deleteFrom('blogPosts').where('id', '=', made.id).execute()
  })

  test.each([
    ['100%', ['Signs']],
    ['100_', []],
    ['snake_case', ['Signs']],
    ['snakeXcase', []],
    [String.raw`C:\dir`, ['Signs']],
    ['数据库', ['数据库的历史']],
    [`' or 1=1 --`, []],
    ['no such words anywhere', []],
  ])('treats every character as plain text: %s', async (query, expected) =>
    expect(await titlesOf(query)).toEqual(expected),
  )

  test('no longer finds an unpublished article, and finds the new text of an edited one', async () => {
    const { id } = await makeArticle({ title: 'Passing', content: 'an albatross', publishedAt: day(7) })
    expect(await titlesOf('albatross')).toEqual(['Passing'])
    await db.updateTable('blogPosts').set({ content: 'a cormorant' }).where('id', '=', id).execute()
    expect(await titlesOf('albatross')).toEqual([])
    expect(await titlesOf('cormorant')).toEqual(['Passing'])
    await db.updateTable('blogPosts').set({ publishedAt: null }).where('id', '=', id).execute()
    expect(await titlesOf('cormorant')).toEqual([])
  })
})

test('finds at most ten, the same as a plain scan, also behind the newest articles', async () => {
  const rows = await sql<{ id: string }>`
    insert into blog_posts
      (id, site_id, title, slug, meta_description, content, content_html, excerpt, reading_minutes, author, published_at)
    select gen_random_uuid(), ${MAIN_SITE_ID}, 'Filler ' || n, 'filler-' || n, case when n between 20 and 90 then 'Beside Filler 12' end,
      'filler text ' || case when n % 7 = 0 then 'sevenfold' when n in (3, 5) then 'a rare bird' when n < 100 then 'oldest'
        when n < 6000 then 'the middle one' else '' end, '', '', 1, 'A',
      '2025-01-01'::timestamptz + n * interval '1 minute'
    from generate_series(1, 11000) n returning id
  `.execute(db)
  expect(rows.rows).toHaveLength(11000)
  await sql`analyze`.execute(db) // otherwise the next file needs a minute to delete them
  const anywhere = ['filler text', 'sevenfold', 'Filler 12', 'beside filler', 'illER TEXT s', 'ER TEXT  s']
  const amongOlder = [
    'a rare bird',
    'are bi',
    'e bird',
    'oldest',
    'old est',
    'middle',
    'middle one',
    'e middle o',
  ]
  for (const query of [...anywhere, ...amongOlder]) {
    const scan = await sql<{ title: string }>`
      select title from blog_posts where site_id = ${MAIN_SITE_ID} and published_at is not null
        and (title ilike ${`%${query}%`} or meta_description ilike ${`%${query}%`} or content ilike ${`%${query}%`})
      order by (title ilike ${`%${query}%`}) desc, (coalesce(meta_description, '') ilike ${`%${query}%`}) desc,
        published_at desc, id desc limit 10
    `.execute(db)
    expect(await titlesOf(query), query).toEqual(scan.rows.map(({ title }) => title))
  }
  const { hits, ...third } = await searchArticles(MAIN_SITE_ID, 'Filler 12', 3)
  expect(hits.map(({ title }) => title)).toEqual([
    'Filler 1279',
    'Filler 1278',
    'Filler 1277',
    'Filler 1276',
    'Filler 1275',
    'Filler 1274',
    'Filler 1273',
    'Filler 1272',
    'Filler 1271',
    'Filler 1270',
  ])
  expect(third).toEqual({ total: 60, isMore: true, page: 3, pageCount: 6 })
  const beyond = await searchArticles(MAIN_SITE_ID, 'a rare bird', 9)
  expect(beyond).toMatchObject({ total: 2, isMore: false, page: 1, pageCount: 1 })
  expect(await searchArticles(MAIN_SITE_ID, 'sevenfold', 6)).toMatchObject({
    total: 60,
    isMore: true,
    page: 6,
  })
})

test.each([
  [{ hits: 10, total: 57, isMore: false, page: 1 }, '10 of 57'],
  [{ hits: 7, total: 57, isMore: false, page: 6 }, '51 to 57 of 57'],
  [{ hits: 10, total: 60, isMore: true, page: 1 }, '10 of 60 or more'],
  [{ hits: 3, total: 3, isMore: false, page: 1 }, '3 results'],
  [{ hits: 1, total: 1, isMore: false, page: 1 }, '1 result'],
])('the count says how many of all results are shown: %j', ({ hits, ...found }, expected) => {
  const hit = {
    id: '',
    title: '',
    metaDescription: null,
    author: '',
    date: '',
    category: undefined,
    passage: undefined,
    marked: { title: [], text: [] },
  }
  expect(toCountText({ ...found, hits: Array.from({ length: hits }, () => hit), pageCount: 6 })).toBe(
    expected,
  )
})

test.each([
  ['the art of a start', 'art', ['the ', 'art', ' of a start']],
  ['Ölmühle am Ölhafen', 'öl', ['', 'Ölmühle', ' am ', 'Ölhafen', '']],
  ['C++11 and c++', 'c++', ['', 'C++', '11 and ', 'c++', '']],
  ['art-house, art', 'ART', ['', 'art', '-house, ', 'art', '']],
  ['这是一个数据库。', '数据库', ['这是一个', '数据库', '。']],
  ['say “hi” (or not)', '"hi" (or', ['say ', '“hi” (or', ' not)']],
])('a word that begins with the query is marked to its end: %j for %j', (text, query, parts) =>
  expect(splitAtMatches(text, query)).toEqual(parts),
)

test('a query needs three characters and is cut after a hundred', () => {
  expect(parseQuery('ab')).toBeUndefined()
  expect(parseQuery('  ab ')).toBeUndefined()
  expect(parseQuery(null)).toBeUndefined()
  expect(parseQuery(' abc ')).toBe('abc')
  expect(parseQuery('数据')).toBeUndefined()
  expect(parseQuery('x'.repeat(300))).toHaveLength(100)
})
