import { beforeEach, describe, expect, test } from 'vitest'
import {
  emptyStore,
  makeArticle,
  makeDraft,
  makeOperator,
  makeSite,
  MAIN_SITE_ID,
} from '../../../tests/support/fixtures.ts'
import { db } from '../../platform/store/database.server.ts'
import { write } from '../../platform/web/page-invalidation.server.ts'
import { parseRecord } from '../moving-in/formats/formats.ts'
import { insertArticle, renderText, reserveSlugs, toTextColumns } from './commands.server.ts'
import { importArticles } from '../moving-in/formats/commands.server.ts'
import { saveCopy } from './placement/commands.server.ts'
import { hashText } from './revisions/queries.server.ts'

const ID = '01a1fd26-8c97-77b6-8309-db0e57169c42'

beforeEach(emptyStore)

async function reserve(titles: string[], siteId = MAIN_SITE_ID): Promise<string[]> {
  const unnamed = titles.map((title) => ({ id: ID, title }))
  const named = await db.transaction().execute((trx) => reserveSlugs(trx, siteId, unnamed))
  return named.map(({ slug }) => slug)
}
const publishAll = async (titles: string[], siteId = MAIN_SITE_ID) => {
  for (const title of titles) await makeArticle({ title, siteId })
}
const slugsOn = async (siteId: string) => {
  const rows = await db.selectFrom('blogPosts').select('slug').where('siteId', '=', siteId).execute()
  return rows.map(({ slug }) => slug).toSorted()
}
async function drops(): Promise<string[]> {
  const rows = await db.selectFrom('pageDrops').select('tags').execute()
  return rows.flatMap(({ tags }) => tags).toSorted()
}
const forgetDrops = () => db.deleteFrom('pageDrops').execute()
const findRow = (id: string) =>
  db.selectFrom('blogPosts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a slug', () => {
  test('is made from the title while no article on the site has it', async () => {
    expect(await reserve(['A story'])).toEqual(['a-story'])
    await publishAll(['A story about something else'])
    expect(await reserve(['A story'])).toEqual(['a-story'])
  })

  test('gets -1, -2 and so on while it is taken', async () => {
    await publishAll(['A story', 'A story', 'A story'])
    expect(await slugsOn(MAIN_SITE_ID)).toEqual(['a-story', 'a-story-1', 'a-story-2'])
  })

  test('fills the first gap', async () => {
    await publishAll(['A', 'A', 'A', 'A'])
    await db.deleteFrom('blogPosts').where('slug', 'in', ['a-1', 'a-3']).execute()
    expect(await reserve(['A', 'A', 'A'])).toEqual(['a-1', 'a-3', 'a-4'])
  })

  test('skips a number that belongs to another title', async () => {
    await publishAll(['A 1'])
    expect(await reserve(['A', 'A'])).toEqual(['a', 'a-2'])
    await publishAll(['A', 'A'])
    expect(await slugsOn(MAIN_SITE_ID)).toEqual(['a', 'a-1', 'a-2'])
    expect(await reserve(['A 1', 'A 2', 'A 3'])).toEqual(['a-1-1', 'a-2-1', 'a-3'])
  })

  test('is unique for a title that is only a number or ends with one', async () => {
    await publishAll(['2026', '2026'])
    expect(await slugsOn(MAIN_SITE_ID)).toEqual(['2026', '2026-1'])
    expect(await reserve(['2026', '2026 1', '2026-1-1'])).toEqual(['2026-2', '2026-1-1', '2026-1-1-1'])
  })

  test('is reserved for several articles at the same time, in their order', async () => {
    await publishAll(['B'])
    expect(await reserve(['A', 'B', 'A', 'C', 'B', 'A 1'])).toEqual(['a', 'b-1', 'a-1', 'c', 'b-2', 'a-1-1'])
  })

  test('may be requested, and is made unique like one made from a title', async () => {
    await publishAll(['Old address'])
    const named = await write((trx) =>
      reserveSlugs(trx, MAIN_SITE_ID, [
        { id: ID, title: 'New title', slug: 'old-address' },
        { id: ID, title: 'New title', slug: 'another' },
      ]),
    )
    expect(named.map(({ slug }) => slug)).toEqual(['old-address-1', 'another'])
  })

  test('is numbered on each site separately', async () => {
    const siteId = await makeSite('harbour.example')
    await publishAll(['A', 'A'])
    expect(await reserve(['A'], siteId)).toEqual(['a'])
    await publishAll(['A'], siteId)
    expect(await reserve(['A'])).toEqual(['a-2'])
  })

  test('is given to one article only, when a hundred are written at the same time on two sites', async () => {
    const siteId = await makeSite('harbour.example')
    const here = Array.from({ length: 100 }, (_, index) => makeArticle({ title: index % 2 ? 'A' : 'A 1' }))
    const there = Array.from({ length: 3 }, () => makeArticle({ title: 'A', siteId }))
    await Promise.all([...here, ...there])
    const slugs = await slugsOn(MAIN_SITE_ID)
    expect(slugs).toHaveLength(100)
    expect(new Set(slugs).size).toBe(100)
    for (const slug of slugs) expect(slug).toMatch(/^a(-1)?(-\d+)?$/)
    expect(await slugsOn(siteId)).toEqual(['a', 'a-1', 'a-2'])
  })

  test('causes no deadlock when writers reserve the same titles in different orders', async () => {
    const titles = ['A', 'B', 'C']
    const draft = makeDraft()
    const columns = toTextColumns(draft, await renderText({ ...draft, lang: null }, null))
    const run = (ordered: string[]) =>
      write(async (trx) => {
        const unnamed = ordered.map((title) => ({ id: ID, title }))
        const named = await reserveSlugs(trx, MAIN_SITE_ID, unnamed)
        for (const { slug } of named)
          await insertArticle(trx, { ...columns, title: slug, siteId: MAIN_SITE_ID, publishedAt: new Date() })
      })
    await Promise.all(Array.from({ length: 20 }, (_, index) => run(index % 2 ? titles : titles.toReversed())))
    expect(await slugsOn(MAIN_SITE_ID)).toHaveLength(60)
  })
})

describe('adding an article', () => {
  test('invalidates all pages that show it or should show it', async () => {
    const siteId = await makeSite('harbour.example')
    await forgetDrops()
    const { id } = await makeArticle({ siteId, author: 'Ines Halloran', tags: ['Travel', 'Élan'] })
    expect(await drops()).toEqual(
      [
        `article:${id}`,
        `list:${siteId}`,
        `articles:${siteId}`,
        `author:${siteId}:Ines Halloran`,
        `tag:${siteId}:travel`,
        `tag:${siteId}:élan`,
      ].toSorted(),
    )
  })

  test('leaves no article and invalidates no page when the transaction fails later', async () => {
    const draft = makeDraft()
    const columns = toTextColumns(draft, await renderText({ ...draft, lang: null }, null))
    const failing = write(async (trx) => {
      await insertArticle(trx, { ...columns, siteId: MAIN_SITE_ID })
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect(await slugsOn(MAIN_SITE_ID)).toEqual([])
    expect(await drops()).toEqual([])
  })

  test('stores the text as it was written, with its HTML, its excerpt and its reading time', async () => {
    const content = '# Tides\n\nThe *tide* turned at six.\n'
    const { id } = await makeArticle({ content, tags: ['Travel'], keywords: ['tide', 'harbour'] })
    expect(await findRow(id)).toMatchObject({
      content,
      contentHtml: expect.stringMatching(
        /<h2 id="text-tides">Tides<\/h2>.*\n<p>The <em>tide<\/em> turned at six\.<\/p>\n$/,
      ),
      excerpt: 'The tide turned at six.',
      readingMinutes: 1,
      tags: ['Travel'],
      keywords: ['tide', 'harbour'],
      originId: null,
    })
  })
})

const CANONICAL_URL = 'https://news.example/article/a-quiet-harbour'
async function makeOrigin() {
  const { id: userId } = await makeOperator()
  const { id } = await makeArticle({ userId, publishedAt: new Date('2026-01-05T06:00:00Z') })
  return findRow(id)
}
const save = (siteId: string, origin: Awaited<ReturnType<typeof findRow>>, canonicalUrl = CANONICAL_URL) =>
  write((trx) => saveCopy(trx, { siteId, origin, canonicalUrl, isNoindex: false }))

describe('the copy of an article on another site', () => {
  test('shows what the article shows and names it as the original', async () => {
    const siteId = await makeSite('harbour.example')
    const origin = await makeOrigin()
    const { id, slug } = await save(siteId, origin)
    const copy = await findRow(id)
    expect(slug).toBe('a-quiet-harbour')
    expect(copy).toMatchObject({
      siteId,
      canonicalUrl: CANONICAL_URL,
      originId: origin.id,
      title: origin.title,
      contentHtml: origin.contentHtml,
      excerpt: origin.excerpt,
      tags: origin.tags,
      userId: origin.userId,
      publishedAt: origin.publishedAt,
      updatedAt: origin.updatedAt,
    })
    expect(copy.id).not.toBe(origin.id)
    expect(await findRow(origin.id)).toEqual(origin)
  })

  test('gets the slug of the article, even if that is not made from its title', async () => {
    const siteId = await makeSite('harbour.example')
    const origin = await makeOrigin()
    const named = { ...origin, slug: 'harbour-at-dawn', title: 'A loud harbour' }
    expect((await save(siteId, named)).slug).toBe('harbour-at-dawn')
    const variation = { ...named, title: 'Dawn at the harbour' }
    expect((await save(await makeSite('quay.example'), variation)).slug).toBe('harbour-at-dawn')
  })

  test('gets a slug that is free on its site', async () => {
    const siteId = await makeSite('harbour.example')
    await makeArticle({ siteId })
    expect((await save(siteId, await makeOrigin())).slug).toBe('a-quiet-harbour-1')
  })

  test('is updated in place when it is saved again, with the same slug', async () => {
    const siteId = await makeSite('harbour.example')
    const origin = await makeOrigin()
    const first = await save(siteId, origin)
    const changed = { ...origin, title: 'A loud harbour', tags: ['Business'], contentHtml: '<p>New.</p>' }
    const second = await save(siteId, changed, `${CANONICAL_URL}-2`)
    expect(second).toMatchObject({ id: first.id, slug: first.slug })
    expect(await slugsOn(siteId)).toEqual(['a-quiet-harbour'])
    expect(await findRow(first.id)).toMatchObject({
      title: 'A loud harbour',
      tags: ['Business'],
      contentHtml: '<p>New.</p>',
      canonicalUrl: `${CANONICAL_URL}-2`,
    })
  })

  test('invalidates the pages that showed it and those that show it now, when it changes', async () => {
    const siteId = await makeSite('harbour.example')
    const origin = await makeOrigin()
    const { id } = await save(siteId, origin)
    await forgetDrops()
    await save(siteId, { ...origin, author: 'Tomas Reyl', tags: ['Business'] })
    expect(await drops()).toEqual(
      [
        `article:${id}`,
        `list:${siteId}`,
        `articles:${siteId}`,
        `author:${siteId}:Ines Halloran`,
        `author:${siteId}:Tomas Reyl`,
        `tag:${siteId}:travel`,
        `tag:${siteId}:business`,
      ].toSorted(),
    )
  })

  test('is a separate row on each site', async () => {
    const [one, other] = [await makeSite('harbour.example'), await makeSite('ledger.example')]
    const origin = await makeOrigin()
    expect((await save(one, origin)).id).not.toBe((await save(other, origin)).id)
    expect([await slugsOn(one), await slugsOn(other)]).toEqual([['a-quiet-harbour'], ['a-quiet-harbour']])
  })
})

test('two texts have the same hash only if all their fields are the same', () => {
  const text = makeDraft()
  expect(hashText({ ...text })).toBe(hashText(text))
  expect(hashText(makeDraft({ draftId: ID, siteIds: [ID] }))).toBe(hashText(text))
  const changes: Partial<typeof text>[] = [
    { title: 'Another' },
    { content: `${text.content} ` },
    { metaDescription: 'x' },
    { author: 'Tomas Reyl' },
    { tags: ['travel'] },
    { tags: [] },
    { keywords: ['Travel'] },
    { canonicalUrl: 'https://news.example/' },
  ]
  const hashes = changes.map((change) => hashText({ ...text, ...change }))
  expect(new Set([hashText(text), ...hashes]).size).toBe(changes.length + 1)
})

const toRecords = (content: string) =>
  Array.from({ length: 10 }, (_, path) => {
    const parsed = parseRecord({ source: 'blog', path: String(path), title: `Title ${path}`, content })
    if (!parsed.ok) throw new Error(parsed.problem)
    return parsed.record
  })

test('imports of the same articles in different orders cause no deadlock', async () => {
  const target = { siteId: MAIN_SITE_ID, ownerId: null, author: 'Ines' }
  await importArticles(target, toRecords('One.'))
  const texts = Array.from({ length: 20 }, (_, index) => toRecords(`Text ${index}.`))
  await Promise.all(
    texts.map((records, index) => importArticles(target, index % 2 ? records : records.toReversed())),
  )
  expect(await slugsOn(MAIN_SITE_ID)).toHaveLength(10)
})
