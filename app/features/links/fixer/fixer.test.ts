import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeArticle, makeOperator, makeSite } from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { shareArticles } from '../../delivery/deliveries/commands.server.ts'
import { finishRun, sayResults } from '../../runs/commands.server.ts'
import { findRun } from '../../runs/queries.server.ts'
import type { FixInput, PostResult } from './fixer.ts'
import { changePost, prepareFix } from './change-post.server.ts'
import { startFix, undoOne } from './commands.server.ts'
import { toDetail, toRunMessage } from './messages.ts'
import { countFixable, findPost, listFixRuns, listNextPosts, listPostResults } from './queries.server.ts'
import { fixRun } from './work-on-fix.server.ts'
import { write } from '../../../platform/web/page-invalidation.server.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000'
const CANONICAL = 'https://harbour.example/quiet-harbour'
const HARBOUR = [
  'The harbour wakes before the town does, and nobody minds.',
  'Fishing boats leave the quiet harbour at first light every morning of the week.',
  'By noon the harbour master has written down each of the boats that came back.',
  'Old ropes dry on the harbour wall while children count the fishing boats outside.',
  'In the evening the tide tables decide who may leave the harbour and who has to wait.',
].join('\n\n')
const ENOUGH = `${HARBOUR}\n\nSee [the map](https://harbour.example/map) and [the tides](https://harbour.example/tides).`

let operator: Operator

useQueue()
beforeEach(async () => {
  await emptyStore()
  operator = await makeOperator()
})

const makePost = async (content = HARBOUR, canonicalUrl: string | null = CANONICAL, userId = operator.id) =>
  (await makeArticle({ title: 'A quiet harbour', content, canonicalUrl, userId })).id
const contentOf = async (id: string) => (await findPost(operator, id))?.content
const start = async (input: Partial<FixInput> = {}, account = operator) => {
  const started = await startFix(account, { mode: 'fix', usesModel: false, ...input })
  if (!started.ok) throw new Error(started.reason)
  return started.runId
}
async function runAll(input: Partial<FixInput> = {}, account = operator) {
  const runId = await start(input, account)
  await fixRun.work(runId)
  const run = await findRun(account, runId)
  if (!run) throw new Error('The run is gone.')
  const results = run.results as PostResult[]
  return { ...run, results, of: (id: string) => results.find((result) => result.id === id) }
}

describe('a run over all posts', () => {
  test('inserts links where there are too few, skips posts with enough, and reports each result', async () => {
    const [plain, linked, short] = [await makePost(), await makePost(ENOUGH), await makePost('Too short.')]
    await makePost(HARBOUR, null)
    const run = await runAll()
    expect(run).toMatchObject({
      state: 'done',
      total: 3,
      done: 3,
      counts: { success: 1, skipped: 1, failed: 1 },
    })
    const { links = [], ...result } = run.of(plain) ?? {}
    expect(result).toEqual({
      id: plain,
      title: 'A quiet harbour',
      status: 'success',
      backlinksAdded: links.length,
      totalBacklinks: links.length,
      chosenBy: 'rules',
    })
    expect(links.length).toBeGreaterThanOrEqual(2)
    expect(run.of(linked)).toMatchObject({ status: 'skipped', existingBacklinks: 2 })
    expect(run.of(short)).toMatchObject({
      status: 'failed',
      reason: 'no-places',
    })
    const content = (await contentOf(plain)) ?? ''
    for (const { before, words, target, after } of links)
      expect(content).toContain(`${before.replace('… ', '')}[${words}](${target})${after.replace(' …', '')}`)
    expect(await contentOf(linked)).toBe(ENOUGH)
    expect(toRunMessage({ ...run, mode: 'fix' })).toBe(
      'Backlinks added to 1 of 3 post(s); 1 skipped, 1 failed.',
    )
  })

  test('counts the earlier links of a post in its total', async () => {
    const id = await makePost(`${HARBOUR}\n\nSee [the map](https://harbour.example/map).`)
    expect((await runAll()).of(id)).toMatchObject({ backlinksAdded: 2, totalBacklinks: 3 })
  })

  test('changes nothing when it runs a second time', async () => {
    const id = await makePost()
    await runAll()
    const content = await contentOf(id)
    expect((await runAll()).counts).toEqual({ skipped: 1 })
    expect(await contentOf(id)).toBe(content)
  })

  test('changes nothing in the mode `try`, and reports the same results', async () => {
    const id = await makePost()
    const tried = (await runAll({ mode: 'try' })).of(id)
    expect(await contentOf(id)).toBe(HARBOUR)
    const { of } = await runAll()
    expect(of(id)).toEqual(tried)
  })

  test('changes no drafts, no copies and no posts of other accounts', async () => {
    const stranger = await makeOperator()
    const foreign = await makePost(HARBOUR, CANONICAL, stranger.id)
    const draft = await makePost()
    await db.updateTable('blogPosts').set({ publishedAt: null }).where('id', '=', draft).execute()
    const mine = await makePost()
    await shareArticles(await makeSite('copies.example'), [mine])
    const [own, theirs] = [await start(), await start({}, stranger)]
    await Promise.all([fixRun.work(own), fixRun.work(theirs)])
    expect((await findRun(operator, own))?.results).toMatchObject([{ id: mine, status: 'success' }])
    expect((await findRun(stranger, theirs))?.results).toMatchObject([{ id: foreign, status: 'success' }])
    expect(await findRun(stranger, own)).toBeUndefined()
    expect((await listPostResults(stranger, own, { status: undefined, query: '', page: 1 })).results).toEqual(
      [],
    )
    expect(await contentOf(draft)).toBe(HARBOUR)
  })

  test('is the only run of its account until it ends', async () => {
    await makePost()
    const runId = await start()
    expect(await startFix(operator, { mode: 'try', usesModel: false })).toEqual({
      ok: false,
      reason: 'running',
    })
    await start({}, await makeOperator())
    await fixRun.work(runId)
    await start()
  })

  test('ends immediately without posts, and says so', async () => {
    const run = await runAll()
    expect(run).toMatchObject({ state: 'done', total: 0 })
    expect(toRunMessage({ ...run, mode: 'fix' })).toBe(
      'There are no published articles with a canonical URL.',
    )
    expect(await countFixable(operator)).toBe(0)
  })

  test('changes each post once, with several workers at the same time', async () => {
    for (let count = 0; count < 12; count += 1) await makePost()
    const runId = await start()
    await Promise.all([fixRun.work(runId), fixRun.work(runId), fixRun.work(runId)])
    await fixRun.work(runId)
    const run = await findRun(operator, runId)
    expect(run).toMatchObject({ state: 'done', total: 12, done: 12, counts: { success: 12 } })
    expect(new Set(run?.results.map(({ id }) => id)).size).toBe(12)
  })

  test('does not change a post that was edited after the run read it, and says so', async () => {
    const id = await makePost()
    const [post] = await listNextPosts(operator, { runId: NO_ID, after: NO_ID, limit: 1 })
    if (!post) throw new Error('There is no post.')
    const change = await prepareFix(operator, post, { articles: [], usesModel: false })
    await sleep(5)
    const edited = HARBOUR.replace('nobody minds', 'everybody minds')
    await db
      .updateTable('blogPosts')
      .set({ content: edited, updatedAt: new Date() })
      .where('id', '=', id)
      .execute()
    expect(await write((trx) => changePost(trx, operator, change))).toMatchObject({
      status: 'failed',
      reason: 'changed-meanwhile',
    })
    expect(await contentOf(id)).toBe(edited)
  })

  test('changes no posts after it has ended', async () => {
    const id = await makePost()
    const runId = await start()
    await finishRun(runId, 'stopped-unexpectedly')
    await fixRun.work(runId)
    expect(await contentOf(id)).toBe(HARBOUR)
  })

  test('orders a delivery to every site that shows a changed post', async () => {
    const id = await makePost()
    const siteId = await makeSite('copies.example')
    await shareArticles(siteId, [id])
    const orders = () =>
      db
        .selectFrom('deliveries')
        .select(['state', 'orders', 'wantedHash'])
        .where('articleId', '=', id)
        .where('siteId', '=', siteId)
        .executeTakeFirst()
    const before = await orders()
    await runAll()
    const after = await orders()
    expect(after).toMatchObject({ state: 'pending', orders: (before?.orders ?? 0) + 1 })
    expect(after?.wantedHash).not.toBe(before?.wantedHash)
  })
})

describe('undoing', () => {
  test('restores the text of one post byte for byte, once', async () => {
    const [id, other] = [await makePost(), await makePost()]
    const { id: runId } = await runAll()
    const undone = await undoOne(operator, { runId, articleId: id })
    expect(undone).toEqual({ ok: true })
    expect(await contentOf(id)).toBe(HARBOUR)
    expect(await contentOf(other)).not.toBe(HARBOUR)
    expect(await undoOne(operator, { runId, articleId: id })).toEqual({
      ok: false,
      reason: 'nothing-to-undo',
    })
    const { results } = await listPostResults(operator, runId, { status: undefined, query: '', page: 1 })
    expect(results.find((result) => result.id === id)?.undoneAt).toBeDefined()
  })

  test('a whole run is a run of its own, and removes the links that are still there', async () => {
    const [first, second, third] = [await makePost(), await makePost(), await makePost()]
    const { id: undoes } = await runAll()
    await undoOne(operator, { runId: undoes, articleId: first })
    await db
      .updateTable('blogPosts')
      .set({ content: `A new beginning.\n\n${await contentOf(second)}` })
      .where('id', '=', second)
      .execute()
    const undo = await runAll({ mode: 'undo', undoes })
    expect(undo).toMatchObject({ state: 'done', total: 2, counts: { success: 1, failed: 1 } })
    expect(undo.of(second)).toMatchObject({
      status: 'failed',
      reason: 'links-changed',
    })
    expect(await contentOf(third)).toBe(HARBOUR)
    expect(await contentOf(second)).toContain('](')
    expect((await listFixRuns(operator)).map(({ mode }) => mode)).toEqual(['undo', 'fix'])
    await db.deleteFrom('blogPosts').where('id', '=', second).execute()
    expect((await runAll({ mode: 'undo', undoes })).results).toMatchObject([{ reason: 'article-not-found' }])
  })

  test('is refused to other accounts, and after a run in the mode `try`', async () => {
    const id = await makePost()
    const { id: tried } = await runAll({ mode: 'try' })
    expect(await startFix(operator, { mode: 'undo', usesModel: false, undoes: tried })).toEqual({
      ok: false,
      reason: 'nothing-to-undo',
    })
    const { id: runId } = await runAll()
    const content = await contentOf(id)
    const stranger = await makeOperator()
    for (const undoes of [runId, 'x', ''])
      expect(await startFix(stranger, { mode: 'undo', usesModel: false, undoes })).toEqual({
        ok: false,
        reason: 'not-found',
      })
    for (const foreign of [runId, 'x'])
      expect(await undoOne(stranger, { runId: foreign, articleId: id })).toEqual({
        ok: false,
        reason: 'nothing-to-undo',
      })
    expect(await contentOf(id)).toBe(content)
  })
})

test('a failure is a sentence on the screen and in the API, also one that an earlier version stored', async () => {
  const short = await makePost('Too short.')
  const { id: runId } = await runAll()
  const old = { id: NO_ID, title: 'Old', status: 'failed', error: 'It was left alone.' }
  await db
    .insertInto('runItems')
    .values({ runId, itemId: NO_ID, version: 1, result: JSON.stringify(old) })
    .execute()
  const { results } = await listPostResults(operator, runId, { status: 'failed', query: '', page: 1 })
  const sentence = 'It has too few sentences in which a link would read well.'
  expect(results.map((result) => toDetail(result, 'fix')).toSorted()).toEqual([sentence, old.error])
  const run = await findRun(operator, runId)
  const said = run && sayResults(run).results
  expect(said).toHaveLength(2)
  expect(said).toEqual(
    expect.arrayContaining([{ id: short, title: 'A quiet harbour', status: 'failed', error: sentence }, old]),
  )
})

test('results are filtered by status and by title, 20 a page', async () => {
  for (let count = 0; count < 22; count += 1) await makePost(count % 2 === 0 ? HARBOUR : ENOUGH)
  const { id } = await runAll({ mode: 'try' })
  const list = (status: 'success' | undefined, query: string, page = 1) =>
    listPostResults(operator, id, { status, query, page })
  expect(await list(undefined, '')).toMatchObject({ total: 22, page: 1, pageCount: 2 })
  expect((await list(undefined, '', 9)).results).toHaveLength(2)
  expect(await list('success', 'QUIET')).toMatchObject({ total: 11, pageCount: 1 })
  expect(await list('success', '%')).toMatchObject({ total: 0, results: [] })
})
