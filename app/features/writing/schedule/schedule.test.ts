import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  emptyStore,
  MAIN_SITE_ID,
  makeDraft,
  makeOperator,
  makeSite,
} from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { writeAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { updateArticle, renderText } from '../../articles/commands.server.ts'
import { prepareImport } from '../../moving-in/formats/commands.server.ts'
import { findHistory } from '../../articles/revisions/queries.server.ts'
import { insertBacklinks } from '../../links/insertion/commands.server.ts'
import { parseRecord } from '../../moving-in/formats/formats.ts'
import { parseBoard } from '../../newsroom/board/board.ts'
import { findBoard } from '../../newsroom/board/queries.server.ts'
import { saveDraft, saveRevision } from '../drafts/commands.server.ts'
import { type DraftText, mapTexts } from '../drafts/drafts.ts'
import { findDraft } from '../drafts/queries.server.ts'
import { publishArticle } from '../publish/commands.server.ts'
import { findArticleOfDraft, findEditable } from '../publish/queries.server.ts'
import { shareDraft } from '../sharing/commands.server.ts'
import { findSharedDraft } from '../sharing/queries.server.ts'
import { carryOutPlan } from './carry-out.server.ts'
import { cancelPlan, changePlan, movePlan, renewPlan, restorePlan } from './change-plan.server.ts'
import { makePlan, planImported } from './commands.server.ts'
import { enqueuePlansJob } from './jobs.server.ts'
import { findCalendar } from './find-calendar.server.ts'
import { findSchedule, listPlans } from './queries.server.ts'
import { type NewPlan, PLANS_LIMIT } from './schedule.ts'
import { refuse } from '../../../shared/refusal.ts'

const DRAFT_ID = '01a1fd26-8c97-77b6-8309-db0e57169c42'
const blank: DraftText = { ...mapTexts(() => ''), siteIds: [], generateVariations: false }
const write = (content: string): DraftText => ({ ...blank, title: 'Tides', author: 'Ines', content })
const DAY_MS = 86_400_000
const tomorrow = () => new Date(Date.now() + DAY_MS)

let ines: Operator
let harbour: string
let pier: string

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
  harbour = await makeSite('harbour.example', 'Harbour')
  pier = await makeSite('pier.example', 'Pier')
})

const toPlan = (changes: Partial<NewPlan> = {}): NewPlan => ({
  kind: 'publish',
  dueAt: tomorrow(),
  siteIds: [harbour],
  varies: false,
  ...changes,
})

async function plan(id: string, changes: Partial<NewPlan> = {}) {
  const planned = await makePlan(ines, id, toPlan(changes))
  if (!planned.ok) throw new Error(planned.reason)
  return planned
}

async function planDraft(content = 'One.') {
  await saveDraft(ines, { id: DRAFT_ID, version: 0, text: write(content) })
  return plan(DRAFT_ID)
}

const letCome = (planId: string, minutesAgo = 0) =>
  db
    .updateTable('plans')
    .set({ dueAt: new Date(Date.now() - minutesAgo * 60_000) })
    .where('id', '=', planId)
    .execute()

async function carryOut(planId: string, minutesAgo = 0) {
  await letCome(planId, minutesAgo)
  await carryOutPlan(planId, insertBacklinks)
}

const readPlan = (planId: string) =>
  db.selectFrom('plans').select(['result', 'notes']).where('id', '=', planId).executeTakeFirst()

const readArticle = (id: string) =>
  db.selectFrom('blogPosts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function listWantedSites(articleId: string): Promise<string[]> {
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

async function publish(content = 'One.', siteIds = [harbour]): Promise<string> {
  const published = await publishArticle(ines, makeDraft({ title: 'Tides', content, siteIds }))
  if (!published.ok) throw new Error(published.reason)
  const row = await db
    .selectFrom('blogPosts')
    .select('id')
    .where('originId', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return row.id
}

async function edit(articleId: string, content: string) {
  const { html, ...rendered } = await renderText({ content, canonicalUrl: null, lang: null }, ines.id)
  const columns = { content, contentHtml: html, excerpt: rendered.excerpt, updatedAt: new Date() }
  const before = await readArticle(articleId)
  await writeAs(ines, (trx) => updateArticle(trx, before, columns))
}

const saveCopy = async (articleId: string, content: string, version = 0) => {
  const article = await findEditable(ines, articleId)
  const { draftId: _, ...text } = article?.typed ?? { draftId: '', ...blank }
  const base = version === 0 ? { version: article?.version ?? '', text } : undefined
  const saved = await saveDraft(ines, { id: articleId, version, text: { ...text, content }, base })
  if (!saved.ok) throw new Error(saved.reason)
}

test('a planned draft has a URL that no reader sees, and is published once at its time', async () => {
  const { planId, articleId } = await planDraft()
  const scheduled = () => findBoard(ines, parseBoard(new URLSearchParams({ state: 'scheduled' })))
  expect((await scheduled()).rows).toMatchObject([{ id: articleId, state: 'draft', isScheduled: true }])
  expect(await readArticle(articleId)).toMatchObject({ slug: 'tides', publishedAt: null })
  expect(await findDraft(ines, DRAFT_ID)).toBeUndefined()
  await carryOutPlan(planId, insertBacklinks) // before its time
  expect(await readPlan(planId)).toEqual({ result: null, notes: [] })

  await letCome(planId)
  await Promise.all([1, 2, 3].map(() => carryOutPlan(planId, insertBacklinks)))
  expect(await readPlan(planId)).toEqual({ result: 'done', notes: [] })
  const article = await readArticle(articleId)
  expect(article.publishedAt).toBeInstanceOf(Date)
  expect(await listWantedSites(articleId)).toEqual(['Harbour'])
  const history = await findHistory(ines, articleId)
  expect(history?.revisions.map(({ number, kind }) => [number, kind])).toEqual([
    [2, 'published'],
    [1, 'saved'],
  ])
  expect((await scheduled()).rows).toEqual([])
  await carryOutPlan(planId, insertBacklinks)
  expect((await readArticle(articleId)).updatedAt).toEqual(article.updatedAt)
})

/** Carries out a plan, and changes the plan while its text is prepared. */
async function carryOutWhile(change: (planId: string, articleId: string) => Promise<unknown>) {
  const text = { ...write('One.'), canonicalUrl: 'https://old.example/tides' }
  await saveDraft(ines, { id: DRAFT_ID, version: 0, text })
  const { planId, articleId } = await plan(DRAFT_ID)
  await letCome(planId)
  let changed: Promise<unknown> = Promise.resolve()
  const carrying = carryOutPlan(planId, async () => {
    changed = change(planId, articleId)
    await changed
    return { ok: false, reason: 'none' }
  })
  await carrying.catch(() => {})
  await changed
  return { carrying, planId, articleId }
}

describe('while its text is prepared, a plan', () => {
  test('may be moved, and waits for its new time', async () => {
    const { carrying, articleId } = await carryOutWhile((planId) => movePlan(ines, planId, tomorrow()))
    await carrying
    expect((await readArticle(articleId)).publishedAt).toBeNull()
  })

  test('may get another text, which its job publishes at the next try', async () => {
    const { carrying, planId, articleId } = await carryOutWhile(async (id, ofArticle) => {
      await saveCopy(ofArticle, 'Two.')
      expect(await renewPlan(ines, id)).toBeUndefined()
    })
    await expect(carrying).rejects.toThrow('was replaced')
    await carryOutPlan(planId, insertBacklinks)
    expect((await readArticle(articleId)).content).toContain('Two.')
  })
})

test('a text that is written after the plan stays as the working copy', async () => {
  const { planId, articleId } = await planDraft()
  await saveCopy(articleId, 'One. Two.')
  await carryOut(planId)
  expect((await readArticle(articleId)).content).toBe('One.')
  const copy = await findDraft(ines, articleId)
  expect(copy?.text.content).toBe('One. Two.')
  expect(copy?.base?.text.content).toBe('One.')
  expect(copy?.base?.version).toBe((await findEditable(ines, articleId))?.version)
})

test('a text that is saved in an article that is not live stays too', async () => {
  const { planId, articleId } = await planDraft()
  await edit(articleId, 'One. Two.')
  await carryOut(planId)
  expect((await readArticle(articleId)).content).toBe('One.')
  expect((await findDraft(ines, articleId))?.text.content).toBe('One. Two.')
})

test('a planned working copy replaces the text that readers see, on all sites, and ends', async () => {
  const articleId = await publish('One.', [pier])
  await saveCopy(articleId, 'Two.')
  const { planId } = await plan(articleId)
  expect((await readArticle(articleId)).content).toBe('One.')
  await carryOut(planId)
  expect((await readArticle(articleId)).content).toBe('Two.')
  expect(await findDraft(ines, articleId)).toBeUndefined()
  expect(await listWantedSites(articleId)).toEqual(['Harbour', 'Pier'])
})

test('a text that was published after the plan is not reverted', async () => {
  const articleId = await publish('One.', [pier])
  await saveCopy(articleId, 'Two.')
  const { planId } = await plan(articleId)
  await edit(articleId, 'Three.')
  await carryOut(planId)
  expect((await readArticle(articleId)).content).toBe('Three.')
  expect(await listWantedSites(articleId)).toEqual(['Harbour', 'Pier'])
  expect(await readPlan(planId)).toEqual({ result: 'done', notes: ['newer-text'] })
})

test('a live article goes to another site later, without a new revision', async () => {
  const articleId = await publish('One.', [pier])
  const { planId } = await plan(articleId)
  const before = (await findHistory(ines, articleId))?.revisions.length
  await carryOut(planId)
  expect(await listWantedSites(articleId)).toEqual(['Harbour', 'Pier'])
  expect(await readPlan(planId)).toEqual({ result: 'done', notes: [] })
  expect((await findHistory(ines, articleId))?.revisions).toHaveLength(before ?? 0)
})

test('an article is removed from a site, and then unpublished', async () => {
  const articleId = await publish('One.', [harbour, pier])
  const off = await plan(articleId, { kind: 'take-off', siteIds: [pier] })
  const end = await plan(articleId, { kind: 'unpublish', siteIds: [] })
  await carryOut(off.planId)
  expect(await listWantedSites(articleId)).toEqual(['Harbour'])
  await carryOut(end.planId)
  expect(await listWantedSites(articleId)).toEqual([])
  expect((await readArticle(articleId)).publishedAt).toBeNull()
  const again = await makePlan(ines, articleId, toPlan({ kind: 'unpublish' }))
  expect(again).toEqual({ ok: false, reason: 'not-live' })
})

test('a page of a site needs no other one, and stays when it is removed from the last', async () => {
  const articleId = await publish('One.', [pier])
  await db.insertInto('sitePages').values({ articleId, siteId: harbour, path: '/about' }).execute()
  const off = await plan(articleId, { kind: 'take-off', siteIds: [pier] })
  await carryOut(off.planId)
  expect(await listWantedSites(articleId)).toEqual([])
  expect((await readArticle(articleId)).publishedAt).not.toBeNull()
  await saveCopy(articleId, 'Two.')
  const { planId } = await plan(articleId, { siteIds: [] })
  await carryOut(planId)
  expect(await readArticle(articleId)).toMatchObject({ content: 'Two.', siteId: null })
  expect(await listWantedSites(articleId)).toEqual([])
})

test('a site that is switched off is left out, with a note', async () => {
  await saveDraft(ines, { id: DRAFT_ID, version: 0, text: write('One.') })
  const { planId, articleId } = await plan(DRAFT_ID, { siteIds: [harbour, pier] })
  await db.updateTable('targetSites').set({ isActive: false }).where('id', '=', harbour).execute()
  await carryOut(planId)
  expect(await readPlan(planId)).toEqual({ result: 'done', notes: ['site-gone'] })
  expect(await listWantedSites(articleId)).toEqual(['Pier'])
})

test('no plan is made in the past, without a site, without a title, or by another account', async () => {
  await saveDraft(ines, { id: DRAFT_ID, version: 0, text: write('One.') })
  const ask = async (changes: Partial<NewPlan>, operator = ines) => {
    const planned = await makePlan(operator, DRAFT_ID, toPlan(changes))
    return planned.ok ? 'planned' : planned.reason
  }
  expect(await ask({ dueAt: new Date(Date.now() - 1000) })).toBe('in-the-past')
  expect(await ask({ dueAt: new Date(Date.now() + 4 * 365 * DAY_MS) })).toBe('too-far')
  expect(await ask({ siteIds: [] })).toBe('no-site')
  expect(await ask({ siteIds: [DRAFT_ID] })).toBe('site-unavailable')
  expect(await ask({ varies: true })).toBe('no-provider')
  expect(await ask({}, await makeOperator())).toBe('not-there')
  await saveDraft(ines, { id: DRAFT_ID, version: 1, text: { ...write('One.'), title: ' ' } })
  expect(await ask({})).toBe('not-ready')
  expect(await db.selectFrom('plans').select('id').execute()).toEqual([])
})

test('a plan is moved, cancelled and restored, but not by another account or after its time', async () => {
  const { planId, articleId } = await planDraft()
  const other = await makeOperator()
  const later = new Date(Date.now() + 2 * DAY_MS)
  expect(await movePlan(other, planId, later)).toEqual(refuse('already-done'))
  expect(await cancelPlan(other, planId)).toEqual(refuse('already-done'))
  expect(await movePlan(ines, planId, new Date(0))).toEqual(refuse('in-the-past'))
  expect(await movePlan(ines, planId, later)).toBeUndefined()
  expect((await listPlans(ines, articleId, 'UTC'))[0]?.dueAt).toEqual(later)
  expect(await cancelPlan(ines, planId)).toBeUndefined()
  await carryOut(planId)
  expect((await readArticle(articleId)).publishedAt).toBeNull()
  expect(await restorePlan(ines, planId)).toEqual(refuse('already-done')) // its time has come in the meantime
  await db.updateTable('plans').set({ dueAt: later }).execute()
  expect(await restorePlan(other, planId)).toEqual(refuse('already-done'))
  expect(await restorePlan(ines, planId)).toBeUndefined()
  await carryOut(planId)
  expect((await readArticle(articleId)).publishedAt).not.toBeNull()
  expect(await cancelPlan(ines, planId)).toEqual(refuse('already-done'))
})

test('each change of a plan is a line of the record, and carrying it out one of the person who made it', async () => {
  const theo = await makeOperator('theo@example.com')
  const standing = { personId: theo.id, role: 'editor' as const, siteIds: null }
  await db
    .insertInto('members')
    .values({ accountId: ines.id, ...standing })
    .execute()
  const editor = { ...theo, id: ines.id, member: standing }
  const made = await makePlan(editor, await publish(), toPlan({ kind: 'unpublish', siteIds: [] }))
  if (!made.ok) throw new Error(made.reason)
  const { planId } = made
  await movePlan(editor, planId, new Date(Date.now() + 2 * DAY_MS))
  await cancelPlan(ines, planId)
  await restorePlan(ines, planId)
  await carryOut(planId)
  const lines = await db
    .selectFrom('recordLines')
    .select(['who', 'personId', 'act'])
    .where('about', '=', 'Tides')
    .orderBy('id')
    .execute()
  expect(lines.map(({ who, act }) => `${who} ${act}`)).toEqual([
    `${ines.name} published`,
    'theo planned',
    'theo plan-changed',
    `${ines.name} plan-cancelled`,
    `${ines.name} planned`,
    'theo unpublished',
  ])
  expect(lines.at(-1)?.personId).toBe(theo.id)
})

test('a plan takes the text that is saved now', async () => {
  const { planId, articleId } = await planDraft()
  await saveCopy(articleId, 'Two.')
  expect(await renewPlan(await makeOperator(), planId)).toEqual(refuse('already-done'))
  expect(await renewPlan(ines, planId)).toBeUndefined()
  await carryOut(planId)
  expect((await readArticle(articleId)).content).toBe('Two.')
  expect(await findDraft(ines, articleId)).toBeUndefined()
})

test('the revision of a plan is kept, no matter how many follow', async () => {
  const { REVISIONS_KEPT } = env
  Object.assign(env, { REVISIONS_KEPT: 2 })
  try {
    const { planId, articleId } = await planDraft()
    const article = await findEditable(ines, articleId)
    const { draftId: _, ...text } = article?.typed ?? { draftId: '', ...blank }
    const base = { version: article?.version ?? '', text }
    for (const version of [0, 1, 2, 3, 4])
      await saveRevision(ines, { id: articleId, version, text: { ...text, content: `${version}` }, base })
    await carryOut(planId)
    expect((await readArticle(articleId)).content).toBe('One.')
  } finally {
    Object.assign(env, { REVISIONS_KEPT })
  }
})

test('plans that came due while no process ran are enqueued immediately, and show their delay', async () => {
  const { planId, articleId } = await planDraft()
  await letCome(planId, 90)
  await enqueuePlansJob.work(undefined)
  await carryOutPlan(planId, insertBacklinks)
  expect((await listPlans(ines, articleId, 'UTC'))[0]).toMatchObject({ result: 'done', lateMin: 90 })
})

test('the calendar shows plans and published articles, in the time zone of the person', async () => {
  const published = await publish()
  await db
    .updateTable('blogPosts')
    .set({ publishedAt: new Date('2030-05-01T22:30:00Z') })
    .where('id', '=', published)
    .execute()
  const { planId } = await plan(published)
  await db
    .updateTable('plans')
    .set({ dueAt: new Date('2030-05-31T23:00:00Z') })
    .execute()
  const calendar = await findCalendar(ines, { month: '2030-05', day: null, timeZone: 'Europe/Berlin' })
  const busy = calendar.weeks.flat().filter((day) => day.planned.length + day.published.length > 0)
  expect(busy).toMatchObject([
    { date: '2030-05-02', published: [{ id: published, time: '00:30' }] },
    { date: '2030-06-01', isOutside: true, planned: [{ id: planId, time: '01:00' }] },
  ])
  expect(calendar).toMatchObject({ title: 'May 2030', before: '2030-04', after: '2030-06', waiting: 1 })
  const other = await findCalendar(await makeOperator(), { month: '2030-05', day: null, timeZone: 'UTC' })
  expect(other.weeks.flat().every((day) => day.planned.length + day.published.length === 0)).toBe(true)
})

test('a day of the calendar that is not over opens with the drafts that wait for no plan', async () => {
  await planDraft()
  const DRAFT = '01a1fd26-8c97-77b6-8309-db0e57169c43'
  await saveDraft(ines, { id: DRAFT, version: 0, text: { ...write('Two.'), title: 'Ebb' } })
  const ask = (day: string, who = ines) => findCalendar(who, { month: '2030-05', day, timeZone: 'UTC' })
  const calendar = await ask('2030-05-09')
  expect(calendar.opened).toEqual({ date: '2030-05-09', drafts: [{ id: DRAFT, title: 'Ebb' }] })
  expect(calendar.weeks.flat().find(({ date }) => date === '2030-05-09')?.proposed).toBe('2030-05-09T09:00')
  expect((await ask('2030-05-09', await makeOperator())).opened?.drafts).toEqual([])
  expect((await ask('2031-05-09')).opened).toBeUndefined() // in another month
  const over = await findCalendar(ines, { month: '2020-05', day: '2020-05-09', timeZone: 'UTC' })
  expect(over.opened).toBeUndefined()
  const asked = '2030-05-09T09:00'
  expect(await findSchedule(ines, DRAFT, { timeZone: 'UTC', asked })).toMatchObject({ proposed: asked })
})

test('the schedule shows the text that each plan will publish, and that a newer one is saved', async () => {
  const { planId, articleId } = await planDraft()
  const read = async () =>
    (await findSchedule(ines, articleId, { timeZone: 'UTC' }))?.plans.map(({ text }) => text)
  expect(await read()).toEqual([{ content: 'One.', tags: '', isOlder: false }])
  await saveCopy(articleId, 'Two.')
  expect(await read()).toEqual([{ content: 'One.', tags: '', isOlder: true }])
  await renewPlan(ines, planId)
  expect(await read()).toEqual([{ content: 'Two.', tags: '', isOlder: false }])
  await cancelPlan(ines, planId)
  expect(await read()).toEqual([undefined])
})

test('a move to a time that does not exist says which time it is', async () => {
  const { planId } = await planDraft()
  const year = new Date().getFullYear() + 1
  const lastSunday = 31 - new Date(Date.UTC(year, 2, 31)).getUTCDay()
  const form = new FormData()
  const fields = {
    intent: 'move',
    planId,
    dueAt: `${year}-03-${lastSunday}T02:30`,
    timeZone: 'Europe/Berlin',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  expect(await changePlan(ines, form, 'Europe/Berlin')).toMatchObject({
    title: 'Moved',
    description: '02:30 does not exist on that day: 03:30.',
    undo: { intent: 'move', timeZone: 'Europe/Berlin' },
  })
})

test('a planned draft is found by its old id, and its links show the article', async () => {
  await saveDraft(ines, { id: DRAFT_ID, version: 0, text: write('One.') })
  expect(await shareDraft(ines, DRAFT_ID, { days: 7 })).toBeUndefined()
  const { articleId } = await plan(DRAFT_ID)
  expect(await findArticleOfDraft(ines, DRAFT_ID, { isPlanned: true })).toBe(articleId)
  expect(await findArticleOfDraft(await makeOperator(), DRAFT_ID)).toBeUndefined()
  expect(await findArticleOfDraft(ines, 'no-id')).toBeUndefined()
  expect((await findSharedDraft(ines, articleId))?.shares).toHaveLength(1)
})

test('the schedule of a draft proposes its sites, and names missing fields', async () => {
  const text = { ...write(''), siteIds: [pier] }
  await saveDraft(ines, { id: DRAFT_ID, version: 0, text })
  expect(await findSchedule(ines, DRAFT_ID, { timeZone: 'UTC' })).toMatchObject({
    state: 'not-live',
    siteIds: [pier],
    missing: ['content'],
    plans: [],
  })
  expect(await findSchedule(await makeOperator(), DRAFT_ID, { timeZone: 'UTC' })).toBeUndefined()
})

/** Imports one article as the file of an import has it, and plans it. */
async function importOne(
  fields: object,
  { siteId = MAIN_SITE_ID, ...changes }: { siteId?: string; siteIds?: string[]; needsAlt?: boolean } = {},
) {
  const record = { source: 'blog', path: '1', title: 'Tides', content: 'One.', draft: true, ...fields }
  const parsed = parseRecord(record)
  if (!parsed.ok) throw new Error(parsed.problem)
  const target = { siteId, ownerId: ines.id, author: 'Ines' }
  const storeIn = await prepareImport(target, [parsed.record])
  return writeAs(ines, async (trx) => {
    const [imported] = await storeIn(trx)
    if (!imported) throw new Error('Nothing was imported.')
    const { articleId, plannedFor } = imported
    const plans = plannedFor ? [{ articleId, dueAt: plannedFor }] : []
    const results = await planImported(trx, ines, { plans, siteIds: [harbour], needsAlt: false, ...changes })
    return { articleId, result: results.get(articleId) }
  })
}

const listPlanned = () =>
  db
    .selectFrom('plans')
    .select(['id', 'articleId', 'dueAt', 'siteIds', 'revision', 'result', 'madeBy'])
    .execute()

describe('what an import plans', () => {
  test('is published on its sites at its time, with the text of the file', async () => {
    const planned_at = tomorrow().toISOString()
    const { articleId, result } = await importOne({ planned_at })
    expect(result).toEqual({ ok: true })
    const [planned] = await listPlanned()
    expect(planned).toMatchObject({
      articleId,
      siteIds: [harbour],
      dueAt: new Date(planned_at),
      madeBy: ines.id,
    })
    expect(await readArticle(articleId)).toMatchObject({ publishedAt: null })
    await carryOut(planned?.id ?? '')
    expect(await readPlan(planned?.id ?? '')).toEqual({ result: 'done', notes: [] })
    expect(await readArticle(articleId)).toMatchObject({
      publishedAt: expect.any(Date) as Date,
      content: 'One.',
    })
    expect(await listWantedSites(articleId)).toEqual(['Harbour'])
    expect(await findDraft(ines, articleId)).toBeUndefined()
  })

  test('is published on the hosted site that it was imported into', async () => {
    const planned_at = tomorrow().toISOString()
    const { articleId } = await importOne({ planned_at }, { siteId: harbour, siteIds: [] })
    const [planned] = await listPlanned()
    await carryOut(planned?.id ?? '')
    expect(await readPlan(planned?.id ?? '')).toEqual({ result: 'done', notes: [] })
    expect(await readArticle(articleId)).toMatchObject({
      siteId: harbour,
      publishedAt: expect.any(Date) as Date,
    })
  })

  test('has one plan, which follows the file; a plan that is over is not made again', async () => {
    const planned_at = tomorrow().toISOString()
    await importOne({ planned_at })
    expect(await importOne({ planned_at })).toMatchObject({ result: undefined }) // the same record
    const later = new Date(Date.now() + 2 * DAY_MS)
    const changed = await importOne({ planned_at: later.toISOString(), content: 'Two.' })
    expect(changed.result).toEqual({ ok: true })
    const plans = await listPlanned()
    expect(plans).toMatchObject([{ dueAt: later, revision: 2 }])
    expect(await cancelPlan(ines, plans[0]?.id ?? '')).toBeUndefined()
    await importOne({ planned_at, content: 'Three.' })
    expect(await listPlanned()).toMatchObject([{ result: 'cancelled' }])
  })

  test('is a draft if nothing can be planned, with the reason', async () => {
    const planned_at = tomorrow().toISOString()
    const far = new Date()
    far.setFullYear(far.getFullYear() + 4)
    const reasons = [
      await importOne({ path: '1', planned_at: far.toISOString() }),
      await importOne({ path: '2', planned_at: '2020-01-01T00:00:00Z' }),
      await importOne({ path: '3', planned_at, author: 'x'.repeat(1000) }),
      await importOne(
        { path: '4', planned_at, content: '![](https://old.example/a.png)' },
        { needsAlt: true },
      ),
    ]
    expect(reasons.map(({ result }) => result)).toEqual([
      refuse('too-far'),
      refuse('in-the-past'),
      refuse('not-ready'),
      refuse('alt-missing'),
    ])
    expect(await listPlanned()).toEqual([])
    const articles = await Promise.all(reasons.map(({ articleId }) => readArticle(articleId)))
    expect(articles.map(({ publishedAt }) => publishedAt)).toEqual([null, null, null, null])
  })

  test('counts for the plans of the account', async () => {
    const { articleId } = await importOne({ planned_at: tomorrow().toISOString() })
    await sql`insert into plans (id, user_id, article_id, kind, due_at, site_ids)
      select gen_random_uuid(), ${ines.id}, ${articleId}, 'unpublish', now() + interval '2 days', '{}'
      from generate_series(2, ${PLANS_LIMIT})`.execute(db)
    const other = await importOne({ path: '2', planned_at: tomorrow().toISOString() })
    expect(other.result).toEqual(refuse('too-many-plans'))
  })
})
