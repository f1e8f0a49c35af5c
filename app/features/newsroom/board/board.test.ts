import { sql } from 'kysely'
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { change, passUndoTime, readBoard, unpublishArticle } from '../../../../tests/support/board.ts'
import {
  emptyStore,
  makeArticle,
  makeDraft,
  makeOperator,
  makeSite,
  MAIN_SITE_ID,
} from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { purgeDeleted } from '../../articles/commands.server.ts'
import { findArticle } from '../../articles/queries.server.ts'
import { pruneRevisions } from '../../articles/revisions/commands.server.ts'
import { findHistory } from '../../articles/revisions/queries.server.ts'
import { sayResults } from '../../runs/commands.server.ts'
import { findRun } from '../../runs/queries.server.ts'
import { saveDraft, saveRevision } from '../../writing/drafts/commands.server.ts'
import { NO_TEXT, toDraftText } from '../../writing/drafts/drafts.ts'
import { findDraft } from '../../writing/drafts/queries.server.ts'
import { publishArticle } from '../../writing/publish/commands.server.ts'
import { saveReviewRules } from '../../writing/review/commands.server.ts'
import { makePlan } from '../../writing/schedule/commands.server.ts'
import { findEditable } from '../../writing/publish/queries.server.ts'
import {
  CHANGED_AT_ONCE,
  findSiteChange,
  listIgnored,
  NO_FILTER,
  parseBoard,
  ROWS_PER_PAGE,
  toBoardPath,
} from './board.ts'
import { changeByForm } from './change-by-form.server.ts'
import { changeMany, findChange, undoChange } from './commands.server.ts'
import { sayPlace, toChangeMessage, toIgnoredMessage, toRetryMessage } from './messages.ts'
import { findByWords, findLatestChange, listLabels, listSelected } from './queries.server.ts'
import { changeRun } from './work-on-change.server.ts'
import { parseMonth } from '../../../shared/dates.ts'
import { refuse } from '../../../shared/refusal.ts'

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

const parse = (search: string) => parseBoard(new URLSearchParams(search))
const listWrong = (search: string) => listIgnored(new URLSearchParams(search))
const titles = async (search: Record<string, string> = {}) =>
  (await readBoard(ines, search)).rows.map(({ title }) => title)
const findPost = (id: string) =>
  db.selectFrom('blogPosts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const setDate = (title: string, updatedAt: Date) =>
  db.updateTable('blogPosts').set({ updatedAt }).where('title', '=', title).execute()
const countShown = async (slug: string) => {
  const shown = await Promise.all([MAIN_SITE_ID, harbour, ledger].map((siteId) => findArticle(siteId, slug)))
  return shown.filter(Boolean).length
}

/** Lets a contributor act for the account of Ines. */
async function joinAsContributor(): Promise<Operator> {
  const carl = await makeOperator()
  const standing = { personId: carl.id, role: 'contributor' as const, siteIds: null }
  await db
    .insertInto('members')
    .values({ accountId: ines.id, ...standing })
    .execute()
  return { ...carl, id: ines.id, member: standing }
}

const listLines = () => db.selectFrom('recordLines').select(['who', 'act', 'about']).orderBy('id').execute()

async function makePage(siteId: string): Promise<{ id: string }> {
  const page = await makeArticle({ title: 'About', publishedAt: null, userId: ines.id })
  await db.updateTable('blogPosts').set({ siteId: null }).where('id', '=', page.id).execute()
  await db.insertInto('sitePages').values({ articleId: page.id, siteId, path: '/about' }).execute()
  return page
}

async function publish(title: string, siteIds = [harbour], changes = {}): Promise<string> {
  const published = await publishArticle(
    ines,
    makeDraft({ title, siteIds: [MAIN_SITE_ID, ...siteIds], ...changes }),
  )
  if (!published.ok) throw new Error(published.reason)
  const row = await db
    .selectFrom('blogPosts')
    .select('id')
    .where('title', '=', title)
    .where('originId', 'is', null)
    .executeTakeFirstOrThrow()
  return row.id
}

describe('the URL of the board', () => {
  test('says what is shown, and drops invalid values', () => {
    const search = `q=tide&state=live&site=${MAIN_SITE_ID}&tag=Sea&author=Ines&month=2026-11&sort=title&page=3`
    expect(toBoardPath(parse(search), { page: 3 })).toBe(`/articles?${search}`)
    expect(toBoardPath(parse(search), { tag: '' })).not.toContain('page')
    expect(toBoardPath(parse(''))).toBe('/articles')
    expect(toBoardPath(parse('state=x&site=y&month=2026-13&sort=z&page=-1'))).toBe('/articles')
  })

  test('says which of its parts mean nothing', () => {
    expect(
      listWrong(`q=tide&state=live&site=${MAIN_SITE_ID}&tag=Sea&month=2026-11&sort=title&page=3`),
    ).toEqual([])
    expect(listWrong('state=&site=&q=&page=')).toEqual([])
    expect(listWrong('month=November+2026')).toEqual([])
    const wrong = listWrong('state=x&site=y&month=2026-13&sort=z&page=-1')
    expect(wrong).toEqual(['state', 'site', 'month', 'sort', 'page'])
    expect(toIgnoredMessage(['sort'])).toBe(
      'The address asks for an order that your articles do not have. The list is shown without it.',
    )
    expect(toIgnoredMessage(['state', 'site', 'author'])).toContain('a state, a site and an author that')
  })
})

describe('the board', () => {
  test('has originals and drafts of the account only, the last changed first, each with its sites', async () => {
    const stranger = await makeOperator()
    const first = await makeArticle({ userId: ines.id, title: 'First' })
    const draft = await makeArticle({ userId: ines.id, title: 'Draft', publishedAt: null })
    await makeArticle({ userId: stranger.id, title: 'Of a stranger' })
    const live = await publish('Live')
    await db
      .updateTable('blogPosts')
      .set({ updatedAt: new Date(Date.now() + 1000) })
      .where('id', '=', first.id)
      .execute()
    const { rows, sites, found, total } = await readBoard(ines)
    expect({ found, total }).toEqual({ found: 3, total: 3 })
    expect(sites.map(({ name }) => name)).toEqual(['Broadsheet', 'Harbour', 'Ledger'])
    expect(rows).toMatchObject([
      { id: first.id, state: 'live', url: `${env.SITE_URL}/article/first`, dots: {} },
      { id: live, state: 'live', dots: { [harbour]: 'live' } },
      { id: draft.id, state: 'draft', url: null },
    ])
  })

  test('has fifty a page, and shows the last page for any later page', async () => {
    for (let number = 0; number <= ROWS_PER_PAGE; number += 1)
      await makeArticle({ userId: ines.id, title: `Number ${number}` })
    expect((await readBoard(ines)).rows).toHaveLength(ROWS_PER_PAGE)
    expect(await readBoard(ines, { page: '9' })).toMatchObject({
      page: 2,
      pageCount: 2,
      found: 51,
      rows: [{}],
    })
    expect(await readBoard(await makeOperator(), { page: '9' })).toMatchObject({
      page: 1,
      rows: [],
      found: 0,
    })
  })

  test('finds words of titles and texts, of drafts too, and treats wildcards as plain characters', async () => {
    await publish('Tides', [harbour], { content: 'The Ferry leaves at noon.' })
    await makeArticle({ userId: ines.id, title: 'Kept back', content: 'No ferry yet.', publishedAt: null })
    await saveDraft(ines, {
      id: '01a1fd26-8c97-77b6-8309-000000000001',
      version: 0,
      text: { ...toText(), title: '', content: 'A FERRY, begun.' },
    })
    await makeArticle({ userId: ines.id, title: '100 % wool', content: 'Warm.' })
    expect((await titles({ q: 'ferry' })).toSorted()).toEqual(['', 'Kept back', 'Tides'])
    expect(await titles({ q: 'tide' })).toEqual(['Tides'])
    expect(await titles({ q: '0 %' })).toEqual(['100 % wool'])
    expect(await titles({ q: '%' })).toEqual(['100 % wool'])
    expect(await titles({ q: 'f_rry' })).toEqual([])
  })

  test('finds accented letters, composed or not, in articles and drafts', async () => {
    await makeArticle({ userId: ines.id, title: 'Café'.normalize('NFD') })
    await saveDraft(ines, {
      id: uuidv7(),
      version: 0,
      text: { ...toText(), title: 'Le café'.normalize('NFD') },
    })
    for (const q of ['café', 'CAFÉ'.normalize('NFD')]) {
      expect(await titles({ q })).toHaveLength(2)
      expect(await findByWords(ines, q)).toHaveLength(2)
    }
  })

  test('filters by state, site, tag, author and month, and by all of them at once', async () => {
    const tides = await publish('Tides', [harbour], { tags: ['Sea'] })
    await publish('Ebb', [ledger], { author: 'Theo, Mara' })
    await makeArticle({
      userId: ines.id,
      title: 'Old',
      publishedAt: null,
    })
    await setDate('Old', new Date('2026-03-31T23:59:59Z'))
    await sql`update deliveries set state = 'failed', reason = 'unexpected' where site_id = ${ledger}`.execute(
      db,
    )
    const version = (await findEditable(ines, tides))?.version ?? ''
    const text = { ...toText(), title: 'Tides' }
    await saveDraft(ines, {
      id: tides,
      version: 0,
      text: { ...text, content: 'New.' },
      base: { version, text },
    })
    expect((await titles({ state: 'live' })).toSorted()).toEqual(['Ebb', 'Tides'])
    expect(await titles({ state: 'draft' })).toEqual(['Old'])
    expect(await titles({ state: 'edited' })).toEqual(['Tides'])
    expect(await titles({ state: 'refused' })).toEqual(['Ebb'])
    expect(await titles({ state: 'sending' })).toEqual([])
    expect(await titles({ site: harbour })).toEqual(['Tides'])
    expect((await titles({ site: MAIN_SITE_ID })).toSorted()).toEqual(['Ebb', 'Tides'])
    expect(await titles({ tag: 'sea' })).toEqual(['Tides'])
    expect(await titles({ author: 'Mara' })).toEqual(['Ebb'])
    expect(await titles({ month: '2026-03' })).toEqual(['Old'])
    expect(await titles({ month: '2026-04' })).toEqual([])
    expect(await titles({ month: '2026-03', sort: 'published' })).toEqual([])
    const all = {
      q: 'ti',
      state: 'live',
      site: harbour,
      tag: 'Sea',
      month: new Date().toISOString().slice(0, 7),
    }
    expect(await titles(all)).toEqual(['Tides'])
    expect(await readBoard(ines, { ...all, author: 'Mara' })).toMatchObject({ rows: [], found: 0, total: 3 })
  })

  test('is not filtered by a site, a tag or an author that does not exist, and says so', async () => {
    const stranger = await makeOperator()
    await makeArticle({ userId: stranger.id, title: 'Theirs', tags: ['Theirs'], author: 'Theo' })
    const theirs = await makeSite('theirs.example', 'Theirs')
    await db.updateTable('targetSites').set({ ownerId: stranger.id }).where('id', '=', theirs).execute()
    await publish('Tides', [harbour], { tags: ['Sea'] })
    const search = { q: 'tide', site: theirs, tag: 'Theirs', author: 'Theo' }
    expect(await readBoard(ines, search)).toMatchObject({
      rows: [{ title: 'Tides' }],
      filter: { q: 'tide', site: '', tag: '', author: '' },
      unknown: ['site', 'tag', 'author'],
    })
    expect(await readBoard(ines, { tag: 'Sea', author: 'Theo' })).toMatchObject({
      rows: [{ title: 'Tides' }],
      filter: { tag: 'Sea', author: '' },
      unknown: ['author'],
    })
    expect(await readBoard(ines, { site: ledger, tag: 'Sea' })).toMatchObject({ rows: [], unknown: [] })
  })

  test('is in the wanted order', async () => {
    for (const [title, day] of [
      ['banks', 1],
      ['Anchors', 3],
      ['Currents', 2],
    ] as const) {
      await makeArticle({ userId: ines.id, title, publishedAt: new Date(Date.UTC(2026, 1, day)) })
      await setDate(title, new Date(Date.UTC(2026, 2, 9 - day)))
    }
    expect(await titles()).toEqual(['banks', 'Currents', 'Anchors'])
    expect(await titles({ sort: 'oldest' })).toEqual(['Anchors', 'Currents', 'banks'])
    expect(await titles({ sort: 'published' })).toEqual(['Anchors', 'Currents', 'banks'])
    expect(await titles({ sort: 'first-published' })).toEqual(['banks', 'Currents', 'Anchors'])
    expect(await titles({ sort: 'title' })).toEqual(['Anchors', 'banks', 'Currents'])
    expect(await titles({ sort: 'title-down' })).toEqual(['Currents', 'banks', 'Anchors'])
  })

  test('is searched from everywhere in the desk: titles before texts, drafts too, nothing of other accounts', async () => {
    const lighthouse = await publish('The lighthouse', [harbour], { content: 'Low water at noon.' })
    const tide = await publish('Low water')
    const other = await makeOperator()
    const [first, second, ...others] = await findByWords(ines, 'low WATER')
    expect(first).toEqual({
      id: tide,
      title: 'Low water',
      state: 'live',
      url: `${env.SITE_URL}/article/low-water`,
    })
    expect(second).toMatchObject({ id: lighthouse })
    expect(others).toEqual([])
    expect(await findByWords(other, 'low water')).toEqual([])
  })

  test('offers the tags and the authors of the account’s own articles', async () => {
    await makeArticle({ userId: ines.id, title: 'One', tags: ['Sea', 'Ports'], author: 'Mara' })
    await makeArticle({ userId: ines.id, title: 'Two', tags: ['Sea'], author: 'Ines, Mara' })
    await makeArticle({ userId: (await makeOperator()).id, title: 'Three', tags: ['Theirs'], author: 'Theo' })
    await setDate('One', new Date('2025-03-31T23:59:59Z'))
    const { months, ...labels } = await listLabels(ines)
    expect(labels).toEqual({ tags: ['Ports', 'Sea'], authors: ['Ines', 'Mara'] })
    expect(months).toContain('March 2025')
    expect(months.filter((month) => month === 'March 2025')).toHaveLength(1)
    expect(months.map((month) => parse(`month=${month}`).month)).toEqual(
      months.map((month) => parseMonth(month) ?? '').toSorted((one, other) => other.localeCompare(one)),
    )
  })

  test.each([
    ['pending', { isWanted: true, isThere: false }, 'sending'],
    ['pending', { isWanted: true, isThere: true }, 'updating'],
    ['pending', { isWanted: false, isThere: true }, 'leaving'],
    ['failed', { isWanted: true, isThere: false }, 'refused'],
    ['failed', { isWanted: false, isThere: true }, 'refused'],
    ['delivered', { isWanted: true, isThere: true }, 'live'],
    ['removed', { isWanted: false, isThere: false }, 'absent'],
  ] as const)('shows a delivery that is %s, %j, as %s', async (state, { isWanted, isThere }, dot) => {
    await publish('Tides')
    await db
      .updateTable('deliveries')
      .set({
        state,
        wantedHash: isWanted ? 'x' : null,
        deliveredHash: isThere ? 'x' : null,
        reason: state === 'failed' ? 'unexpected' : null,
      })
      .where('siteId', '=', harbour)
      .execute()
    const [row] = (await readBoard(ines)).rows
    expect(row?.dots).toEqual({ [MAIN_SITE_ID]: 'live', [harbour]: dot })
    expect(Object.keys(row?.siteRefusals ?? {})).toEqual(dot === 'refused' ? [harbour] : [])
    expect(harbour in (row?.places ?? {})).toBe(isThere)
  })

  test('knows since when a site has an article, and its address there', async () => {
    const id = await publish('Tides')
    const since = new Date('2026-11-14T09:00:00Z')
    await db
      .updateTable('deliveries')
      .set({ deliveredSince: since })
      .where('siteId', 'in', [MAIN_SITE_ID, harbour])
      .execute()
    const url = 'https://harbour.example/article/tides'
    const placesOf = async () => (await readBoard(ines)).rows[0]?.places
    expect(await placesOf()).toEqual({
      [MAIN_SITE_ID]: { since, url: `${env.SITE_URL}/article/tides` },
      [harbour]: { since, url },
    })
    await change(ines, [id], { kind: 'add-tag', tag: 'Sea' })
    expect((await placesOf())?.[harbour]?.since).toEqual(since)
    await change(ines, [id], { kind: 'remove-site', siteId: harbour })
    expect(Object.keys((await placesOf()) ?? {})).toEqual([MAIN_SITE_ID])
    await change(ines, [id], { kind: 'add-site', siteId: harbour })
    expect((await placesOf())?.[harbour]?.since?.getTime()).toBeGreaterThan(since.getTime())
    const now = new Date('2026-11-27T09:00:00Z')
    expect(sayPlace('Harbour', { state: 'live', since, isOnly: false }, now).title).toBe(
      'On Harbour since 14 Nov',
    )
  })

  test('shows where and when an article is planned', async () => {
    const draftId = uuidv7()
    const dueAt = new Date(Date.now() + 86_400_000)
    const plan = { kind: 'publish' as const, dueAt, siteIds: [harbour], varies: false }
    await saveDraft(ines, { id: draftId, version: 0, text: { ...toText(), title: 'Tides', content: 'One.' } })
    const first = await makePlan(ines, draftId, plan)
    if (!first.ok) throw new Error(first.reason)
    const later = { ...plan, siteIds: [harbour, ledger], dueAt: new Date(dueAt.getTime() + 60_000) }
    expect(await makePlan(ines, first.articleId, later)).toMatchObject({ ok: true })
    const [row] = (await readBoard(ines, { state: 'scheduled' })).rows
    expect(row).toMatchObject({
      state: 'draft',
      dots: { [harbour]: 'planned', [ledger]: 'planned' },
      plannedFor: { [harbour]: dueAt, [ledger]: later.dueAt },
    })
    const site = { id: harbour, name: 'Harbour', isAvailable: true, isOwn: false }
    expect(row && findSiteChange(row, site)).toBeUndefined()
  })

  test('shows a site that is not available any more while it has an article', async () => {
    await publish('Tides')
    await db.updateTable('targetSites').set({ isActive: false }).where('kind', '!=', 'main').execute()
    expect((await readBoard(ines)).sites).toMatchObject([
      { id: MAIN_SITE_ID, name: 'Broadsheet' },
      { name: 'Harbour', isAvailable: false },
    ])
  })
})

const toText = () => ({ ...NO_TEXT, author: 'Ines' })

describe('a change of selected articles', () => {
  test('unpublishes them everywhere, and its undo brings them back with their dates and sites', async () => {
    const ids = [await publish('Tides', [harbour, ledger]), await publish('Ebb', [harbour])]
    await change(ines, [ids[0] ?? ''], { kind: 'remove-site', siteId: ledger })
    const before = await Promise.all(ids.map(findPost))
    const done = await change(ines, ids, { kind: 'unpublish' })
    expect(done).toMatchObject({ isOver: true, total: 2, counts: { changed: 2 }, title: null, failed: 0 })
    expect([await countShown('tides'), await countShown('ebb')]).toEqual([0, 0])
    expect(await undoChange(ines, done.runId)).toMatchObject({
      kind: 'restore',
      counts: { changed: 2 },
      failed: 0,
    })
    const after = await Promise.all(ids.map(findPost))
    expect(after.map(({ publishedAt }) => publishedAt)).toEqual(before.map(({ publishedAt }) => publishedAt))
    expect([await countShown('tides'), await countShown('ebb')]).toEqual([2, 2])
  })

  test('is shown while it runs and while it can be undone, to its account only', async () => {
    const id = await publish('Tides', [harbour])
    expect(await findLatestChange(ines)).toBeUndefined()
    const runId = await changeRun.start(ines, {
      input: { articleIds: [id], change: { kind: 'add-site', siteId: ledger } },
      total: 1,
      delayS: 30,
    })
    expect(await findLatestChange(ines)).toMatchObject({
      runId,
      isOver: false,
      isUndoable: false,
      siteName: 'Ledger',
    })
    await changeRun.work(runId ?? '')
    const latest = await findLatestChange(ines)
    expect(latest).toMatchObject({ runId, isOver: true, isUndoable: true, kind: 'add-site', title: 'Tides' })
    expect(latest && toChangeMessage(latest).title).toBe('Published on Ledger: “Tides”')
    expect(await findLatestChange(await makeOperator())).toBeUndefined()
    await undoChange(ines, runId ?? '')
    expect(await findLatestChange(ines)).toBeUndefined()
    await change(ines, [id], { kind: 'add-tag', tag: 'Sea' })
    await sql`update runs set created_at = created_at - interval '1 hour'`.execute(db)
    expect(await findLatestChange(ines)).toBeUndefined()
  })

  test('is made once, however often its request arrives', async () => {
    const id = await publish('Tides', [harbour])
    const runId = uuidv4()
    const once = await changeMany(ines, [id], { kind: 'unpublish', newRunId: runId })
    await change(ines, [id], { kind: 'publish' })
    expect(await changeMany(ines, [id], { kind: 'unpublish', newRunId: runId })).toEqual(once)
    expect((await findPost(id)).publishedAt).not.toBeNull()
    const undone = await undoChange(ines, runId, { newRunId: uuidv4() })
    expect(undone).toMatchObject({ kind: 'restore', isOver: true })
  })

  test.each(['unpublish', 'delete'] as const)(
    'leaves an article of another version alone: %s',
    async (kind) => {
      const id = await publish('Tides', [harbour])
      const version = (await findEditable(ines, id))?.version ?? ''
      await change(ines, [id], { kind: 'add-tag', tag: 'Sea' })
      expect((await change(ines, [id], { kind, version })).refusals).toEqual(['changed-since'])
      expect((await findPost(id)).publishedAt).not.toBeNull()
      const newer = (await findEditable(ines, id))?.version ?? ''
      expect((await change(ines, [id], { kind, version: newer })).counts).toEqual({ changed: 1 })
    },
  )

  test('publishes what was unpublished, and refuses a begun draft, which its editor publishes', async () => {
    const id = await publish('Tides', [harbour])
    await unpublishArticle(ines, id)
    const begun = '01a1fd26-8c97-77b6-8309-000000000002'
    await saveDraft(ines, { id: begun, version: 0, text: { ...toText(), title: 'Begun' } })
    const done = await change(ines, [id, begun], { kind: 'publish' })
    expect(done.counts).toEqual({ changed: 1, refused: 1 })
    expect(done.refusals).toEqual(['begun'])
    expect(done.refused).toEqual([{ articleId: begun, title: 'Begun', reason: 'begun' }])
    expect((await change(ines, [begun], { kind: 'add-tag', tag: 'Sea' })).counts).toEqual({ changed: 1 })
    expect(await titles({ tag: 'sea' })).toEqual(['Begun'])
    expect(await countShown('tides')).toBe(2)
    expect((await change(ines, [id], { kind: 'publish' })).counts).toEqual({ unchanged: 1 })
  })

  test('says why an article was not changed, also in the words that an earlier version stored', async () => {
    const begun = uuidv7()
    await saveDraft(ines, { id: begun, version: 0, text: toText() })
    const { runId } = await change(ines, [begun], { kind: 'publish' })
    const old = { articleId: uuidv7(), title: 'Old', refusal: 'It was refused.' }
    await db
      .insertInto('runItems')
      .values({ runId, itemId: old.articleId, version: 1, result: JSON.stringify(old) })
      .execute()
    const summary = await findChange(ines, runId)
    const sentence = 'A draft that was never published is published from its editor.'
    const { description = '' } = summary ? toChangeMessage(summary) : {}
    expect(description).toContain(sentence)
    expect(description).toContain(old.refusal)
    const run = await findRun(ines, runId)
    expect(run && sayResults(run).results).toEqual(
      expect.arrayContaining([{ articleId: begun, title: '', refusal: sentence }, old]),
    )
  })

  test('publishes them on a site and removes them again', async () => {
    const id = await publish('Tides', [harbour])
    await change(ines, [id], { kind: 'add-site', siteId: ledger })
    expect(await countShown('tides')).toBe(3)
    const off = await change(ines, [id], { kind: 'remove-site', siteId: ledger })
    expect(await countShown('tides')).toBe(2)
    await undoChange(ines, off.runId)
    expect(await countShown('tides')).toBe(3)
    expect((await readBoard(ines)).rows[0]?.dots).toMatchObject({ [ledger]: 'live' })
  })

  test('keeps a page of a site to itself: it is published on no list, and stays when its last list is gone', async () => {
    const { id } = await makePage(harbour)
    await change(ines, [id], { kind: 'publish' })
    expect(await findPost(id)).toMatchObject({ publishedAt: expect.any(Date), siteId: null })
    await change(ines, [id], { kind: 'add-site', siteId: ledger })
    await change(ines, [id], { kind: 'remove-site', siteId: ledger })
    expect(await findPost(id)).toMatchObject({ publishedAt: expect.any(Date), siteId: null })
  })

  test('of one site changes nothing on the others, and says nothing of them', async () => {
    const id = await publish('Tides', [harbour, ledger])
    const pier = await makeSite('pier.example', 'Pier')
    await db
      .updateTable('deliveries')
      .set({ state: 'failed', reason: 'unexpected' })
      .where('siteId', '=', ledger)
      .execute()
    const rest = { [MAIN_SITE_ID]: 'live', [ledger]: 'refused' }
    const dotsOf = async () => (await readBoard(ines)).rows[0]?.dots
    const isPlain = { description: undefined, tone: 'ok' }
    const added = await change(ines, [id], { kind: 'add-site', siteId: pier })
    expect(toChangeMessage(added)).toEqual({ title: 'Published on Pier: “Tides”', ...isPlain })
    expect(await dotsOf()).toEqual({ ...rest, [harbour]: 'live', [pier]: 'live' })
    const removed = await change(ines, [id], { kind: 'remove-site', siteId: harbour })
    expect(toChangeMessage(removed)).toEqual({ title: 'Taken off Harbour: “Tides”', ...isPlain })
    expect(await dotsOf()).toEqual({ ...rest, [harbour]: 'absent', [pier]: 'live' })
    const restored = await undoChange(ines, removed.runId)
    expect(restored).toMatchObject({ counts: { changed: 1 }, failed: 0 })
    // The copies name the page of the new home, so they are sent again. They are live all the while.
    const offMain = await change(ines, [id], { kind: 'remove-site', siteId: MAIN_SITE_ID })
    expect(toChangeMessage(offMain)).toMatchObject(isPlain)
    expect(await dotsOf()).toMatchObject({ [harbour]: 'updating', [pier]: 'updating' })
  })

  test('says of a site that could not be reached what it still has, or lacks', () => {
    const summary = {
      runId: '',
      isOver: true,
      total: 1,
      counts: { changed: 1 },
      isUndoable: true,
      title: 'Tides',
      siteName: 'Harbour',
      refusals: [],
      refused: [],
      failed: 1,
    }
    const say = (changes: object) => toChangeMessage({ ...summary, kind: 'add-site', ...changes }).description
    expect(say({})).toBe('Harbour does not have it yet.')
    expect(say({ kind: 'remove-site' })).toBe('Harbour still has it.')
    expect(say({ kind: 'remove-site', title: null, failed: 3 })).toBe('Harbour still has 3 of them.')
    expect(say({ kind: 'unpublish', siteName: null })).toBe('1 site(s) still have it.')
    expect(say({ kind: 'add-tag', siteName: null })).toBe('1 site(s) do not have the change yet.')
  })

  test('is tried again on one site without the others', async () => {
    const id = await publish('Tides', [harbour, ledger])
    await db
      .updateTable('deliveries')
      .set({ state: 'failed', reason: 'unexpected' })
      .where('siteId', 'in', [harbour, ledger])
      .execute()
    const form = new FormData()
    form.set('dot', `redeliver ${id} ${harbour}`)
    const done = await changeByForm(ines, form, NO_FILTER)
    expect(done).toEqual({ siteName: 'Harbour', isUpToDate: true })
    expect(toRetryMessage({ siteName: 'Harbour', isUpToDate: true }).title).toBe('Harbour is up to date')
    expect((await readBoard(ines)).rows[0]?.dots).toMatchObject({ [harbour]: 'live', [ledger]: 'refused' })
  })

  test('refuses a site of another account, and any site for a draft', async () => {
    const id = await publish('Tides', [harbour])
    const theirs = await makeSite('theirs.example', 'Theirs')
    await db
      .updateTable('targetSites')
      .set({ ownerId: (await makeOperator()).id })
      .where('id', '=', theirs)
      .execute()
    expect((await change(ines, [id], { kind: 'add-site', siteId: theirs })).counts).toEqual({ refused: 1 })
    await unpublishArticle(ines, id)
    expect((await change(ines, [id], { kind: 'add-site', siteId: ledger })).refusals).toEqual(['not-live'])
  })

  test('adds a tag and removes it on every site, in any letter case', async () => {
    const id = await publish('Tides', [harbour], { tags: ['Sea'] })
    await change(ines, [id], { kind: 'add-tag', tag: 'Ports' })
    expect((await findArticle(harbour, 'tides'))?.article.tags).toEqual(['Sea', 'Ports'])
    expect((await change(ines, [id], { kind: 'add-tag', tag: 'PORTS' })).counts).toEqual({ unchanged: 1 })
    const removed = await change(ines, [id], { kind: 'remove-tag', tag: 'ports' })
    expect((await findArticle(harbour, 'tides'))?.article.tags).toEqual(['Sea'])
    await undoChange(ines, removed.runId)
    expect((await findPost(id)).tags).toEqual(['Sea', 'Ports'])
  })

  test('refuses the twenty-first tag', async () => {
    const tags = Array.from({ length: 20 }, (_, number) => `tag ${number}`)
    const id = await publish('Tides', [harbour], { tags })
    expect((await change(ines, [id], { kind: 'add-tag', tag: 'one more' })).counts).toEqual({ refused: 1 })
    expect((await findPost(id)).tags).toEqual(tags)
  })

  test('deletes drafts that were never published; its undo brings them back with their revisions and sites', async () => {
    const id = '01a1fd26-8c97-77b6-8309-000000000004'
    const text = { ...toText(), title: 'Begun', content: 'Low water.', tags: 'Sea', siteIds: [harbour] }
    await saveRevision(ines, { id, version: 0, text: { ...text, content: 'Low' } })
    await saveDraft(ines, { id, version: 1, text })
    const done = await change(ines, [id], { kind: 'delete' })
    expect(done).toMatchObject({ counts: { changed: 1 }, title: 'Begun', isUndoable: true })
    expect(await findDraft(ines, id)).toBeUndefined()
    expect((await readBoard(ines)).rows).toEqual([])
    await pruneRevisions()
    const stranger = await makeOperator()
    expect(await undoChange(stranger, done.runId)).toEqual(refuse('change-unknown'))
    const undone = await undoChange(ines, done.runId)
    expect(undone).toMatchObject({ counts: { changed: 1 }, title: 'Begun', isUndoable: false })
    expect(await findDraft(ines, id)).toMatchObject({ text, base: null })
    expect((await findHistory(ines, id))?.revisions).toHaveLength(2)
    expect(await undoChange(ines, done.runId)).toMatchObject({ counts: { unchanged: 1 } })
  })

  test('lets a contributor discard an own draft and bring it back, and no article', async () => {
    const contributor = await joinAsContributor()
    const id = '01a1fd26-8c97-77b6-8309-000000000007'
    const text = { ...toText(), title: 'Begun' }
    await saveDraft(contributor, { id, version: 0, text })
    const newRunId = uuidv7()
    const discarded = await changeMany(contributor, [id], { kind: 'delete', newRunId })
    expect(discarded).toMatchObject({ counts: { changed: 1 }, isUndoable: true })
    expect(await changeMany(contributor, [id], { kind: 'delete', newRunId })).toEqual(discarded)
    expect(await findDraft(ines, id)).toBeUndefined()
    expect(await undoChange(contributor, newRunId)).toMatchObject({ counts: { changed: 1 } })
    expect(await findDraft(contributor, id)).toMatchObject({ text })
    const articleId = await publish('Tides', [])
    const refused = { data: { isAllowed: false } }
    await expect(changeMany(contributor, [id, articleId], { kind: 'delete' })).rejects.toMatchObject(refused)
    await expect(changeMany(contributor, [id], { kind: 'publish' })).rejects.toMatchObject(refused)
    expect(await findDraft(contributor, id)).toMatchObject({ text })
    expect(await findEditable(ines, articleId)).toMatchObject({ state: 'published' })
  })

  test('leaves a draft that was deleted and brought back to the contributor who began it', async () => {
    const contributor = await joinAsContributor()
    const id = '01a1fd26-8c97-77b6-8309-000000000006'
    const text = { ...toText(), title: 'Begun' }
    await saveDraft(contributor, { id, version: 0, text })
    const done = await change(ines, [id], { kind: 'delete' })
    expect(await findDraft(contributor, id)).toBeUndefined()
    expect(await undoChange(ines, done.runId)).toMatchObject({ counts: { changed: 1 } })
    expect(await findDraft(contributor, id)).toMatchObject({ text })
    expect(await saveDraft(contributor, { id, version: 1, text })).toMatchObject({ ok: true })
  })

  test('keeps the text of a deleted draft as long as its undo is possible', async () => {
    const id = '01a1fd26-8c97-77b6-8309-000000000005'
    await saveDraft(ines, { id, version: 0, text: { ...toText(), title: 'Begun' } })
    const done = await change(ines, [id], { kind: 'delete' })
    await db.deleteFrom('runs').where('id', '=', done.runId).execute()
    await pruneRevisions()
    expect(await db.selectFrom('revisions').select('id').execute()).toEqual([])
  })

  test('deletes articles everywhere; its undo brings them back as they were, with their sites and drafts', async () => {
    const ids = [await publish('Tides', [harbour]), await publish('Ebb', [])]
    const id = ids[0] ?? ''
    const { version, typed } = await findEditable(ines, id).then((article) => article ?? expect.fail())
    const text = { ...toDraftText(typed), title: 'Tides of June' }
    await saveDraft(ines, { id, version: 0, text, base: { version, text: toDraftText(typed) } })
    const before = await Promise.all(ids.map(findPost))
    const done = await change(ines, ids, { kind: 'delete' })
    expect(done).toMatchObject({ counts: { changed: 2 }, isUndoable: true })
    expect(await readBoard(ines)).toMatchObject({ rows: [], total: 0 })
    expect([await countShown('tides'), await countShown('ebb')]).toEqual([0, 0])
    expect(await findDraft(ines, id)).toBeUndefined()
    expect(await saveDraft(ines, { id, version: 1, text })).toMatchObject({ ok: false, reason: 'gone' })
    expect((await change(ines, ids, { kind: 'publish' })).counts).toEqual({ refused: 2 })
    await purgeDeleted()
    expect(await undoChange(ines, done.runId)).toMatchObject({ counts: { changed: 2 } })
    expect(await Promise.all(ids.map(findPost))).toEqual(before)
    expect([await countShown('tides'), await countShown('ebb')]).toEqual([2, 1])
    expect(await findDraft(ines, id)).toMatchObject({ text })
    expect((await readBoard(ines)).total).toBe(2)
  })

  test('brings a deleted article back only by the undo of its deletion', async () => {
    const id = await publish('Tides')
    const tagged = await change(ines, [id], { kind: 'add-tag', tag: 'Sea' })
    await change(ines, [id], { kind: 'delete' })
    expect(await undoChange(ines, tagged.runId)).toMatchObject({ counts: { refused: 1 } })
    expect(await countShown('tides')).toBe(0)
  })

  test('lets a deleted article be published again from the same form', async () => {
    const draft = makeDraft({ title: 'Tides', siteIds: [MAIN_SITE_ID] })
    await publishArticle(ines, draft)
    const { id } = await db.selectFrom('blogPosts').select('id').executeTakeFirstOrThrow()
    await change(ines, [id], { kind: 'delete' })
    expect(await publishArticle(ines, draft)).toMatchObject({ ok: true })
    expect(await countShown('tides')).toBe(1)
  })

  test('brings an article back with another slug if its own was given away, and not after an hour', async () => {
    const id = await publish('Tides', [])
    const done = await change(ines, [id], { kind: 'delete' })
    await publish('Tides', [])
    expect(await undoChange(ines, done.runId)).toMatchObject({ counts: { changed: 1 } })
    expect([(await findPost(id)).slug, await countShown('tides')]).toEqual(['tides-1', 1])
    const again = await change(ines, [id], { kind: 'delete' })
    await passUndoTime()
    expect(await db.selectFrom('blogPosts').select('id').where('id', '=', id).execute()).toEqual([])
    const refused = { counts: { refused: 1 }, refusals: ['draft-gone'] }
    expect(await undoChange(ines, again.runId)).toMatchObject(refused)
  })

  test('is a line of the record for each article that it changed, by the person, and for no other', async () => {
    const ids = [await publish('Tides'), await publish('Ebb', [])]
    await change(ines, ids, { kind: 'unpublish' })
    await saveReviewRules(ines, { pairs: [harbour], models: [] })
    const earlier = await listLines()
    expect((await change(ines, ids, { kind: 'publish' })).refusals).toEqual(['review-needed'])
    const again = { who: ines.name, act: 'published', about: 'Ebb' }
    expect(await listLines()).toEqual([...earlier, again])
    const theo = await makeOperator('theo@example.com')
    const standing = { personId: theo.id, role: 'editor' as const, siteIds: null }
    await db
      .insertInto('members')
      .values({ accountId: ines.id, ...standing })
      .execute()
    await change({ ...theo, id: ines.id, member: standing }, ids.slice(1), { kind: 'delete' })
    expect(await listLines()).toEqual([...earlier, again, { who: 'theo', act: 'deleted', about: 'Ebb' }])
  })

  test('of tags is one line of the record, and none if there is no such article', async () => {
    const [id, gone] = [await publish('Tides'), uuidv7()]
    const draftId = uuidv7()
    await saveDraft(ines, { id: draftId, version: 0, text: { ...toText(), title: 'Ebb' } })
    const earlier = await listLines()
    await change(ines, [gone], { kind: 'add-tag', tag: 'Sea' })
    expect(await listLines()).toEqual(earlier)
    await change(ines, [draftId], { kind: 'add-tag', tag: 'Sea' })
    const { runId } = await change(ines, [id, draftId, gone], { kind: 'add-tag', tag: 'Tide' })
    await undoChange(ines, runId)
    const line = { who: ines.name, act: 'changed-many' }
    expect(await listLines()).toEqual([
      ...earlier,
      ...['Ebb', '2 articles', '2 articles'].map((about) => ({ ...line, about })),
    ])
  })

  test('finds no article of another account, and undoes no run of another account', async () => {
    const id = await publish('Tides', [harbour])
    const done = await change(ines, [id], { kind: 'add-tag', tag: 'Sea' })
    const stranger = await makeOperator()
    for (const kind of ['publish', 'unpublish', 'delete'] as const)
      expect((await change(stranger, [id], { kind })).counts.changed).toBeUndefined()
    expect(await undoChange(stranger, done.runId)).toEqual(refuse('change-unknown'))
    expect(
      (await change(stranger, [id], { kind: 'restore', runId: done.runId })).counts.changed,
    ).toBeUndefined()
    expect(await countShown('tides')).toBe(2)
  })

  test('is refused for nothing, and for more than 20,000 articles', async () => {
    expect(await changeMany(ines, [], { kind: 'publish' })).toEqual(refuse('none-selected'))
    const ids = Array.from(
      { length: CHANGED_AT_ONCE + 1 },
      (_, n) => `01a1fd26-8c97-77b6-8309-${String(n).padStart(12, '0')}`,
    )
    expect(await changeMany(ines, ids, { kind: 'publish' })).toEqual(refuse('too-many-selected'))
  })

  test('of all articles that a filter selects reaches every page', async () => {
    for (let number = 0; number < 60; number += 1)
      await makeArticle({ userId: ines.id, title: `Number ${number}`, tags: number < 55 ? ['Sea'] : [] })
    const ids = await listSelected(ines, parse('tag=sea'))
    expect(ids).toHaveLength(55)
    expect((await change(ines, ids, { kind: 'remove-tag', tag: 'Sea' })).counts).toEqual({ changed: 55 })
    expect(await listSelected(ines, parse('tag=sea'))).toEqual([])
  })

  test('refuses an article that was deleted in the meantime', async () => {
    const ids = [await publish('Tides', []), await publish('Ebb', [])]
    await change(ines, ids.slice(1), { kind: 'delete' })
    const done = await change(ines, ids, { kind: 'add-tag', tag: 'Sea' })
    expect(done).toMatchObject({
      counts: { changed: 1, refused: 1 },
      refusals: ['deleted'],
    })
  })

  test('counts as as many changes as there are articles', async () => {
    const id = await publish('Tides', [])
    Object.assign(env, { RATE_LIMITS: 'on' })
    try {
      const ids = Array.from(
        { length: CHANGED_AT_ONCE },
        (_, n) => `01a1fd26-8c97-77b6-8309-${String(n).padStart(12, '0')}`,
      )
      const limit = { name: 'changed-articles', of: ines.id, most: 3 * CHANGED_AT_ONCE, windowS: 3600 }
      expect(await consumeRateLimits([{ ...limit, cost: 2 * CHANGED_AT_ONCE + 1 }])).toBe(0)
      expect(await changeMany(ines, ids, { kind: 'publish' })).toEqual(refuse('too-often'))
      const other = await makeOperator()
      expect(await changeMany(other, [id], { kind: 'publish' })).toMatchObject({ isOver: true })
    } finally {
      Object.assign(env, { RATE_LIMITS: 'off' })
    }
  })

  test('that stopped in the middle continues where it was, and changes nothing twice', async () => {
    const ids = [await publish('Tides', [harbour]), await publish('Ebb', [harbour])]
    const input = { articleIds: ids, change: { kind: 'unpublish' as const } }
    const runId = await db.transaction().execute((trx) => changeRun.startIn(trx, ines, { input, total: 2 }))
    await Promise.all([changeRun.work(runId), changeRun.work(runId)])
    const { rows } = await sql<{ n: number; state: string }>`
      select (select count(*) from run_items where run_id = runs.id)::int as n, state from runs where id = ${runId}
    `.execute(db)
    expect(rows).toEqual([{ n: 2, state: 'done' }])
    expect(await undoChange(ines, runId)).toMatchObject({ counts: { changed: 2 } })
    expect([await countShown('tides'), await countShown('ebb')]).toEqual([2, 2])
  })
})
