import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { change, deleteArticle, passUndoTime } from './support/board.ts'
import { emptyStore, makeDraft, makeOperator, makeSite, MAIN_SITE_ID } from './support/fixtures.ts'
import { useQueue } from './support/queue.ts'
import { db } from '../app/platform/store/database.server.ts'
import type { Operator } from '../app/features/accounts/accounts.ts'
import { removePicture } from '../app/features/articles/pictures/commands.server.ts'
import { type Upload, uploadPath } from '../app/features/articles/pictures/pictures.ts'
import { findArticle } from '../app/features/articles/queries.server.ts'
import { saveDraft } from '../app/features/writing/drafts/commands.server.ts'
import { type DraftText, toDraftText } from '../app/features/writing/drafts/drafts.ts'
import { findDraft } from '../app/features/writing/drafts/queries.server.ts'
import { publishArticle } from '../app/features/writing/publish/commands.server.ts'
import { editArticle } from '../app/features/writing/publish/edit-article.server.ts'
import { findEditable } from '../app/features/writing/publish/queries.server.ts'
import { restorePublished } from '../app/features/writing/publish/restore-published.server.ts'
import { makePlan } from '../app/features/writing/schedule/commands.server.ts'
import { cancelPlan, movePlan, undoMove } from '../app/features/writing/schedule/change-plan.server.ts'
import { findDueAt } from '../app/features/writing/schedule/queries.server.ts'
import type { ArticleEdit } from '../app/features/writing/writing.ts'
import { replaceEverywhere } from '../app/features/newsroom/library/commands.server.ts'
import { undoChange } from '../app/features/newsroom/board/commands.server.ts'
import { listUndoable } from '../app/features/newsroom/board/list-undoable.server.ts'
import { undoRun } from '../app/features/newsroom/board/undo-run.server.ts'

const BEFORE = 'One.\r\n\r\nTwo.\n'

let ines: Operator
let harbour: string
let ledger: string

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
  harbour = await makeSite('harbour.example', 'Harbour')
  ledger = await makeSite('ledger.example', 'Ledger')
})

const undo = (runId = '', operator = ines) =>
  undoRun(operator, runId, { restoreText: restorePublished, undoMove })

const labels = async (of: { articleId?: string } = {}) =>
  (await listUndoable(ines, of)).map(({ label }) => label)

async function publish(title = 'Tides', content = BEFORE) {
  const draft = makeDraft({ title, content, tags: ['Sea'], siteIds: [MAIN_SITE_ID, harbour] })
  const published = await publishArticle(ines, draft)
  if (!published.ok) throw new Error(published.reason)
  return { id: published.summary.articleId, runId: published.runId }
}

const findPost = (id: string) =>
  db.selectFrom('blogPosts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Publishes another text, at another address, on another site. */
async function publishOther(id: string): Promise<string> {
  const { version = '' } = (await findEditable(ines, id)) ?? {}
  const edit: ArticleEdit = {
    ...makeDraft({ title: 'Floods', content: 'Three.', tags: ['Rain'], siteIds: [MAIN_SITE_ID, ledger] }),
    articleId: id,
    slug: 'floods',
    version,
    isPublished: false,
  }
  const edited = await editArticle(ines, edit)
  if (!edited.ok || !edited.runId) throw new Error('Not published.')
  return edited.runId
}

const plan = async (articleId: string) => {
  const dueAt = new Date(Date.now() + 86_400_000)
  const made = await makePlan(ines, articleId, { kind: 'unpublish', dueAt, siteIds: [], varies: false })
  return made.ok ? made.planId : expect.fail(made.reason)
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const dueOf = async (planId: string) => (await findDueAt(ines, planId))?.getTime()

describe('a plan that was moved', () => {
  test('is moved back from the list, once', async () => {
    const { id } = await publish()
    const planId = await plan(id)
    const before = await dueOf(planId)
    expect(await movePlan(ines, planId, inDays(3))).toBeUndefined()
    expect(await labels()).toEqual(['Moved the plan of “Tides”'])
    expect(await labels({ articleId: id })).toEqual(['Moved the plan of “Tides”'])
    expect(await undo(planId, await makeOperator())).toEqual({ ok: false, reason: 'gone' })
    expect(await undo(planId)).toEqual({ ok: true, path: `/articles/${id}/schedule#plan-${planId}` })
    expect(await dueOf(planId)).toBe(before)
    expect(await undo(planId)).toEqual({ ok: false, reason: 'gone' })
    expect(await labels()).not.toContain('Moved the plan of “Tides”')
  })

  test('is not listed once its time of before is over, or the plan is', async () => {
    const { id } = await publish()
    const planId = await plan(id)
    await movePlan(ines, planId, inDays(3))
    await db
      .updateTable('plans')
      .set({ movedFrom: inDays(-1) })
      .where('id', '=', planId)
      .execute()
    expect(await labels()).not.toContain('Moved the plan of “Tides”')
    expect(await undo(planId)).toEqual({ ok: false, reason: 'gone' })
    await movePlan(ines, planId, inDays(4))
    expect(await labels()).toContain('Moved the plan of “Tides”')
    await cancelPlan(ines, planId)
    expect(await labels()).not.toContain('Moved the plan of “Tides”')
  })
})

async function saveCopy(id: string): Promise<void> {
  const article = await findEditable(ines, id).then((found) => found ?? expect.fail())
  const text = toDraftText(article.typed)
  const base = { version: article.version, text }
  expect((await saveDraft(ines, { id, version: 0, text: { ...text, title: 'New' }, base })).ok).toBe(true)
}

describe('the undo of a publish', () => {
  test('takes a new article off every site, and can be undone itself', async () => {
    const { id, runId } = await publish()
    expect(await labels()).toEqual(['Published “Tides”'])
    const undone = await undo(runId)
    expect(undone).toMatchObject({ ok: true, path: expect.stringMatching(/^\/articles\?done=/) })
    expect(await Promise.all([MAIN_SITE_ID, harbour].map((site) => findArticle(site, 'tides')))).toEqual([
      undefined,
      undefined,
    ])
    expect(await labels({ articleId: id })).toEqual(['Unpublished “Tides”'])
    expect(await undo(runId)).toEqual({ ok: false, reason: 'changed-since' })
    const [again] = await listUndoable(ines)
    expect((await undo(again?.runId)).ok).toBe(true)
    expect((await findArticle(harbour, 'tides'))?.article.title).toBe('Tides')
  })

  test('of changes gives readers the text of before, byte for byte, with its address and sites', async () => {
    const { id } = await publish()
    const before = await findPost(id)
    const runId = await publishOther(id)
    expect(await labels()).toEqual(['Published changes of “Floods”'])
    expect(await undo(runId)).toEqual({ ok: true, path: `/articles/${id}/revisions?done=undone` })
    const after = await findPost(id)
    expect(after).toMatchObject({ title: 'Tides', content: BEFORE, slug: 'tides', tags: ['Sea'] })
    expect(after.publishedAt).toEqual(before.publishedAt)
    expect((await findArticle(harbour, 'tides'))?.article.title).toBe('Tides')
    expect(await findArticle(ledger, 'floods')).toBeUndefined()
    expect(await labels({ articleId: id })).toEqual(['Published changes of “Tides”'])
  })

  test('is refused with the reason as soon as something newer was decided', async () => {
    const [first, other] = [await publish(), await publish('Ebb')]
    const runId = await publishOther(other.id)
    const [published, changed] = ['Published “Tides”', 'Published changes of “Floods”']
    const expectRefusal = async (reason: string, runs = [first.runId, runId]) => {
      for (const run of runs) expect(await undo(run)).toEqual({ ok: false, reason })
    }
    const plans = [await plan(first.id), await plan(other.id)]
    await expectRefusal('planned-since')
    expect(await labels()).toEqual([])
    for (const planId of plans) expect(await cancelPlan(ines, planId)).toBeUndefined()
    expect(await labels()).toEqual([changed, published])
    await saveCopy(other.id)
    await expectRefusal('written-since', [runId])
    expect(await labels()).toEqual([published])
    const tagged = await change(ines, [first.id, other.id], { kind: 'add-tag', tag: 'Ports' })
    await expectRefusal('changed-since')
    expect(await labels()).toEqual(['Tagged 2 articles'])
    expect((await findPost(other.id)).title).toBe('Floods')
    await undoChange(ines, tagged.runId)
    await deleteArticle(ines, other.id)
    expect(await undo(runId)).toEqual({ ok: false, reason: 'gone' })
  })

  test('of changes is refused if an image of the text of before was deleted since', async () => {
    const picture = await addPicture('1')
    const { id } = await publish('Tides', `![Boat](${uploadPath(picture.id, picture)})`)
    const runId = await publishOther(id)
    expect(await removePicture(ines, picture.id)).toBeUndefined()
    expect(await undo(runId)).toEqual({ ok: false, reason: 'picture-gone' })
    expect((await findPost(id)).title).toBe('Floods')
  })

  test('is none of another account', async () => {
    const { id, runId } = await publish()
    const stranger = await makeOperator()
    expect(await listUndoable(stranger)).toEqual([])
    expect(await listUndoable(stranger, { articleId: id })).toEqual([])
    expect(await undo(runId, stranger)).toEqual({ ok: false, reason: 'gone' })
    expect(await undo(uuidv7())).toEqual({ ok: false, reason: 'gone' })
    expect((await findPost(id)).publishedAt).not.toBeNull()
  })
})

describe('the undo of a change of articles', () => {
  test('restores what the change has changed, and leaves newer decisions alone', async () => {
    const [{ id }, other] = [await publish(), await publish('Ebb')]
    const tagged = await change(ines, [id, other.id], { kind: 'add-tag', tag: 'Ports' })
    await change(ines, [id], { kind: 'add-site', siteId: ledger })
    await change(ines, [other.id], { kind: 'add-tag', tag: 'Later' })
    expect(await labels({ articleId: id })).toEqual(['Published on Ledger: “Tides”', 'Tagged 2 articles'])
    expect(await undoChange(ines, tagged.runId)).toMatchObject({
      counts: { changed: 1, refused: 1 },
      refusals: ['changed-since'],
    })
    expect((await findPost(id)).tags).toEqual(['Sea'])
    expect((await findPost(other.id)).tags).toEqual(['Sea', 'Ports', 'Later'])
    expect((await findArticle(ledger, 'tides'))?.article.title).toBe('Tides')
    expect(await labels({ articleId: id })).toEqual(['Undone for 1 article', 'Published on Ledger: “Tides”'])
  })

  test('is offered until it was undone, or what it changed is gone', async () => {
    const { id } = await publish()
    const draftId = '01a1fd26-8c97-77b6-8309-000000000006'
    const text: DraftText = {
      ...toDraftText((await findEditable(ines, id))?.typed ?? expect.fail()),
      title: 'Begun',
    }
    await saveDraft(ines, { id: draftId, version: 0, text })
    const tagged = await change(ines, [draftId], { kind: 'add-tag', tag: 'Ports' })
    expect(await labels({ articleId: draftId })).toEqual(['Tagged “Begun”'])
    await deleteArticle(ines, draftId)
    await deleteArticle(ines, id)
    expect(await labels()).toEqual(['Deleted “Tides”', 'Deleted “Begun”'])
    expect(await undoChange(ines, tagged.runId)).toMatchObject({ counts: { refused: 1 } })
    expect(await findDraft(ines, draftId)).toBeUndefined()
    await passUndoTime()
    expect(await labels()).toEqual(['Deleted “Begun”'])
    const [deleted] = await listUndoable(ines)
    expect((await undo(deleted?.runId)).ok).toBe(true)
    expect(await labels()).toEqual(['Tagged “Begun”'])
    expect((await findDraft(ines, draftId))?.text.tags).toBe('Sea, Ports')
  })
})

test('a replaced picture is put back, but not after it was deleted', async () => {
  const [old, other] = [await addPicture('1'), await addPicture('2')]
  await publish('Tides', `![Boat](${uploadPath(old.id, old)})`)
  const replace = async (from: Upload, to: Upload) => {
    const started = await replaceEverywhere(ines, from.id, to.id)
    return started.ok ? started.runId : expect.fail(started.reason)
  }
  const runId = await replace(old, other)
  expect(await labels()).toEqual(['Replaced a picture in 1 text'])
  expect((await undo(runId)).ok).toBe(true)
  expect(await labels()).toEqual([])
  const again = await replace(old, other)
  expect(await removePicture(ines, old.id)).toBeUndefined()
  expect(await labels()).toEqual([])
  expect(await undo(again)).toEqual({ ok: false, reason: 'gone' })
})

async function addPicture(hash: string): Promise<Upload> {
  const picture = { id: uuidv7(), width: 1200, height: 800 }
  await db
    .insertInto('uploads')
    .values({ ...picture, userId: ines.id, hash, bytes: 1 })
    .execute()
  return picture
}
