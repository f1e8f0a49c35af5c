import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyStore, MAIN_SITE_ID, makeOperator, makeSite } from '../../../../tests/support/fixtures.ts'
import { startPictureServer } from '../../../../tests/support/picture-server.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { sayResults } from '../../runs/commands.server.ts'
import { findRun } from '../../runs/queries.server.ts'
import { saveDraft } from '../../writing/drafts/commands.server.ts'
import { findDraft } from '../../writing/drafts/queries.server.ts'
import { findEditable } from '../../writing/publish/queries.server.ts'
import { discardImport, startImport, startPictures, stopPictures } from './commands.server.ts'
import { keepFiles } from './keep-files.server.ts'
import { findImport } from './queries.server.ts'
import { importRun } from './work-on-import.server.ts'
import { picturesRun } from './work-on-pictures.server.ts'

let ines: Operator
let site: Awaited<ReturnType<typeof startPictureServer>>

useQueue()
beforeAll(async () => {
  site = await startPictureServer()
})
afterAll(() => site.close())
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
  env.OUTBOUND_ALLOW.add(new URL(site.url).host)
  site.requests.length = 0
})
afterEach(() => env.OUTBOUND_ALLOW.clear())

interface TestArticle {
  content: string
  cover?: string
  date?: string
}

async function* toFiles(articles: TestArticle[]) {
  const lines = articles.map(({ content, cover, date = DATE }, index) =>
    JSON.stringify({
      source: 'blog',
      path: `${index}`,
      title: `Title ${index}`,
      content,
      image_url: cover,
      published_at: date,
    }),
  )
  yield await Promise.resolve({ name: 'a.ndjson', pieces: inPieces(lines.join('\n')) })
}

async function* inPieces(text: string) {
  yield await Promise.resolve(Buffer.from(text))
}

const DATE = '2024-05-06T00:00:00.000Z'
const findCurrent = async () => {
  const current = await findImport(ines, 'UTC')
  if (!current) throw new Error('There is no import.')
  return current
}

/** Imports articles; the run that fetches their pictures has not begun. */
async function importAll(articles: TestArticle[], { bringsPictures = true, siteIds = [MAIN_SITE_ID] } = {}) {
  await keepFiles(ines, toFiles(articles))
  const { id } = await findCurrent()
  await startImport(ines, id, { asDrafts: false, updates: true, author: null, siteIds, bringsPictures })
  await importRun.work((await findCurrent()).run?.id ?? '')
  return findCurrent()
}

const work = async (sliceMs?: number) => {
  await picturesRun.work((await findCurrent()).run?.id ?? '', sliceMs)
  return findCurrent()
}

const listArticles = () =>
  db
    .selectFrom('blogPosts')
    .select(['id', 'content', 'contentHtml', 'cover', 'imageUrl', 'updatedAt'])
    .where('originId', 'is', null)
    .orderBy('importKey')
    .execute()

const show = (path: string) => `![A boat](${site.url}${path})`

test('the pictures of imported articles are fetched once each, and the articles show them from here', async () => {
  await importAll([
    { content: `Six.\n\n${show('/p/a.png')}\n\n${show('/p/b.png')}` },
    { content: show('/p/a.png'), cover: `${site.url}/p/cover.png` },
    { content: 'No picture.' },
  ])
  expect(await findCurrent()).toMatchObject({ state: 'done', run: { total: 3 }, pictures: { isOver: false } })
  const { pictures, counts, run } = await work()
  expect(site.requests.toSorted()).toEqual(['/p/a.png', '/p/b.png', '/p/cover.png'])
  expect(run).toMatchObject({ state: 'done', done: 3 })
  expect(pictures).toMatchObject({ isOver: true, fetched: 3, left: 0 })
  const [first, second] = await listArticles()
  expect(first?.content).toMatch(
    /^Six\.\n\n!\[A boat\]\(\/uploads\/\S+\.webp\)\n\n!\[A boat\]\(\/uploads\/\S+\.webp\)$/,
  )
  expect(first?.contentHtml).toContain('src="/uploads/')
  expect(second?.cover).toMatch(/^\/uploads\//)
  expect(second?.imageUrl).toBe(second?.cover)
  expect(first?.updatedAt.toISOString().slice(0, 10)).toBe('2024-05-06')
  const uploads = await db.selectFrom('uploads').select(['userId', 'name']).orderBy('name').execute()
  expect(uploads.map(({ name }) => name)).toEqual(['a.png', 'b.png', 'cover.png'])
  // The import can be undone: fetching pictures is no edit.
  expect(counts).toMatchObject({ created: 3, deletable: 3, touched: 0 })
})

test('a picture that cannot be fetched stays where it is, and the reason is named', async () => {
  const content = ['/p/a.png', '/text', '/moved', '/missing'].map(show).join('\n\n')
  await importAll([{ content: `${content}\n\n![](https://127.0.0.1/x.png) ![](http://10.0.0.1/y.png)` }])
  const { pictures } = await work()
  expect(pictures).toMatchObject({ fetched: 1, left: 5 })
  const reasons = new Map(
    pictures?.lines.map(({ address, problem }) => [address.replace(site.url, ''), problem]),
  )
  expect(reasons.get('/text')).toBe('It is no JPEG, PNG, WebP, AVIF or GIF picture.')
  expect(reasons.get('/moved')).toBe('Its site leads to another address.')
  expect(reasons.get('/missing')).toBe('It is not there any more.')
  expect(reasons.get('https://127.0.0.1/x.png')).toContain('private network')
  expect(reasons.get('https://10.0.0.1/y.png')).toContain('private network')
  const [article] = await listArticles()
  expect(article?.content).toContain(`![A boat](${site.url}/text)`)
  expect(article?.content).not.toContain('/p/a.png')
})

test('a picture that stays has a sentence in the report and in the API, also one of an earlier version', async () => {
  await importAll([{ content: show('/moved') }])
  const { run } = await work()
  const old = { address: 'https://old.example/a.png', problem: 'It is too old.' }
  const row = { runId: run?.id ?? '', itemId: 'old', version: 1, result: JSON.stringify(old) }
  await db.insertInto('runItems').values(row).execute()
  const sentence = 'Its site leads to another address.'
  const { pictures } = await findCurrent()
  expect(pictures?.lines.map(({ problem }) => problem).toSorted()).toEqual([old.problem, sentence])
  const found = await findRun(ines, run?.id ?? '')
  expect(found && sayResults(found).results).toEqual(
    expect.arrayContaining([{ address: `${site.url}/moved`, problem: sentence, isSilent: false }, old]),
  )
})

test('a host that does not answer is soon left alone', async () => {
  const addresses = ['/broken?1', '/broken?2', '/broken?3', '/broken?4', '/broken?5']
  await importAll([{ content: addresses.map((path) => `![](http://127.0.0.1:9${path})`).join(' ') }])
  env.OUTBOUND_ALLOW.add('127.0.0.1:9')
  const { pictures } = await work()
  expect(pictures).toMatchObject({ fetched: 0, left: 5 })
  expect(pictures?.lines.filter(({ problem }) => problem?.includes('was not asked again'))).toHaveLength(2)
})

test('a run that was killed continues: nothing is fetched or rewritten twice', async () => {
  const paths = Array.from({ length: 6 }, (_, index) => `/p/${'x'.repeat(index)}.png`)
  await importAll(paths.map((path) => ({ content: show(path) })))
  const runId = (await findCurrent()).run?.id ?? ''
  for (let part = 0; part < 5; part += 1) await picturesRun.work(runId, 1)
  await Promise.all([picturesRun.work(runId), picturesRun.work(runId)])
  expect((await findCurrent()).pictures).toMatchObject({ isOver: true, fetched: 6, left: 0 })
  for (const { content } of await listArticles()) expect(content).toMatch(/^!\[A boat\]\(\/uploads\//)
  const revisions = await db.selectFrom('revisions').select(['articleId', 'cause']).execute()
  expect(revisions).toHaveLength(12) // the state of the file, and the one with the picture
  expect(new Set(revisions.map(({ cause }) => cause))).toEqual(new Set(['import', 'import-pictures']))
})

test('a change by its writer stays, in the article and in its working copy', async () => {
  const harbour = await makeSite('harbour.localhost')
  await importAll([{ content: show('/p/a.png') }], { siteIds: [MAIN_SITE_ID, harbour] })
  const [article] = await listArticles()
  const id = article?.id ?? ''
  const editable = await findEditable(ines, id)
  if (!editable) throw new Error('There is no such article.')
  const { draftId: _, ...text } = editable.typed
  const base = { version: editable.version, text }
  await saveDraft(ines, { id, version: 0, text: { ...text, title: 'Mine' }, base })
  const { counts } = await work()
  expect(counts).toMatchObject({ deletable: 0, touched: 1 })
  const draft = await findDraft(ines, id)
  expect(draft?.text).toMatchObject({
    title: 'Mine',
    content: expect.stringMatching(/^!\[A boat\]\(\/uploads\//) as string,
  })
  // The working copy is one of the article as it is now, so that it can be published without a question.
  expect(draft?.base?.version).toBe((await findEditable(ines, id))?.version)
  expect(draft?.base?.version).not.toBe(editable.version)
  const delivery = db.selectFrom('deliveries').select(['orders']).where('siteId', '=', harbour)
  expect((await delivery.executeTakeFirstOrThrow()).orders).toBe(2)
})

test('fetching is the choice of the account, can be stopped, and tried again for the rest', async () => {
  const { id } = await importAll([{ content: show('/p/a.png') }, { content: show('/missing') }], {
    bringsPictures: false,
  })
  expect((await findCurrent()).pictures).toBeUndefined()
  const tomas = await makeOperator()
  expect(await startPictures(tomas, id)).toEqual({ ok: false, reason: 'gone' })
  expect(await startPictures(ines, id)).toEqual({ ok: true })
  expect(await startPictures(ines, id)).toEqual({ ok: false, reason: 'running' })
  expect(await keepFiles(ines, toFiles([]))).toEqual({ ok: false, reason: 'running' })
  await stopPictures(ines)
  expect((await work()).pictures).toMatchObject({ isOver: true, fetched: 0 })
  expect(site.requests).toEqual([])
  expect(await startPictures(ines, id)).toEqual({ ok: true })
  expect((await work()).pictures).toMatchObject({ fetched: 1, left: 1 })
  expect(await startPictures(ines, id)).toEqual({ ok: true })
  expect((await findCurrent()).run?.total).toBe(1)
  await discardImport(ines, id)
  const open = await db.selectFrom('runs').select('id').where('finishedAt', 'is', null).execute()
  expect(open).toEqual([])
})

test('a plan publishes the text with the fetched pictures', async () => {
  await importAll([{ content: show('/p/a.png'), date: new Date(Date.now() + 86_400_000).toISOString() }])
  await work()
  const planned = await db
    .selectFrom('plans')
    .innerJoin('revisions', (join) =>
      join.onRef('revisions.articleId', '=', 'plans.articleId').onRef('number', '=', 'revision'),
    )
    .select('text')
    .execute()
  expect(planned).toMatchObject([
    { text: { content: expect.stringMatching(/^!\[A boat\]\(\/uploads\//) as string } },
  ])
})
