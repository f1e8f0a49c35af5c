import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeArticle, makeSite } from '../../../tests/support/fixtures.ts'
import { db } from '../../platform/store/database.server.ts'
import { write } from '../../platform/web/page-invalidation.server.ts'
import { startQueue } from '../../platform/work/queue.server.ts'
import { pageTag } from './articles.ts'
import { saveCopy } from './placement/commands.server.ts'
import { renderOutdatedJob, renderOutdatedLater } from './jobs.server.ts'
import { renderOutdated } from './render-outdated.server.ts'
import { RENDERER_VERSION } from './markdown/markdown.ts'

const LONG = ['A', 'B', 'C', 'D'].map((name) => `## ${name}\n\n${'word '.repeat(250)}`).join('\n\n')
const OLD = { contentHtml: 'old', excerpt: 'old', readingMinutes: 99, toc: '[]', rendererVersion: 0 }

beforeEach(emptyStore)

const findRow = (id: string) =>
  db.selectFrom('blogPosts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const makeOutdated = (ids: string[]) => db.updateTable('blogPosts').set(OLD).where('id', 'in', ids).execute()
async function copyTo(siteId: string, id: string) {
  const origin = await findRow(id)
  return write((trx) =>
    saveCopy(trx, { siteId, origin, canonicalUrl: 'https://main.example/a', isNoindex: false }),
  )
}
async function drops(): Promise<string[]> {
  const rows = await db.selectFrom('pageDrops').select('tags').execute()
  return rows.flatMap(({ tags }) => tags)
}
const forgetDrops = () => db.deleteFrom('pageDrops').execute()

describe('rendering again after an upgrade of the renderer', () => {
  test('gives an older article the HTML of publishing it now, and changes no date and no text', async () => {
    const { id } = await makeArticle({ content: LONG })
    const before = await findRow(id)
    await makeOutdated([id])
    expect(await renderOutdated()).toBe(1)
    expect(await findRow(id)).toEqual(before)
    expect(before).toMatchObject({
      rendererVersion: RENDERER_VERSION,
      toc: [{ id: 'text-a', text: 'A', level: 2 }, {}, {}, {}],
    })
  })

  test('invalidates the pages of these articles and no others', async () => {
    const [one, other] = [await makeArticle(), await makeArticle()]
    await makeOutdated([one.id])
    await forgetDrops()
    await renderOutdated()
    expect(await drops()).toContain(pageTag.article(one.id))
    expect(await drops()).not.toContain(pageTag.article(other.id))
  })

  test('renders all of them, batch after batch, and does nothing the second time', async () => {
    const made = await Promise.all(Array.from({ length: 120 }, () => makeArticle()))
    await makeOutdated(made.map(({ id }) => id))
    expect(await renderOutdated()).toBe(120)
    await forgetDrops()
    expect(await renderOutdated()).toBe(0)
    expect(await drops()).toEqual([])
  })

  test('does not overwrite an article that is edited in the meantime', async () => {
    const { id } = await makeArticle({ content: LONG.repeat(8) })
    await makeOutdated([id])
    const rendering = renderOutdated()
    await db
      .updateTable('blogPosts')
      .set({ content: 'edited', contentHtml: 'by the edit' })
      .where('id', '=', id)
      .execute()
    await rendering
    const row = await findRow(id)
    expect(row.contentHtml === 'by the edit' || row.contentHtml === '<p>edited</p>\n').toBe(true)
  })

  test('gives copies the HTML of their origin and invalidates their pages', async () => {
    const siteId = await makeSite('harbour.example')
    const { id } = await makeArticle({ content: `${LONG}\n\n[x](/here)` })
    const copy = await copyTo(siteId, id)
    const [origin, before] = [await findRow(id), await findRow(copy.id)]
    expect(before).toMatchObject({
      toc: origin.toc,
      rendererVersion: RENDERER_VERSION,
      contentHtml: origin.contentHtml,
    })
    await makeOutdated([id, copy.id])
    await forgetDrops()
    await renderOutdated()
    expect(await findRow(copy.id)).toEqual(before)
    expect(await drops()).toContain(pageTag.article(copy.id))
  })

  test('does not change a copy whose newer text is not yet delivered', async () => {
    const siteId = await makeSite('harbour.example')
    const { id } = await makeArticle()
    const copy = await copyTo(siteId, id)
    await makeOutdated([id, copy.id])
    await db.updateTable('blogPosts').set({ content: 'a newer text' }).where('id', '=', id).execute()
    await renderOutdated()
    expect((await findRow(id)).contentHtml).toBe('<p>a newer text</p>\n')
    expect((await findRow(copy.id)).contentHtml).toBe('old')
  })

  test('keeps the HTML of an article that renders too slowly, and continues with the rest', async () => {
    const slow = await makeArticle()
    const quick = await makeArticle()
    await makeOutdated([slow.id, quick.id])
    const content = '{{< youtube '.repeat(400_000)
    await db.updateTable('blogPosts').set({ content }).where('id', '=', slow.id).execute()
    expect(await renderOutdated()).toBe(1)
    expect((await findRow(slow.id)).contentHtml).toBe('old')
    expect((await findRow(quick.id)).contentHtml).not.toBe('old')
  })
})

describe('at the start of the process', () => {
  let queue: Awaited<ReturnType<typeof startQueue>>
  beforeAll(async () => {
    queue = await startQueue([renderOutdatedJob], true)
  })
  afterAll(() => queue.stop())

  test('older articles are rendered again in the background', async () => {
    const { id } = await makeArticle()
    await makeOutdated([id])
    await renderOutdatedLater()
    await expect.poll(async () => (await findRow(id)).contentHtml, { timeout: 20_000 }).not.toBe('old')
  })
})
