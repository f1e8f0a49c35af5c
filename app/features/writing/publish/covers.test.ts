import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import {
  emptyStore,
  makeArticle,
  makeDraft,
  makeOperator,
  makeSite,
} from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { savePictureFocus } from '../../newsroom/library/commands.server.ts'
import { isCover, toImageUrl, type Upload, uploadPath } from '../../articles/pictures/pictures.ts'
import { publishArticle } from './commands.server.ts'
import { editArticle } from './edit-article.server.ts'
import { findEditable } from './queries.server.ts'

let ines: Operator
let first: Upload
let second: Upload

const pathOf = (picture: Upload) => uploadPath(picture.id, picture)

async function addPicture(hash: string): Promise<Upload> {
  const picture = { id: uuidv7(), width: 1200, height: 800 }
  await db
    .insertInto('uploads')
    .values({ ...picture, userId: ines.id, hash, bytes: 1 })
    .execute()
  return picture
}

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
  first = await addPicture('1')
  second = await addPicture('2')
})

const listImages = async () =>
  (await db.selectFrom('blogPosts').select(['imageUrl', 'imageFocus']).orderBy('id').execute()).map(
    ({ imageUrl, imageFocus }) => [imageUrl, imageFocus],
  )

const listDrawn = async () =>
  (await db.selectFrom('blogPosts').select('cover').orderBy('id').execute()).map(({ cover }) => cover)

async function edit(articleId: string, cover: string | null): Promise<void> {
  const article = await findEditable(ines, articleId)
  if (!article) throw new Error('There is no such article.')
  const { content, siteIds } = article.typed
  const text = makeDraft({ content, siteIds, cover })
  const done = await editArticle(ines, {
    ...text,
    articleId,
    slug: article.slug,
    version: article.version,
    isPublished: true,
  })
  expect(done.ok).toBe(true)
}

test('the cover of an article is the choice of its author, or the first picture of the text, or drawn', async () => {
  const content = `![](https://elsewhere.example/a.png)\n\n![Boat](${pathOf(first)})\n\n![](${pathOf(second)})`
  await makeArticle({ content })
  await makeArticle({ content, cover: pathOf(second) })
  await makeArticle({ content, cover: 'drawn' })
  await makeArticle({ content: 'No picture.', cover: 'https://elsewhere.example/a.png' })
  await makeArticle({ content: 'No picture.' })
  expect(await listImages()).toEqual([
    [pathOf(first), null],
    [pathOf(second), null],
    [null, null],
    ['https://elsewhere.example/a.png', null],
    [null, null],
  ])
})

test('copies have the cover too, and the focus of the picture, also after it changed', async () => {
  const siteId = await makeSite('harbour.localhost')
  await savePictureFocus(ines, first.id, 'x10 y20')
  const content = `![Boat](${pathOf(first)})`
  const published = await publishArticle(ines, makeDraft({ content, siteIds: [siteId] }))
  expect(published).toMatchObject({ ok: true, summary: { succeeded: 1 } })
  const shown = (focus: string | null) => [
    [pathOf(first), focus],
    [pathOf(first), focus],
  ]
  expect(await listImages()).toEqual(shown('x10 y20'))
  await savePictureFocus(ines, first.id, 'x90 y90')
  expect(await listImages()).toEqual(shown('x90 y90'))
  const { id } = await db
    .selectFrom('blogPosts')
    .select('id')
    .where('originId', 'is', null)
    .executeTakeFirstOrThrow()
  await edit(id, pathOf(second))
  expect(await listImages()).toEqual([
    [pathOf(second), null],
    [pathOf(second), null],
  ])
  await edit(id, 'drawn')
  expect(await listImages()).toEqual([
    [null, null],
    [null, null],
  ])
  const revisions = await db.selectFrom('revisions').select('changed').orderBy('number').execute()
  expect(revisions.map(({ changed }) => changed)).toEqual([[], ['cover'], ['cover']])
})

test('another drawing is another cover on every site, and a new one for each of them', async () => {
  const siteId = await makeSite('harbour.localhost')
  const published = await publishArticle(ines, makeDraft({ content: 'No picture.', siteIds: [siteId] }))
  if (!published.ok) throw new Error('It was not published.')
  const { articleId } = published.summary
  for (const cover of ['drawn-0a1b2c3d', 'drawn-99999999']) {
    await edit(articleId, cover)
    expect(await listDrawn()).toEqual([cover, cover])
  }
})

test('a cover is the path of an upload, a web URL, or drawn', () => {
  for (const cover of [
    pathOf(first),
    'https://elsewhere.example/a.png',
    'http://a.example',
    'drawn',
    'drawn-0a1b2c3d',
  ])
    expect(isCover(cover)).toBe(true)
  for (const other of [
    '',
    '/uploads/x.webp',
    'drawn-0a1b2c3',
    'drawn-"></svg>',
    'javascript:alert(1)',
    'https://me:secret@a.example/',
    '//a.example/a.png',
  ])
    expect(isCover(other)).toBe(false)
})

test('the first picture of a text is found in its HTML, with its attributes in any order', () => {
  const path = '/uploads/01a1fd26-8c97-77b6-8309-db0e57169c42-1200x800.webp'
  expect(
    toImageUrl(
      null,
      `<img srcset="/uploads/x 480w, ${path} 1200w" sizes="1px" width="1" src="${path}" alt="">`,
    ),
  ).toBe(path)
  expect(
    toImageUrl(null, `<img src="https://a.example/uploads/b.png" alt=""><p>src="${path}"</p>`),
  ).toBeNull()
  expect(toImageUrl('drawn', `<img src="${path}">`)).toBeNull()
})
