// @seconds 12
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  emptyStore,
  makeDraft,
  makeOperator,
  makeRemoteSite,
  makeSite,
  MAIN_SITE_ID,
} from '../../../../tests/support/fixtures.ts'
import { startGhostFake } from '../../../../tests/support/ghost-fake.ts'
import { startWebhookFake } from '../../../../tests/support/webhook-fake.ts'
import { startWordPressFake } from '../../../../tests/support/wordpress-fake.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { pageTag } from '../../articles/articles.ts'
import { findArticle, findByOldPath } from '../../articles/queries.server.ts'
import { publishArticle } from './commands.server.ts'
import { editArticle } from './edit-article.server.ts'
import { forgetArticle } from '../../newsroom/board/commands.server.ts'
import {
  deleteArticle,
  passUndoTime,
  publishAgain,
  readBoard,
  unpublishArticle,
} from '../../../../tests/support/board.ts'
import { retryDeliveries, orderDeliveries } from '../../delivery/deliveries/commands.server.ts'
import type { ArticleEdit } from '../writing.ts'
import { publishToSites } from './publish-to-sites.server.ts'
import { findEditable, findPublishSummary, ownsArticle } from './queries.server.ts'

let operator: Operator
let harbour: string
let ledger: string

useQueue()
beforeEach(async () => {
  await emptyStore()
  operator = await makeOperator()
  harbour = await makeSite('harbour.example')
  ledger = await makeSite('ledger.example')
})

async function publish(siteIds: string[]): Promise<string> {
  const published = await publishArticle(operator, makeDraft({ siteIds: [MAIN_SITE_ID, ...siteIds] }))
  if (!published.ok) throw new Error(published.reason)
  const [article] = (await readBoard(operator)).rows
  return article?.id ?? ''
}

async function toEdit(articleId: string, changes: Partial<ArticleEdit> = {}): Promise<ArticleEdit> {
  const row = await db
    .selectFrom('blogPosts')
    .selectAll()
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow()
  const { slug } = row
  const siteIds = [MAIN_SITE_ID, harbour]
  const version = (await findEditable(operator, articleId))?.version ?? ''
  return { ...makeDraft({ siteIds }), articleId, slug, version, isPublished: false, ...changes }
}

const shownOn = async (siteId: string, slug = 'a-quiet-harbour') => (await findArticle(siteId, slug))?.article
async function refuseUpdates(siteId: string) {
  await sql`
    create or replace function refuse_change() returns trigger language plpgsql as
    $$ begin if new.site_id = ${sql.lit(siteId)}::uuid then raise exception 'refused'; end if; return new; end $$
  `.execute(db)
  await sql`create trigger refuse_change before update on blog_posts for each row execute function refuse_change()`.execute(
    db,
  )
}

/** Returns the rows that are left when no deletion can be undone any more. */
async function countRows() {
  await passUndoTime()
  return db.selectFrom('blogPosts').select('id').execute()
}

const allowUpdates = () => sql`drop trigger refuse_change on blog_posts`.execute(db)

describe('an edit', () => {
  test('changes no line break of an imported text that its author did not touch', async () => {
    const id = await publish([harbour])
    const write = (content: string) =>
      db.updateTable('blogPosts').set({ content }).where('id', '=', id).execute()
    const read = async () =>
      (await db.selectFrom('blogPosts').select('content').where('id', '=', id).executeTakeFirstOrThrow())
        .content
    await write('One.\r\n\r\nTwo.\rThree.\nFour.\r\n')
    const { typed } = (await findEditable(operator, id)) ?? {}
    expect(typed?.content).toBe('One.\n\nTwo.\nThree.\nFour.\n')
    const edit = (content = '') => toEdit(id, { content }).then((changed) => editArticle(operator, changed))
    expect((await edit(typed?.content)).ok).toBe(true)
    expect(await read()).toBe('One.\r\n\r\nTwo.\rThree.\nFour.\r\n')
    expect((await edit('One.\n\n2.\nThree.\nFour.\nFive.\n')).ok).toBe(true)
    expect(await read()).toBe('One.\r\n\r\n2.\r\nThree.\nFour.\r\nFive.\r\n')
  })

  test('leaves the article on a site that was switched off, which its form could not offer', async () => {
    const id = await publish([harbour, ledger])
    await db.updateTable('targetSites').set({ isActive: false }).where('id', '=', ledger).execute()
    await editArticle(
      operator,
      await toEdit(id, { title: 'A loud harbour', siteIds: [MAIN_SITE_ID, harbour] }),
    )
    const wanted = await db
      .selectFrom('deliveries')
      .select('wantedHash')
      .where('siteId', '=', ledger)
      .execute()
    expect(wanted).toEqual([{ wantedHash: expect.any(String) }])
  })

  test('changes the article everywhere it is', async () => {
    const id = await publish([harbour, ledger])
    const siteIds = [MAIN_SITE_ID, harbour, ledger]
    const edited = await editArticle(operator, await toEdit(id, { title: 'A loud harbour', siteIds }))
    expect(edited).toMatchObject({ ok: true, summary: { succeeded: 3, failed: 0 } })
    for (const siteId of [MAIN_SITE_ID, harbour, ledger])
      expect((await shownOn(siteId))?.title).toBe('A loud harbour')
  })

  test('takes the article off a site that is not selected any more, and brings it to a new one', async () => {
    const id = await publish([harbour])
    const edited = await editArticle(operator, await toEdit(id, { siteIds: [MAIN_SITE_ID, ledger] }))
    expect(edited).toMatchObject({ ok: true, summary: { succeeded: 2, failed: 0 } })
    expect(await shownOn(harbour)).toBeUndefined()
    expect(await shownOn(ledger)).toBeDefined()
  })

  test('of the address leaves a permanent redirect, and can be reverted', async () => {
    const id = await publish([harbour])
    await editArticle(operator, await toEdit(id, { slug: 'Low Tide!' }))
    expect(await shownOn(MAIN_SITE_ID, 'low-tide')).toBeDefined()
    expect(await findByOldPath(MAIN_SITE_ID, '/article/a-quiet-harbour')).toEqual({
      id,
      slug: 'low-tide',
      path: '/article/low-tide',
    })
    expect((await shownOn(harbour))?.canonicalUrl).toMatch(/\/article\/low-tide$/)
    await editArticle(operator, await toEdit(id, { slug: 'a-quiet-harbour' }))
    expect(await shownOn(MAIN_SITE_ID)).toBeDefined()
    expect(await findByOldPath(MAIN_SITE_ID, '/article/low-tide')).toEqual({
      id,
      slug: 'a-quiet-harbour',
      path: '/article/a-quiet-harbour',
    })
  })

  test('keeps the old address for its article: another article with that title gets the next free one', async () => {
    const id = await publish([harbour])
    await editArticle(operator, await toEdit(id, { slug: 'low-tide' }))
    const other = await publish([harbour])
    expect((await shownOn(MAIN_SITE_ID, 'a-quiet-harbour-1'))?.id).toBe(other)
    expect(await shownOn(MAIN_SITE_ID, 'a-quiet-harbour')).toBeUndefined()
    await editArticle(operator, await toEdit(other, { slug: 'a-quiet-harbour' }))
    expect((await shownOn(MAIN_SITE_ID, 'a-quiet-harbour-1'))?.id).toBe(other)
    expect(await findByOldPath(MAIN_SITE_ID, '/article/a-quiet-harbour')).toEqual({
      id,
      slug: 'low-tide',
      path: '/article/low-tide',
    })
  })

  test('to an address that is taken gets the next free one', async () => {
    await publish([harbour])
    const id = await publish([harbour])
    await editArticle(operator, await toEdit(id, { slug: 'a-quiet-harbour' }))
    expect((await shownOn(MAIN_SITE_ID, 'a-quiet-harbour-1'))?.id).toBe(id)
  })

  test('of an older version is refused and changes nothing', async () => {
    const id = await publish([harbour])
    const [mine, theirs] = [await toEdit(id, { title: 'Mine' }), await toEdit(id, { title: 'Theirs' })]
    expect(await editArticle(operator, theirs)).toMatchObject({ ok: true })
    expect(await editArticle(operator, mine)).toEqual({ ok: false, reason: 'changed-meanwhile' })
    expect((await shownOn(MAIN_SITE_ID))?.title).toBe('Theirs')
  })

  test('is the same save if the same form sends it again, because its answer was lost', async () => {
    const id = await publish([harbour])
    const edit = await toEdit(id, {
      title: 'Mine',
      siteIds: [MAIN_SITE_ID, harbour, ledger],
      saveId: uuidv7(),
    })
    expect(await editArticle(operator, edit)).toMatchObject({ ok: true })
    expect(await editArticle(operator, edit)).toMatchObject({ ok: true })
    expect(await editArticle(operator, { ...edit, title: 'Mine, and more' })).toMatchObject({ ok: true })
    expect((await shownOn(harbour))?.title).toBe('Mine, and more')
  })

  test('is refused if another form saved after the first save of this one', async () => {
    const id = await publish([harbour])
    const edit = await toEdit(id, { title: 'Mine', saveId: uuidv7() })
    expect(await editArticle(operator, edit)).toMatchObject({ ok: true })
    for (const saveId of [uuidv7(), undefined]) {
      const theirs = await toEdit(id, { title: 'Theirs', saveId })
      expect(await editArticle(operator, theirs)).toMatchObject({ ok: true })
      expect(await editArticle(operator, edit)).toEqual({ ok: false, reason: 'changed-meanwhile' })
    }
    expect(await editArticle(operator, { ...edit, saveId: undefined })).toMatchObject({ ok: false })
  })

  test('by another account finds no article, and neither does any other command of that account', async () => {
    const id = await publish([harbour])
    const stranger = await makeOperator()
    const notFound = { ok: false, reason: 'article-not-found' }
    expect(await editArticle(stranger, await toEdit(id, { title: 'Ours now' }))).toEqual(notFound)
    expect((await unpublishArticle(stranger, id)).counts).toEqual({ refused: 1 })
    expect((await publishAgain(stranger, id)).counts).toEqual({ refused: 1 })
    expect((await deleteArticle(stranger, id)).counts).toEqual({ unchanged: 1 })
    expect(await forgetArticle(stranger, id)).toBeUndefined()
    expect((await shownOn(harbour))?.title).toBe('A quiet harbour')
  })

  test.each<[string, string, (edit: ArticleEdit) => Promise<[Operator, ArticleEdit]>]>([
    ['of an article of another account', 'article-not-found', async (edit) => [await makeOperator(), edit]],
    [
      'of an article that was changed in the meantime',
      'changed-meanwhile',
      async (edit) => [operator, { ...edit, version: 'another' }],
    ],
  ])('%s is refused before its text is rendered', async (_name, reason, spoil) => {
    const content = Array.from({ length: 9000 }, (_, note) => `[^${note}]: [^${note + 1}]`).join('\n\n')
    const slow = await toEdit(await publish([harbour]), { content })
    expect(await editArticle(...(await spoil(slow)))).toEqual({ ok: false, reason })
    expect(await editArticle(operator, slow)).toEqual({ ok: false, reason: 'text-too-slow' })
  })

  test('is refused after sixty in a minute', async () => {
    const id = await publish([harbour])
    const edit = await toEdit(id, { version: 'another' })
    Object.assign(env, { RATE_LIMITS: 'on' })
    try {
      for (let saves = 0; saves < 60; saves += 1) await editArticle(operator, edit)
      const refused = { ok: false, reason: 'too-many-saves', waitS: expect.any(Number) }
      expect(await editArticle(operator, await toEdit(id))).toEqual(refused)
    } finally {
      Object.assign(env, { RATE_LIMITS: 'off' })
    }
    expect(await editArticle(operator, await toEdit(id))).toMatchObject({ ok: true })
  })

  test('to a site of another account is refused', async () => {
    const id = await publish([harbour])
    const { id: ownerId } = await makeOperator()
    await db.updateTable('targetSites').set({ ownerId }).where('id', '=', ledger).execute()
    const edited = await editArticle(operator, await toEdit(id, { siteIds: [MAIN_SITE_ID, ledger] }))
    expect(edited).toEqual({ ok: false, reason: 'site-unavailable' })
  })

  test('is refused if a program has published the article to another site in the meantime', async () => {
    const id = await publish([harbour])
    const edit = await toEdit(id, { title: 'Edited' })
    await publishToSites(operator, { articleId: id, siteIds: [MAIN_SITE_ID, ledger] }, { waits: true })
    expect(await editArticle(operator, edit)).toEqual({ ok: false, reason: 'changed-meanwhile' })
    expect((await shownOn(ledger))?.title).toBe('A quiet harbour')
  })

  test('reaches a site although the delivery before it is still running', async () => {
    const id = await publish([harbour])
    const [first, second] = [
      await editArticle(operator, await toEdit(id, { title: 'First' })),
      await toEdit(id, { title: 'Second' }),
    ]
    expect(first.ok).toBe(true)
    await Promise.all([retryDeliveries(operator, id), editArticle(operator, second)])
    expect((await shownOn(harbour))?.title).toBe('Second')
  })
})

describe('an article that is unpublished', () => {
  test('is gone everywhere, and back under the same URLs when it is published again', async () => {
    const id = await publish([harbour, ledger])
    expect((await unpublishArticle(operator, id)).counts).toEqual({ changed: 1 })
    for (const siteId of [MAIN_SITE_ID, harbour, ledger]) expect(await shownOn(siteId)).toBeUndefined()
    expect(await findPublishSummary(operator, id)).toMatchObject({ succeeded: 0, failed: 0 })
    expect(await publishAgain(operator, id)).toMatchObject({ counts: { changed: 1 }, failed: 0 })
    for (const siteId of [MAIN_SITE_ID, harbour, ledger]) expect(await shownOn(siteId)).toBeDefined()
  })

  test('stays on a site that cannot be changed now, and is removed as soon as it can', async () => {
    const id = await publish([harbour])
    await refuseUpdates(harbour)
    try {
      expect(await unpublishArticle(operator, id)).toMatchObject({ failed: 1 })
      expect(await shownOn(MAIN_SITE_ID)).toBeUndefined()
      expect(await shownOn(harbour)).toBeDefined()
    } finally {
      await allowUpdates()
    }
    expect(await retryDeliveries(operator, id)).toBe(0)
    expect(await shownOn(harbour)).toBeUndefined()
  })

  test('can be edited, and sites get the new text only when it is published', async () => {
    const id = await publish([harbour])
    await unpublishArticle(operator, id)
    await editArticle(operator, await toEdit(id, { title: 'Not yet' }))
    expect(await shownOn(harbour)).toBeUndefined()
    const edit = await toEdit(id, { title: 'Now', isPublished: true })
    expect(await editArticle(operator, edit)).toMatchObject({ ok: true, summary: { succeeded: 2 } })
    expect((await shownOn(harbour))?.title).toBe('Now')
  })
})

describe('an article that is deleted', () => {
  test('leaves no copy on any site', async () => {
    const id = await publish([harbour, ledger])
    await deleteArticle(operator, id)
    expect(await ownsArticle(operator, id)).toBe(false)
    expect(await countRows()).toEqual([])
  })

  test('stays in the list until the last copy is removed', async () => {
    const id = await publish([harbour, ledger])
    await refuseUpdates(harbour)
    try {
      await deleteArticle(operator, id)
      expect(await ownsArticle(operator, id)).toBe(true)
      expect((await readBoard(operator)).rows).toMatchObject([{ id, state: 'deleting' }])
    } finally {
      await allowUpdates()
    }
    await retryDeliveries(operator, id)
    expect(await countRows()).toEqual([])
  })

  test('is gone immediately if its owner does not want to wait', async () => {
    const id = await publish([harbour])
    await refuseUpdates(harbour)
    try {
      await deleteArticle(operator, id)
      await db.deleteFrom('pageDrops').execute()
      expect(await forgetArticle(operator, id)).toBe(true)
      expect(await countRows()).toEqual([])
      const drops = await db.selectFrom('pageDrops').select('tags').execute()
      expect(drops.flatMap(({ tags }) => tags)).toContain(pageTag.list(harbour))
    } finally {
      await allowUpdates()
    }
  })
})

describe('on remote sites, an article', () => {
  const opened: { close: () => Promise<void> }[] = []
  afterEach(async () => {
    env.OUTBOUND_ALLOW.clear()
    await db.deleteFrom('hostBreakers').execute()
    await Promise.all(opened.splice(0).map((fake) => fake.close()))
  })

  function allow<F extends { url: string; close: () => Promise<void> }>(fake: F): F {
    env.OUTBOUND_ALLOW.add(new URL(fake.url).host)
    opened.push(fake)
    return fake
  }

  async function makeBlog() {
    const fake = allow(await startWordPressFake())
    const { url, username, password } = fake
    const siteId = await makeRemoteSite('wordpress', { url, credentials: { username, password } })
    return { fake, siteId, statuses: () => [...fake.posts.values()].map(({ status }) => status) }
  }

  async function makeGhost() {
    const fake = allow(await startGhostFake())
    const siteId = await makeRemoteSite('ghost', { url: fake.url, credentials: { key: fake.key } })
    return { fake, siteId, statuses: () => [...fake.posts.values()].map(({ status }) => status) }
  }

  async function makeReceiver() {
    const fake = allow(await startWebhookFake())
    const credentials = { secrets: [fake.settings.secret] }
    const siteId = await makeRemoteSite('webhook', { url: fake.url, credentials })
    return { fake, siteId, statuses: () => fake.events.map(({ type }) => type) }
  }

  test('that is published again is reported as published, and a later change as updated', async () => {
    const receiver = await makeReceiver()
    const id = await publish([receiver.siteId])
    await unpublishArticle(operator, id)
    await publishAgain(operator, id)
    await editArticle(
      operator,
      await toEdit(id, { title: 'A loud harbour', siteIds: [MAIN_SITE_ID, receiver.siteId] }),
    )
    expect(receiver.statuses()).toEqual([
      'post.published',
      'post.unpublished',
      'post.published',
      'post.updated',
    ])
  })

  test('goes to a host 120 times in ten minutes at most for one account, however often it is edited', async () => {
    const fake = allow(await startWebhookFake())
    const credentials = { secrets: [fake.settings.secret] }
    const make = (_: unknown, site: number) =>
      makeRemoteSite('webhook', { url: `${fake.url}?site=${site}`, credentials })
    const siteIds = await Promise.all(Array.from({ length: 20 }, make))
    const publishOnce = (account: Operator) => publishArticle(account, makeDraft({ siteIds }))
    Object.assign(env, { RATE_LIMITS: 'on' })
    try {
      expect(await publishOnce(operator)).toMatchObject({ ok: true, summary: { succeeded: 20 } })
      const [article] = (await readBoard(operator)).rows
      const id = article?.id ?? ''
      for (let edit = 1; edit <= 5; edit += 1)
        await editArticle(operator, await toEdit(id, { title: `Tide ${edit}`, siteIds }))
      expect(fake.events).toHaveLength(120)
      const sixth = await editArticle(operator, await toEdit(id, { title: 'The tide at last', siteIds }))
      expect(sixth).toMatchObject({ ok: true, summary: { succeeded: 0, failed: 20 } })
      expect(fake.events).toHaveLength(120)
      const late = await db.selectFrom('deliveries').select(['reason', 'nextAttemptAt']).execute()
      expect(late).toHaveLength(20)
      for (const delivery of late)
        expect(delivery).toEqual({ reason: 'too-many', nextAttemptAt: expect.any(Date) })
      expect(await publishOnce(await makeOperator())).toMatchObject({ ok: true, summary: { succeeded: 20 } })
    } finally {
      Object.assign(env, { RATE_LIMITS: 'off' })
    }
  })

  test('that is deleted is removed with the drafts that unpublishing had left', async () => {
    const [blog, ghost, receiver] = [await makeBlog(), await makeGhost(), await makeReceiver()]
    const id = await publish([blog.siteId, ghost.siteId, receiver.siteId])
    await unpublishArticle(operator, id)
    expect([blog.statuses(), ghost.statuses()]).toEqual([['draft'], ['draft']])
    await deleteArticle(operator, id)
    expect(await ownsArticle(operator, id)).toBe(false)
    expect([blog.statuses(), ghost.statuses()]).toEqual([[], []])
    expect(receiver.statuses()).toEqual(['post.published', 'post.unpublished', 'post.deleted'])
    expect(await countRows()).toEqual([])
  })

  test('that is deleted is removed with the draft that an edit had left on a site', async () => {
    const blog = await makeBlog()
    const id = await publish([blog.siteId, harbour])
    await editArticle(operator, await toEdit(id, { siteIds: [MAIN_SITE_ID, harbour] }))
    expect(blog.statuses()).toEqual(['draft'])
    await deleteArticle(operator, id)
    expect(await ownsArticle(operator, id)).toBe(false)
    expect(blog.statuses()).toEqual([])
  })

  test('that is deleted stays in the list while a draft cannot be removed, and asks no site twice', async () => {
    const [blog, receiver] = [await makeBlog(), await makeReceiver()]
    const id = await publish([blog.siteId, receiver.siteId, harbour])
    await unpublishArticle(operator, id)
    blog.fake.failNext({ kind: 'refuse' }, { times: Infinity })
    await deleteArticle(operator, id)
    expect(await ownsArticle(operator, id)).toBe(true)
    await deleteArticle(operator, id)
    expect(await ownsArticle(operator, id)).toBe(true)
    blog.fake.clearFaults()
    expect(blog.statuses()).toEqual(['draft'])
    await retryDeliveries(operator, id)
    expect(blog.statuses()).toEqual([])
    expect(await countRows()).toEqual([])
    expect(receiver.statuses()).toEqual(['post.published', 'post.unpublished', 'post.deleted'])
  })

  test('that is deleted while it is being unpublished leaves no draft', async () => {
    const blog = await makeBlog()
    const id = await publish([blog.siteId])
    const asked = blog.fake.requests.length
    blog.fake.failNext({ kind: 'late', ms: 300 }, { matches: ({ method }) => method === 'POST' })
    const unpublishing = unpublishArticle(operator, id)
    while (blog.fake.requests.length === asked) await sleep(5)
    await Promise.allSettled([unpublishing, deleteArticle(operator, id)])
    expect(blog.statuses()).toEqual([])
    expect(await countRows()).toEqual([])
  })

  test('that is deleted asks no site that was never tried, and does not wait for a hidden copy here', async () => {
    const blog = await makeBlog()
    const id = await publish([harbour])
    await db
      .transaction()
      .execute((trx) =>
        orderDeliveries(trx, [{ articleId: id, siteId: blog.siteId, wantedHash: 'x', varies: false }]),
      )
    await unpublishArticle(operator, id)
    await db.updateTable('targetSites').set({ isActive: false }).where('id', '=', harbour).execute()
    await deleteArticle(operator, id)
    expect(await ownsArticle(operator, id)).toBe(false)
    expect(blog.fake.requests).toEqual([])
  })
})

describe('what an edit starts from', () => {
  test('is the article as it was typed, with its sites and every attempt', async () => {
    const id = await publish([harbour, ledger])
    const article = await findEditable(operator, id)
    expect(article).toMatchObject({
      state: 'published',
      slug: 'a-quiet-harbour',
      typed: {
        title: 'A quiet harbour',
        content: 'The *tide* turned at six.',
        tags: 'Travel',
        canonicalUrl: '',
      },
    })
    expect(article?.typed.siteIds.toSorted()).toEqual([MAIN_SITE_ID, harbour, ledger].toSorted())
    expect(
      article?.attempts.map(({ siteName, ending, isFailed }) => ({ siteName, ending, isFailed })),
    ).toEqual(
      expect.arrayContaining([
        { siteName: 'harbour.example', ending: 'Delivered', isFailed: false },
        { siteName: 'ledger.example', ending: 'Delivered', isFailed: false },
      ]),
    )
  })

  test('remembers the sites of an article that was unpublished', async () => {
    const id = await publish([harbour])
    await unpublishArticle(operator, id)
    const article = await findEditable(operator, id)
    expect(article).toMatchObject({ state: 'draft', url: null, typed: { siteIds: [MAIN_SITE_ID, harbour] } })
    expect(article?.attempts.map(({ ending }) => ending)).toEqual(['Taken off the site', 'Delivered'])
  })

  test('is not shown to another account', async () => {
    expect(await findEditable(await makeOperator(), await publish([harbour]))).toBeUndefined()
  })
})

const readLanguages = async () =>
  (await db.selectFrom('blogPosts').select('lang').orderBy('id').execute()).map(({ lang }) => lang)

test('an article gets the language of its form, and its sites get it too', async () => {
  const id = await publish([harbour])
  const edited = await editArticle(operator, await toEdit(id, { lang: 'pt-BR', content: 'A "quote".' }))
  expect(edited).toMatchObject({ ok: true })
  expect(await readLanguages()).toEqual(['pt-BR', 'pt-BR'])
  expect((await findEditable(operator, id))?.typed.lang).toBe('pt-BR')
  await editArticle(operator, await toEdit(id, { lang: null }))
  expect(await readLanguages()).toEqual([null, null])
})
