// @store both
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  emptyStore,
  makeArticle,
  makeOperator,
  makeSite,
  MAIN_SITE_ID,
} from '../../../tests/support/fixtures.ts'
import { db } from '../../platform/store/database.server.ts'
import { followInvalidations } from '../../platform/web/page-invalidation.server.ts'
import { toAuthorNames } from '../../shared/author-names.ts'
import { authorPath, pageTag, pageTagsOfArticle, readName, toTagKey } from './articles.ts'
import {
  countArticles,
  findArticle,
  findArticleSource,
  findSlugById,
  listByAuthor,
  listByCategory,
  listForFeed,
  listLatest,
} from './queries.server.ts'

beforeEach(emptyStore)

/** A moment of the same day; later hours are newer. */
const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour))
const titles = (articles: { title: string }[]) => articles.map(({ title }) => title)

async function makeArticles(count: number, overrides: Parameters<typeof makeArticle>[0] = {}): Promise<void> {
  for (let hour = 1; hour <= count; hour += 1)
    await makeArticle({ title: `Hour ${hour}`, publishedAt: at(hour), ...overrides })
}

async function readPage(slug: string, siteId = MAIN_SITE_ID) {
  const found = await findArticle(siteId, slug)
  if (!found) throw new Error(`There is no ${slug}.`)
  return found
}

describe('the latest articles', () => {
  test('are the published ones, newest first', async () => {
    await makeArticle({ title: 'Old', publishedAt: at(1) })
    await makeArticle({ title: 'Draft', publishedAt: null })
    await makeArticle({ title: 'New', publishedAt: at(3) })
    await makeArticle({ title: 'Middle', publishedAt: at(2) })
    const page = await listLatest(MAIN_SITE_ID, 1)
    expect(titles(page.articles)).toEqual(['New', 'Middle', 'Old'])
    expect(page).toMatchObject({ total: 3, page: 1, pageCount: 1 })
  })

  test('come in pages of 12, with nothing twice and nothing left out', async () => {
    await makeArticles(26, { publishedAt: at(1) })
    const pages = [1, 2, 3].map((page) => listLatest(MAIN_SITE_ID, page))
    const [first, second, third] = await Promise.all(pages)
    expect([first, second, third].map((page) => page?.articles.length)).toEqual([12, 12, 2])
    for (const page of [first, second, third]) expect(page).toMatchObject({ total: 26, pageCount: 3 })
    const ids = [first, second, third].flatMap((page) => page?.articles.map(({ id }) => id))
    expect(new Set(ids).size).toBe(26)
  })

  test.each([
    [0, 1],
    [1, 1],
    [12, 1],
    [13, 2],
    [24, 2],
    [25, 3],
  ])('of %i articles fill %i pages', async (count, pageCount) => {
    await makeArticles(count)
    expect(await listLatest(MAIN_SITE_ID, 1)).toMatchObject({ total: count, pageCount })
  })

  test('are none beyond the last page, and their total is known even there', async () => {
    await makeArticles(2)
    expect(await listLatest(MAIN_SITE_ID, 2)).toEqual({ articles: [], total: 2, page: 2, pageCount: 1 })
    expect(await listLatest(MAIN_SITE_ID, 999_999)).toMatchObject({ articles: [], total: 2 })
  })

  test('of one site are not those of another', async () => {
    const siteId = await makeSite('harbour.example')
    await makeArticle({ title: 'Here' })
    await makeArticle({ title: 'There', siteId, author: 'Ines Halloran', tags: ['Travel'] })
    for (const list of [
      listLatest(siteId, 1),
      listByCategory(siteId, { category: 'travel' }, 1),
      listByAuthor(siteId, 'Ines Halloran', 1),
    ])
      expect(await list).toMatchObject({ articles: [{ title: 'There' }], total: 1 })
    expect(titles(await listForFeed(siteId, {}, 10))).toEqual(['There'])
    expect(titles((await listLatest(MAIN_SITE_ID, 1)).articles)).toEqual(['Here'])
  })
})

describe('a category', () => {
  test('has the published articles with that tag, newest first, and counts them', async () => {
    await makeArticle({ title: 'Old', tags: ['Travel', 'Health'], publishedAt: at(1) })
    await makeArticle({ title: 'Other', tags: ['Health'], publishedAt: at(2) })
    await makeArticle({ title: 'New', tags: ['News', 'Travel'], publishedAt: at(3) })
    await makeArticle({ title: 'Draft', tags: ['Travel'], publishedAt: null })
    const page = await listByCategory(MAIN_SITE_ID, { category: 'travel' }, 1)
    expect(titles(page.articles)).toEqual(['New', 'Old'])
    expect(page).toMatchObject({ total: 2, pageCount: 1 })
  })

  test.each([
    ['Travel', 'travel'],
    ['travel', 'TRAVEL'],
    ['Élan', 'élan'],
    ['élan', 'ÉLAN'],
    ['МОСКВА', 'москва'],
    ['C++ & more', 'c++ & MORE'],
    ["L'été, non", "l'ÉTÉ, non"],
    ['Café', 'Café'.normalize('NFD')],
    ['Café'.normalize('NFD'), 'CAFÉ'],
  ])(
    'is found by its tag in any letter case, with composed letters or not: %s by %s',
    async (tag, category) => {
      await makeArticle({ tags: [tag] })
      expect((await listByCategory(MAIN_SITE_ID, { category }, 1)).total).toBe(1)
    },
  )

  test.each(['ΟΔΟΣ', 'İstanbul', 'STRASSE', 'ǅ', '数据库', '🎉'])(
    'is found by the exact tag of an article, and by the links to it, in any script: %s',
    async (tag) => {
      await makeArticle({ tags: [tag] })
      expect((await listByCategory(MAIN_SITE_ID, { category: tag }, 1)).total).toBe(1)
      expect((await listByCategory(MAIN_SITE_ID, { category: toTagKey(tag) }, 1)).total).toBe(1)
    },
  )

  test.each(['trave', 'travels', '', '%', 'travel,health', '{travel}', 'elan'])(
    'is not found by any other name: %j',
    async (category) => {
      await makeArticle({ tags: ['Travel', 'Élan'] })
      expect(await listByCategory(MAIN_SITE_ID, { category }, 1)).toMatchObject({ articles: [], total: 0 })
    },
  )

  test('has pages of 12', async () => {
    await makeArticles(13)
    expect((await listByCategory(MAIN_SITE_ID, { category: 'travel' }, 2)).articles).toHaveLength(1)
    expect(await listByCategory(MAIN_SITE_ID, { category: 'travel' }, 1)).toMatchObject({
      total: 13,
      pageCount: 2,
    })
  })
})

describe('an author', () => {
  test('has the articles with others too, and each page shows a change of any of them', async () => {
    const { id } = await makeArticle({ title: 'Both', author: 'Ines Halloran,Theo Quay , ' })
    for (const author of ['Ines Halloran', 'Theo Quay']) {
      expect((await listByAuthor(MAIN_SITE_ID, author, 1)).total).toBe(1)
      expect(
        pageTagsOfArticle({ id, siteId: MAIN_SITE_ID, tags: [], author: 'Ines Halloran,Theo Quay , ' }),
      ).toContain(pageTag.author(MAIN_SITE_ID, author))
    }
    expect((await listByAuthor(MAIN_SITE_ID, 'Ines Halloran,Theo Quay', 1)).total).toBe(0)
  })

  test.each([
    'Ines',
    ' Ines ',
    'Ines,Theo',
    'Ines, Theo,',
    ',',
    ' , ',
    'A,A',
    'Ines and Theo',
    'a\u00a0,b',
    '\t,\tb',
    'Robert Vale, Jr.',
    'Robert Vale,Jr. , Theo',
    'Ann Quay, M.D., Ph.D., Theo, Jr',
    ', Jr., Theo',
    'Jr., Theo',
    'Ines, Junior',
    'Hale & Co, Inc.',
    'José'.normalize('NFD'),
    'Ines,José'.normalize('NFD'),
  ])('has the same identity in SQL as in code: %j', async (author) => {
    await makeArticle({ author })
    const { authorNames } = await db.selectFrom('blogPosts').select('authorNames').executeTakeFirstOrThrow()
    expect([...new Set(authorNames)].toSorted()).toEqual(toAuthorNames(author).toSorted())
  })

  test('whose name has a comma is one author, at one address', async () => {
    const name = 'Robert Vale, Jr.'
    await makeArticle({ title: 'Both', author: `Ines,${name}` })
    expect((await listByAuthor(MAIN_SITE_ID, name, 1)).total).toBe(1)
    expect((await listByAuthor(MAIN_SITE_ID, 'Robert Vale', 1)).total).toBe(0)
    expect(readName(authorPath(name))).toBe(name)
  })

  test('has the published articles of exactly that name, newest first', async () => {
    await makeArticle({ title: 'Old', author: 'Ines Halloran', publishedAt: at(1) })
    await makeArticle({ title: 'New', author: 'Ines Halloran', publishedAt: at(2) })
    await makeArticle({ title: 'Draft', author: 'Ines Halloran', publishedAt: null })
    await makeArticle({ title: 'Other', author: 'ines halloran' })
    const page = await listByAuthor(MAIN_SITE_ID, 'Ines Halloran', 1)
    expect(titles(page.articles)).toEqual(['New', 'Old'])
    expect(page.total).toBe(2)
    for (const name of ['Ines', 'Ines Halloran ', '', '%'])
      expect((await listByAuthor(MAIN_SITE_ID, name, 1)).total).toBe(0)
  })
})

describe('an article', () => {
  test('is found by its slug on its own site, once it is published', async () => {
    const siteId = await makeSite('harbour.example')
    const { slug } = await makeArticle()
    expect((await readPage(slug)).article).toMatchObject({
      slug,
      title: 'A quiet harbour',
      contentHtml: '<p>The <em>tide</em> turned at six.</p>\n',
      canonicalUrl: null,
    })
    expect(await findArticle(siteId, slug)).toBeUndefined()
    const draft = await makeArticle({ publishedAt: null })
    expect(await findArticle(MAIN_SITE_ID, draft.slug)).toBeUndefined()
    expect(await findArticle(MAIN_SITE_ID, 'nothing')).toBeUndefined()
  })

  test('has a slug that can be found by its id, in any letter case', async () => {
    const { id, slug } = await makeArticle()
    expect(await findSlugById(MAIN_SITE_ID, id)).toBe(slug)
    expect(await findSlugById(MAIN_SITE_ID, id.toUpperCase())).toBe(slug)
  })

  test('has no slug under an id that is unknown, not published, of another site or not an id at all', async () => {
    const siteId = await makeSite('harbour.example')
    const { id } = await makeArticle()
    const draft = await makeArticle({ publishedAt: null })
    expect(await findSlugById(siteId, id)).toBeUndefined()
    for (const other of [
      uuidv7(),
      draft.id,
      '',
      'a-quiet-harbour',
      `${id} `,
      `${id}\n`,
      id.slice(1),
      `{${id}}`,
    ])
      expect(await findSlugById(MAIN_SITE_ID, other)).toBeUndefined()
  })
})

const totals = async () => [
  (await listLatest(MAIN_SITE_ID, 1)).total,
  (await listByCategory(MAIN_SITE_ID, { category: 'TRAVEL' }, 1)).total,
  (await listByAuthor(MAIN_SITE_ID, 'Ines', 1)).total,
  (await listByCategory(MAIN_SITE_ID, { category: 'sea' }, 1)).total,
]

describe('the number of articles in a list', () => {
  test('is counted once until a write changes the list, in a process that is notified of all writes', async () => {
    const following = await followInvalidations()
    try {
      await makeArticle({ title: 'One', tags: ['Travel'], author: 'Ines' })
      expect(await totals()).toEqual([1, 1, 1, 0])
      await db.updateTable('blogPosts').set({ publishedAt: null }).execute() // written to the database without a notice
      expect(await totals()).toEqual([1, 1, 1, 0])
      await makeArticle({ title: 'Two', tags: ['Sea'], author: 'Theo' })
      expect(await totals()).toEqual([1, 1, 1, 1])
      await makeArticle({ title: 'Three', tags: ['travel'], author: 'Ines' })
      expect(await totals()).toEqual([2, 1, 1, 1])
    } finally {
      await following.stop()
    }
  })
})

const makeOne = (title: string, hour: number, tags: string[] = []) =>
  makeArticle({ title, tags, publishedAt: at(hour) })
const related = async (slug: string) => titles((await readPage(slug)).related)

describe('the articles related to one', () => {
  test('share a tag with it, in any letter case, and come newest first', async () => {
    await makeOne('It', 5, ['Travel', 'Health'])
    await makeOne('Old', 1, ['travel'])
    await makeOne('New', 3, ['HEALTH', 'Business'])
    await makeOne('Middle', 2, ['Travel', 'Health'])
    expect(await related('it')).toEqual(['New', 'Middle', 'Old'])
  })

  test('come before newer ones that share nothing', async () => {
    await makeOne('It', 5, ['Travel'])
    await makeOne('First', 3, ['Travel'])
    await makeOne('Second', 2, ['Travel'])
    await makeOne('Third', 1, ['Travel'])
    for (const hour of [6, 7, 8, 9]) await makeOne(`Stranger ${hour}`, hour, ['Business'])
    expect(await related('it')).toEqual(['First', 'Second', 'Third'])
  })

  test('come before newer ones that share nothing, even where they are among the newest themselves', async () => {
    await makeOne('It', 5, ['Travel'])
    await makeOne('First', 8, ['Travel'])
    await makeOne('Stranger', 7)
    await makeOne('Second', 6, ['Travel'])
    await makeOne('Stranger', 4)
    await makeOne('Third', 3, ['Travel'])
    expect(await related('it')).toEqual(['First', 'Second', 'Third'])
  })

  test('are found even behind 200 newer articles that share nothing', async () => {
    await makeOne('It', 1, ['Travel'])
    for (const title of ['First', 'Second', 'Third']) await makeOne(title, 2, ['Travel'])
    for (let stranger = 0; stranger < 210; stranger += 1) await makeOne(`Stranger ${stranger}`, 3)
    expect((await related('it')).toSorted()).toEqual(['First', 'Second', 'Third'])
  })

  test('are filled up with the newest of the site, each only once', async () => {
    await makeOne('It', 5, ['Travel'])
    await makeOne('Related', 1, ['Travel'])
    await makeOne('Stranger 2', 2)
    await makeOne('Stranger 3', 3)
    await makeOne('Stranger 4', 4)
    expect(await related('it')).toEqual(['Related', 'Stranger 4', 'Stranger 3'])
  })

  test('are filled up with others where the newest are the related ones', async () => {
    await makeOne('It', 9, ['Travel'])
    await makeOne('Related 8', 8, ['Travel'])
    await makeOne('Related 7', 7, ['Travel'])
    await makeOne('Stranger 1', 1)
    expect(await related('it')).toEqual(['Related 8', 'Related 7', 'Stranger 1'])
  })

  test('are the newest of the site for an article without tags', async () => {
    await makeOne('It', 9)
    for (const hour of [1, 2, 3, 4]) await makeOne(`Stranger ${hour}`, hour, ['Travel'])
    expect(await related('it')).toEqual(['Stranger 4', 'Stranger 3', 'Stranger 2'])
  })

  test('are published, on the same site, and never the article itself', async () => {
    const siteId = await makeSite('harbour.example')
    await makeOne('It', 5, ['Travel'])
    await makeArticle({ title: 'Draft', tags: ['Travel'], publishedAt: null })
    await makeArticle({ title: 'Elsewhere', tags: ['Travel'], siteId })
    expect(await related('it')).toEqual([])
  })

  test('are only the fields that a card shows', async () => {
    await makeOne('It', 5, ['Travel'])
    await makeOne('Other', 4, ['Travel'])
    const [card] = (await readPage('it')).related
    const { articles } = await listLatest(MAIN_SITE_ID, 1)
    expect(card).toEqual(articles.find(({ slug }) => slug === 'other'))
    expect(card?.title).toBe('Other')
  })
})

const findTitles = async (scope: Parameters<typeof listForFeed>[1]) =>
  titles(await listForFeed(MAIN_SITE_ID, scope, 10))

const readHtml = async (slug: string, siteId = MAIN_SITE_ID) =>
  (await findArticle(siteId, slug))?.article.contentHtml

describe('links to other sites', () => {
  const content = '[Source](https://source.example/a) and [ours](/about)'
  const OWNERS = '<a href="https://source.example/a" rel="noopener">'
  const MARKED = '<a href="https://source.example/a" rel="ugc nofollow noopener">'

  test('are marked in articles of all accounts but the owner of the site, also in feeds', async () => {
    const [owner, stranger] = [await makeOperator(), await makeOperator()]
    const hers = await makeArticle({ content, userId: owner.id })
    const theirs = await makeArticle({ content, userId: stranger.id })
    const left = await makeArticle({ content }) // its account is gone
    await db.updateTable('installation').set({ ownerId: owner.id }).execute()
    expect(await readHtml(hers.slug)).toContain(OWNERS)
    expect(await readHtml(theirs.slug)).toContain(MARKED)
    expect(await readHtml(theirs.slug)).toContain('<a href="/about" rel="noopener">')
    expect(await readHtml(left.slug)).toContain(MARKED)
    const feed = await listForFeed(MAIN_SITE_ID, {}, 10)
    expect(feed.map(({ contentHtml }) => contentHtml.includes(MARKED))).toEqual([true, true, false])
    await db.updateTable('installation').set({ ownerId: stranger.id }).execute()
    expect(await readHtml(hers.slug)).toContain(MARKED)
    expect(await readHtml(theirs.slug)).toContain(OWNERS)
    await db.updateTable('installation').set({ ownerId: null }).execute()
  })

  test('are not marked on a site that is the account’s own', async () => {
    const [owner, tenant] = [await makeOperator(), await makeOperator()]
    await db.updateTable('installation').set({ ownerId: owner.id }).execute()
    const siteId = await makeSite('harbour.example')
    await db.updateTable('targetSites').set({ ownerId: tenant.id }).where('id', '=', siteId).execute()
    const own = await makeArticle({ content, siteId, userId: tenant.id })
    const guest = await makeArticle({ content, siteId, userId: owner.id })
    expect(await readHtml(own.slug, siteId)).toContain(OWNERS)
    expect(await readHtml(guest.slug, siteId)).toContain(MARKED)
    await db.updateTable('installation').set({ ownerId: null }).execute()
  })
})

describe('a feed', () => {
  test('has the newest published articles with their whole text, up to its limit', async () => {
    await makeArticles(4)
    await makeArticle({ title: 'Draft', publishedAt: null })
    const articles = await listForFeed(MAIN_SITE_ID, {}, 3)
    expect(titles(articles)).toEqual(['Hour 4', 'Hour 3', 'Hour 2'])
    expect(articles[0]).toMatchObject({
      contentHtml: '<p>The <em>tide</em> turned at six.</p>\n',
      publishedAt: at(4),
      tags: ['Travel'],
    })
    expect(await listForFeed(await makeSite('harbour.example'), {}, 3)).toEqual([])
  })

  test('of a category or an author has only their articles, compared as on their pages', async () => {
    await makeArticle({ title: 'Hers', tags: ['Travel'], author: 'Ines' })
    await makeArticle({ title: 'His', tags: ['TRAVEL', 'Sea'], author: 'Theo', publishedAt: at(1) })
    await makeArticle({ title: 'Neither', tags: ['Health'], author: 'ines', publishedAt: null })
    expect(await findTitles({ category: 'travel' })).toEqual(['Hers', 'His'])
    expect(await findTitles({ category: 'Sea' })).toEqual(['His'])
    expect(await findTitles({ author: 'Ines' })).toEqual(['Hers'])
    expect(await findTitles({ author: 'ines' })).toEqual([])
    expect(await findTitles({ category: '' })).toEqual([])
  })
})

describe('the Markdown of an article', () => {
  test('is the text as it was written, byte for byte, and of published articles only', async () => {
    const content = '  # Tide\r\n\n<b>x</b>\n\n'
    await makeArticle({ title: 'Tides', content })
    await makeArticle({ title: 'Draft', publishedAt: null })
    expect(await findArticleSource(MAIN_SITE_ID, 'tides')).toMatchObject({ title: 'Tides', content })
    expect(await findArticleSource(MAIN_SITE_ID, 'draft')).toBeUndefined()
    expect(await findArticleSource(await makeSite('harbour.example'), 'tides')).toBeUndefined()
  })
})

test('the articles of a site are counted whether published or not', async () => {
  const siteId = await makeSite('harbour.example')
  await makeArticle()
  await makeArticle({ publishedAt: null })
  await makeArticle({ siteId })
  expect(await countArticles(MAIN_SITE_ID)).toBe(2)
  await db.deleteFrom('blogPosts').execute()
  expect(await countArticles(MAIN_SITE_ID)).toBe(0)
})
