import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  emptyStore,
  makeArticle,
  makeOperator,
  makeSite,
  MAIN_SITE_ID,
} from '../../../../tests/support/fixtures.ts'
import { db, transact } from '../../../platform/store/database.server.ts'
import { projectRoot } from '../../../platform/paths.server.ts'
import { importArticles, type ImportTarget } from './commands.server.ts'
import { listFilesForExport } from './list-for-export.server.ts'
import { OWN_SOURCE } from '../../articles/articles.ts'
import { findArticle, findByOldPath, listImported } from '../../articles/queries.server.ts'
import { type ImportRecord, parseRecord } from './formats.ts'

const TARGET: ImportTarget = { siteId: MAIN_SITE_ID, ownerId: null, author: 'The desk' }

const FIELDS = {
  source: 'blog.example',
  path: '2020/tides.md',
  title: 'Tides',
  content: 'The *tide* turned at six.',
  author: 'Ines Halloran',
  tags: ['Travel'],
  published_at: '2020-03-04T05:06:07Z',
}

function makeRecord(overrides: Record<string, unknown> = {}): ImportRecord {
  const parsed = parseRecord({ ...FIELDS, ...overrides })
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.record
}
const importAll = (...records: Record<string, unknown>[]) => importArticles(TARGET, records.map(makeRecord))
const listRows = () => db.selectFrom('blogPosts').selectAll().orderBy('importKey').execute()
async function readRow() {
  const rows = await listRows()
  expect(rows).toHaveLength(1)
  return rows[0]
}
async function drops(): Promise<string[]> {
  const rows = await db.selectFrom('pageDrops').select('tags').execute()
  return rows.flatMap(({ tags }) => tags).toSorted()
}

beforeEach(emptyStore)

describe('a record', () => {
  test('needs only a source, a path, a title and a text', () => {
    const { source, path, title, content } = FIELDS
    expect(parseRecord({ source, path, title, content })).toEqual({
      ok: true,
      record: { source, path, title, content, tags: [], keywords: [] },
    })
  })

  test.each([
    ['source', undefined],
    ['source', ''],
    ['path', ''],
    ['path', 7],
    ['title', undefined],
    ['title', '  '],
    ['title', null],
    ['content', undefined],
    ['content', null],
    ['slug', 'Not A Slug'],
    ['slug', 'a--b'],
    ['slug', ''],
    ['slug', '../admin'],
    ['author', 7],
    ['tags', 'Travel'],
    ['tags', null],
    ['published_at', '2020-03-04'],
    ['published_at', 'yesterday'],
    ['updated_at', '2020-13-01T00:00:00Z'],
    ['lang', 7],
  ])('is refused with the name of the wrong field: %s = %j', (field, value) => {
    const parsed = parseRecord({ ...FIELDS, [field]: value })
    expect(parsed.ok).toBe(false)
    expect(parsed).toHaveProperty('problem', expect.stringMatching(new RegExp(`^${field}: [^;]+$`)))
  })

  test('is refused with the names of all its wrong fields', () => {
    const parsed = parseRecord({ ...FIELDS, title: '', published_at: 'x', tags: ['ok', 7] })
    expect(parsed).toHaveProperty(
      'problem',
      expect.stringMatching(/^title: .+; tags\.1: .+; published_at: .+$/),
    )
  })

  test.each([null, 7, 'text', undefined])('is refused if it is not an object: %j', (input) => {
    expect(parseRecord(input)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^record: ./) as unknown,
    })
  })

  test('has tags of composed letters, each listed once', () => {
    expect(makeRecord({ tags: ['Café', 'Café'.normalize('NFD')] })).toMatchObject({ tags: ['Café'] })
  })

  test('has trimmed tags without empty and repeated ones, and null for empty texts', () => {
    expect(
      makeRecord({ tags: [' Travel', '', 'Travel', ' ', 'Health'], author: '  ', description: '' }),
    ).toMatchObject({ tags: ['Travel', 'Health'], author: null, metaDescription: null })
  })

  test.each([
    ['not an address', null],
    ['javascript:alert(1)', null],
    ['ftp://blog.example/a', null],
    ['/relative', null],
    ['https://ines:secret@blog.example/a', null],
    ['', null],
    [7, null],
    [null, null],
    ['https://blog.example/a?b=1', 'https://blog.example/a?b=1'],
  ])('keeps only valid web URLs: %j', (address, kept) => {
    expect(makeRecord({ canonical_url: address, image_url: address })).toMatchObject({
      canonicalUrl: kept,
      cover: kept,
    })
  })
})

test.each([
  ['title', 'a'.repeat(301), /^title: At most 300 characters\.$/],
  ['content', 'a'.repeat(500_001), /^content: At most 500,000 characters\.$/],
  ['tags', Array.from({ length: 101 }, (_, number) => `Tag ${number}`), /^tags: At most 100 of them\.$/],
  ['tags', ['a'.repeat(201)], /^tags\.0: At most 200 characters\.$/],
  ['author', 'a'.repeat(2001), /^author: At most 2,000 characters\.$/],
])('a record that exceeds a limit in %s is refused with a sentence', (field, value, sentence) => {
  expect(parseRecord({ ...FIELDS, [field]: value })).toMatchObject({
    ok: false,
    problem: expect.stringMatching(sentence) as unknown,
  })
})

test('a refusal names each field, its value and what to do', () => {
  expect(
    parseRecord({ ...FIELDS, title: undefined, published_at: '07/08/2022', updated_at: 'soon' }),
  ).toMatchObject({
    faults: [
      { field: 'title', value: undefined, problem: 'It is missing. Add it.' },
      { field: 'published_at', value: '07/08/2022', problem: expect.stringMatching(/two days/) as string },
      { field: 'updated_at', value: 'soon', problem: expect.stringMatching(/no date/) as string },
    ],
    problem: expect.stringMatching(
      /^title: It is missing. Add it.; published_at: “07\/08\/2022”. This/,
    ) as string,
  })
})

test('NUL and lone surrogates in the texts of a record are replaced', async () => {
  await importAll({ title: 'Ti\0des \ud800!', content: 'Six\0 \udc00.', tags: ['Sea\0'] })
  expect(await readRow()).toMatchObject({
    title: 'Ti\ufffddes \ufffd!',
    content: 'Six\ufffd \ufffd.',
    tags: ['Sea\ufffd'],
  })
})

describe('importing', () => {
  test('brings an article back that was deleted from a hosted site an instant ago', async () => {
    const target = { ...TARGET, siteId: await makeSite('harbour.example', 'Harbour') }
    expect(await importArticles(target, [makeRecord()])).toEqual(['created'])
    await db.updateTable('blogPosts').set({ deletionAskedAt: new Date(), publishedAt: null }).execute()
    expect(await importArticles(target, [makeRecord()])).toEqual(['updated'])
    const shown = { slug: 'tides', deletionAskedAt: null, publishedAt: new Date(FIELDS.published_at) }
    expect(await readRow()).toMatchObject(shown)
  })

  test('publishes each record with all its fields', async () => {
    const { id: ownerId } = await makeOperator()
    const record = makeRecord({
      slug: 'the-tides',
      description: 'About tides.',
      keywords: ['tide'],
      canonical_url: 'https://blog.example/2020/tides',
      image_url: 'https://blog.example/tides.jpg',
      lang: 'en-GB',
      updated_at: '2021-01-01T12:00:00+02:00',
    })
    expect(await importArticles({ ...TARGET, ownerId }, [record])).toEqual(['created'])
    expect(await readRow()).toMatchObject({
      siteId: MAIN_SITE_ID,
      userId: ownerId,
      originId: null,
      slug: 'the-tides',
      title: 'Tides',
      content: FIELDS.content,
      contentHtml: '<p>The <em>tide</em> turned at six.</p>\n',
      metaDescription: 'About tides.',
      author: 'Ines Halloran',
      tags: ['Travel'],
      keywords: ['tide'],
      canonicalUrl: 'https://blog.example/2020/tides',
      imageUrl: 'https://blog.example/tides.jpg',
      lang: 'en-GB',
      publishedAt: new Date('2020-03-04T05:06:07Z'),
      updatedAt: new Date('2021-01-01T10:00:00Z'),
    })
  })

  test('uses the date of publication as the date of change if the record has none', async () => {
    await importAll({})
    expect((await readRow())?.updatedAt).toEqual(new Date(FIELDS.published_at))
  })

  test('the same records again changes nothing', async () => {
    const records = [
      {},
      { path: 'b', published_at: null },
      { path: 'c', author: null, canonical_url: 'junk' },
    ]
    expect(await importAll(...records)).toEqual(['created', 'created', 'created'])
    const before = await listRows()
    await db.deleteFrom('pageDrops').execute()
    expect(await importAll(...records)).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect(await listRows()).toEqual(before)
    expect(await drops()).toEqual([])
  })

  test('a changed record updates its article under the same slug, and no other article', async () => {
    await importAll({}, { path: 'b', title: 'Other' })
    const before = await listRows()
    const changed = {
      title: 'New title',
      slug: 'new-slug',
      content: 'New.',
      updated_at: '2022-01-01T00:00:00Z',
    }
    expect(await importAll(changed, { path: 'b', title: 'Other' })).toEqual(['updated', 'unchanged'])
    const [tides, other] = await listRows()
    expect(tides).toMatchObject({
      id: before[0]?.id,
      slug: 'tides',
      title: 'New title',
      content: 'New.',
      contentHtml: '<p>New.</p>\n',
      excerpt: 'New.',
      publishedAt: before[0]?.publishedAt,
      updatedAt: new Date('2022-01-01T00:00:00Z'),
    })
    expect(other).toEqual(before[1])
    expect(await importAll(changed)).toEqual(['unchanged'])
  })

  test('a corrected record without a date keeps the date of publication', async () => {
    await importAll({ published_at: null })
    const longAgo = new Date('2024-01-01T00:00:00Z')
    await db.updateTable('blogPosts').set({ publishedAt: longAgo }).execute()
    expect(await importAll({ published_at: null, content: 'Corrected.' })).toEqual(['updated'])
    expect(await readRow()).toMatchObject({ content: 'Corrected.', publishedAt: longAgo })
  })

  test('finds the articles of its own account only: two accounts may import the same ones', async () => {
    const [one, other] = [await makeOperator(), await makeOperator()]
    const record = makeRecord({})
    for (const { id: ownerId } of [one, other])
      expect(await importArticles({ ...TARGET, ownerId }, [record])).toEqual(['created'])
    const changed = makeRecord({ content: 'New.' })
    expect(await importArticles({ ...TARGET, ownerId: other.id }, [changed])).toEqual(['updated'])
    const rows = await db.selectFrom('blogPosts').select(['userId', 'content']).orderBy('id').execute()
    expect(rows).toEqual([
      { userId: one.id, content: record.content },
      { userId: other.id, content: 'New.' },
    ])
  })

  test('as drafts publishes nothing, and unpublishes nothing', async () => {
    const asDrafts: ImportTarget = { ...TARGET, asDrafts: true }
    expect(await importArticles(asDrafts, [makeRecord({})])).toEqual(['created'])
    expect((await readRow())?.publishedAt).toBeNull()
    expect(await importArticles(TARGET, [makeRecord({})])).toEqual(['unchanged'])
    await importAll({ content: 'New.' })
    const publishedAt = (await readRow())?.publishedAt
    expect(publishedAt).toEqual(new Date(FIELDS.published_at))
    expect(await importArticles(asDrafts, [makeRecord({ content: 'Newer.' })])).toEqual(['updated'])
    expect(await readRow()).toMatchObject({ publishedAt, content: 'Newer.' })
  })

  test('invalidates the pages that showed a changed article and those that show it now', async () => {
    await importAll({})
    await db.deleteFrom('pageDrops').execute()
    await importAll({ author: 'Tomas Reyl', tags: ['Health'] })
    const row = await readRow()
    expect(new Set(await drops())).toEqual(
      new Set([
        `article:${row?.id}`,
        `list:${MAIN_SITE_ID}`,
        `articles:${MAIN_SITE_ID}`,
        `author:${MAIN_SITE_ID}:Ines Halloran`,
        `author:${MAIN_SITE_ID}:Tomas Reyl`,
        `tag:${MAIN_SITE_ID}:travel`,
        `tag:${MAIN_SITE_ID}:health`,
      ]),
    )
  })

  test('uses the author of the target if a record names none', async () => {
    await importAll({ author: null }, { path: 'b', author: ' ' }, { path: 'c', author: undefined })
    expect((await listRows()).map(({ author }) => author)).toEqual(['The desk', 'The desk', 'The desk'])
  })

  test('keeps the text byte for byte', async () => {
    const content = '\uFEFFOne\r\n\r\ntwo \tthree  \r\n\n🎉 e\u0301 \u00A0\n\n'
    await importAll({ content })
    expect((await readRow())?.content).toBe(content)
  })

  test('stores every record with a unique slug: the requested one, or one from the title', async () => {
    await makeArticle({ title: 'Tides' })
    await importAll(
      { path: 'a' },
      { path: 'b', slug: 'tides' },
      { path: 'c', slug: 'old-address', title: 'New' },
      { path: 'd', title: '🌊' },
    )
    const slugs = (await listRows()).map(({ slug }) => slug)
    expect(slugs.toSpliced(3, 1)).toEqual(['tides-1', 'tides-2', 'old-address', 'tides'])
    expect(slugs[3]).toMatch(/^post-[0-9a-f]{8}$/)
  })

  test('identifies records by their source and their path, on each site separately', async () => {
    const siteId = await makeSite('harbour.example')
    expect(await importAll({}, { source: 'other.example' }, { path: 'b' })).toEqual([
      'created',
      'created',
      'created',
    ])
    expect(await importArticles({ ...TARGET, siteId }, [makeRecord()])).toEqual(['created'])
    expect(await listRows()).toHaveLength(4)
    const known = await listImported(MAIN_SITE_ID, 'blog.example')
    expect([...known.keys()].toSorted()).toEqual(['2020/tides.md', 'b'])
  })

  test('stores all records or none', async () => {
    const spoiled = { ...makeRecord({ path: 'b' }), title: 'nul \0' }
    await expect(importArticles(TARGET, [makeRecord(), spoiled])).rejects.toThrow()
    expect(await listRows()).toEqual([])
    expect(await drops()).toEqual([])
  })

  test('removes scripts from a text', async () => {
    await importAll({ content: '<script>alert(1)</script><p onclick="x">kept</p>' })
    expect((await readRow())?.contentHtml).toBe('<p>kept</p>')
  })

  test('keeps a draft with a date unpublished until its record is not a draft any more', async () => {
    await importAll({ draft: true })
    expect(await readRow()).toMatchObject({ publishedAt: null, updatedAt: new Date(FIELDS.published_at) })
    expect(await importAll({ draft: true })).toEqual(['unchanged'])
    expect(await importAll({ draft: false })).toEqual(['updated'])
    expect(await readRow()).toMatchObject({ publishedAt: new Date(FIELDS.published_at) })
  })

  test('stores each old path once, for the article that had it first', async () => {
    await importAll(
      { aliases: ['https://old.example/2020/tides/?x', '/2020/tides', '/article/tides', '/'] },
      { path: 'b', title: 'Other', aliases: ['/2020/tides/', '/other'] },
    )
    await importAll({ path: 'b', title: 'Other', aliases: ['/third'] })
    const rows = await db
      .selectFrom('redirects')
      .innerJoin('blogPosts', 'blogPosts.id', 'articleId')
      .select(['path', 'slug'])
      .orderBy('path')
      .execute()
    expect(rows).toEqual([
      { path: '/2020/tides', slug: 'tides' },
      { path: '/other', slug: 'other' },
      { path: '/third', slug: 'other' },
    ])
    expect(await findByOldPath(MAIN_SITE_ID, '/other')).toMatchObject({ slug: 'other' })
    expect(await findByOldPath(MAIN_SITE_ID, '/nowhere')).toBeUndefined()
    expect(await findByOldPath(await makeSite('harbour.example'), '/other')).toBeUndefined()
    await db.updateTable('blogPosts').set({ publishedAt: null }).execute()
    expect(await findByOldPath(MAIN_SITE_ID, '/other')).toBeUndefined()
  })

  test.each([
    [
      '/posts/Tides',
      '/posts/tides',
      '/POSTS/Tides',
      '/posts/tides/amp',
      '/amp/posts/tides',
      '/posts/tides.html',
    ],
    ['/posts/tides.html', '/posts/tides', '/posts/Tides.HTML', '/posts/tides/index.html', '/posts/tides/amp'],
    ['/post/123', '/post/123/low-tide', '/post/123/amp'],
  ])('finds an article by other forms of its old path %s', async (stored, ...forms) => {
    await importAll({ aliases: [stored] })
    for (const form of forms) expect(await findByOldPath(MAIN_SITE_ID, form)).toMatchObject({ slug: 'tides' })
    expect(await findByOldPath(MAIN_SITE_ID, '/posts/tides/x')).toBeUndefined()
  })

  test('tells two old paths apart by the case of their letters', async () => {
    await importAll({ aliases: ['/Tides'] }, { path: 'b', title: 'Other', aliases: ['/tides'] })
    expect(await findByOldPath(MAIN_SITE_ID, '/Tides')).toMatchObject({ slug: 'tides' })
    expect(await findByOldPath(MAIN_SITE_ID, '/tides')).toMatchObject({ slug: 'other' })
  })

  test('identifies an article that was written here by its id, so that an export can be imported', async () => {
    const { id, slug } = await makeArticle({ title: 'Written here' })
    const own = { source: OWN_SOURCE, path: id, title: 'Written here', content: 'Corrected.' }
    expect(await importAll(own, { source: OWN_SOURCE, path: 'no-id' })).toEqual(['updated', 'created'])
    expect(await importAll(own)).toEqual(['unchanged'])
    const rows = await listRows()
    expect(rows).toHaveLength(2)
    expect(rows.find((row) => row.id === id)).toMatchObject({ slug, content: 'Corrected.' })
  })
})

/** Makes an article as an earlier version of the import stored it. */
const makeImported = async (path: string, title: string, slug: string) => {
  await importAll({ path, title: path })
  const row = db.updateTable('blogPosts').where('importKey', '=', `${FIELDS.source}:${path}`)
  await row.set({ title, slug }).execute()
}

test('the migration decodes entities in imported titles and slugs, and the old paths redirect', async () => {
  await makeImported('a', 'They&#8217;re &#x2014; &ldquo;in&rdquo;', 'they8217re-x2014-ldquoinrdquo')
  await makeImported('b', 'Fish &amp; chips', 'fish-amp-chips')
  await makeImported('c', 'Camp &amp;amp; fire &#0; &unknown;', 'camp-amp-fire')
  await makeImported('d', 'Fish & chips', 'fish-chips')
  await makeArticle({ title: 'How to write &amp;' })

  const migration = join(projectRoot, 'app/db/migrations/0035_titles_without_entities.sql')
  await sql.raw(await readFile(migration, 'utf8')).execute(db)
  const rows = await db.selectFrom('blogPosts').select(['title', 'slug']).orderBy('slug').execute()
  expect(rows).toEqual([
    { title: 'Camp &amp; fire &#0; &unknown;', slug: 'camp-fire' },
    { title: 'Fish & chips', slug: 'fish-amp-chips' }, // another article has the slug `fish-chips`
    { title: 'Fish & chips', slug: 'fish-chips' },
    { title: 'How to write &amp;', slug: 'how-to-write-amp' }, // written here, so the entity is intended
    { title: 'They’re — “in”', slug: 'theyre-in' },
  ])
  const old = await findByOldPath(MAIN_SITE_ID, '/article/they8217re-x2014-ldquoinrdquo')
  expect(old).toMatchObject({ slug: 'theyre-in' })
})

const countPages = async (slug: string) =>
  (await findArticle(MAIN_SITE_ID, slug))?.translations.alternates.length

test('translations of an export are a group under any ids, and those of another account are none of it', async () => {
  const group = '0199f7f4-0000-7000-8000-000000000001'
  await importAll(
    { source: OWN_SOURCE, path: group, translation_of: group },
    { source: OWN_SOURCE, path: '2', title: 'Gezeiten', lang: 'de', translation_of: group.toUpperCase() },
    { source: OWN_SOURCE, path: '3', title: 'Alone', translation_of: 'no id' },
  )
  // Two languages; none of the group names itself as the first one.
  expect([await countPages('tides'), await countPages('gezeiten'), await countPages('alone')]).toEqual([
    2, 2, 0,
  ])
  expect((await exportAll()).filter((text) => text.includes(`translation_of: ${group}`))).toHaveLength(2)
})

async function exportAll(): Promise<string[]> {
  const files: string[] = []
  for await (const { text } of listFilesForExport(transact)) files.push(text)
  return files
}

const page = (overrides: Record<string, unknown> = {}) =>
  makeRecord({ page: '/about', aliases: ['/old-about/'], ...overrides })
const listPages = () => db.selectFrom('sitePages').select(['siteId', 'path']).execute()

describe('a page of another system', () => {
  const target = { ...TARGET, pageSiteId: MAIN_SITE_ID }
  test('becomes a page of the site, on no list, and its old address leads to it', async () => {
    expect(await importArticles(target, [page()])).toEqual(['created'])
    expect(await listPages()).toEqual([{ siteId: MAIN_SITE_ID, path: '/about' }])
    expect(await readRow()).toMatchObject({ siteId: null, publishedAt: new Date(FIELDS.published_at) })
    expect(await findByOldPath(MAIN_SITE_ID, '/old-about')).toMatchObject({ path: '/about' })
    expect(await drops()).toContain('sites')
    expect(await importArticles(target, [page({ content: 'Newer.' })])).toEqual(['updated'])
    expect(await readRow()).toMatchObject({ siteId: null, content: 'Newer.' })
  })

  test('of a hosted site has its old address there, and an export of the main site has it as a draft', async () => {
    const pier = await makeSite('pier.example')
    const onPier = { ...TARGET, isOffSite: true, pageSiteId: pier }
    await importArticles(onPier, [page()])
    await importArticles(onPier, [page({ aliases: ['/older/'], content: 'Newer.' })])
    for (const old of ['/old-about', '/older']) {
      expect(await findByOldPath(pier, old)).toMatchObject({ path: '/about' })
      expect(await findByOldPath(MAIN_SITE_ID, old)).toBeUndefined()
    }
    const [file] = await exportAll()
    expect(file).toContain('draft: true')
    expect(file).not.toContain('page:')
  })

  test('is a draft on no site while another page is at its address, and an article without a site for pages', async () => {
    await importArticles(target, [page(), page({ path: '2', title: 'Other' })])
    await importArticles(target, [page({ path: '2', title: 'Other', content: 'Newer.' })])
    await importArticles(TARGET, [page({ path: '3', page: '/us' })])
    expect(await listPages()).toHaveLength(1)
    expect(await listRows()).toMatchObject([
      { siteId: null, publishedAt: null, content: 'Newer.' },
      { siteId: null, publishedAt: new Date(FIELDS.published_at) },
      { siteId: MAIN_SITE_ID, publishedAt: new Date(FIELDS.published_at) },
    ])
  })
})
