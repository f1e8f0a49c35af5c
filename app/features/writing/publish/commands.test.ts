// @store both
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  emptyStore,
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
import { insertBacklinks } from '../../links/insertion/commands.server.ts'
import { saveDraft } from '../drafts/commands.server.ts'
import { NO_TEXT } from '../drafts/drafts.ts'
import { makePlan } from '../schedule/commands.server.ts'
import { publishArticle } from './commands.server.ts'
import type { Draft } from '../writing.ts'
import { retryDeliveries, deliver } from '../../delivery/deliveries/commands.server.ts'
import type { PublishSummary } from '../../delivery/deliveries/deliveries.ts'

useQueue()
beforeEach(async () => {
  await emptyStore()
  await sql`delete from pgboss.job`.execute(db)
})

async function publish(operator: Operator, draft: Draft): Promise<PublishSummary> {
  const published = await publishArticle(operator, draft, { placeLinks: insertBacklinks })
  if (!published.ok) throw new Error(published.reason)
  return published.summary
}

const rowsOf = (siteId: string) =>
  db.selectFrom('blogPosts').selectAll().where('siteId', '=', siteId).execute()
const countJobs = async () =>
  (
    await sql<{
      count: number
    }>`select count(*)::int as count from pgboss.job where name = 'deliver'`.execute(db)
  ).rows[0]?.count

const DAY_MS = 86_400_000
const listRuns = () => db.selectFrom('runs').select('id').orderBy('id').execute()
const listPublished = () =>
  db.selectFrom('recordLines').select('about').where('act', '=', 'published').execute()

const FERRY = `The council met on Monday and talked for hours.

Most islanders know the ferry timetable by heart and plan their week around it.

A new ticket office on the northern quay opens as soon as the ice is gone.`

describe('publishing an article', () => {
  test('stores it on the main site and a copy on every selected site, each with its URL', async () => {
    const operator = await makeOperator()
    const siteIds = [MAIN_SITE_ID, await makeSite('harbour.example'), await makeSite('ledger.example')]
    const summary = await publish(operator, makeDraft({ siteIds }))
    expect(summary).toMatchObject({ succeeded: 3, failed: 0 })
    expect(summary.url).toMatch(/\/article\/a-quiet-harbour$/)
    expect(summary.deliveries.map(({ state, url }) => ({ state, url }))).toEqual([
      { state: 'delivered', url: summary.url },
      { state: 'delivered', url: 'https://harbour.example/article/a-quiet-harbour' },
      { state: 'delivered', url: 'https://ledger.example/article/a-quiet-harbour' },
    ])
    const [origin] = await rowsOf(MAIN_SITE_ID)
    const [copy] = await rowsOf(siteIds[1] ?? '')
    expect(copy).toMatchObject({
      originId: origin?.id,
      contentHtml: origin?.contentHtml,
      canonicalUrl: summary.url,
    })
    expect(origin).toMatchObject({ userId: operator.id, canonicalUrl: null })
    expect(origin?.publishedAt).toBeInstanceOf(Date)
  })

  test('puts backlinks into a text with a canonical URL, here and on every site, and once', async () => {
    const operator = await makeOperator()
    const siteIds = [MAIN_SITE_ID, await makeSite('harbour.example')]
    const canonicalUrl = 'https://first.example/the-ferry-timetable'
    const draft = makeDraft({ siteIds, canonicalUrl, content: FERRY })
    await publish(operator, draft)
    const [origin] = await rowsOf(MAIN_SITE_ID)
    expect(origin?.content.split(`](${canonicalUrl})`)).toHaveLength(3)
    expect(origin?.contentHtml.split(`<a href="${canonicalUrl}"`)).toHaveLength(3)
    expect((await rowsOf(siteIds[1] ?? '')).map(({ content }) => content)).toEqual([origin?.content])
    await publish(operator, draft)
    expect(await rowsOf(MAIN_SITE_ID)).toHaveLength(1)
    const changed = { ...draft, content: `${FERRY}\n\nWritten on.` }
    expect(await publishArticle(operator, changed)).toMatchObject({ reason: 'published-elsewhere' })
  })

  test.each([
    ['without a canonical address', { content: FERRY }],
    [
      'that has enough links',
      { content: `${FERRY} [a](/a) [b](/b)`, canonicalUrl: 'https://first.example/x' },
    ],
    [
      'at an address with a password',
      { content: FERRY, canonicalUrl: 'https://user:secret@first.example/x' },
    ],
  ])('leaves a text %s as it was written', async (_name, text) => {
    await publish(await makeOperator(), makeDraft({ ...text, siteIds: [MAIN_SITE_ID] }))
    expect((await rowsOf(MAIN_SITE_ID)).map(({ content }) => content)).toEqual([text.content])
  })

  test('counts the sites that failed, and keeps the rest', async () => {
    const siteIds = [MAIN_SITE_ID, await makeSite('works.example'), await makeSite('broken.example')]
    await sql`
      create or replace function refuse_copy() returns trigger language plpgsql as
      $$ begin if new.site_id = ${sql.lit(siteIds[2])}::uuid then raise exception 'refused'; end if; return new; end $$
    `.execute(db)
    await sql`create trigger refuse_copy before insert on blog_posts for each row execute function refuse_copy()`.execute(
      db,
    )
    try {
      const summary = await publish(await makeOperator(), makeDraft({ siteIds }))
      expect(summary).toMatchObject({ succeeded: 2, failed: 1 })
      expect(summary.deliveries.find(({ siteName }) => siteName === 'broken.example')).toMatchObject({
        state: 'failed',
        url: null,
        reason: 'The site could not be updated. It is tried again in the background.',
      })
      expect(await countJobs()).toBe(3) // one for each, in case this process dies, and one for the next attempt
    } finally {
      await sql`drop trigger refuse_copy on blog_posts`.execute(db)
    }
    const [failed] = await db.selectFrom('deliveries').select('id').where('state', '=', 'failed').execute()
    await deliver(failed?.id ?? '')
    expect(await rowsOf(siteIds[2] ?? '')).toEqual([]) // the next attempt is not due yet
    await deliver(failed?.id ?? '', true)
    expect(await rowsOf(siteIds[2] ?? '')).toHaveLength(1)
  })

  test('is tried again immediately if its owner asks, and not if another account asks', async () => {
    const [operator, stranger] = [await makeOperator(), await makeOperator()]
    const siteId = await makeSite('late.example')
    await publish(operator, makeDraft({ siteIds: [MAIN_SITE_ID, siteId] }))
    await db.updateTable('deliveries').set({ state: 'pending', deliveredHash: null }).execute()
    await db.deleteFrom('blogPosts').where('siteId', '=', siteId).execute()
    const [article] = await rowsOf(MAIN_SITE_ID)
    expect(await retryDeliveries(stranger, article?.id ?? '')).toBeUndefined()
    expect(await rowsOf(siteId)).toEqual([])
    expect(await retryDeliveries(operator, article?.id ?? '')).toBe(0)
    expect(await rowsOf(siteId)).toHaveLength(1)
  })

  test('returns how many sites still do not have it after another attempt', async () => {
    const operator = await makeOperator()
    const siteId = await makeSite('off.example')
    await publish(operator, makeDraft({ siteIds: [MAIN_SITE_ID, siteId] }))
    await db.updateTable('deliveries').set({ state: 'pending', deliveredHash: null }).execute()
    await db.updateTable('targetSites').set({ isActive: false }).where('id', '=', siteId).execute()
    const [article] = await rowsOf(MAIN_SITE_ID)
    expect(await retryDeliveries(operator, article?.id ?? '')).toBe(1)
  })

  test('stores no row at all if the delivery cannot be stored', async () => {
    await sql`alter table deliveries add constraint refuse_all check (wanted_hash = '') not valid`.execute(db)
    try {
      const outcome = await publishArticle(
        await makeOperator(),
        makeDraft({ siteIds: [MAIN_SITE_ID, await makeSite('harbour.example')] }),
      )
      expect(outcome).toEqual({ ok: false, reason: 'not-stored' })
      expect(await rowsOf(MAIN_SITE_ID)).toEqual([])
      expect(await countJobs()).toBe(0)
    } finally {
      await sql`alter table deliveries drop constraint refuse_all`.execute(db)
    }
  })

  test('publishes once when the same form is sent twice at the same moment', async () => {
    const operator = await makeOperator()
    const draft = makeDraft({ siteIds: [MAIN_SITE_ID, await makeSite('harbour.example')] })
    const [first, second] = await Promise.all([publish(operator, draft), publish(operator, draft)])
    expect(second.url).toBe(first.url)
    expect(await rowsOf(MAIN_SITE_ID)).toHaveLength(1)
  })

  test('reaches the sites that were selected when the same form was sent again', async () => {
    const operator = await makeOperator()
    const [harbour, ledger] = [await makeSite('harbour.example'), await makeSite('ledger.example')]
    const draft = makeDraft({ siteIds: [MAIN_SITE_ID, harbour] })
    await publish(operator, draft)
    await publish(operator, { ...draft, siteIds: [MAIN_SITE_ID, harbour, ledger] })
    expect(await rowsOf(MAIN_SITE_ID)).toHaveLength(1)
    expect(await rowsOf(harbour)).toHaveLength(1)
    expect(await rowsOf(ledger)).toHaveLength(1)
  })

  test('publishes another text of a published draft only as a draft of its own', async () => {
    const operator = await makeOperator()
    const draft = makeDraft({ siteIds: [MAIN_SITE_ID, await makeSite('harbour.example')] })
    await publish(operator, draft)
    const changed = { ...draft, content: 'Something else.' }
    expect(await publishArticle(operator, changed)).toEqual({ ok: false, reason: 'published-elsewhere' })
    expect(await rowsOf(MAIN_SITE_ID)).toHaveLength(1)
    await publish(operator, { ...changed, draftId: uuidv7() })
    expect((await rowsOf(MAIN_SITE_ID)).map(({ slug }) => slug).toSorted()).toEqual([
      'a-quiet-harbour',
      'a-quiet-harbour-1',
    ])
  })

  test('is refused for a draft that was planned meanwhile, and for one whose article was unpublished', async () => {
    const operator = await makeOperator()
    const planned = makeDraft({ title: 'Planned' })
    const { draftId: id, title, content, author } = planned
    await saveDraft(operator, {
      id,
      version: 0,
      text: { ...NO_TEXT, title, content, author, tags: 'Travel' },
    })
    const dueAt = new Date(Date.now() + DAY_MS)
    const plan = { kind: 'publish' as const, dueAt, siteIds: [MAIN_SITE_ID], varies: false }
    expect(await makePlan(operator, id, plan)).toMatchObject({ ok: true })
    const shown = makeDraft()
    await publish(operator, shown)
    await publish(operator, shown) // whose first answer was lost
    await db
      .updateTable('blogPosts')
      .set({ publishedAt: null })
      .where('draftId', '=', shown.draftId)
      .execute()
    const before = [await listRuns(), await listPublished()]
    for (const draft of [planned, shown])
      expect(await publishArticle(operator, draft)).toEqual({ ok: false, reason: 'article-not-live' })
    expect([await listRuns(), await listPublished()]).toEqual(before)
  })

  test('is refused for a while after twenty in an hour, for that account alone', async () => {
    const [operator, other] = [await makeOperator(), await makeOperator()]
    const siteIds = [MAIN_SITE_ID, await makeSite('harbour.example')]
    Object.assign(env, { RATE_LIMITS: 'on' })
    try {
      for (let index = 0; index < 20; index += 1) await publish(operator, makeDraft({ siteIds }))
      const refused = await publishArticle(operator, makeDraft({ siteIds }))
      expect(refused).toMatchObject({ ok: false, reason: 'too-many', waitS: expect.any(Number) })
      expect(await rowsOf(MAIN_SITE_ID)).toHaveLength(20)
      expect(await publish(other, makeDraft({ siteIds }))).toMatchObject({ succeeded: 2 })
    } finally {
      Object.assign(env, { RATE_LIMITS: 'off' })
    }
  })

  test('refuses a site that is not on the list', async () => {
    const outcome = await publishArticle(
      await makeOperator(),
      makeDraft({ siteIds: [MAIN_SITE_ID, uuidv7()] }),
    )
    expect(outcome).toEqual({ ok: false, reason: 'site-unavailable' })
  })

  test('refuses a site that belongs to another account', async () => {
    const siteId = await makeSite('theirs.example')
    await db
      .updateTable('targetSites')
      .set({ ownerId: (await makeOperator()).id })
      .where('id', '=', siteId)
      .execute()
    const outcome = await publishArticle(await makeOperator(), makeDraft({ siteIds: [MAIN_SITE_ID, siteId] }))
    expect(outcome).toEqual({ ok: false, reason: 'site-unavailable' })
  })

  test('assigns parallel articles of one title the base slug, -1, -2 and so on, on every site', async () => {
    const count = byTier(20, 100)
    const operator = await makeOperator()
    const siteId = await makeSite('harbour.example')
    await Promise.all(
      Array.from({ length: count }, () => publish(operator, makeDraft({ siteIds: [MAIN_SITE_ID, siteId] }))),
    )
    const expected = [
      'a-quiet-harbour',
      ...Array.from({ length: count - 1 }, (_, index) => `a-quiet-harbour-${index + 1}`),
    ]
    for (const id of [MAIN_SITE_ID, siteId]) {
      const slugs = (await rowsOf(id)).map(({ slug }) => slug)
      expect(slugs.toSorted()).toEqual(expected.toSorted())
    }
  })
})

test('a delivery that is repeated changes nothing', async () => {
  const siteId = await makeSite('harbour.example')
  await publish(await makeOperator(), makeDraft({ siteIds: [MAIN_SITE_ID, siteId] }))
  const before = await db.selectFrom('deliveries').selectAll().execute()
  await deliver(before[0]?.id ?? '')
  expect(await db.selectFrom('deliveries').selectAll().execute()).toEqual(before)
  expect(await rowsOf(siteId)).toHaveLength(1)
})

test('a site that was switched off in the meantime gets no copy, and the reason is stored', async () => {
  const siteId = await makeSite('harbour.example')
  const operator = await makeOperator()
  await publish(operator, makeDraft({ siteIds: [siteId] }))
  await db.updateTable('deliveries').set({ deliveredHash: null, state: 'pending' }).execute()
  await db.updateTable('targetSites').set({ isActive: false }).where('id', '=', siteId).execute()
  const [delivery] = await db.selectFrom('deliveries').select('id').execute()
  await deliver(delivery?.id ?? '')
  expect(await db.selectFrom('deliveries').select(['state', 'reason']).execute()).toEqual([
    { state: 'failed', reason: 'site-inactive' },
  ])
})
