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
import { replacePicture, type Upload, uploadPath } from '../../articles/pictures/pictures.ts'
import { findUsedPicture } from '../../articles/pictures/queries.server.ts'
import { saveDraft } from '../../writing/drafts/commands.server.ts'
import { findDraft } from '../../writing/drafts/queries.server.ts'
import { publishArticle } from '../../writing/publish/commands.server.ts'
import { findEditable } from '../../writing/publish/queries.server.ts'
import { replaceEverywhere, undoReplacement } from './commands.server.ts'
import { findReplaceSummary } from './queries.server.ts'

let ines: Operator
let old: Upload
let other: Upload

const pathOf = (picture: Upload) => uploadPath(picture.id, picture)

async function addPicture(hash: string, alt = ''): Promise<Upload> {
  const picture = { id: uuidv7(), width: 1200, height: 800 }
  await db
    .insertInto('uploads')
    .values({ ...picture, userId: ines.id, hash, bytes: 1, alt })
    .execute()
  return picture
}

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
  old = await addPicture('1', 'A boat')
  other = await addPicture('2')
})

const listShown = async () =>
  (
    await db.selectFrom('blogPosts').select(['content', 'contentHtml', 'imageUrl']).orderBy('id').execute()
  ).map(({ content, contentHtml, imageUrl }) => ({
    isOld: [content, contentHtml, imageUrl].every(
      (text) => text?.includes(old.id) && !text.includes(other.id),
    ),
    isNew: [content, contentHtml, imageUrl].every(
      (text) => text?.includes(other.id) && !text.includes(old.id),
    ),
  }))

async function start(run: ReturnType<typeof replaceEverywhere>): Promise<string> {
  const started = await run
  if (!started.ok) throw new Error(started.reason)
  return started.runId
}

const replace = () => start(replaceEverywhere(ines, old.id, other.id))
const [isOld, isNew] = [
  { isOld: true, isNew: false },
  { isOld: false, isNew: true },
]

test('a picture is replaced in articles, their copies, drafts and working copies, and put back', async () => {
  const siteId = await makeSite('harbour.localhost')
  const content = `![Boat](${pathOf(old)})\n\nAlso https://here.example${pathOf({ ...old, width: 480, height: 320 })}`
  expect((await publishArticle(ines, makeDraft({ content, siteIds: [siteId] }))).ok).toBe(true)
  await makeArticle({ title: 'His', content, userId: (await makeOperator()).id })
  const { id } = await db
    .selectFrom('blogPosts')
    .select('id')
    .where('userId', '=', ines.id)
    .where('originId', 'is', null)
    .executeTakeFirstOrThrow()
  const article = await findEditable(ines, id)
  if (!article) throw new Error('There is no such article.')
  const { draftId: _, ...text } = article.typed
  const base = { version: article.version, text }
  await saveDraft(ines, { id, version: 0, text: { ...text, title: 'Edited' }, base })
  const begunId = uuidv7()
  await saveDraft(ines, { id: begunId, version: 0, text: { ...text, cover: pathOf(old), slug: '' } })

  const runId = await replace()
  expect(await findReplaceSummary(ines, runId)).toMatchObject({
    isOver: true,
    counts: { changed: 2 },
    unfinished: 0,
  })
  expect(await listShown()).toEqual([isNew, isNew, isOld])
  const working = await findDraft(ines, id)
  expect(working).toMatchObject({ version: 2, text: { title: 'Edited' } })
  expect(working?.text.content).toContain(pathOf(other))
  expect(working?.base?.version).toBe((await findEditable(ines, id))?.version)
  expect((await findDraft(ines, begunId))?.text.cover).toBe(pathOf(other))
  expect(await findUsedPicture(ines, old.id)).toMatchObject({ uses: 0 })
  expect(await findUsedPicture(ines, other.id)).toMatchObject({ uses: 3, alt: 'A boat' })
  const revisions = await db.selectFrom('revisions').select('changed').where('articleId', '=', id).execute()
  expect(revisions.map(({ changed }) => changed)).toContainEqual(['content'])

  const undone = await start(undoReplacement(ines, runId))
  expect(await findReplaceSummary(ines, undone)).toMatchObject({ isUndo: true, counts: { changed: 2 } })
  expect(await listShown()).toEqual([isOld, isOld, isOld])
  expect((await findDraft(ines, begunId))?.text.cover).toBe(pathOf(old))
  expect(await undoReplacement(ines, undone)).toEqual({ ok: false, reason: 'unknown' })
})

const read = async ({ id }: { id: string }) =>
  (await db.selectFrom('blogPosts').select('content').where('id', '=', id).executeTakeFirstOrThrow()).content

test('an undo keeps later edits, and leaves out texts that showed both pictures before', async () => {
  const content = `![](${pathOf(old)})`
  const edited = await makeArticle({ content, userId: ines.id })
  const both = await makeArticle({ content: `${content}\n\n![](${pathOf(other)})`, userId: ines.id })
  const runId = await replace()
  await db
    .updateTable('blogPosts')
    .set({ content: `Edited. ${await read(edited)}` })
    .where('id', '=', edited.id)
    .execute()
  const undone = await start(undoReplacement(ines, runId))
  expect(await findReplaceSummary(ines, undone)).toMatchObject({ counts: { changed: 1, refused: 1 } })
  expect(await read(edited)).toBe(`Edited. ${content}`)
  expect(await read(both)).not.toContain(old.id)
})

test('pictures and runs of other accounts cannot be replaced, nor a picture by itself', async () => {
  const theo = await makeOperator()
  expect(await replaceEverywhere(theo, old.id, other.id)).toEqual({ ok: false, reason: 'unknown' })
  expect(await replaceEverywhere(ines, old.id, old.id)).toEqual({ ok: false, reason: 'same-picture' })
  await makeArticle({ content: `![](${pathOf(old)})`, userId: ines.id })
  const runId = await replace()
  expect(await undoReplacement(theo, runId)).toEqual({ ok: false, reason: 'unknown' })
  expect(await findReplaceSummary(theo, runId)).toBeUndefined()
  expect(await findReplaceSummary(ines, 'no-id')).toBeUndefined()
})

test('every URL of a picture is replaced, and no other URL', () => {
  const text = `a ${pathOf(old)} b https://x.example${pathOf({ ...old, width: 480, height: 320 })} /uploads/${old.id}.webp`
  expect(replacePicture(text, old.id, other)).toBe(
    `a ${pathOf(other)} b https://x.example${pathOf(other)} /uploads/${old.id}.webp`,
  )
})
