import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeDraft, makeOperator, makeSite } from './support/fixtures.ts'
import { useQueue } from './support/queue.ts'
import { db } from '../app/platform/store/database.server.ts'
import { writeAs } from '../app/platform/own-rows.server.ts'
import type { Operator } from '../app/features/accounts/accounts.ts'
import { removePicture, removeUnused } from '../app/features/articles/pictures/commands.server.ts'
import { namesPicture, type Upload, uploadPath } from '../app/features/articles/pictures/pictures.ts'
import { findUsedPicture } from '../app/features/articles/pictures/queries.server.ts'
import { findHistory } from '../app/features/articles/revisions/queries.server.ts'
import { removeSite } from '../app/features/delivery/target-sites/commands.server.ts'
import { fixRun } from '../app/features/links/fixer/work-on-fix.server.ts'
import { insertBacklinks } from '../app/features/links/insertion/commands.server.ts'
import { changeMany, undoChange } from '../app/features/newsroom/board/commands.server.ts'
import { replaceEverywhere, undoReplacement } from '../app/features/newsroom/library/commands.server.ts'
import { saveTag } from '../app/features/newsroom/tags/commands.server.ts'
import { saveDraft } from '../app/features/writing/drafts/commands.server.ts'
import { type DraftText, mapTexts, toDraftText } from '../app/features/writing/drafts/drafts.ts'
import { findDraft } from '../app/features/writing/drafts/queries.server.ts'
import { publishArticle } from '../app/features/writing/publish/commands.server.ts'
import { editArticle } from '../app/features/writing/publish/edit-article.server.ts'
import { findEditable } from '../app/features/writing/publish/queries.server.ts'
import { restoreRevision } from '../app/features/writing/publish/restore-revision.server.ts'
import { carryOutPlan } from '../app/features/writing/schedule/carry-out.server.ts'
import {
  cancelPlan,
  movePlan,
  renewPlan,
  restorePlan,
} from '../app/features/writing/schedule/change-plan.server.ts'
import { makePlan } from '../app/features/writing/schedule/commands.server.ts'
import type { PlanKind } from '../app/features/writing/schedule/schedule.ts'
import { isRefusal, refuse } from '../app/shared/refusal.ts'

const DRAFT_ID = '01a1fd26-8c97-77b6-8309-db0e57169c42'
const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS)

let ines: Operator
let harbour: string
let pier: string
let boat: Upload
let ferry: Upload

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
  harbour = await makeSite('harbour.example', 'Harbour')
  pier = await makeSite('pier.example', 'Pier')
  await db.updateTable('targetSites').set({ ownerId: ines.id }).where('id', 'in', [harbour, pier]).execute()
  boat = await addPicture('1')
  ferry = await addPicture('2')
})

async function addPicture(hash: string): Promise<Upload> {
  const picture = { id: uuidv7(), width: 1200, height: 800 }
  const row = { ...picture, userId: ines.id, hash, bytes: 1, createdAt: new Date('2026-01-01') }
  await db.insertInto('uploads').values(row).execute()
  return picture
}

const show = (picture: Upload) => `![Boat](${uploadPath(picture.id, picture)})`
const toText = (content: string): DraftText => ({
  ...mapTexts(() => ''),
  title: 'Tides',
  author: 'Ines',
  tags: 'Sea, Ports',
  content,
  siteIds: [],
  generateVariations: false,
})

async function plan(id: string, kind: PlanKind = 'publish', { hours = 24, siteIds = [harbour] } = {}) {
  const planned = await makePlan(ines, id, { kind, dueAt: inHours(hours), siteIds, varies: false })
  if (!planned.ok) throw new Error(planned.reason)
  return planned
}

/** Plans a new text that shows the boat. */
async function planNew(siteIds = [harbour]) {
  await saveDraft(ines, { id: DRAFT_ID, version: 0, text: toText(`One.\n\n${show(boat)}`) })
  return plan(DRAFT_ID, 'publish', { siteIds })
}

async function publish(content = 'One.', siteIds = [harbour, pier]): Promise<string> {
  const published = await publishArticle(
    ines,
    makeDraft({ title: 'Tides', content, siteIds, tags: ['Sea', 'Ports'] }),
  )
  if (!published.ok) throw new Error(published.reason)
  return published.summary.articleId
}

async function saveCopy(articleId: string, change: (text: DraftText) => DraftText) {
  const article = await findEditable(ines, articleId)
  if (!article) throw new Error('There is no such article.')
  const draft = await findDraft(ines, articleId)
  const text = draft?.text ?? toDraftText(article.typed)
  const base = draft ? undefined : { version: article.version, text }
  const saved = await saveDraft(ines, {
    id: articleId,
    version: draft?.version ?? 0,
    text: change(text),
    base,
  })
  if (!saved.ok) throw new Error(saved.reason)
}

/** Plans other words for an article that readers see, with the boat. */
async function planCopy(content = 'One.') {
  const articleId = await publish(content)
  await saveCopy(articleId, (text) => ({ ...text, content: `${content}\n\n${show(boat)}` }))
  return plan(articleId)
}

async function carryOut(planId: string) {
  await db.updateTable('plans').set({ dueAt: new Date() }).where('id', '=', planId).execute()
  await carryOutPlan(planId, insertBacklinks)
  return db.selectFrom('plans').select(['result', 'notes']).where('id', '=', planId).executeTakeFirst()
}

const readArticle = (id: string) =>
  db.selectFrom('blogPosts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const isLive = async (id: string) => (await readArticle(id)).publishedAt !== null

async function listSites(articleId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('targetSites', 'targetSites.id', 'siteId')
    .select('name')
    .where('articleId', '=', articleId)
    .where('wantedHash', 'is not', null)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

async function listPlannedTexts(field: 'tags' | 'content'): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select text->>${field} as value from plans join revisions using (article_id)
    where number = revision and site_id is null`.execute(db)
  return rows.map(({ value }) => value)
}

/** Lets an editor act for the account of Ines, for some sites. */
async function joinAsEditor(siteIds: string[]): Promise<Operator> {
  const theo = await makeOperator()
  const standing = { personId: theo.id, role: 'editor' as const, siteIds }
  await db
    .insertInto('members')
    .values({ accountId: ines.id, ...standing })
    .execute()
  return { ...theo, id: ines.id, member: standing }
}

const fix = (mode: 'fix' | 'undo', undoes?: string) =>
  fixRun.start(ines, { input: { mode, usesModel: false, undoes }, total: 1 })

const DONE = { result: 'done', notes: [] }

async function replaceBoat(): Promise<string> {
  const started = await replaceEverywhere(ines, boat.id, ferry.id)
  if (!started.ok) throw new Error(started.reason)
  return started.runId
}

async function rename(key: string, name: string, mergeWith = ''): Promise<string> {
  const saved = await saveTag(ines, key, { name, description: '', mergeWith })
  if (!saved.ok || !saved.renamed || isRefusal(saved.renamed)) throw new Error(JSON.stringify(saved))
  return saved.renamed.runId
}

async function editByHand(articleId: string, content: string) {
  const article = await findEditable(ines, articleId)
  if (!article) throw new Error('There is no such article.')
  const { tags, keywords, metaDescription, cover, translationOf, siteIds, ...typed } = article.typed
  const lists = { tags: tags.split(', '), keywords: keywords ? keywords.split(', ') : [] }
  const edited = await editArticle(ines, {
    ...typed,
    ...lists,
    metaDescription: metaDescription || null,
    cover: cover || null,
    translationOf: translationOf || null,
    siteIds: siteIds.length > 0 ? siteIds : [pier],
    articleId,
    version: article.version,
    content,
    isPublished: true,
  })
  if (!edited.ok) throw new Error(edited.reason)
}

const change = async (articleId: string, kind: 'delete' | 'unpublish' | 'publish') => {
  const changed = await changeMany(ines, [articleId], { kind })
  if (isRefusal(changed)) throw new Error(changed.reason)
  return changed.runId
}

describe('a planned text is a use of its pictures:', () => {
  test('a picture cannot be deleted until the plan is over or cancelled', async () => {
    const { planId, articleId } = await planCopy()
    await db.deleteFrom('drafts').execute()
    expect(await findUsedPicture(ines, boat.id)).toMatchObject({
      uses: 1,
      places: [{ place: 'plan', id: planId, articleId, title: 'Tides' }],
    })
    expect(await removePicture(ines, boat.id)).toEqual({ ok: false, reason: 'in-use' })
    expect(await removeUnused(ines)).toBe(1) // the ferry
    expect(await cancelPlan(ines, planId)).toBeUndefined()
    expect(await findUsedPicture(ines, boat.id)).toMatchObject({ uses: 0, places: [] })
    expect(await removePicture(ines, boat.id)).toBeUndefined()
    expect(await restorePlan(ines, planId)).toEqual(refuse('picture-gone'))
  })

  test('a plan that is restored, renewed, carried out or deleted counts as what it is then', async () => {
    const uses = async () => (await findUsedPicture(ines, boat.id))?.places.map(({ place }) => place)
    const { planId, articleId } = await planCopy()
    await cancelPlan(ines, planId)
    expect(await uses()).toEqual(['draft'])
    expect(await restorePlan(ines, planId)).toBeUndefined()
    expect(await uses()).toEqual(['draft', 'plan'])
    await saveCopy(articleId, (text) => ({ ...text, content: 'Nothing.' }))
    expect(await uses()).toEqual(['plan'])
    expect(await renewPlan(ines, planId)).toBeUndefined()
    expect(await uses()).toEqual([])
    await saveCopy(articleId, (text) => ({ ...text, content: show(boat) }))
    await renewPlan(ines, planId)
    await carryOut(planId)
    expect(await uses()).toEqual(['article'])
    await plan(articleId)
    expect(await uses()).toEqual(['article', 'plan'])
    await db.deleteFrom('users').where('id', '=', ines.id).execute()
    expect(await db.selectFrom('pictureUses').select('place').where('place', '=', 'plan').execute()).toEqual(
      [],
    )
  })

  test('a restored backup counts them again, the plan before its revision', async () => {
    await planNew()
    const plans = await db.selectFrom('plans').selectAll().execute()
    const revisions = await db.selectFrom('revisions').selectAll().execute()
    await db.deleteFrom('plans').execute()
    await db.deleteFrom('revisions').execute()
    await db.transaction().execute(async (trx) => {
      await sql`set local app.restoring = 'on'`.execute(trx)
      await trx.insertInto('plans').values(plans).execute()
      const rows = revisions.map((row) => ({ ...row, text: JSON.stringify(row.text) }))
      await trx.insertInto('revisions').values(rows).execute()
    })
    expect(await findUsedPicture(ines, boat.id)).toMatchObject({
      places: [{ place: 'article' }, { place: 'plan' }],
    })
  })
})

describe('a picture that is replaced', () => {
  test('is replaced in a planned new text, and put back by the undo', async () => {
    const { planId, articleId } = await planNew()
    const runId = await replaceBoat()
    expect(await findUsedPicture(ines, boat.id)).toMatchObject({ uses: 0 })
    expect(await carryOut(planId)).toEqual(DONE)
    expect((await readArticle(articleId)).content).toContain(ferry.id)
    expect(await findDraft(ines, articleId)).toBeUndefined()
    expect((await findHistory(ines, articleId))?.revisions.map(({ cause }) => cause)).toContain('picture')
    await undoReplacement(ines, runId)
    expect((await readArticle(articleId)).content).toContain(boat.id)
  })

  test('is replaced in a planned copy that only the plan has, and the plan still goes out', async () => {
    const { planId, articleId } = await planCopy(`Zero.\n\n${show(boat)}`)
    await db.deleteFrom('drafts').execute()
    const runId = await replaceBoat()
    expect((await readArticle(articleId)).content).toContain(ferry.id)
    expect(await carryOut(planId)).toEqual(DONE)
    const { content } = await readArticle(articleId)
    expect([namesPicture(content, boat.id), namesPicture(content, ferry.id)]).toEqual([false, true])
    expect(content.match(/uploads/g)).toHaveLength(2)
    expect((await undoReplacement(ines, runId)).ok).toBe(true)
  })

  test('is put back in a plan that still waits, also in one that was cancelled and is restored', async () => {
    const { planId, articleId } = await planCopy()
    await db.deleteFrom('drafts').execute()
    await cancelPlan(ines, planId)
    await restorePlan(ines, planId)
    const runId = await replaceBoat()
    await cancelPlan(ines, planId)
    await undoReplacement(ines, runId)
    expect(await restorePlan(ines, planId)).toBeUndefined()
    expect(await carryOut(planId)).toEqual(DONE)
    expect((await readArticle(articleId)).content).toContain(boat.id)
  })

  test('does not let a plan revert a text that was published after it', async () => {
    const { planId, articleId } = await planCopy()
    await db.deleteFrom('drafts').execute()
    await editByHand(articleId, `Three.\n\n${show(boat)}`)
    await replaceBoat()
    expect(await carryOut(planId)).toEqual({ result: 'done', notes: ['newer-text'] })
    expect((await readArticle(articleId)).content).toBe(`Three.\n\n${show(ferry)}`)
  })

  test.each(['take-off', 'unpublish'] as const)('changes nothing of a plan to %s', async (kind) => {
    const articleId = await publish(show(boat))
    const { planId } = await plan(articleId, kind)
    await replaceBoat()
    expect(await carryOut(planId)).toEqual(DONE)
    expect(await listSites(articleId)).toEqual(kind === 'take-off' ? ['Pier'] : [])
  })
})

describe('a tag that is renamed', () => {
  test('is renamed in a planned new text, and the undo gives it back', async () => {
    const { planId, articleId } = await planNew()
    const runId = await rename('sea', 'Ocean')
    expect(await carryOut(planId)).toEqual(DONE)
    expect((await readArticle(articleId)).tags).toEqual(['Ocean', 'Ports'])
    expect(await findDraft(ines, articleId)).toBeUndefined()
    await undoChange(ines, runId)
    expect((await readArticle(articleId)).tags).toEqual(['Sea', 'Ports'])
  })

  test('is renamed in a planned copy, with its working copy, and the plan still goes out', async () => {
    const { planId, articleId } = await planCopy()
    await saveCopy(articleId, (text) => ({ ...text, title: 'High Tides' }))
    await rename('sea', 'Ocean')
    expect(await carryOut(planId)).toEqual(DONE)
    expect(await readArticle(articleId)).toMatchObject({
      content: `One.\n\n${show(boat)}`,
      tags: ['Ocean', 'Ports'],
    })
    expect((await findDraft(ines, articleId))?.text).toMatchObject({
      title: 'High Tides',
      tags: 'Ocean, Ports',
    })
  })

  test('is merged in a planned text that alone has it, and the undo of the merge separates them', async () => {
    const articleId = await publish()
    await saveCopy(articleId, (text) => ({ ...text, tags: 'Tides, Boats, Sea' }))
    await plan(articleId)
    await db.deleteFrom('drafts').execute()
    const other = await publish('Other.')
    await saveCopy(other, (text) => text)
    await db
      .updateTable('blogPosts')
      .set({ tags: ['Tides'] })
      .where('id', '=', other)
      .execute()
    const runId = await rename('tides', 'Sea', 'sea')
    expect(await listPlannedTexts('tags')).toEqual(['Sea, Boats'])
    expect((await readArticle(articleId)).tags).toEqual(['Sea', 'Ports'])
    await undoChange(ines, runId)
    expect(await listPlannedTexts('tags')).toEqual(['Tides, Boats, Sea'])
  })

  test('stays in a plan that was renewed since, with its new tags, if the rename is undone', async () => {
    const { planId, articleId } = await planCopy()
    await db.deleteFrom('drafts').execute()
    const runId = await rename('sea', 'Ocean')
    await saveCopy(articleId, (text) => ({ ...text, tags: `${text.tags}, Boats` }))
    expect(await renewPlan(ines, planId)).toBeUndefined()
    await undoChange(ines, runId)
    expect((await readArticle(articleId)).tags).toEqual(['Sea', 'Ports'])
    expect(await listPlannedTexts('tags')).toEqual(['Ocean, Ports, Boats'])
  })

  test('is in a text that is planned afterwards, from a copy with the old one', async () => {
    const articleId = await publish()
    await saveCopy(articleId, (text) => ({ ...text, content: 'Two.' }))
    await rename('sea', 'Ocean')
    const { planId } = await plan(articleId)
    await carryOut(planId)
    expect(await readArticle(articleId)).toMatchObject({ content: 'Two.', tags: ['Ocean', 'Ports'] })
    await saveCopy(articleId, (text) => ({ ...text, title: 'Mine' }))
    await db
      .updateTable('blogPosts')
      .set({ title: 'Theirs', updatedAt: inHours(1) })
      .execute()
    const again = await makePlan(ines, articleId, {
      kind: 'publish',
      dueAt: inHours(2),
      siteIds: [pier],
      varies: false,
    })
    expect(again).toEqual({ ok: false, reason: 'article-changed' })
  })

  test.each(['take-off', 'unpublish'] as const)('changes nothing of a plan to %s', async (kind) => {
    const articleId = await publish()
    const { planId } = await plan(articleId, kind)
    await rename('sea', 'Ocean')
    expect(await carryOut(planId)).toEqual(DONE)
  })

  test('is not added twice: a tag that the board adds or removes reaches the planned text too', async () => {
    const { planId, articleId } = await planNew()
    await changeMany(ines, [articleId], { kind: 'add-tag', tag: 'Boats' })
    await changeMany(ines, [articleId], { kind: 'remove-tag', tag: 'sea' })
    await carryOut(planId)
    expect((await readArticle(articleId)).tags).toEqual(['Ports', 'Boats'])
    expect(await findDraft(ines, articleId)).toBeUndefined()
  })
})

describe('links that the fixer places', () => {
  const HARBOUR = `The harbour of our town is older than its church, and every child knows the story of the lighthouse.

The fishing boats leave before sunrise, and the market behind the harbour sells their catch by noon.

Visitors come for the lighthouse, but they stay for the quiet evenings at the old harbour wall.`

  test('are in the planned text too, and the undo removes them there', async () => {
    const articleId = await publish(HARBOUR)
    await db.updateTable('blogPosts').set({ canonicalUrl: 'https://harbour.example/guide' }).execute()
    await saveCopy(articleId, (text) => ({ ...text, content: `${HARBOUR}\n\nTwo.` }))
    const { planId } = await plan(articleId)
    await db.deleteFrom('drafts').execute()
    const runId = (await fix('fix')) ?? ''
    await fixRun.work(runId)
    const { content } = await readArticle(articleId)
    expect(content).toContain('](')
    const undoing = (await fix('undo', runId)) ?? ''
    expect(await listPlannedTexts('content')).toEqual([`${content}\n\nTwo.`])
    await fixRun.work(undoing)
    expect(await carryOut(planId)).toEqual(DONE)
    expect((await readArticle(articleId)).content).toBe(`${HARBOUR}\n\nTwo.`)
  })
})

describe('an editor of one site', () => {
  test('moves the plan of a draft for that site, cancels it and restores it', async () => {
    const editor = await joinAsEditor([harbour])
    const { planId, articleId } = await planNew([harbour])
    expect(await movePlan(editor, planId, inHours(2))).toBeUndefined()
    expect(await cancelPlan(editor, planId)).toBeUndefined()
    expect(await findEditable(editor, articleId)).toMatchObject({ state: 'draft' })
    expect(await restorePlan(editor, planId)).toBeUndefined()
    const other = await plan(articleId, 'publish', { siteIds: [pier] })
    await cancelPlan(ines, planId)
    expect(await carryOut(other.planId)).toEqual(DONE)
    expect(await findEditable(editor, articleId)).toBeUndefined() // it is on another site by then
  })

  test('adds a tag to an article of that site, and to its text that is planned for another one', async () => {
    const editor = await joinAsEditor([harbour])
    const articleId = await publish('One.', [harbour])
    const { planId } = await plan(articleId, 'publish', { siteIds: [pier] })
    const add = (tag: string) => changeMany(editor, [articleId], { kind: 'add-tag', tag })
    expect(await add('Boats')).toMatchObject({ isOver: true, counts: { changed: 1 } })
    await cancelPlan(ines, planId)
    expect(await add('Ferries')).toMatchObject({ isOver: true, counts: { changed: 1 } })
    expect(await restorePlan(ines, planId)).toBeUndefined()
    expect(await listPlannedTexts('tags')).toEqual(['Sea, Ports, Boats, Ferries'])
  })
})

describe('a site that is removed', () => {
  test('is left out of a publish, with a note', async () => {
    const { planId, articleId } = await planNew([harbour, pier])
    await removeSite(ines, harbour)
    expect(await carryOut(planId)).toEqual({ result: 'done', notes: ['site-gone'] })
    expect(await listSites(articleId)).toEqual(['Pier'])
  })

  test('leaves a text unpublished that would be on no site, with the reason', async () => {
    const { planId, articleId } = await planNew()
    await removeSite(ines, harbour)
    expect(await carryOut(planId)).toEqual({ result: 'refused', notes: ['no-site-left'] })
    expect(await isLive(articleId)).toBe(false)
  })

  test('needs no removal of the article any more', async () => {
    const articleId = await publish()
    const { planId } = await plan(articleId, 'take-off')
    await removeSite(ines, harbour)
    expect(await carryOut(planId)).toEqual({ result: 'done', notes: ['nothing-to-do'] })
    expect(await listSites(articleId)).toEqual(['Pier'])
  })

  test('does not keep an article from being unpublished everywhere', async () => {
    const articleId = await publish()
    const { planId } = await plan(articleId, 'unpublish')
    await removeSite(ines, harbour)
    expect(await carryOut(planId)).toEqual(DONE)
    expect(await isLive(articleId)).toBe(false)
  })
})

describe('an article that is edited, deleted, unpublished or restored', () => {
  test('keeps a newer text that was published by hand; the plan adds its sites', async () => {
    const articleId = await publish('One.', [pier])
    await saveCopy(articleId, (text) => ({ ...text, content: 'Two.' }))
    const { planId } = await plan(articleId)
    await db.deleteFrom('drafts').execute()
    await editByHand(articleId, 'Three.')
    expect(await carryOut(planId)).toEqual({ result: 'done', notes: ['newer-text'] })
    expect((await readArticle(articleId)).content).toBe('Three.')
    expect(await listSites(articleId)).toEqual(['Harbour', 'Pier'])
  })

  test.each(['take-off', 'unpublish'] as const)(
    'is edited before a plan to %s, which is carried out',
    async (kind) => {
      const articleId = await publish()
      const { planId } = await plan(articleId, kind)
      await editByHand(articleId, 'Two.')
      expect(await carryOut(planId)).toEqual(DONE)
      expect(await listSites(articleId)).toEqual(kind === 'take-off' ? ['Pier'] : [])
    },
  )

  test.each(['publish', 'take-off', 'unpublish'] as const)(
    'is deleted before a plan to %s, which says so; the undo of the deletion keeps a plan that waits',
    async (kind) => {
      const articleId = await publish()
      const first = await plan(articleId, kind)
      const later = await plan(articleId, kind, { hours: 48 })
      const runId = await change(articleId, 'delete')
      expect(await carryOut(first.planId)).toEqual({ result: 'refused', notes: ['being-deleted'] })
      await undoChange(ines, runId)
      expect(await carryOut(later.planId)).toEqual(DONE)
    },
  )

  test('is unpublished before a publish, which publishes the planned text on its sites alone', async () => {
    const { planId, articleId } = await planCopy()
    await change(articleId, 'unpublish')
    expect(await carryOut(planId)).toEqual(DONE)
    expect(await isLive(articleId)).toBe(true)
    expect(await listSites(articleId)).toEqual(['Harbour'])
  })

  test.each(['take-off', 'unpublish'] as const)(
    'is unpublished before a plan to %s, which has nothing to do',
    async (kind) => {
      const articleId = await publish()
      const { planId } = await plan(articleId, kind)
      await change(articleId, 'unpublish')
      expect(await carryOut(planId)).toEqual({ result: 'done', notes: ['nothing-to-do'] })
    },
  )

  test('has a restored revision as its working copy; the plan publishes its own text', async () => {
    const { planId, articleId } = await planCopy()
    await restoreRevision(ines, articleId, { siteId: null, number: 1 })
    expect(await carryOut(planId)).toEqual(DONE)
    expect((await readArticle(articleId)).content).toContain(boat.id)
    expect((await findDraft(ines, articleId))?.text.content).toBe('One.')
  })

  test.each(['take-off', 'unpublish'] as const)(
    'has a restored revision before a plan to %s, which is carried out',
    async (kind) => {
      const articleId = await publish()
      await editByHand(articleId, 'Two.')
      const { planId } = await plan(articleId, kind)
      await restoreRevision(ines, articleId, { siteId: null, number: 1 })
      expect(await carryOut(planId)).toEqual(DONE)
      expect((await findDraft(ines, articleId))?.text.content).toBe('One.')
    },
  )
})

describe('the time of a plan', () => {
  test.each(['publish', 'take-off', 'unpublish'] as const)(
    'is moved: a plan to %s waits for the new one',
    async (kind) => {
      const articleId = await publish('One.', kind === 'publish' ? [pier] : [harbour, pier])
      const { planId } = await plan(articleId, kind, { hours: 1 })
      expect(await movePlan(ines, planId, inHours(2))).toBeUndefined()
      await carryOutPlan(planId, insertBacklinks)
      expect(await listSites(articleId)).toEqual(kind === 'publish' ? ['Pier'] : ['Harbour', 'Pier'])
      expect(await carryOut(planId)).toEqual(DONE)
    },
  )

  test('cannot let an article be taken away before it is published', async () => {
    const { planId, articleId } = await planNew()
    const ask = async (kind: PlanKind, hours: number) => {
      const made = await makePlan(ines, articleId, {
        kind,
        dueAt: inHours(hours),
        siteIds: [harbour],
        varies: false,
      })
      return made.ok ? made.planId : made.reason
    }
    expect(await ask('unpublish', 12)).toBe('out-of-order')
    expect(await ask('take-off', 12)).toBe('out-of-order')
    const end = await ask('unpublish', 48)
    expect(await movePlan(ines, end, inHours(23))).toEqual(refuse('out-of-order'))
    expect(await movePlan(ines, planId, inHours(49))).toEqual(refuse('out-of-order'))
    expect(await movePlan(ines, planId, inHours(47))).toBeUndefined()
    expect(await cancelPlan(ines, end)).toBeUndefined()
    expect(await movePlan(ines, planId, inHours(60))).toBeUndefined()
    expect(await restorePlan(ines, end)).toEqual(refuse('out-of-order'))
  })

  test('may let an article that readers see be taken away first', async () => {
    const articleId = await publish()
    await plan(articleId, 'publish', { hours: 48 })
    const { planId } = await plan(articleId, 'unpublish', { hours: 24 })
    expect(await movePlan(ines, planId, inHours(12))).toBeUndefined()
  })
})

test('a plan of another account is not rewritten', async () => {
  const theo = await makeOperator()
  const { planId } = await planNew()
  await writeAs(theo, (trx) => sql`update plans set revision = 1, written_as = 9`.execute(trx))
  expect(await db.selectFrom('plans').select('writtenAs').where('id', '=', planId).execute()).toEqual([
    { writtenAs: null },
  ])
})
