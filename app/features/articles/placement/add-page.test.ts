import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { deleteArticle } from '../../../../tests/support/board.ts'
import { emptyStore, MAIN_SITE_ID, makeOperator, makeSite } from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { undoChange } from '../../newsroom/board/commands.server.ts'
import { addPage } from './add-page.server.ts'
import { movePage } from './move-page.server.ts'
import { PAGE_LIMIT } from './placement.ts'

let ines: Operator

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator('ines@example.com')
  await db.updateTable('installation').set({ ownerId: ines.id }).execute()
})

const add = (pagePath: string, pageContent = 'We print boats.') =>
  addPage(ines, MAIN_SITE_ID, { pagePath, pageTitle: 'About', pageContent })

test('a page is in the record of the account', async () => {
  expect(await add('/about')).toMatchObject({ ok: true })
  const lines = await db.selectFrom('recordLines').select(['act', 'about']).execute()
  expect(lines).toEqual([{ act: 'published', about: 'About' }])
})

test('a page is a text like an article: not too long, and with the alt texts that the account asks for', async () => {
  expect(await add('/about', 'a'.repeat(500_001))).toEqual({ ok: false, reason: 'too-long' })
  await db.updateTable('users').set({ requiresAlt: true }).where('id', '=', ines.id).execute()
  expect(await add('/about', '![](https://x.example/a.png)')).toEqual({ ok: false, reason: 'alt-missing' })
})

test('a page is not published where its site asks for a second pair of eyes', async () => {
  await db.insertInto('reviewRules').values({ userId: ines.id, siteId: MAIN_SITE_ID }).execute()
  expect(await add('/about')).toMatchObject({ ok: true })
  expect(await db.selectFrom('blogPosts').select('publishedAt').execute()).toEqual([{ publishedAt: null }])
  expect(await db.selectFrom('recordLines').selectAll().execute()).toEqual([])
})

test('a published page does not move to a site that asks for a second pair of eyes', async () => {
  const pier = await makeSite('pier.example')
  await db.updateTable('targetSites').set({ ownerId: ines.id }).where('id', '=', pier).execute()
  const added = await add('/about')
  const articleId = added.ok ? added.articleId : ''
  await db.insertInto('reviewRules').values({ userId: ines.id, siteId: pier }).execute()
  const move = () => movePage(ines, MAIN_SITE_ID, { articleId, toSiteId: pier, typedPath: '/about' })
  expect(await move()).toEqual({ ok: false, reason: 'review-needed' })
  await db.updateTable('blogPosts').set({ publishedAt: null }).execute()
  expect(await move()).toEqual({ ok: true })
})

test('a site has a limited number of pages', async () => {
  await add('/first')
  await sql`
    with more as (
      insert into blog_posts (id, user_id, title, slug, content, content_html, excerpt, reading_minutes, author)
      select gen_random_uuid(), user_id, 'T', 's' || number, '', '', '', 1, 'A'
      from blog_posts, generate_series(2, ${PAGE_LIMIT.pages}) as number returning id, slug
    )
    insert into site_pages (article_id, site_id, path) select id, ${MAIN_SITE_ID}, '/' || slug from more
  `.execute(db)
  expect(await add('/last')).toEqual({ ok: false, reason: 'too-many' })
  // A deleted page does not count.
  await db.updateTable('blogPosts').set({ deletionAskedAt: new Date() }).where('slug', '=', 's2').execute()
  expect(await add('/last')).toMatchObject({ ok: true })
})

async function addOne(path: string): Promise<string> {
  const added = await add(path)
  return added.ok ? added.articleId : expect.fail(added.reason)
}
const listPages = () => db.selectFrom('sitePages').select(['articleId', 'path']).execute()
const findPost = (id: string) =>
  db
    .selectFrom('blogPosts')
    .select(['publishedAt', 'deletionAskedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('the address of a deleted page is free; the undo of its deletion says that it was taken', async () => {
  const id = await addOne('/about')
  const { runId } = await deleteArticle(ines, id)
  const newer = await addOne('/about')
  expect(await undoChange(ines, runId)).toMatchObject({ counts: { changed: 1 }, refusals: ['address-gone'] })
  expect(await findPost(id)).toEqual({ publishedAt: null, deletionAskedAt: null })
  expect(await listPages()).toEqual([{ articleId: newer, path: '/about' }])
})

test('the undo of a deletion gives a page its address again, also if another one had it meanwhile', async () => {
  const id = await addOne('/about')
  const { publishedAt } = await findPost(id)
  const { runId } = await deleteArticle(ines, id)
  await deleteArticle(ines, await addOne('/about'))
  expect(await undoChange(ines, runId)).toMatchObject({ counts: { changed: 1 }, refusals: [] })
  expect(await findPost(id)).toEqual({ publishedAt, deletionAskedAt: null })
  expect(await listPages()).toEqual([{ articleId: id, path: '/about' }])
})

test('a page moves to the address of a deleted one', async () => {
  await deleteArticle(ines, await addOne('/about'))
  const articleId = await addOne('/us')
  expect(await movePage(ines, MAIN_SITE_ID, { articleId, typedPath: '/about' })).toEqual({ ok: true })
  expect(await listPages()).toEqual([{ articleId, path: '/about' }])
})
