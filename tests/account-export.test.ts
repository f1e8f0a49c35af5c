import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { exportAccount } from '../app/features/moving-in/formats/export-account.server.ts'
import type { Operator } from '../app/features/accounts/accounts.ts'
import { importArticles } from '../app/features/moving-in/formats/commands.server.ts'
import { type ImportRecord, parseRecord, toImportKey } from '../app/features/moving-in/formats/formats.ts'
import { readMarkdownFile } from '../app/features/moving-in/formats/markdown-file.ts'
import { addPage } from '../app/features/articles/placement/add-page.server.ts'
import { saveCopy } from '../app/features/articles/placement/commands.server.ts'
import { addEntry } from '../app/features/local-seo/cities-services/commands.server.ts'
import { saveUpload } from '../app/features/articles/pictures/commands.server.ts'
import { saveRevision } from '../app/features/writing/drafts/commands.server.ts'
import { mapTexts } from '../app/features/writing/drafts/drafts.ts'
import { submitText, writeNote } from '../app/features/writing/review/commands.server.ts'
import { createAccount } from '../app/features/accounts/sign-in/commands.server.ts'
import { takePicture } from './support/pictures.ts'
import { db } from '../app/platform/store/database.server.ts'
import { write } from '../app/platform/web/page-invalidation.server.ts'
import {
  emptyStore,
  MAIN_SITE_ID,
  makeArticle,
  makeOperator,
  makeSession,
  makeSite,
} from './support/fixtures.ts'

test('the articles of an account export can be imported again unchanged', async () => {
  await emptyStore()
  const ines = await makeOperator()
  for (const title of ['One', 'Two'])
    await makeArticle({ userId: ines.id, title, content: `Text of *${title}*.`, keywords: ['a', 'b'] })
  const before = await listTexts()
  const archive = await new Response(await exportAccount(ines)).text()
  await emptyStore()
  await importArticles({ siteId: MAIN_SITE_ID, ownerId: null, author: 'Nobody' }, readRecords(archive))
  expect(await listTexts()).toEqual(before)
})

test('an export has the pages and the articles of hosted sites, which come back as such, and names the sites', async () => {
  await emptyStore()
  const ines = await makeOperator()
  const pier = await makeSite('pier.example')
  await db.updateTable('targetSites').set({ ownerId: ines.id }).where('id', '=', pier).execute()
  const page = { pageTitle: 'About', pagePath: '/about', pageContent: 'Text of *About*.' }
  expect(await addPage(ines, pier, page)).toMatchObject({ ok: true })
  for (const [siteId, content] of [
    [MAIN_SITE_ID, 'Text of *main*.'],
    [pier, 'Text of *pier*.'],
  ] as const)
    await makeArticle({ userId: ines.id, siteId, title: 'Tides', content })
  await db.updateTable('blogPosts').set({ importKey: 'blog:tides.md' }).where('title', '=', 'Tides').execute()
  const origin = await makeArticle({ userId: ines.id, title: 'Ebb', content: 'Text of *ebb*.' })
  await copyTo(pier, origin.id)
  const archive = await new Response(await exportAccount(ines)).text()
  expect(archive).toContain(`"id": "${pier}",\n      "name": "pier.example"`)
  expect(archive).toContain(`"siteId": "${pier}",\n      "path": "/about"`)
  for (const name of ['articles/tides.md', 'articles/pier.example/tides.md']) expect(archive).toContain(name)
  const records = readRecords(archive)
  expect(records.map(({ content }) => content).toSorted()).toEqual(
    ['About', 'ebb', 'main', 'pier'].map((word) => `Text of *${word}*.`),
  )
  expect(new Set(records.map(toImportKey)).size, 'the same file was imported into both sites').toBe(4)
  await emptyStore()
  const target = { siteId: MAIN_SITE_ID, ownerId: null, author: 'Nobody', pageSiteId: MAIN_SITE_ID }
  await importArticles(target, records)
  const pages = db.selectFrom('sitePages').innerJoin('blogPosts', 'blogPosts.id', 'articleId')
  expect(await pages.select(['path', 'title']).execute()).toEqual([{ path: '/about', title: 'About' }])
  expect((await listTexts()).filter(({ publishedAt }) => publishedAt === null)).toEqual([])
})

test('an export contains the account and its articles, but no data of others and no secret', async () => {
  await emptyStore()
  const email = 'ines@example.com'
  await createAccount({ email, password: 'a long enough password' })
  const ines = await db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await makeSession(ines)
  const owner = await makeOperator()
  await makeArticle({ userId: ines.id, title: 'Mine', content: 'Text of *mine*.' })
  await makeArticle({ userId: owner.id, title: 'Somebody else’s' })
  const picture = await takePicture({ width: 60, height: 40, format: 'png' })
  await saveUpload(ines, () => Promise.resolve(picture))
  const { id } = await db.selectFrom('uploads').select('id').executeTakeFirstOrThrow()
  const text = await new Response(await exportAccount(ines)).text()
  for (const part of ['account.json', email, `/uploads/${id}-60x40.webp"`, 'Text of *mine*.'])
    expect(text).toContain(part)
  expect(text).not.toContain('Somebody else’s')
  const { token } = await db.selectFrom('sessions').select('token').executeTakeFirstOrThrow()
  const { password } = await db.selectFrom('accounts').select('password').executeTakeFirstOrThrow()
  for (const secret of [token, password, '$argon2id$']) {
    expect(secret).toBeTruthy()
    expect(text).not.toContain(secret)
  }
})

test('an export contains the cities and services of the account, and of no other', async () => {
  await emptyStore()
  const [ines, ola] = [await makeOperator(), await makeOperator()]
  const city = { name: 'Akron', state: 'Ohio', population: 190_469, text: 'Tyres.' }
  await addEntry(ines, 'cities', city)
  await addEntry(ines, 'services', { ...city, name: 'Roof repair' })
  await addEntry(ola, 'cities', { ...city, name: 'Not hers' })
  const archive = await new Response(await exportAccount(ines)).text()
  expect(archive).toMatch(/"name":"Akron","state":"Ohio","slug":"akron-ohio","population":190469/)
  expect(archive).toMatch(/"name": "Roof repair",\s+"description": "Tyres."/)
  expect(archive).not.toContain('Not hers')
})

test('an export contains the drafts and revisions of the account, and of no other', async () => {
  await emptyStore()
  const [ines, ola] = [await makeOperator(), await makeOperator()]
  const text = { ...mapTexts(() => ''), content: 'Low *water*.', siteIds: [], generateVariations: false }
  await saveRevision(ines, { id: uuidv7(), version: 0, text: { ...text, title: 'Begun here' } })
  await saveRevision(ola, { id: uuidv7(), version: 0, text: { ...text, title: 'Not hers' } })
  const archive = await new Response(await exportAccount(ines)).text()
  expect(archive).toMatch(/---\ntitle: Begun here\n[^]*?draft: true\n[^]*?Low \*water\*\./)
  expect(archive).toMatch(/"number":1,"kind":"saved","cause":"save","text":\{[^}]*"title":"Begun here"/)
  expect(archive).toContain(`"madeBy":"${ines.id}"`)
  expect(archive).not.toContain('Not hers')
})

test('an export contains the reviews and notes of the account, and the notes of its person elsewhere', async () => {
  await emptyStore()
  const [ines, ola] = [await makeOperator(), await makeOperator()]
  const member = { personId: ola.id, role: 'editor' as const, siteIds: null }
  await db
    .insertInto('members')
    .values({ accountId: ines.id, ...member })
    .execute()
  const text = { ...mapTexts(() => ''), content: 'One.', siteIds: [], generateVariations: false }
  const id = uuidv7()
  await saveRevision(ines, { id, version: 0, text })
  await submitText(ines, id)
  await writeNote(ines, id, { line: 1, body: 'Note of the owner' })
  await writeNote({ ...ola, id: ines.id, member }, id, { line: undefined, body: 'Note of the member' })
  const [hers, theirs] = await Promise.all(
    [ines, ola].map(async (operator) => new Response(await exportAccount(operator)).text()),
  )
  for (const part of [`"state":"waiting"`, 'Note of the owner', 'Note of the member'])
    expect(hers).toContain(part)
  expect(theirs).toContain('Note of the member')
  expect(theirs).not.toContain('Note of the owner')
})

test('a list of several batches is complete, and has no rows of others', async () => {
  await emptyStore()
  const [ines, ola] = [await makeOperator(), await makeOperator()]
  await makePages(ines, 450, 'hers')
  await makePages(ola, 450, 'not-hers')
  const archive = await new Response(await exportAccount(ines)).text()
  const slugs = [...archive.matchAll(/\{"slug":"([^"]+)"/g)].map(([, slug]) => slug)
  expect(slugs).toHaveLength(450)
  expect(new Set(slugs)).toEqual(new Set(Array.from({ length: 450 }, (_, n) => `hers-${1001 + n}`)))
})

test('a list continues after rows that were deleted in the meantime', async () => {
  await emptyStore()
  const ines = await makeOperator()
  const begun = await fetchUntilPages(ines)
  const { reader } = begun
  let { archive } = begun
  const pages = await db.selectFrom('generatedPages').select(['id', 'slug']).orderBy('id').execute()
  const gone = pages.slice(600, 900)
  await db
    .deleteFrom('generatedPages')
    .where(
      'id',
      'in',
      gone.map(({ id }) => id),
    )
    .execute()
  for (let part = await reader.read(); !part.done; part = await reader.read())
    archive += new TextDecoder().decode(part.value)
  const slugs = [...archive.matchAll(/\{"slug":"([^"]+)"/g)].map(([, slug]) => slug)
  const kept = [...pages.slice(0, 600), ...pages.slice(900)]
  expect(slugs).toEqual(kept.map(({ slug }) => slug))
})

test('a slow or aborted download does not block the database', async () => {
  await emptyStore()
  const ines = await makeOperator()
  const { reader } = await fetchUntilPages(ines)
  expect(await listTexts(), 'the embedded store has one connection').toEqual([])
  await expect(reader.cancel(new Error('Enough.'))).rejects.toThrow('Enough.')
  expect(await listTexts()).toEqual([])
})

/** Returns the records of the articles in an archive, which stores files as they are. */
const readRecords = (archive: string): ImportRecord[] =>
  (archive.match(/---\ntitle: [^]*?Text of \*\w+\*\./g) ?? []).map((file) => {
    const found = readMarkdownFile(file, { source: 'export', path: 'x' })
    const parsed = parseRecord('fields' in found ? found.fields : {})
    if (!parsed.ok) throw new Error(parsed.problem)
    return parsed.record
  })

/** Makes the copy of an article on a hosted site. */
async function copyTo(siteId: string, articleId: string): Promise<void> {
  const article = db.selectFrom('blogPosts').selectAll().where('id', '=', articleId)
  const origin = await article.executeTakeFirstOrThrow()
  await write((trx) => saveCopy(trx, { siteId, origin, canonicalUrl: null, isNoindex: false }))
}

/** Inserts 1,000 pages of an account, and downloads its archive up to the first of them. */
async function fetchUntilPages(operator: Operator) {
  await makePages(operator, 1000, 'hers')
  const reader = (await exportAccount(operator)).getReader()
  let archive = ''
  while (!archive.includes('hers-')) archive += new TextDecoder().decode((await reader.read()).value)
  return { reader, archive }
}

const makePages = (operator: Operator, count: number, slug: string) =>
  sql`
    insert into generated_pages (id, user_id, slug, is_published, meta_title, content)
    select gen_random_uuid(), ${operator.id}, ${slug} || '-' || (1000 + n), true, 'Roofs', '<p>Slates.</p>'
    from generate_series(1, ${sql.lit(count)}) n
  `.execute(db)

const listTexts = () =>
  db
    .selectFrom('blogPosts')
    .select(['title', 'slug', 'content', 'author', 'tags', 'keywords', 'publishedAt'])
    .orderBy('title')
    .execute()
