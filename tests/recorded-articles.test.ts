// The pages that search engines are notified of, for every change of an article, on all kinds of sites.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Operator } from '../app/features/accounts/accounts.ts'
import { importArticles } from '../app/features/moving-in/formats/commands.server.ts'
import { parseRecord } from '../app/features/moving-in/formats/formats.ts'
import { publishArticle } from '../app/features/writing/publish/commands.server.ts'
import { editArticle } from '../app/features/writing/publish/edit-article.server.ts'
import type { ArticleEdit } from '../app/features/writing/writing.ts'
import { findEditable } from '../app/features/writing/publish/queries.server.ts'
import { notifyEngines } from '../app/features/local-seo/search-engines/notify.server.ts'
import { jobs } from '../app/jobs.server.ts'
import { db } from '../app/platform/store/database.server.ts'
import { env } from '../app/platform/env.server.ts'
import { type Engines, startEngines } from './support/engines.ts'
import {
  emptyStore,
  makeArticle,
  makeDraft,
  makeOperator,
  makeSite,
  MAIN_SITE_ID,
} from './support/fixtures.ts'
import { deleteArticle, publishAgain, unpublishArticle } from './support/board.ts'
import { useQueue } from './support/queue.ts'

let engines: Engines
let operator: Operator

useQueue()
beforeAll(async () => {
  engines = await startEngines()
  engines.configure()
})
afterAll(async () => {
  await engines.close()
})
beforeEach(async () => {
  await emptyStore()
  operator = await makeOperator()
})

const at = (path: string) => env.SITE_URL + path
const listWaiting = () => db.selectFrom('pageChanges').select(['url', 'change']).orderBy('url').execute()

const findRow = () =>
  db.selectFrom('blogPosts').selectAll().where('userId', '=', operator.id).executeTakeFirstOrThrow()

async function edit(changes: Partial<ArticleEdit>): Promise<void> {
  const { id: articleId, slug } = await findRow()
  const version = (await findEditable(operator, articleId))?.version ?? ''
  const edited = await editArticle(operator, {
    ...makeDraft(),
    articleId,
    slug,
    version,
    isPublished: false,
    ...changes,
  })
  if (!edited.ok) throw new Error(edited.reason)
}

/** Sends all waiting notices to the engines. Returns the URLs in them. */
async function tellAll(): Promise<string[]> {
  const waiting = await listWaiting()
  await notifyEngines()
  expect(await listWaiting()).toEqual([])
  return waiting.map(({ url, change }) => `${change} ${url.slice(env.SITE_URL.length)}`)
}

describe('articles', () => {
  test('on a hosted site are in notices if the copy is independent, but not if it has a canonical URL', async () => {
    const own = await makeSite('own.example')
    const copies = await makeSite('copies.example')
    await db.updateTable('targetSites').set({ copyPolicy: 'independent' }).where('id', '=', own).execute()
    const published = await publishArticle(operator, makeDraft({ siteIds: [MAIN_SITE_ID, own, copies] }))
    expect(published).toMatchObject({ ok: true, summary: { succeeded: 3 } })
    expect((await listWaiting()).map(({ url }) => url).toSorted()).toEqual([
      at('/article/a-quiet-harbour'),
      'https://own.example/article/a-quiet-harbour',
    ])
  })

  test('are in notices after each change', async () => {
    await publishArticle(operator, makeDraft())
    expect(await tellAll()).toEqual(['changed /article/a-quiet-harbour'])
    await edit({})
    expect(await tellAll()).toEqual([])
    await edit({ tags: ['Sea'] })
    expect(await tellAll()).toEqual([])
    await edit({ content: 'The tide turned at seven.' })
    expect(await tellAll()).toEqual(['changed /article/a-quiet-harbour'])
    await edit({ slug: 'a-loud-harbour' })
    expect(await tellAll()).toEqual(['changed /article/a-loud-harbour', 'removed /article/a-quiet-harbour'])
    await edit({ canonicalUrl: 'https://elsewhere.example/harbour' })
    expect(await tellAll()).toEqual(['changed /article/a-loud-harbour'])
    await edit({ canonicalUrl: 'https://elsewhere.example/harbour', title: 'Unheard of' })
    expect(await tellAll()).toEqual([])
    await edit({})
    expect(await tellAll()).toEqual(['changed /article/a-loud-harbour'])
    await unpublishArticle(operator, (await findRow()).id)
    expect(await tellAll()).toEqual(['removed /article/a-loud-harbour'])
    await edit({ title: 'A draft' })
    expect(await tellAll()).toEqual([])
    await publishAgain(operator, (await findRow()).id)
    expect(await tellAll()).toEqual(['changed /article/a-loud-harbour'])
    await deleteArticle(operator, (await findRow()).id)
    expect(await tellAll()).toEqual(['removed /article/a-loud-harbour'])
  })

  test('that are deleted with their account are in notices as removed', async () => {
    await publishArticle(operator, makeDraft())
    expect(await tellAll()).toHaveLength(1)
    const due = new Date(Date.now() - 1000)
    await db.updateTable('users').set({ deletionDueAt: due }).where('id', '=', operator.id).execute()
    await jobs.find(({ name }) => name === 'delete-accounts')?.work(undefined)
    expect(await tellAll()).toEqual(['removed /article/a-quiet-harbour'])
  })

  test('that are imported are only in the sitemap until they are changed', async () => {
    const parsed = parseRecord({ source: 'old', path: 'tide', title: 'Tide', content: 'Six.' })
    if (!parsed.ok) throw new Error(parsed.problem)
    await importArticles({ siteId: MAIN_SITE_ID, ownerId: operator.id, author: 'Ines' }, [parsed.record])
    expect(await tellAll()).toEqual([])
    await edit({ title: 'Ebb' })
    expect(await tellAll()).toEqual(['changed /article/tide'])
  })

  test('that an import changes are in no notices either', async () => {
    for (const content of ['Six.', 'Seven.']) {
      const parsed = parseRecord({ source: 'old', path: 'tide', title: 'Tide', content })
      if (!parsed.ok) throw new Error(parsed.problem)
      const target = { siteId: MAIN_SITE_ID, ownerId: operator.id, author: 'Ines' }
      expect(await importArticles(target, [parsed.record])).toHaveLength(1)
    }
    expect(await listWaiting()).toEqual([])
  })

  test('without an owner, such as the demo’s, are in no notices', async () => {
    await makeArticle()
    expect(await listWaiting()).toEqual([])
  })
})
