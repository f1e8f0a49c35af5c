import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeArticle, makeSite, MAIN_SITE_ID } from '../../../../tests/support/fixtures.ts'
import { isDeep } from '../../../../tests/support/tier.ts'
import { db } from '../../../platform/store/database.server.ts'
import { findListDates, listNewest, listNews, listPart, listPartDates } from './queries.server.ts'
import { NEWS_LIMIT, PART_SIZE } from './sitemap.ts'

const SITE = { id: MAIN_SITE_ID, origin: 'https://news.example' }

/** A moment of the same day; later hours are newer. */
const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour))
const slugs = (articles: { slug: string }[]) => articles.map(({ slug }) => slug)
const changeAt = (slug: string, updatedAt: Date) =>
  db.updateTable('blogPosts').set({ updatedAt }).where('slug', '=', slug).execute()

beforeEach(emptyStore)

describe('the articles of a sitemap', () => {
  test('are the published ones of the site, oldest first, with date and picture', async () => {
    await makeArticle({ title: 'New', publishedAt: at(2) })
    await makeArticle({ title: 'Old', publishedAt: at(1) })
    await makeArticle({ title: 'Draft', publishedAt: null })
    await makeArticle({ title: 'There', siteId: await makeSite('harbour.example') })
    await changeAt('old', at(5))
    await changeAt('new', at(1))
    await db.updateTable('blogPosts').set({ imageUrl: '/a.png' }).where('slug', '=', 'new').execute()
    expect(await listPart(SITE, 1)).toEqual([
      { slug: 'old', title: 'Old', imageUrl: null, publishedAt: at(1), modifiedAt: at(5) },
      { slug: 'new', title: 'New', imageUrl: '/a.png', publishedAt: at(2), modifiedAt: at(2) },
    ])
    expect(await listPartDates(SITE)).toEqual([at(5)])
  })

  test('are only those whose canonical URL is on the site itself', async () => {
    const own = [null, 'https://news.example/article/x', 'HTTPS://NEWS.EXAMPLE', 'https://news.example?x#y']
    const foreign = [
      'https://other.example/x',
      'http://news.example/x',
      'https://news.example:8443/x',
      'https://news.example.evil.example/x',
      'https://news.example@evil.example/x',
    ]
    for (const canonicalUrl of own) await makeArticle({ title: 'Own', canonicalUrl })
    for (const canonicalUrl of foreign) await makeArticle({ title: 'Foreign', canonicalUrl })
    expect(slugs(await listPart(SITE, 1)).toSorted()).toEqual(['own', 'own-1', 'own-2', 'own-3'])
    expect(slugs(await listNews(SITE, at(0))).toSorted()).toEqual(['own', 'own-1', 'own-2', 'own-3'])
  })

  test('are only those that search engines may index', async () => {
    await makeArticle({ title: 'Shown' })
    await makeArticle({ title: 'Hidden', publishedAt: at(1) })
    await db.updateTable('blogPosts').set({ isNoindex: true }).where('slug', '=', 'hidden').execute()
    expect(slugs(await listPart(SITE, 1))).toEqual(['shown'])
    expect(slugs(await listNews(SITE, at(0)))).toEqual(['shown'])
    await db.updateTable('blogPosts').set({ isNoindex: true }).execute()
    expect(await listPartDates(SITE)).toEqual([])
  })

  test.runIf(isDeep)(
    'fill parts of 50,000, and a new article does not change earlier parts',
    { timeout: 120_000 },
    async () => {
      await makeArticle({ title: 'First', publishedAt: at(0) })
      await fillWith(PART_SIZE)
      expect(await listPartDates(SITE)).toHaveLength(2)
      const [first, second] = [await listPart(SITE, 1), await listPart(SITE, 2)]
      expect([first.length, second.length]).toEqual([PART_SIZE, 1])
      expect(new Set(slugs([...first, ...second])).size).toBe(PART_SIZE + 1)
      await makeArticle({ title: 'Last' })
      expect(slugs(await listPart(SITE, 1))).toEqual(slugs(first))
      expect(await listPart(SITE, 2)).toHaveLength(2)
      expect(await listPart(SITE, 3)).toEqual([])
    },
  )

  test('have no part if there are none', async () => {
    expect(await listPartDates(SITE)).toEqual([])
    expect(await listPart(SITE, 1)).toEqual([])
  })
})

describe('the articles of a news sitemap', () => {
  test('are those published after a moment, newest first', async () => {
    for (const hour of [1, 2, 3]) await makeArticle({ title: `Hour ${hour}`, publishedAt: at(hour) })
    expect(slugs(await listNews(SITE, at(1)))).toEqual(['hour-3', 'hour-2'])
  })

  test('are 1,000 at most', async () => {
    await makeArticle({ title: 'First', publishedAt: at(0) })
    await fillWith(NEWS_LIMIT + 1)
    expect(await listNews(SITE, at(0))).toHaveLength(NEWS_LIMIT)
  })
})

describe('the lists of a site', () => {
  test('have the date of the last publication or change of their articles', async () => {
    await makeArticle({ title: 'A', tags: ['travel', 'Sea'], author: 'Ines', publishedAt: at(1) })
    await makeArticle({ title: 'B', tags: ['Travel', 'HEALTH'], author: 'Theo, Zoe', publishedAt: at(2) })
    await makeArticle({ title: 'C', tags: ['Science'], author: 'Nobody', publishedAt: null })
    await changeAt('a', at(4))
    await changeAt('b', at(1))
    expect(await findListDates(MAIN_SITE_ID)).toEqual({
      latest: at(4),
      categories: [
        { name: 'Health', modifiedAt: at(2) },
        { name: 'Travel', modifiedAt: at(4) },
      ],
      authors: [
        { name: 'Ines', modifiedAt: at(4) },
        { name: 'Theo', modifiedAt: at(2) },
        { name: 'Zoe', modifiedAt: at(2) },
      ],
    })
  })

  test('have no dates without articles', async () => {
    expect(await findListDates(MAIN_SITE_ID)).toEqual({ latest: undefined, categories: [], authors: [] })
  })
})

test('the newest articles are listed up to a limit', async () => {
  for (const hour of [1, 3, 2]) await makeArticle({ title: `Hour ${hour}`, publishedAt: at(hour) })
  expect(slugs(await listNewest(MAIN_SITE_ID, 2))).toEqual(['hour-3', 'hour-2'])
})

const FILLED_AT_ONCE = 5000 // on a busy machine, a statement that takes 20 seconds counts as hung

/** Adds articles like the first one, each published a second after the one before. */
async function fillWith(count: number): Promise<void> {
  for (let from = 1; from <= count; from += FILLED_AT_ONCE)
    await db.transaction().execute(async (trx) => {
      // Foreign-key checks cache their plan. A plan from when the table was tiny reads the whole table for each row.
      await sql`discard plans`.execute(trx)
      await sql`set local enable_seqscan = off`.execute(trx)
      await fill(from, Math.min(from + FILLED_AT_ONCE - 1, count)).execute(trx)
    })
  await sql`analyze blog_posts, article_search`.execute(db) // as autovacuum does soon
}

// `materialized` keeps Postgres from scanning the rows that it has just written.
const fill = (from: number, to: number) => sql`
  with article as materialized (select * from blog_posts order by published_at limit 1)
  insert into blog_posts (id, site_id, title, slug, content, content_html, excerpt, reading_minutes, author,
    published_at)
  select gen_random_uuid(), site_id, title, slug || '-' || number, content, content_html, excerpt,
    reading_minutes, author, published_at + make_interval(secs => number)
  from article, generate_series(${sql.lit(from)}, ${sql.lit(to)}) as number
`
