import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  emptyStore,
  makeArticle,
  makeDraft,
  makeOperator,
  makeSite,
  MAIN_SITE_ID,
} from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { byTier } from '../../../../tests/support/tier.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { moveArticle } from '../../articles/commands.server.ts'
import { saveCopy } from '../../articles/placement/commands.server.ts'
import { finishRun, removeOlderResults } from '../../runs/commands.server.ts'
import { findRun } from '../../runs/queries.server.ts'
import { hasEnded, type Run } from '../../runs/runs.ts'
import { publishArticle } from '../../writing/publish/commands.server.ts'
import { startLinkCheck } from './commands.server.ts'
import { LINK_RUN, type LinkReportScreen, type ReportFilter } from './report.ts'
import { findLinkReport } from './queries.server.ts'
import { checkRun } from './work-on-check.server.ts'

let ines: Operator

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
})

const at = (slug: string) => `${env.SITE_URL}/article/${slug}`

interface TestArticle {
  title: string
  content?: string
  canonicalUrl?: string
  publishedAt?: Date | null
  siteId?: string
}

const write = (article: TestArticle, operator = ines) => makeArticle({ userId: operator.id, ...article })

/** Publishes one of Ines's articles on a hosted site only. */
async function publishOn(siteId: string, article: { title: string; content?: string }): Promise<void> {
  const published = await publishArticle(ines, makeDraft({ ...article, siteIds: [siteId] }))
  if (!published.ok) throw new Error(published.reason)
}

interface TestPage {
  siteId: string
  path: string
  content?: string
}

/** Adds a published page, such as About, to a site. Returns the id of its article. */
async function makePage({ siteId, path, ...text }: TestPage, operator = ines): Promise<string> {
  const { id: articleId } = await write({ title: path.slice(1), publishedAt: null, ...text }, operator)
  await db.updateTable('blogPosts').set({ publishedAt: new Date() }).where('id', '=', articleId).execute()
  await db.insertInto('sitePages').values({ articleId, siteId, path }).execute()
  return articleId
}

async function start(operator = ines): Promise<string> {
  const started = await startLinkCheck(operator)
  if (!started.ok) throw new Error(started.reason)
  return started.runId
}

/** Works on a run until it ends, as the jobs of the queue do. On a busy machine this takes several jobs. */
async function workUntilEnd(runId: string): Promise<Run | undefined> {
  await checkRun.work(runId)
  const run = await findRun(ines, runId, { latest: 0 })
  return run && !hasEnded(run) ? workUntilEnd(runId) : run
}

async function check(filter: Partial<ReportFilter> = {}, operator = ines): Promise<LinkReportScreen> {
  await checkRun.work(await start(operator))
  return show(filter, operator)
}

const show = (filter: Partial<ReportFilter> = {}, operator = ines) =>
  findLinkReport(operator, { list: undefined, query: '', page: 1, ...filter })

async function listBroken(filter: Partial<ReportFilter> = {}) {
  const { listed } = await show({ list: 'broken', ...filter })
  return listed?.rows.list === 'broken' ? listed.rows.links : []
}

async function listOrphans(filter: Partial<ReportFilter> = {}, operator = ines) {
  const { listed } = await show({ list: 'orphans', ...filter }, operator)
  return listed?.rows.list === 'orphans' ? listed.rows.orphans : []
}

const toLinks = (slugs: string[]) => slugs.map((slug) => `[${slug}](/article/${slug})`).join(' ')

const findRow = (id: string) =>
  db.selectFrom('blogPosts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a report of links', () => {
  test('counts each pair of articles once, for every notation of a link, and no article with itself', async () => {
    await write({ title: 'Harbour', canonicalUrl: 'https://www.ines.example/harbour/' })
    await write({ title: 'Tide', canonicalUrl: 'https://ines.example/tide?part=2' })
    const ways = [
      'https://ines.example/harbour', // without www and the slash at the end
      'http://ines.example/harbour/#quay',
      at('harbour'),
      '/article/harbour/?from=here',
      '<a href="/article/harbour">as HTML</a>',
    ]
    await write({
      title: 'Ferry',
      content: ways.map((way) => (way.startsWith('<') ? way : `[x](${way})`)).join('\n\n'),
    })
    await write({
      title: 'Boats',
      content: `[a](harbour) [b](https://ines.example/tide?part=2) [c](boats) [d](#text-x) [e](/article/boats?y)
        [f](https://ines.example/tide) [g](mailto:x@ines.example) [h](https://else.example/harbour)`,
    })
    const { report } = await check()
    expect(report).toMatchObject({
      articles: 4,
      links: 3,
      orphans: 2,
      weak: 2,
      broken: 0,
      spread: [2, 1, 1, 0, 0],
    })
    expect(report?.mostLinked.map(({ title, inbound }) => [title, inbound])).toEqual([
      ['Harbour', 2],
      ['Tide', 1],
    ])
    expect((await listOrphans()).map(({ title, outbound }) => [title, outbound])).toEqual([
      ['Boats', 2],
      ['Ferry', 1],
    ])
    expect(await listBroken()).toEqual([])
  })

  test('tells healthy articles from weak ones, and groups them by inbound links up to six and more', async () => {
    await write({ title: 'Hub', content: toLinks(['spoke-0', 'spoke-1']) })
    for (let spoke = 0; spoke < 6; spoke += 1)
      await write({ title: `Spoke ${spoke}`, content: toLinks(['hub', ...(spoke < 3 ? ['spoke-5'] : [])]) })
    const { report } = await check()
    // The hub has six inbound and two outbound links, the last spoke three and one.
    expect(report).toMatchObject({ articles: 7, links: 11, orphans: 3, weak: 3, spread: [3, 2, 0, 1, 1] })
  })

  test('follows the earlier address of an article, its id, and its copy on a hosted site', async () => {
    const daily = await makeSite('daily.example')
    const moved = await write({ title: 'Old name' })
    const before = await findRow(moved.id)
    await db.transaction().execute((trx) => moveArticle(trx, before, 'New name'))
    const copied = await write({ title: 'Copied' })
    const origin = await findRow(copied.id)
    await db
      .transaction()
      .execute((trx) =>
        saveCopy(trx, { siteId: daily, origin, canonicalUrl: at('copied'), isNoindex: false }),
      )
    const imported = await write({ title: 'Imported' })
    await db
      .insertInto('redirects')
      .values({ siteId: MAIN_SITE_ID, path: '/2019/05/über uns', articleId: imported.id })
      .execute()
    await write({
      title: 'Reader',
      content: `[a](/article/old-name) [b](/article/${copied.id}) [c](https://daily.example/article/copied)
        [d](/2019/05/%C3%BCber%20uns/)`,
    })
    const { report } = await check()
    expect(report).toMatchObject({ articles: 4, links: 3, orphans: 1, broken: 0 })
  })

  test('lists each broken link to a site of this installation with its article, its words and the reason', async () => {
    await makeSite('daily.example')
    const draft = await write({
      title: 'Draft',
      content: `Not read yet: [one](${at('reader')}), [two](${at('none')}).`,
      publishedAt: null,
      canonicalUrl: 'https://ines.example/draft',
    })
    await db
      .insertInto('redirects')
      .values({ siteId: MAIN_SITE_ID, path: '/old-draft', articleId: draft.id })
      .execute()
    const { id } = await write({
      title: 'Reader',
      content: `[no *such* article](/article/nothing?x=1&y=2) [![a boat](/b.png)](https://daily.example/article/reader)
        [draft](/article/draft) [at home](https://www.ines.example/draft/) [once](/old-draft)
        [page](/about) [list](/category) [its file](/article/nothing.md)`,
    })
    const { report } = await check()
    expect(report).toMatchObject({ articles: 1, links: 0, broken: 8 })
    expect((await listBroken()).map(({ words, address, fault }) => [words, address, fault])).toEqual([
      ['no such article', '/article/nothing?x=1&y=2', 'no-article'],
      ['a boat', 'https://daily.example/article/reader', 'no-article'],
      ['draft', '/article/draft', 'not-published'],
      ['at home', 'https://www.ines.example/draft/', 'not-published'],
      ['once', '/old-draft', 'not-published'],
      ['page', '/about', 'no-page'],
      ['list', '/category', 'no-page'],
      ['its file', '/article/nothing.md', 'no-article'],
    ])
    expect((await listBroken())[0]).toMatchObject({ id, title: 'Reader', isChanged: false })
  })

  test('finds no fault in links to pages that readers get', async () => {
    await makeSite('daily.example')
    const other = await makeOperator()
    await write({ title: 'Theirs' }, other)
    const page = { id: uuidv7(), userId: other.id, metaTitle: 'Plumber', content: '', schemaMarkup: null }
    await db
      .insertInto('generatedPages')
      .values({ ...page, slug: 'austin-tx/plumber', isPublished: true })
      .execute()
    const paths = [
      '/',
      '/category/travel',
      '/author/Ines%20H',
      '/search?q=x',
      '/feed.xml',
      '/category/x/feed.atom',
    ]
    const more = [
      '/article/theirs',
      '/article/theirs.md',
      '/austin-tx/plumber',
      '/uploads/a.webp',
      '/auth',
      '',
    ]
    const links = [...paths, ...more].map((path) => `[x](${env.SITE_URL}${path}) [y](https://daily.example/)`)
    await write({ title: 'Reader', content: links.join('\n') })
    expect((await check()).report).toMatchObject({ articles: 1, links: 0, broken: 0 })
    await db.updateTable('generatedPages').set({ isPublished: false }).execute()
    expect((await check()).report).toMatchObject({ broken: 1 })
  })

  test('finds no fault in links to pages of a site, such as About, at their current and old addresses', async () => {
    const daily = await makeSite('daily.example')
    const theo = await makeOperator()
    const about = await makePage({ siteId: MAIN_SITE_ID, path: '/about' })
    const hosted = await makePage({ siteId: daily, path: '/about/team' })
    const theirs = await makePage({ siteId: MAIN_SITE_ID, path: '/imprint' }, theo)
    const old = { siteId: MAIN_SITE_ID, path: '/who-we-are' }
    await db
      .insertInto('redirects')
      .values({ ...old, articleId: hosted })
      .execute()
    await write({
      title: 'Reader',
      content: '[a](/about/) [b](https://daily.example/about/team) [c](/who-we-are) [d](/imprint)',
    })
    expect((await check()).report).toMatchObject({ articles: 3, links: 2, orphans: 1, broken: 0 })
    const hidden = db.updateTable('blogPosts').set({ publishedAt: null })
    await hidden.where('id', 'in', [about, theirs]).execute()
    await check()
    expect((await listBroken()).map(({ address, fault }) => [address, fault])).toEqual([
      ['/about/', 'not-published'],
      ['/imprint', 'no-page'],
    ])
  })

  test('resolves the links of an article that is on hosted sites only against the site that is its home', async () => {
    const daily = await makeSite('daily.example')
    await publishOn(daily, { title: 'Harbour' })
    await publishOn(daily, { title: 'Tide', content: '[a](/article/harbour) [b](/article/none)' })
    await makePage({ siteId: daily, path: '/about', content: '[x](/article/tide)' })
    expect((await check()).report).toMatchObject({ articles: 3, links: 2, orphans: 1, broken: 1 })
    expect(await listBroken()).toMatchObject([{ address: '/article/none', fault: 'no-article' }])
  })

  test('reveals no drafts of other accounts, and counts and shows none of their articles', async () => {
    const theo = await makeOperator()
    await write({ title: 'Secret', publishedAt: null, canonicalUrl: 'https://theo.example/secret' }, theo)
    await write({ title: 'Of Theo', content: '[x](/article/of-ines) [y](/article/gone)' }, theo)
    await write({
      title: 'Of Ines',
      content: '[a](/article/secret) [b](https://theo.example/secret) [c](/article/of-theo)',
    })
    expect((await check()).report).toMatchObject({ articles: 1, links: 0, orphans: 1, broken: 1 })
    expect(await listBroken()).toMatchObject([{ address: '/article/secret', fault: 'no-article' }])
    const hers = await show()
    expect(await show({}, theo)).toMatchObject({ run: undefined, report: undefined, listed: undefined })
    expect((await check({}, theo)).report).toMatchObject({ articles: 1, links: 0, broken: 1 })
    expect(await show(), 'the check of another account changes nothing').toEqual(hers)
  })

  test('is new after each check, and marks the articles that were changed since', async () => {
    const [harbour, tide] = [await write({ title: 'Harbour' }), await write({ title: 'Tide' })]
    expect((await check()).report).toMatchObject({ links: 0, orphans: 2 })
    const contentHtml = '<p><a href="/article/harbour">x</a></p>'
    await db
      .updateTable('blogPosts')
      .set({ contentHtml, updatedAt: new Date() })
      .where('id', '=', tide.id)
      .execute()
    expect((await listOrphans()).map(({ title, isChanged }) => [title, isChanged])).toEqual([
      ['Tide', true],
      ['Harbour', false],
    ])
    expect((await check()).report).toMatchObject({ links: 1, orphans: 1 })
    expect((await listOrphans()).map(({ title, isChanged }) => [title, isChanged])).toEqual([['Tide', false]])
    await db.deleteFrom('blogPosts').where('id', '=', harbour.id).execute()
    expect((await check()).report).toMatchObject({ articles: 1, links: 0, broken: 1 })
  })

  test('has 20 rows a page and a filter by title; past the last page it shows the last', async () => {
    for (let number = 0; number < 23; number += 1)
      await write({ title: `Tide ${number}`, content: number < 21 ? '[x](/article/none)' : 'No link.' })
    const { listed } = await check()
    expect(listed).toMatchObject({ rows: { list: 'broken' }, total: 21, page: 1, pageCount: 2 })
    expect((await listBroken()).map(({ title }) => title)).toHaveLength(20)
    expect(await listBroken({ page: 9 })).toMatchObject([{ title: 'Tide 0' }])
    expect((await show({ list: 'orphans', page: 2 })).listed).toMatchObject({
      total: 23,
      page: 2,
      pageCount: 2,
    })
    expect((await listOrphans({ query: 'TIDE 1' })).map(({ title }) => title)).toHaveLength(11)
    expect((await show({ query: '%' })).listed).toMatchObject({ total: 0, page: 1, pageCount: 1 })
  })
})

describe('a check of links', () => {
  test('continues after an interruption, and counts nothing twice', async () => {
    for (let number = 0; number < 150; number += 1)
      await write({
        title: `Tide ${number}`,
        content: `[next](/article/tide-${(number + 1) % 150}) [x](/article/no)`,
      })
    const runId = await start()
    const interruptedAt = new Set<number>()
    for (let job = 0; job < 50; job += 1) {
      await Promise.all([checkRun.work(runId, 1), checkRun.work(runId, 1)]) // a job that seemed dead works beside its replacement
      const run = await findRun(ines, runId)
      if (run?.state === 'done') break
      interruptedAt.add(run?.done ?? 0)
      expect((await show()).report, 'no incomplete report is shown').toBeUndefined()
    }
    expect([...interruptedAt].some((done) => done > 0 && done < 150)).toBe(true)
    expect(await findRun(ines, runId)).toMatchObject({ state: 'done', total: 150, done: 150 })
    expect((await show()).report).toMatchObject({
      articles: 150,
      links: 150,
      orphans: 0,
      broken: 150,
      spread: [0, 150, 0, 0, 0],
    })
  })

  test('is the only check of its account, and keeps the last report until it is done', async () => {
    await write({ title: 'Harbour' })
    await check()
    const runId = await start()
    expect(await startLinkCheck(ines)).toEqual({ ok: false, reason: 'running' })
    await write({ title: 'Tide' })
    await checkRun.work(runId, 1)
    expect(await show()).toMatchObject({ run: { id: runId }, report: { articles: 1 } })
    await finishRun(runId, 'stopped-unexpectedly')
    await removeOlderResults(ines, { kind: LINK_RUN, table: 'checkedArticles' })
    expect(await show()).toMatchObject({
      run: { error: expect.stringMatching(/^An unexpected error/) },
      report: { articles: 1 },
    })
    expect((await check()).report).toMatchObject({ articles: 2 })
    const runs = await db.selectFrom('checkedArticles').select('runId').distinct().execute()
    expect(runs, 'the results of earlier checks are removed').toHaveLength(1)
  })

  test('also works for an account without articles', async () => {
    expect(await show()).toEqual({ hasArticles: false, run: undefined, report: undefined, listed: undefined })
    expect((await check()).report).toMatchObject({
      articles: 0,
      links: 0,
      broken: 0,
      spread: [0, 0, 0, 0, 0],
    })
  })

  test('reads a text of 20,000 links, and saves a hundred broken ones of it', async () => {
    const link = '<a href="/article/none">x'
    const { id } = await write({ title: 'Hostile' })
    const contentHtml = `<p>${link.repeat(20_000)}<a href="http://[">y</a><a href="${'/x'.repeat(9000)}">z</a></p>`
    await db.updateTable('blogPosts').set({ contentHtml }).where('id', '=', id).execute()
    await db
      .updateTable('blogPosts')
      .set({ canonicalUrl: `https://x.example/${'y'.repeat(9000)}` })
      .execute()
    expect((await check()).report).toMatchObject({ articles: 1, broken: 100 })
  })

  test('lets other queries run while it reads thousands of articles', { timeout: 300_000 }, async () => {
    const ARTICLES = byTier(1000, 5000)
    await write({ title: 'Tide 0' })
    await sql`
      insert into blog_posts (id, site_id, user_id, title, slug, content, content_html, excerpt, reading_minutes, author, published_at)
      select gen_random_uuid(), site_id, user_id, title, 'tide-' || made, content,
        repeat(content_html, 100) || '<a href="/article/tide-0">x</a>', excerpt, reading_minutes, author, published_at
      from blog_posts, generate_series(2, ${ARTICLES}) as made
    `.execute(db)
    await sql`analyze blog_posts`.execute(db) // as autovacuum does soon
    const runId = await start()
    const over = new AbortController()
    const work = workUntilEnd(runId).finally(() => over.abort())
    const seen: number[] = []
    while (!over.signal.aborted) seen.push((await findRun(ines, runId, { latest: 0 }))?.done ?? 0)
    expect(await work).toMatchObject({ state: 'done', error: null })
    expect(new Set(seen).size, 'answers during the check').toBeGreaterThan(byTier(4, 20))
    expect((await show()).report).toMatchObject({
      articles: ARTICLES,
      links: ARTICLES - 1,
      orphans: ARTICLES - 1,
      broken: 0,
    })
  })
})
