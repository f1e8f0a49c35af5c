import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyStore, makeArticle, makeOperator, makeSite } from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { jobs } from '../../../jobs.server.ts'
import { db, isEmbedded } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { saveCopy } from '../../articles/placement/commands.server.ts'
import { startAudit } from './commands.server.ts'
import { insertDuplicates } from './examine-pages.server.ts'
import { countPages, findAudit } from './queries.server.ts'
import { type FindingKind, type FoundKind } from './audit.ts'
import { auditRun } from './work-on-audit.server.ts'
import { insertPageCountsDaily } from './page-counts.server.ts'

let ines: Operator

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
})

const GOOD = 'd'.repeat(140)
const write = (
  wish: { title: string; content?: string; metaDescription?: string; publishedAt?: Date | null },
  operator = ines,
) => makeArticle({ userId: operator.id, metaDescription: GOOD + wish.title, ...wish })

async function makePage(
  title: string,
  { isPublished = true, metaDescription = GOOD + title, links = [] as string[] } = {},
) {
  const id = uuidv7()
  const row = {
    id,
    userId: ines.id,
    slug: id,
    metaTitle: title,
    metaDescription,
    isPublished,
    content: `<p>x ${links.map((link) => `<a href="${link}">y</a>`).join(' ')}</p>`,
  }
  await db.insertInto('generatedPages').values(row).execute()
  return id
}

async function start(operator = ines): Promise<string> {
  const started = await startAudit(operator)
  if (!started.ok) throw new Error(started.reason)
  return started.runId
}

async function audit(kind?: FindingKind, page = 1) {
  await auditRun.work(await start())
  return show(kind, page)
}
const show = (kind?: FindingKind, page = 1, operator = ines) => findAudit(operator, { kind, page })

async function auditWithLinks() {
  const run = await start()
  const [links] = await db.selectFrom('runs').select('id').where('kind', '=', 'links').execute()
  await jobs.find(({ name }) => name === 'links-run')?.work({ runId: links?.id })
  await auditRun.work(run)
}

const titlesOf = ({ listed }: Awaited<ReturnType<typeof show>>) =>
  listed?.findings.map(({ title, detail }) => `${title}: ${detail}`)

const PICTURE = '![A boat](https://pictures.example/boat.png)'

describe('an audit', () => {
  test('examines published articles and landing pages, and no other pages', async () => {
    await write({ title: 'Fine', content: PICTURE })
    await write({ title: 'Plain', metaDescription: 'short' })
    await write({ title: 'Draft', metaDescription: '', publishedAt: null })
    await makePage('Roof repair', { metaDescription: '' })
    await makePage('Not shown', { metaDescription: '', isPublished: false })
    const { id } = await write({ title: 'Copied', content: PICTURE })
    const origin = await db.selectFrom('blogPosts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const siteId = await makeSite('copies.example')
    await db
      .transaction()
      .execute((trx) => saveCopy(trx, { siteId, origin, canonicalUrl: null, isNoindex: false }))
    expect(await countPages(ines), 'the total that the progress shows').toBe(4)
    const screen = await audit('description-missing')
    expect(screen.audit).toMatchObject({
      pages: 4,
      counts: { 'description-short': 1, 'description-missing': 1, 'image-missing': 1 },
    })
    expect(titlesOf(screen)).toEqual(['Roof repair: '])
    expect(titlesOf(await show('description-short'))).toEqual(['Plain: 5'])
  })

  test('finds pages with the same title or description, of both kinds and in any letter case', async () => {
    await write({ title: 'Roof Repair', content: PICTURE, metaDescription: GOOD })
    await makePage('roof repair ', { metaDescription: GOOD.toUpperCase() })
    await makePage('Roof cleaning')
    const screen = await audit('title-duplicate')
    expect(screen.audit?.counts).toMatchObject({ 'title-duplicate': 2, 'description-duplicate': 2 })
    expect(titlesOf(screen)?.toSorted()).toEqual(['Roof Repair: 2', 'roof repair : 2'])
    expect(screen.listed?.findings.map(({ editPath }) => editPath).toSorted()).toEqual([
      expect.stringMatching(/^\/articles\//),
      expect.stringMatching(/^\/seo-dashboard\/pages\?q=/),
    ])
  })

  test.runIf(!isEmbedded)('leaves out a page that is deleted while it is compared', async () => {
    const [gone, stays] = [await write({ title: 'One' }), await write({ title: 'One' })]
    const runId = await start()
    let saving: Promise<unknown> | undefined
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('blogPosts').where('id', '=', gone.id).execute()
      const from = { runId, after: '00000000-0000-0000-0000-000000000000' }
      saving = db.transaction().execute((other) => insertDuplicates(other, ines, from))
      await vi.waitFor(async () => {
        // Waits for this transaction: other databases of the server have waiting locks too.
        const { rows } = await sql`
          select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))
        `.execute(trx)
        expect(rows).not.toEqual([])
      })
    })
    await saving
    const found = await db.selectFrom('auditFindings').select('articleId').distinct().execute()
    expect(found).toEqual([{ articleId: stays.id }])
  })

  test('takes broken links and orphans from the link report, and has it count them again', async () => {
    await write({ title: 'One', content: `${PICTURE} [gone](/article/gone)` })
    await auditWithLinks()
    const screen = await show('broken-links')
    expect(screen.audit?.counts).toMatchObject({ 'broken-links': 1, orphans: 1 })
    expect(screen.linksCheckedAt).toBeInstanceOf(Date)
    expect(titlesOf(screen)).toEqual(['One: /article/gone: There is no article at this address.'])
    expect(titlesOf(await show('orphans'))).toEqual(['One: '])
  })

  test('finds landing pages with dead links, and links to those pages', async () => {
    await write({ title: 'Prices' })
    await write({ title: 'Draft', publishedAt: null })
    const other = await makePage('Gutters')
    const hidden = await makePage('Hidden', { isPublished: false })
    const fine = [
      '/article/prices',
      `/${other}`,
      '/',
      '/category/travel',
      '#here',
      'mailto:a@b.example',
      'https://elsewhere.example/x',
    ]
    const dead = ['/article/draft', `/${hidden}`, '/no-such-page', `${env.SITE_URL}/article/none`]
    await makePage('Fine', { links: fine })
    const id = await makePage('Dead', { links: [...fine, ...dead] })
    const screen = await audit('page-links')
    expect(screen.audit?.counts).toMatchObject({ 'page-links': 1 })
    expect(titlesOf(screen)).toEqual([
      'Dead: /article/draft: That article is not published. 4 of its links lead nowhere.',
    ])
    expect(screen.listed?.findings[0]?.editPath).toBe(`/seo-dashboard/pages?q=${id}`)
  })

  test('shows no counts of links before links were counted', async () => {
    await write({ title: 'One' })
    const screen = await audit('orphans')
    expect(screen.linksCheckedAt).toBeUndefined()
    expect(screen.audit?.counts).not.toHaveProperty('orphans')
  })

  test('resumes where it stopped, and stores each finding once', async () => {
    for (let number = 0; number < 450; number += 1) await makePage(`Page ${number}`, { metaDescription: '' })
    const run = await start()
    for (let slice = 0; slice < 5; slice += 1) await auditRun.work(run, 0)
    expect((await show()).run?.state).not.toBe('done')
    await Promise.all([auditRun.work(run), auditRun.work(run)])
    const screen = await show('description-missing', 99)
    expect(screen.run).toMatchObject({ state: 'done', total: 450, done: 450 })
    expect(screen.listed).toMatchObject({ total: 450, page: 23, pageCount: 23 })
    expect(screen.listed?.findings).toHaveLength(10)
  })

  test('is refused while another one runs, and its findings replace those of the last one', async () => {
    const { id } = await write({ title: 'One', metaDescription: '', content: PICTURE })
    const run = await start()
    expect(await startAudit(ines)).toEqual({ ok: false, reason: 'running' })
    await auditRun.work(run)
    expect((await show('description-missing')).listed?.findings[0]?.isChanged).toBe(false)
    await db
      .updateTable('blogPosts')
      .set({ metaDescription: GOOD, updatedAt: new Date(Date.now() + 1000) })
      .where('id', '=', id)
      .execute()
    expect((await show('description-missing')).listed?.findings[0]?.isChanged).toBe(true)
    expect((await audit()).audit?.counts).toEqual({})
    expect(await db.selectFrom('auditFindings').select('runId').execute()).toEqual([])
  })

  test('loses the findings of a page that is deleted', async () => {
    const { id } = await write({ title: 'One', metaDescription: '', content: PICTURE })
    await audit()
    await db.deleteFrom('blogPosts').where('id', '=', id).execute()
    expect((await show('description-missing')).audit?.counts).toEqual({})
  })

  test('shows an account no data of other accounts', async () => {
    await write({ title: 'Hers', metaDescription: '' })
    await audit()
    const theo = await makeOperator()
    expect(await show('description-missing', 1, theo)).toMatchObject({
      hasPages: false,
      run: undefined,
      audit: undefined,
      history: [],
    })
    const rows = await readAs(theo, async (trx) => [
      ...(await trx.selectFrom('auditFindings').select('kind').execute()),
      ...(await trx.selectFrom('pageCounts').select('day').execute()),
    ])
    expect(rows).toEqual([])
  })
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const history = async (operator = ines) => (await show(undefined, 1, operator)).history

describe('the counts of pages', () => {
  test('are stored once a day for every account that has pages', async () => {
    const theo = await makeOperator()
    await write({ title: 'One' })
    await write({ title: 'Draft', publishedAt: null })
    await makePage('A')
    await makePage('B', { isPublished: false })
    await insertPageCountsDaily()
    await makePage('C')
    await insertPageCountsDaily()
    const zero = { noindex: 0, retired: 0 }
    expect(await history()).toEqual([{ day: daysAgo(0), articles: 1, published: 2, unpublished: 1, ...zero }])
    expect(await history(theo)).toEqual([])
  })

  test('fall to zero with the last page of an account, even after days without a count', async () => {
    await write({ title: 'One' })
    await insertPageCountsDaily()
    await db
      .updateTable('pageCounts')
      .set({ day: daysAgo(5) })
      .execute()
    await db.updateTable('blogPosts').set({ publishedAt: null }).execute()
    await insertPageCountsDaily()
    expect(await history()).toMatchObject([
      { day: daysAgo(5), articles: 1 },
      { day: daysAgo(0), articles: 0 },
    ])
  })

  test('are shown for 90 days and kept for a year', async () => {
    const rest = { articles: 1, published: 0, noindex: 0, unpublished: 0, retired: 0 }
    for (const days of [2, 88, 92, 399, 402])
      await db
        .insertInto('pageCounts')
        .values({ userId: ines.id, day: daysAgo(days), ...rest })
        .execute()
    expect((await history()).map(({ day }) => day)).toEqual([daysAgo(88), daysAgo(2)])
    await insertPageCountsDaily()
    const kept = await db.selectFrom('pageCounts').select('day').where('articles', '>', 0).execute()
    expect(kept).toHaveLength(4)
  })
})

test('without a chosen kind, the first kind with findings is listed', async () => {
  await write({ title: 'One', metaDescription: '', content: PICTURE })
  const screen = await audit()
  expect(screen.listed?.kind satisfies FindingKind | FoundKind | undefined).toBe('description-missing')
})

test('without a chosen kind, orphans are listed if no link is broken', async () => {
  await write({ title: 'One', metaDescription: '', content: PICTURE })
  await auditWithLinks()
  expect((await show()).listed).toMatchObject({ kind: 'orphans', total: 1, findings: [{ title: 'One' }] })
})
