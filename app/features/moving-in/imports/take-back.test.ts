// An import is taken back as a run: what it made goes, what it changed is as before, and what was changed since stays.
import { beforeEach, expect, test } from 'vitest'
import {
  emptyStore,
  MAIN_SITE_ID,
  makeArticle,
  makeOperator,
  makeSite,
} from '../../../../tests/support/fixtures.ts'
import { takePicture } from '../../../../tests/support/pictures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { saveUpload } from '../../articles/pictures/commands.server.ts'
import { uploadPath } from '../../articles/pictures/pictures.ts'
import { changeMany } from '../../newsroom/board/commands.server.ts'
import { sayResults } from '../../runs/commands.server.ts'
import { findRun } from '../../runs/queries.server.ts'
import { saveDraft } from '../../writing/drafts/commands.server.ts'
import { findEditable } from '../../writing/publish/queries.server.ts'
import { listPlans } from '../../writing/schedule/queries.server.ts'
import {
  continueImport,
  discardImport,
  pruneImports,
  startImport,
  stopImport,
  takeBackImport,
} from './commands.server.ts'
import type { ImportChoices } from './imports.ts'
import { keepFiles } from './keep-files.server.ts'
import { findImport } from './queries.server.ts'
import { importRun } from './work-on-import.server.ts'
import { takeBackRun } from './work-on-take-back.server.ts'

let ines: Operator

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
  await db.updateTable('installation').set({ ownerId: ines.id }).execute()
})

const DATE = '2024-05-06T00:00:00.000Z'
const toLine = (path: string, fields: object = {}) =>
  JSON.stringify({
    source: 'blog',
    path,
    title: `Title ${path}`,
    content: 'Six.',
    published_at: DATE,
    aliases: [`/old/${path}`],
    ...fields,
  })
const toLines = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, index) => toLine(`${index}`, fields))

async function* toFiles(lines: string[]) {
  async function* toPieces() {
    yield await Promise.resolve(Buffer.from(lines.join('\n')))
  }
  yield await Promise.resolve({ name: 'a.ndjson', pieces: toPieces() })
}

async function findCurrent() {
  const current = await findImport(ines, 'UTC')
  if (!current) throw new Error('There is no import.')
  return current
}

const CHOICES = {
  asDrafts: false,
  updates: true,
  author: null,
  siteIds: [MAIN_SITE_ID],
  bringsPictures: false,
}

/** Starts the import of what was read, and works on it. */
async function startIt(choices: Partial<ImportChoices> = {}, sliceMs?: number) {
  await startImport(ines, (await findCurrent()).id, { ...CHOICES, ...choices })
  await importRun.work((await findCurrent()).run?.id ?? '', sliceMs)
  return findCurrent()
}

async function importAll(lines: string[]) {
  await keepFiles(ines, toFiles(lines))
  return startIt()
}

/** Takes the import back, in slices of a number of milliseconds. */
async function takeBack(sliceMs?: number) {
  const { id } = await findCurrent()
  expect(await takeBackImport(ines, id)).toEqual({ ok: true })
  for (let slices = 0; slices < 1000; slices += 1) {
    const { takenBack, run } = await findCurrent()
    if (takenBack?.isOver) break
    await takeBackRun.work(run?.id ?? '', sliceMs)
  }
  return findCurrent()
}

const listArticles = () =>
  db
    .selectFrom('blogPosts')
    .selectAll()
    .where('deletionAskedAt', 'is', null)
    .where('originId', 'is', null)
    .orderBy('importKey')
    .execute()
const listRedirects = async () =>
  (await db.selectFrom('redirects').select('path').orderBy('path').execute()).map(({ path }) => path)

async function begin(id: string): Promise<void> {
  const editable = await findEditable(ines, id)
  if (!editable) throw new Error('There is no such article.')
  const { draftId: _, ...text } = editable.typed
  const base = { version: editable.version, text }
  await saveDraft(ines, { id, version: 0, text: { ...text, title: 'Mine' }, base })
}

async function upload(shade: number): Promise<string> {
  const bytes = await takePicture({ width: 40, height: 40, format: 'png', shade })
  const saved = await saveUpload(ines, () => Promise.resolve(bytes), `${shade}.png`)
  if (!saved.ok) throw new Error(saved.reason)
  return uploadPath(saved.upload.id, saved.upload)
}
const show = (...paths: string[]) => paths.map((path) => `![A](${path})`).join('\n\n')
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

const listUploads = async () =>
  (await db.selectFrom('uploads').select('name').orderBy('name').execute()).map(({ name }) => name)

test('what came in is deleted with its redirects, however much it is, and can be imported again', async () => {
  await importAll(toLines(45))
  expect(await listRedirects()).toHaveLength(45)
  const { id } = await findCurrent()
  await takeBackImport(ines, id)
  expect(await findCurrent()).toMatchObject({ takenBack: { isOver: false }, run: { total: 45, done: 0 } })
  await takeBackRun.work((await findCurrent()).run?.id ?? '')
  const after = await findCurrent()
  expect(after.takenBack).toEqual({ isOver: true, deleted: 45, restored: 0, kept: 0, pictures: 0 })
  expect(after).toMatchObject({ counts: { deletable: 0, deleted: 45 }, run: { done: 45 }, kept: [] })
  expect(after.samples.every(({ articleId, isWaiting }) => articleId === null && !isWaiting)).toBe(true)
  expect([await listArticles(), await listRedirects()]).toEqual([[], []])
  expect(await takeBackImport(ines, id)).toEqual({ ok: false, reason: 'nothing-to-take-back' })
  expect((await importAll(toLines(45))).counts).toMatchObject({ created: 45 })
  expect(await listRedirects()).toHaveLength(45)
})

const listPlaces = async () =>
  (await listArticles()).map(({ siteId, publishedAt }) => [siteId, publishedAt !== null])

test('a page has its address again in a repeated import, and is on no list', async () => {
  const pages = ['about', 'imprint'].map((path) => toLine(path, { page: `/${path}` }))
  await importAll(pages)
  await takeBack()
  expect((await importAll(pages)).counts).toMatchObject({ created: 2, withoutPath: 0 })
  expect(await listPlaces()).toEqual([
    [null, true],
    [null, true],
  ])
  const rows = await db.selectFrom('sitePages').select('path').orderBy('path').execute()
  expect(rows).toEqual([{ path: '/about' }, { path: '/imprint' }])
})

test('a page whose address is not free is a draft on no site, and stays one; the report says so', async () => {
  const report = await importAll([toLine('a', { page: '/about' }), toLine('b', { page: '/about' })])
  const problem = 'A draft on no site: its address is not free there.'
  const places = [
    [null, true],
    [null, false],
  ]
  expect(report).toMatchObject({
    counts: { created: 2, withoutPath: 1, unplanned: 0, deletable: 2 },
    withoutPath: [{ title: 'Title b', problem }],
  })
  expect(await listPlaces()).toEqual(places)
  const again = await importAll([toLine('b', { page: '/about', content: 'Seven.' })])
  expect(again).toMatchObject({ counts: { updated: 1 }, withoutPath: [{ problem }] })
  expect(await listPlaces()).toEqual(places)
})

test('updated articles have their earlier text, date and addresses again', async () => {
  await importAll([toLine('a'), toLine('b', { draft: true, aliases: [] }), toLine('c')])
  const before = await listArticles()
  const changed = { content: 'Seven.', tags: ['x'], aliases: ['/older'], lang: 'de' }
  await importAll([toLine('a', changed), toLine('b', { aliases: ['/b'], content: 'Public.' }), toLine('c')])
  expect((await findCurrent()).counts).toMatchObject({ updated: 2, restorable: 2, deletable: 0 })
  expect(await listRedirects()).toEqual(['/b', '/old/a', '/old/c', '/older'])
  const after = await takeBack()
  expect(after.takenBack).toMatchObject({ restored: 2, deleted: 0, kept: 0 })
  expect(after.counts).toMatchObject({ updated: 0, restorable: 0, touched: 0 })
  expect(await listArticles()).toEqual(before)
  expect(await listRedirects()).toEqual(['/old/a', '/old/c'])
  await keepFiles(ines, toFiles([toLine('a'), toLine('b', { draft: true, aliases: [] }), toLine('c')]))
  expect((await findCurrent()).counts).toMatchObject({ same: 3, changed: 0 })
})

test('what was changed since stays and is named with the reason', async () => {
  const harbour = await makeSite('harbour.localhost')
  await importAll([toLine('5')])
  await importAll([...toLines(5), toLine('5', { content: 'Seven.' }), toLine('6', { draft: true })])
  const ids = (await listArticles()).map(({ id }) => id)
  const idAt = (at: number) => ids[at] ?? ''
  const [tagged, shared, begun, updated, published] = [idAt(1), idAt(2), idAt(3), idAt(5), idAt(6)]
  await changeMany(ines, [tagged, updated], { kind: 'add-tag', tag: 'Travel' })
  await changeMany(ines, [shared], { kind: 'add-site', siteId: harbour })
  await changeMany(ines, [published], { kind: 'publish' })
  await begin(begun)
  const kept = [
    { id: tagged, title: 'Title 1', reason: 'edited' },
    { id: shared, title: 'Title 2', reason: 'sent' },
    { id: begun, title: 'Title 3', reason: 'begun' },
    { id: updated, title: 'Title 5', reason: 'edited' },
    { id: published, title: 'Title 6', reason: 'published' },
  ]
  expect(await findCurrent()).toMatchObject({ kept, counts: { deletable: 2, restorable: 0, touched: 5 } })
  const after = await takeBack()
  expect(after).toMatchObject({ kept, takenBack: { deleted: 2, restored: 0, kept: 5 } })
  const left = (await listArticles()).map(({ id }) => id)
  expect(left).toEqual(ids.filter((id) => id !== ids[0] && id !== ids[4]))
  expect(await listRedirects()).toEqual(['/old/1', '/old/2', '/old/3', '/old/5', '/old/6'])
  const run = await findRun(ines, after.run?.id ?? '')
  const said = (run && sayResults(run).results) ?? []
  expect(said).toContainEqual({
    articleId: tagged,
    title: 'Title 1',
    outcome: 'kept',
    problem: 'It was edited since.',
  })
})

test('images that came with it go if nothing else shows them', async () => {
  const early = await upload(1)
  await keepFiles(ines, toFiles(toLines(1)))
  const [alone, common, elsewhere] = [await upload(2), await upload(3), await upload(4)]
  await upload(5) // of another form
  const record = toLine('0', { content: show(early, alone, common, elsewhere) })
  await db.updateTable('importRecords').set({ record }).execute()
  await startIt()
  await makeArticle({ userId: ines.id, content: show(common) })
  await makeArticle({ userId: (await makeOperator()).id, content: show(elsewhere) })
  const after = await takeBack()
  expect(after.takenBack).toMatchObject({ deleted: 1, pictures: 1 })
  expect(await listUploads()).toEqual(['1.png', '3.png', '4.png', '5.png'])
})

test('an article goes with its plan, unless the plan was moved', async () => {
  const dated = (path: string, days: number) => toLine(path, { published_at: inDays(days).toISOString() })
  await importAll([dated('a', 2), dated('b', 4)])
  const [planned, moved] = await listArticles()
  await db
    .updateTable('plans')
    .set({ dueAt: inDays(6) })
    .where('articleId', '=', moved?.id ?? '')
    .execute()
  const countPlans = async () => (await listPlans(ines, planned?.id ?? '', 'UTC')).length
  expect(await countPlans()).toBe(1)
  expect(await takeBack()).toMatchObject({
    takenBack: { deleted: 1, kept: 1 },
    kept: [{ id: moved?.id, reason: 'planned' }],
  })
  expect(await countPlans()).toBe(0)
})

test('a run that is interrupted goes on, and two processes do nothing twice', async () => {
  await importAll(toLines(10, { content: 'Five.', aliases: [] }))
  await importAll(toLines(40))
  const after = await takeBack(0.001)
  expect(after.takenBack).toMatchObject({ deleted: 30, restored: 10, kept: 0 })
  expect((await listArticles()).map(({ content }) => content)).toEqual(
    Array.from({ length: 10 }, () => 'Five.'),
  )

  await importAll(toLines(40))
  const { id } = await findCurrent()
  await takeBackImport(ines, id)
  const { run } = await findCurrent()
  await Promise.all([takeBackRun.work(run?.id ?? ''), takeBackRun.work(run?.id ?? '')])
  expect(await findCurrent()).toMatchObject({ takenBack: { deleted: 30, restored: 10 }, run: { done: 40 } })
})

test('while it runs, the import is neither replaced nor discarded nor continued; a stopped one goes on afterwards', async () => {
  await keepFiles(ines, toFiles(toLines(30)))
  const { id } = await findCurrent()
  await startIt({ author: 'Tomas' }, 1)
  await stopImport(ines)
  expect((await findCurrent()).counts.waiting).toBeGreaterThan(0)
  await takeBackImport(ines, id)
  const running = { ok: false, reason: 'running' }
  expect(await takeBackImport(ines, id)).toEqual(running)
  expect(await continueImport(ines, id)).toEqual(running)
  expect(await keepFiles(ines, toFiles(toLines(1)))).toEqual(running)
  expect(await takeBackImport(await makeOperator(), id)).toEqual({ ok: false, reason: 'gone' })
  expect(await discardImport(ines, id)).toEqual(running)
  await takeBackRun.work((await findCurrent()).run?.id ?? '')
  expect(await listArticles()).toEqual([])
  expect(await continueImport(ines, id)).toEqual({ ok: true })
  await importRun.work((await findCurrent()).run?.id ?? '')
  expect(new Set((await listArticles()).map(({ author }) => author))).toEqual(new Set(['Tomas']))
})

const age = (days: number) =>
  db
    .updateTable('imports')
    .set({ createdAt: inDays(-days) })
    .execute()

test('a stopped import that brought articles can be taken back for 90 days, and is kept until that is over', async () => {
  await keepFiles(ines, toFiles(toLines(30)))
  await startIt({}, 1)
  await stopImport(ines)
  await age(89)
  await pruneImports()
  const { id, counts } = await findCurrent()
  expect(counts.created).toBeGreaterThan(0)
  expect(await takeBackImport(ines, id)).toEqual({ ok: true })
  await age(91)
  await pruneImports()
  await takeBackRun.work((await findCurrent()).run?.id ?? '')
  expect((await findCurrent()).takenBack).toMatchObject({ isOver: true, deleted: counts.created })
  expect(await listArticles()).toEqual([])
  await pruneImports()
  expect(await findImport(ines, 'UTC')).toBeUndefined()
})
