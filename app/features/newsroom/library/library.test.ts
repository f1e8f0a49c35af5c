import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  emptyStore,
  MAIN_SITE_ID,
  makeArticle,
  makeDraft,
  makeOperator,
} from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { isNotAllowed } from '../../../platform/own-rows.server.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import {
  removePicture,
  saveAltRule,
  removeUnused,
  savePictureWords,
} from '../../articles/pictures/commands.server.ts'
import {
  type PictureFilter,
  lacksAlt,
  parsePictures,
  toFocus,
  toLibraryPath,
  toMarkdown,
  toPoint,
  toShownSize,
  type Upload,
  uploadPath,
} from '../../articles/pictures/pictures.ts'
import { saveFace } from '../../delivery/faces/commands.server.ts'
import { NO_FACE } from '../../delivery/faces/faces.ts'
import { savePictureFocus } from './commands.server.ts'
import { changeMany } from '../board/commands.server.ts'
import { publishArticle } from '../../writing/publish/commands.server.ts'
import { countUnused, findUsedPicture, listPictures } from '../../articles/pictures/queries.server.ts'

let ines: Operator
let theo: Operator

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
  theo = await makeOperator()
})

let number = 0

async function addPicture(
  operator: Operator,
  words: { alt?: string; caption?: string; name?: string; addedBy?: string } = {},
) {
  const picture = { id: uuidv7(), width: 1200, height: 800 }
  const createdAt = new Date('2026-01-01')
  await db
    .insertInto('uploads')
    .values({ ...picture, ...words, userId: operator.id, hash: `${(number += 1)}`, bytes: 1, createdAt })
    .execute()
  return picture
}

const pathOf = (picture: Upload) => uploadPath(picture.id, picture)
const everything: PictureFilter = { q: '', show: '', page: 1 }
const listAlts = async (filter: Partial<PictureFilter>) =>
  (await listPictures(ines, { ...everything, ...filter })).pictures.map(({ alt }) => alt)

describe('the library', () => {
  test('lists only own pictures, the newest first, and finds words of their name, alt text and caption', async () => {
    await addPicture(ines, { alt: 'A boat at low water' })
    await addPicture(ines, { alt: 'A harbour', caption: 'Low sun over 100 % of the boats' })
    await addPicture(ines, { name: 'IMG_Boat.jpg' })
    await addPicture(theo, { alt: 'His boat' })
    expect(await listAlts({})).toEqual(['', 'A harbour', 'A boat at low water'])
    expect(await listAlts({ q: 'BOAT' })).toEqual(['', 'A harbour', 'A boat at low water'])
    expect(await listAlts({ q: 'low  boat' })).toEqual(['A harbour', 'A boat at low water'])
    expect(await listAlts({ q: '100 %' })).toEqual(['A harbour'])
    expect(await listAlts({ show: 'no-alt' })).toEqual([''])
    expect(await listPictures(ines, { ...everything, q: 'sun' })).toMatchObject({
      found: 1,
      total: 3,
      pageCount: 1,
    })
  })

  test('finds accented letters, composed or not', async () => {
    await addPicture(ines, { alt: 'Café' })
    await addPicture(ines, { name: 'Café.jpg'.normalize('NFD') })
    for (const q of ['café', 'CAFÉ'.normalize('NFD')]) expect(await listAlts({ q })).toEqual(['', 'Café'])
  })

  test('shows where each picture is used: in articles, drafts, settings and templates', async () => {
    const picture = await addPicture(ines, { alt: 'Boat' })
    const content = `![Boat](${pathOf(picture)})`
    const article = await makeArticle({ title: 'Tides', content, userId: ines.id })
    const draftId = uuidv7()
    const text = JSON.stringify({ title: 'Begun', content, siteIds: [], generateVariations: false })
    await db.insertInto('drafts').values({ id: draftId, userId: ines.id, version: 1, text }).execute()
    await db
      .insertInto('seoSettings')
      .values({ userId: ines.id, defaultOgImage: pathOf(picture) })
      .execute()
    await makeArticle({ title: 'His', content, userId: theo.id })
    expect(await findUsedPicture(ines, picture.id)).toMatchObject({
      uses: 3,
      places: [
        { place: 'article', id: article.id, title: 'Tides', isLive: true, isBegun: false },
        { place: 'draft', id: draftId, title: 'Begun', isLive: false, isBegun: true },
        { place: 'settings' },
      ],
    })
    expect(await findUsedPicture(theo, picture.id)).toBeUndefined()
    await db.deleteFrom('drafts').execute()
    await db.updateTable('blogPosts').set({ content: 'Nothing.' }).where('id', '=', article.id).execute()
    await db.updateTable('seoSettings').set({ defaultOgImage: '' }).execute()
    expect(await findUsedPicture(ines, picture.id)).toMatchObject({ uses: 0, places: [] })
  })

  test('saves the words and the focus of own pictures alone', async () => {
    const picture = await addPicture(ines)
    expect(await savePictureWords(theo, picture.id, { alt: 'Mine', caption: '' })).toBe(false)
    expect(await savePictureFocus(theo, picture.id, 'x0 y0')).toBe(false)
    expect(await savePictureWords(ines, picture.id, { alt: 'Boat', caption: 'At noon' })).toBe(true)
    expect(await savePictureFocus(ines, picture.id, 'x10 y100')).toBe(true)
    expect(await findUsedPicture(ines, picture.id)).toMatchObject({
      alt: 'Boat',
      caption: 'At noon',
      focus: 'x10 y100',
    })
  })

  test('lets an author change and delete the own pictures alone, and none that a text of another person shows', async () => {
    const standing = { personId: theo.id, role: 'author' as const, siteIds: null }
    await db
      .insertInto('members')
      .values({ accountId: ines.id, ...standing })
      .execute()
    const author = { ...theo, id: ines.id, member: standing }
    const hers = await addPicture(ines, { addedBy: ines.id })
    const [used, unused] = [
      await addPicture(ines, { addedBy: theo.id }),
      await addPicture(ines, { addedBy: theo.id }),
    ]
    await makeArticle({ content: `![](${pathOf(used)})`, userId: ines.id })
    expect(await savePictureWords(author, hers.id, { alt: 'Mine', caption: '' })).toBe(false)
    expect(await savePictureFocus(author, hers.id, 'x0 y0')).toBe(false)
    await expect(removePicture(author, hers.id)).rejects.toSatisfy(isNotAllowed)
    expect(await removePicture(author, used.id)).toEqual({ ok: false, reason: 'in-use' })
    expect(await savePictureWords(author, unused.id, { alt: 'Mine', caption: '' })).toBe(true)
    expect(await removePicture(author, unused.id)).toBeUndefined()
  })

  test('deletes pictures that the account does not use, also those that others show', async () => {
    const [used, foreign, unused, other] = [
      await addPicture(ines),
      await addPicture(ines),
      await addPicture(ines),
      await addPicture(ines),
    ]
    const fresh = await addPicture(ines)
    await db.updateTable('uploads').set({ createdAt: new Date() }).where('id', '=', fresh.id).execute()
    await makeArticle({ content: `![](${pathOf(used)})`, userId: ines.id })
    await makeArticle({ content: `![](${pathOf(foreign)})`, userId: theo.id })
    expect(await removePicture(theo, unused.id)).toEqual({ ok: false, reason: 'gone' })
    expect(await removePicture(ines, used.id)).toEqual({ ok: false, reason: 'in-use' })
    expect(await removePicture(ines, unused.id)).toBeUndefined()
    expect(await countUnused(ines)).toEqual({ count: 2, shownElsewhere: 1 })
    expect(await removeUnused(ines)).toBe(2)
    const left = await db.selectFrom('uploads').select('id').orderBy('id').execute()
    expect(left.map(({ id }) => id)).toEqual([used.id, fresh.id])
    expect(left).not.toContainEqual({ id: other.id })
  })

  test.each(['article', 'draft', 'cover', 'settings'])(
    'shows that another account has a picture in %s, and deletes it all the same',
    async (place) => {
      const picture = await addPicture(ines)
      const content = `![](${pathOf(picture)})`
      const text = JSON.stringify({ title: '', content, siteIds: [], generateVariations: false })
      if (place === 'article') await makeArticle({ content, userId: theo.id })
      if (place === 'cover') await makeArticle({ cover: pathOf(picture), userId: theo.id })
      if (place === 'draft')
        await db.insertInto('drafts').values({ id: uuidv7(), userId: theo.id, version: 1, text }).execute()
      if (place === 'settings')
        await db
          .insertInto('seoSettings')
          .values({ userId: theo.id, defaultOgImage: pathOf(picture) })
          .execute()
      const shown = { uses: 0, otherUses: 1 }
      expect(await findUsedPicture(ines, picture.id)).toMatchObject({ ...shown, places: [] })
      expect((await listPictures(ines, everything)).pictures).toMatchObject([shown])
      expect(await removePicture(ines, picture.id)).toBeUndefined()
      expect(await findUsedPicture(ines, picture.id)).toBeUndefined()
    },
  )

  test('keeps the logo of the main site after another account owns it, but no picture that its words name', async () => {
    const [logo, named] = [await addPicture(ines), await addPicture(ines)]
    const saveAs = async (operator: Operator, tagline: string) => {
      await db.updateTable('installation').set({ ownerId: operator.id }).execute()
      return saveFace(operator, MAIN_SITE_ID, { face: { ...NO_FACE, logoLight: pathOf(logo), tagline } })
    }
    expect(await saveAs(ines, 'Tides')).toEqual({ ok: true })
    expect(await saveAs(theo, pathOf(named))).toEqual({ ok: true })
    expect(await findUsedPicture(ines, logo.id)).toMatchObject({ uses: 1, places: [{ place: 'face' }] })
    expect(await findUsedPicture(ines, named.id)).toMatchObject({ uses: 0, otherUses: 1 })
    expect(await removePicture(ines, logo.id)).toEqual({ ok: false, reason: 'in-use' })
    expect(await removeUnused(ines)).toBe(1)
    expect(await db.selectFrom('uploads').select('id').execute()).toEqual([{ id: logo.id }])
  })
})

describe('the rule that each image has an alt text', () => {
  const refused = { ok: false, reason: 'alt-missing' }

  test('stops publishing, and changes of what readers see, but not drafts', async () => {
    const draft = makeDraft({ content: '![](https://elsewhere.example/a.png)' })
    await saveAltRule(ines, true)
    expect(await publishArticle(ines, draft)).toEqual(refused)
    expect(await publishArticle(theo, { ...draft, draftId: uuidv7() })).toMatchObject({ ok: true })
    expect(
      await publishArticle(ines, makeDraft({ content: '![Boat](https://elsewhere.example/a.png)' })),
    ).toMatchObject({ ok: true })
    await saveAltRule(ines, false)
    expect(await publishArticle(ines, draft)).toMatchObject({ ok: true })
  })

  test('stops the board from publishing an article', async () => {
    const { id } = await makeArticle({
      content: '![ ](https://elsewhere.example/a.png)',
      userId: ines.id,
      publishedAt: null,
    })
    await saveAltRule(ines, true)
    expect(await changeMany(ines, [id], { kind: 'publish' })).toMatchObject({ counts: { refused: 1 } })
    await saveAltRule(ines, false)
    expect(await changeMany(ines, [id], { kind: 'publish' })).toMatchObject({ counts: { changed: 1 } })
  })

  test('counts spaces as no alt text', () => {
    expect(lacksAlt('<p>No image</p><img src="a" alt="A boat">')).toBe(false)
    for (const html of ['<img src="a" alt="">', '<img alt=" " src="a">', '<img src="a">'])
      expect(lacksAlt(html)).toBe(true)
  })
})

test('a URL says what the library shows', () => {
  const filter = parsePictures(new URLSearchParams('q=a+boat&show=unused&page=3'))
  expect(filter).toEqual({ q: 'a boat', show: 'unused', page: 3 })
  expect(toLibraryPath(filter)).toBe('/pictures?q=a+boat&show=unused&page=3')
  expect(parsePictures(new URLSearchParams('show=all&page=x'))).toEqual(everything)
  expect(toLibraryPath(everything)).toBe('/pictures')
})

test('a focus is a tenth of the width and of the height; the middle needs none', () => {
  expect(toFocus(33, 104)).toBe('x30 y100')
  expect(toFocus(51, 46)).toBeNull()
  expect(toPoint('x30 y100')).toEqual({ x: 30, y: 100 })
  expect(toPoint(null)).toEqual({ x: 50, y: 50 })
  expect(toShownSize({ width: 1600, height: 800 })).toEqual({ width: 280, height: 140 })
  expect(toShownSize({ width: 400, height: 6400 })).toEqual({ width: 24, height: 380 })
})

test('the Markdown of a picture has its words, also those with signs of Markdown', () => {
  const picture = { id: '01a1fd26-8c97-77b6-8309-db0e57169c42', width: 60, height: 40 }
  const path = '/uploads/01a1fd26-8c97-77b6-8309-db0e57169c42-60x40.webp'
  expect(toMarkdown({ ...picture, alt: 'Boat', caption: '' })).toBe(`![Boat](${path})`)
  expect(toMarkdown({ ...picture, alt: 'A [boat]', caption: 'Her "Tide"' })).toBe(
    String.raw`![A \[boat\]](${path} "Her \"Tide\"")`,
  )
})
